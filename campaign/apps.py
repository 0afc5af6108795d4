"""The one Django application of the site."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Campaigns, their people, phases and pages."""

    name = "campaign"
    label = "campaign"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the Celery application current, so that pages can wake a worker."""
        from campaign.config import celery  # noqa: F401
