"""The Django application of the campaign, its people and the site around it."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Campaigns, their people, phases and pages."""

    name = "campaign"
    label = "campaign"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the Celery application current, so that pages can wake a worker.

        Register the campaign's words for places on a sheet, who carries what people are told
        of their matches, and who hears how the matches of contests end.
        """
        from campaign.config import celery  # noqa: F401
        from campaign.services.contest_views import may_watch
        from campaign.services.contests import SOURCE, heard
        from campaign.services.match_mails import write_mails
        from campaign.services.places import place_words
        from campaign.web.contest_place import place_of
        from games.hosting.errors import add_places
        from games.services.listeners import listen
        from games.services.news import carry

        add_places(place_words)
        carry(write_mails)
        listen(SOURCE, heard, may_watch, place_of)
