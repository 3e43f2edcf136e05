"""Names are looked up without kind of kana; names kept before were not folded at all."""

from django.db import migrations

from sessions.services.text import folded


def fold(apps, schema_editor):
    for model in ("Player", "Alias"):
        rows = apps.get_model("table_sessions", model).objects.only("name", "seen")
        changed = []
        for row in rows.iterator(chunk_size=2000):
            row.seen = folded(row.name)
            changed.append(row)
            if len(changed) == 2000:
                rows.bulk_update(changed, ("seen",), batch_size=400)
                changed = []
        rows.bulk_update(changed, ("seen",), batch_size=400)


class Migration(migrations.Migration):

    dependencies = [
        ('table_sessions', '0005_claims'),
    ]

    operations = [
        migrations.RunPython(fold, migrations.RunPython.noop),
    ]
