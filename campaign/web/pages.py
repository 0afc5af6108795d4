"""What a campaign's pages do besides what every page does (``games.hosting.pages``)."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from campaign.models import Campaign
from games.hosting.pages import reader_zone


def no_news(request: HttpRequest, mark: Callable[[], str]) -> HttpResponse | None:
    """Answer a page that asks whether it is old (``seen``) and is not; ``None``: show it.

    ``mark`` tells looks apart; it is empty when what the page showed is over, which loads it anew.
    """
    if "seen" not in request.GET:
        return None
    now = mark()
    if now and now != request.GET["seen"]:
        return None
    response = HttpResponse(status=204, headers={} if now else {"HX-Refresh": "true"})
    patch_cache_control(response, no_store=True)
    return response


def use_zone_of(request: HttpRequest, campaign: Campaign) -> ZoneInfo:
    """Show this page's times in the reader's zone, else in the campaign's."""
    zone = reader_zone(request) or ZoneInfo(campaign.time_zone)
    timezone.activate(zone)
    return zone
