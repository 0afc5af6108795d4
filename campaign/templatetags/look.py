"""What the components need beyond plain templates: banners and relative times."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext

from campaign.web.banners import BANNERS, banner_svg

register = template.Library()


@register.simple_tag
def banner(seat: int, label: str = "", size: str = "") -> SafeString:
    """Draw the banner of a seat: ``{% banner kingdom.seat %}`` or with ``size="large"``."""
    return banner_svg(seat, label, size)


@register.filter
def banner_title(seat: int) -> str:
    """Say a seat's banner in words."""
    return str(BANNERS[seat].title)


@register.filter
def is_past(moment: datetime) -> bool:
    """Tell whether a moment lies behind us."""
    return moment <= timezone.now()


@register.filter
def relative_time(moment: datetime) -> str:
    """Say how far off a moment is: "in 3 hours" or "3 hours ago"."""
    now = timezone.now()
    if abs((moment - now).total_seconds()) < 60:
        return gettext("just now") if moment <= now else gettext("in less than a minute")
    if moment > now:
        return gettext("in %(span)s") % {"span": timeuntil(moment, now)}
    return gettext("%(span)s ago") % {"span": timesince(moment, now)}
