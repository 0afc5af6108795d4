"""Choosing a map for a new campaign: one of the site's, one's own, or one from a seed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaign.models import User
from campaign.rules.mapcheck import Entry, read_tiles
from campaign.rules.maps import CATALOGUE, load_map, maps_for
from campaign.rules.maps.generator import BOUNDS, generate
from campaign.rules.ruleset import MOST_KINGDOMS
from campaign.services.map_drafts import check_map, draft_of, drafts_of
from campaign.web.map_preview import preview_svg
from games.engine.contract import Json, Refusal
from games.hosting.errors import ServiceError, texts_of
from games.hosting.pages import whole

OWN, SEED = "draft", "seed"
"""What the choice says for a map of one's own, and for one that is made."""

SEED_FIELDS = {"seed": 1, "tiles": 180, "water": 30, "mountains": 12}
"""The wishes for a map from a seed, with what the form proposes."""

SEEDS = range(100_000, 1_000_000)
"""The numbers the form proposes: short enough to be read out, and all of one length, so that
a page that shows one is always as long."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A map in small, and a sentence about it."""

    picture: SafeString
    words: str


def map_choices() -> list[tuple[str, str]]:
    """Return the shipped maps with their size, and the other ways to a map."""
    shipped = [
        (
            entry.key,
            _("%(name)s, %(fewest)s to %(most)s kingdoms, %(tiles)s hexes")
            % {
                "name": _(entry.name),
                "fewest": entry.fewest,
                "most": entry.most,
                "tiles": entry.tiles,
            },
        )
        for entry in CATALOGUE
    ]
    return [*shipped, (OWN, _("One of my maps")), (SEED, _("A map from a seed"))]


def seed_fields(owner: User | None) -> dict[str, forms.Field]:
    """Return the fields beside the choice: which of one's own maps, and the seed's wishes."""
    labels = {
        "seed": _("Seed"),
        "tiles": _("Hexes"),
        "water": _("Open water, in %"),
        "mountains": _("Mountains, in % of the land"),
    }
    own = [(draft.pk, draft.name) for draft in drafts_of(owner)] if owner else []
    fields: dict[str, forms.Field] = {
        OWN: forms.TypedChoiceField(label=_("Which"), choices=own, required=False, coerce=int)
    }
    for name, initial in SEED_FIELDS.items():
        low, high = BOUNDS[name]
        fields[name] = forms.IntegerField(
            label=labels[name], min_value=low, max_value=high, initial=initial, required=False
        )
    return fields


def chosen_map(data: Mapping[str, Any], owner: User | None, kingdoms: int) -> Json:
    """Return the map that a form chose; raise ``BadOptions``, ``ServiceError``."""
    if data["map"] == SEED:
        wishes: dict[str, Any] = {name: data.get(name) for name in SEED_FIELDS}
        return generate(wishes.pop("seed"), kingdoms=kingdoms, **wishes)
    if data["map"] == OWN:
        wanted = data.get(OWN)
        if owner is None or not isinstance(wanted, int):
            raise ServiceError("no_draft", _("Choose one of your maps."))
        return draft_of(owner, wanted).document
    return load_map(data["map"])


def fresh_seed() -> int:
    """Return another number for a map from a seed."""
    return secrets.choice(SEEDS)


def map_instead(fields: Mapping[str, Any]) -> str:
    """Return the shipped map to choose when the chosen one is not for so many kingdoms."""
    chosen = next((entry for entry in CATALOGUE if entry.key == fields.get("map")), None)
    seats = whole(fields.get("seats")) or 0
    fitting = maps_for(seats)
    return fitting[0].key if chosen and fitting and chosen not in fitting else ""


def kingdoms_of_draft(owner: User, draft: str) -> int | None:
    """Return for how many kingdoms a map of one's own has starts; ``None`` if it is not fit."""
    number = whole(draft)
    if number is None or not drafts_of(owner).filter(pk=number).exists():
        return None
    most = most_kingdoms(read_tiles(draft_of(owner, number).document))
    return most if most > 1 else None


def most_kingdoms(entries: tuple[Entry, ...]) -> int:
    """Return how many kingdoms may begin on a map, going by its start hexes."""
    return min(sum(entry.start is not None for entry in entries), MOST_KINGDOMS)


def picture_of(fields: Mapping[str, Any], owner: User) -> Shown | None:
    """Draw what the fields of a form choose, or say why there is nothing to draw."""
    choice = fields.get("map")
    if choice not in (OWN, SEED):
        return None
    kingdoms = whole(fields.get("seats")) or 0
    wishes: dict[str, Any] = {name: _number(fields.get(name)) for name in (OWN, *SEED_FIELDS)}
    try:
        document = chosen_map({**wishes, "map": choice}, owner, kingdoms)
    except (ServiceError, Refusal) as error:
        return Shown(SafeString(""), " ".join(texts_of(error)))
    shown = described(document)
    most = most_kingdoms(read_tiles(document))
    if choice == OWN and 1 < most < kingdoms:
        text = _("%(says)s You ask for %(kingdoms)s: too many for it.")
        return Shown(shown.picture, text % {"says": shown.words, "kingdoms": kingdoms})
    return shown


def _number(text: Any) -> Any:
    """Return a number of a field, which may be longer than ``whole`` takes; else what it is."""
    digits = str(text).strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 17 else text


def described(document: Json) -> Shown:
    """Draw a map in small with a sentence about it."""
    entries = read_tiles(document)
    picture = mark_safe(preview_svg(entries)) if entries else SafeString("")  # noqa: S308 - numbers
    most = most_kingdoms(entries)
    says = {"tiles": len(entries), "most": most}
    if most < 2 or check_map(document, most).problems:
        return Shown(picture, _("%(tiles)s hexes; not fit to play on yet.") % says)
    return Shown(picture, _("%(tiles)s hexes, for up to %(most)s kingdoms.") % says)
