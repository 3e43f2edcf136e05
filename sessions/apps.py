from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """The games people play. Django has an app of the same name, hence the label."""

    name = "sessions"
    label = "table_sessions"
    default_auto_field = "django.db.models.BigAutoField"
