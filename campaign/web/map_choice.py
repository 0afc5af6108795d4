"""Choosing a map for a new campaign: one of the site's, one's own, or one from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaign.models import User
from campaign.rules.mapcheck import read_tiles
from campaign.rules.maps.generator import BOUNDS, generate
from campaign.services.map_drafts import check_map, draft_of
from campaign.web.map_preview import preview_svg
from campaign.web.pages import whole
from games.engine.contract import Json

SEED_FIELDS = ("seed", "tiles", "water", "mountains")

Picture = tuple[SafeString, str]


def made_map(fields: Mapping[str, Any], kingdoms: Any) -> Json:
    """Make the map that these fields ask for; raise ``BadOptions``."""
    wishes = {name: fields.get(name) for name in SEED_FIELDS} | {"kingdoms": kingdoms}
    numbers = {name: whole_long(wishes[name]) for name in BOUNDS}
    return generate(numbers.pop("seed"), **numbers)


def whole_long(value: Any) -> Any:
    """Return a seed's number, which may be longer than ``whole`` takes; else what was given."""
    digits = str(value).strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 17 else value


def made_preview(fields: Mapping[str, Any]) -> Picture:
    """Draw the map that these fields ask for in small, and say how fair it is."""
    kingdoms = whole(fields.get("seats"))
    return described(made_map(fields, kingdoms), kingdoms or 2)


def draft_preview(user: User, draft: Any) -> Picture:
    """Draw one of a person's own maps in small."""
    document = draft_of(user, whole(draft) or 0).document
    return described(document, sum("start" in tile for tile in document["tiles"]))


def described(document: Json, kingdoms: int) -> Picture:
    """Draw a map in small with a sentence about it."""
    entries = read_tiles(document)
    picture = mark_safe(preview_svg(entries)) if entries else SafeString("")  # noqa: S308 - numbers
    check = check_map(document, min(max(kingdoms, 2), 8))
    if check.problems:
        words = _("%(tiles)s hexes; not fit to play on yet.") % {"tiles": len(entries)}
    else:
        words = _("%(tiles)s hexes, for up to %(most)s kingdoms.") % {
            "tiles": len(entries),
            "most": min(kingdoms, 8),
        }
    return picture, words
