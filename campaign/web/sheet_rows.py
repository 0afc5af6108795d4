"""The rows of the hand-in page, and the words and places they share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.winter.choices import Buy, Choices
from campaign.web.words import BUYS
from games.engine.contract import Json

FORM_PLACES = ("recall", "tithes", "purchases", "feed", "placements")


@dataclass(frozen=True, slots=True)
class Chip:
    """One button that adds a line."""

    operation: str
    text: str
    note: str = ""
    dear: bool = False
    """Whether the stock at hand does not pay for it."""
    listed: bool = False
    """Whether such a line is on the list already; another one may have other conditions."""


@dataclass(frozen=True, slots=True)
class ChipRow:
    """The chips of one kind of line, with what each costs."""

    title: str
    price: str
    chips: tuple[Chip, ...]
    seat: int | None = None
    later: tuple[Chip, ...] = ()
    """Chips that need another wish first."""


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition of a line, as typed."""

    name: str
    kind: str
    source: Json
    gold: Json
    food: Json
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WishRow:
    """One line of a wish list."""

    name: str
    index: int
    line: dict[str, Any]
    text: str
    cost: str
    conditions: tuple[ConditionRow, ...]
    problems: tuple[str, ...]
    disband: tuple[tuple[int, bool], ...] = ()
    is_touched: bool = False
    focused: str = ""
    """The button that was pressed to change this line, so that it keeps the focus."""


@dataclass(frozen=True, slots=True)
class FeedRow:
    """One army in the feeding order."""

    index: int
    number: Json
    points: str
    is_dismissed: bool
    problems: tuple[str, ...]
    is_touched: bool = False
    focused: str = ""


@dataclass(frozen=True, slots=True)
class PairRow:
    """A ship and its berth, or an army and its place; ``options`` are (tile, words, chosen)."""

    index: int
    number: Json
    note: str
    options: tuple[tuple[int, str, bool], ...]
    default: str
    problems: tuple[str, ...]


def place_words(tile: int, kind: str) -> str:
    """Say a hex with its settlement."""
    if not kind:
        return _("hex %(tile)s") % {"tile": tile}
    return _("hex %(tile)s, %(kind)s") % {"tile": tile, "kind": BUYS.get(kind, kind)}


def bare(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line without its conditions."""
    return {key: value for key, value in line.items() if key != "if"}


def chip(buy: Buy, listed: bool, note: str = "") -> Chip:
    """Return the button for a purchase; ``note`` says what must come first."""
    note = note % {"kind": BUYS[buy.after]} if note else ""
    operation = f"add:purchases:{buy.buy}:{buy.tile}"
    return Chip(operation, str(buy.tile), note, not buy.affordable, listed)


def tile_options(
    tiles: Iterable[int], chosen: Json, can: Choices
) -> tuple[tuple[int, str, bool], ...]:
    """Offer these hexes; one that was sent but is not among them stays visible."""
    kinds = {each.tile: each.kind for each in can.settlements}
    listed = list(tiles)
    if type(chosen) is int and chosen not in listed:
        listed.append(chosen)
    return tuple((tile, place_words(tile, kinds.get(tile, "")), tile == chosen) for tile in listed)


def nearest(tile: int | None) -> str:
    """Say which berth a ship takes by default."""
    if tile is None:
        return _("nearest free berth")
    return _("nearest free berth (hex %(tile)s)") % {"tile": tile}


def by_default(tile: int | None) -> str:
    """Say where an army goes by default."""
    if tile is None:
        return _("by default")
    return _("by default (hex %(tile)s)") % {"tile": tile}


def inside(where: str, place: str) -> bool:
    """Tell whether a path of the form lies in another."""
    return where == place or where.startswith(place + ".")


def anchor(where: str) -> str:
    """Return the id of the element where a problem is shown."""
    parts = where.split(".")
    if len(parts) > 1 and parts[0] in ("tithes", "purchases", "placements"):
        return f"line-{parts[0]}-{parts[1]}"
    return parts[0] if parts[0] in FORM_PLACES else ""
