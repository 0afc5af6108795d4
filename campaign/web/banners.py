"""The eight banners: a kingdom is told by shape, pattern and colour, never by colour alone.

One row a seat. ``outline`` and ``charge`` are SVG paths in a box from -12 to 12;
``dash`` is the line pattern of the kingdom's borders on the map. The colours
themselves are ``--k0`` to ``--k7`` of the stylesheet.

>>> BANNERS[3].shape
'lozenge'
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

UNSPOKEN = mark_safe('aria-hidden="true"')


@dataclass(frozen=True, slots=True)
class Banner:
    """How one seat's things look. ``title`` says it in words for who does not see it."""

    shape: str
    pattern: str
    title: Promise | str
    outline: str
    charge: str
    dash: str


BANNERS = (
    Banner(
        "shield",
        "pale",
        _("crimson shield with an upright bar"),
        "M-9-10H9V0C9 6 4 9.5 0 11C-4 9.5-9 6-9 0Z",
        "M-2.5-10H2.5V9.9L0 11L-2.5 9.9Z",
        "",
    ),
    Banner(
        "square",
        "fess",
        _("blue square with a level bar"),
        "M-9.5-9.5H9.5V9.5H-9.5Z",
        "M-9.5-2.5H9.5V2.5H-9.5Z",
        "12 6",
    ),
    Banner(
        "disc",
        "ring",
        _("green disc with a ring"),
        "M10.5 0A10.5 10.5 0 1 1-10.5 0A10.5 10.5 0 1 1 10.5 0Z",
        "M7.5 0A7.5 7.5 0 1 1-7.5 0A7.5 7.5 0 1 1 7.5 0ZM4 0A4 4 0 1 0-4 0A4 4 0 1 0 4 0Z",
        "1 6",
    ),
    Banner(
        "lozenge",
        "quarters",
        _("violet lozenge with two quarters"),
        "M0-12L11.5 0L0 12L-11.5 0Z",
        "M0-8.5L8 0H0ZM0 8.5L-8 0H0Z",
        "18 4 1 4",
    ),
    Banner(
        "pennant",
        "wedge",
        _("ochre pennant with a wedge"),
        "M-12-9.5H12L0 12Z",
        "M-6.5-6.2H6.5L0 5.4Z",
        "5 5",
    ),
    Banner(
        "swallowtail",
        "bend",
        _("teal swallowtail with a slanting bar"),
        "M-9-11H9V11L0 5L-9 11Z",
        "M-9-11H-4.5L9 2.5V8L-9-5Z",
        "10 4 4 4",
    ),
    Banner(
        "gable",
        "chevron",
        _("rose gable with a chevron"),
        "M0-12L10.5-3V10H-10.5V-3Z",
        "M0-6L10.5 3V8L0-1L-10.5 8V3Z",
        "1 4 1 8",
    ),
    Banner(
        "cross",
        "point",
        _("slate cross with a point"),
        "M-5.5-11H5.5V-5.5H11V5.5H5.5V11H-5.5V5.5H-11V-5.5H-5.5Z",
        "M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z",
        "22 3 5 3",
    ),
)


def banner_svg(seat: int, label: str = "", size: str = "") -> SafeString:
    """Draw a seat's banner; without a label it is decoration beside the kingdom's name."""
    banner = BANNERS[seat]
    spoken = format_html('role="img" aria-label="{}"', label) if label else UNSPOKEN
    return format_html(
        '<svg class="banner k{}{}" width="24" height="24" viewBox="-12 -12 24 24" {}>'
        '<path class="field-fill" d="{}"/><path class="charge" d="{}"/></svg>',
        seat,
        f" banner-{size}" if size else "",
        spoken,
        banner.outline,
        banner.charge,
    )
