import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def fill(apps, schema_editor):
    """Who made a key, as the trail has it; who is a guest, for seasons that are finished."""
    entries = apps.get_model("table_sessions", "Entry").objects.filter(kind="token.made")
    tokens = apps.get_model("table_sessions", "ApiToken").objects
    for number, user in entries.exclude(user=None).values_list("subject_id", "user"):
        tokens.filter(pk=number).update(made_by=user)
    players = apps.get_model("table_sessions", "Player").objects.filter(guest=True)
    for season in apps.get_model("table_sessions", "Season").objects.exclude(locked=None):
        season.guests = sorted(players.filter(club=season.club_id).values_list("pk", flat=True))
        season.save(update_fields=("guests",))


class Migration(migrations.Migration):

    dependencies = [
        ('table_sessions', '0009_games_by_time'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='apitoken',
            name='made_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='season',
            name='guests',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
