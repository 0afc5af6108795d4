"""The Django application that hosts matches."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Matches, their seats, turns and pages."""

    name = "games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"
