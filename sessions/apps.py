from django.apps import AppConfig
from django.db.models.signals import post_migrate

from config.catalog import compile_changed


class SessionsConfig(AppConfig):
    """The games people play. Django has an app of the same name, hence the label."""

    name = "sessions"
    label = "table_sessions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import config.checks  # noqa: F401 - registered by being read
        from sessions.services.upgrade import after_migrations

        compile_changed()
        post_migrate.connect(after_migrations, sender=self)
