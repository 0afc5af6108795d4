"""What a campaign's pages do besides what every page does (``games.hosting.pages``)."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone

from campaign.models import Campaign
from games.hosting.pages import reader_zone


def use_zone_of(request: HttpRequest, campaign: Campaign) -> ZoneInfo:
    """Show this page's times in the reader's zone, else in the campaign's."""
    zone = reader_zone(request) or ZoneInfo(campaign.time_zone)
    timezone.activate(zone)
    return zone
