"""The rows of the month's page: a token with what it may do, and lists of preferences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.summer.choices import Goal, Orderable, Place, TokenKey
from campaign.rules.summer.orders import RAZE
from campaign.web.answer_words import KINDS, capital, seat_word
from campaign.web.form_values import Line
from campaign.web.map_words import TERRAINS
from campaign.web.month_form import STAY, OrderLine, token_name
from campaign.web.words import joined, token_words

STAYS: dict[str, Promise] = {
    "defend": gettext_lazy("Defend"),
    "raze": gettext_lazy("Raze the %(settlement)s here"),
    "regroup": gettext_lazy("Regroup: stand up"),
    "hold": gettext_lazy("Stay"),
}

DEFAULTS: dict[str, Promise] = {
    "defend": gettext_lazy("No order: it defends"),
    "regroup": gettext_lazy("No order: it stands up"),
    "hold": gettext_lazy("No order: it stays"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a select."""

    value: str
    text: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Entries under a heading; without one they stand alone."""

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a row: what it does and says."""

    operation: str
    text: str


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One token in the order of resolution, with the orders it may get."""

    index: int
    army: object
    ship: object
    name: str
    where: str
    groups: tuple[OptionGroup, ...]
    pairing: tuple[Button, ...]
    problems: tuple[str, ...]
    is_ordered: bool
    is_lying: bool
    is_touched: bool = False
    focused: str = ""

    @property
    def anchor(self) -> str:
        """Its place in the form, as the map's links name it."""
        return f"ship-{self.ship}" if self.ship else f"army-{self.army}"

    @property
    def other_anchor(self) -> str:
        """The place of an army aboard, which the map's links may name too."""
        return f"army-{self.army}" if self.ship and self.army else ""


@dataclass(frozen=True, slots=True)
class Select:
    """One field of a preference."""

    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class PreferenceRow:
    """One line of a list of preferences; the last one is empty."""

    number: int
    selects: tuple[Select, ...]
    problems: tuple[str, ...]
    anchor: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """One standing instruction: a list of preferences, or a box to tick (``box`` is its name)."""

    name: str
    title: str
    help: str
    rows: tuple[PreferenceRow, ...] = ()
    box: str = ""
    label: str = ""
    is_ticked: bool = False
    problems: tuple[str, ...] = ()
    is_focused: bool = False
    """Whether another line was asked for, so that it takes the focus."""


# Words


def place_words(place: Place, seat: int, names: Sequence[str]) -> str:
    """Say a hex for who thinks of going there: land, holder and settlement, who stands there."""
    land = str(TERRAINS[place.terrain])
    parts = [f"{land}, {_('river')}" if place.river else land, holder_words(place, seat, names)]
    parts += [standing_words(other, count, names) for other, count in place.enemies]
    return ", ".join(part for part in parts if part)


def holder_words(place: Place, seat: int, names: Sequence[str]) -> str:
    """Say whose a hex is and what stands on it."""
    kind = str(KINDS.get(place.settlement, place.settlement))
    if place.is_unexplored:
        return _("unexplored")
    if place.owner is None:
        return ""
    if place.owner == seat:
        return _("your %(kind)s") % {"kind": kind} if kind else _("yours")
    name = seat_word(names, place.owner)
    if kind:
        return _("%(name)s’s %(kind)s") % {"name": name, "kind": kind}
    return _("%(name)s’s") % {"name": name}


def standing_words(other: int, count: int, names: Sequence[str]) -> str:
    """Say how many tokens of another kingdom stand on a hex."""
    text = ngettext("%(count)s token of %(name)s", "%(count)s tokens of %(name)s", count)
    return text % {"count": count, "name": seat_word(names, other)}


def goal_words(goal: Goal, seat: int, names: Sequence[str]) -> str:
    """Say a move's goal; that an army lies down after it comes last."""
    tile = goal.place.tile
    place = place_words(goal.place, seat, names)
    text = _("to %(tile)s: %(place)s") % {"tile": tile, "place": place}
    return _("%(goal)s; it is on its side then") % {"goal": text} if goal.tiring else text


def state_words(can: Orderable, seat: int, names: Sequence[str]) -> str:
    """Say where a token stands and what it is worth."""
    text = _("hex %(tile)s: %(place)s") % {
        "tile": can.place.tile,
        "place": place_words(can.place, seat, names),
    }
    if can.points is None:
        return text
    points = ngettext("%(count)s point", "%(count)s points", can.points)
    return f"{text}; {points % {'count': can.points}}"


# The order of a token


def value_of(row: OrderLine) -> str:
    """Return the value of the order's field."""
    return f"move:{row.to}" if row.do == "move" else row.do


def order_groups(
    row: OrderLine, can: Orderable | None, seat: int, names: Sequence[str], *, is_standing: bool
) -> tuple[OptionGroup, ...]:
    """Return what a token may be ordered to do, with what it is ordered to; to raze comes last.

    A pair yet to be made, or a half, needs an order: without one nothing is made.
    """
    chosen = value_of(row)
    stays: list[Option] = []
    moves: list[Option] = []
    if can is not None:
        stays = stay_options(can, chosen, is_standing=is_standing)
        moves = [
            Option(value, goal_words(goal, seat, names), value == chosen)
            for goal in can.goals
            for value in [f"move:{goal.place.tile}"]
        ]
    if chosen and not any(option.chosen for option in [*stays, *moves]):
        moves.append(Option(chosen, impossible_words(row), chosen=True))
    razes = [option for option in stays if option.value == RAZE]
    groups = (
        OptionGroup("", tuple(option for option in stays if option not in razes)),
        OptionGroup(_("Move"), tuple(moves)),
        OptionGroup(_("Destroy"), tuple(razes)),
    )
    return tuple(group for group in groups if group.options)


def stay_options(can: Orderable, chosen: str, *, is_standing: bool) -> list[Option]:
    """Return the orders that stay; the default's own order only where it makes a difference."""
    options = []
    if is_standing:
        options.append(Option("", str(DEFAULTS[can.default]), not chosen))
    for do in can.stays:
        if do != can.default or not is_standing or chosen == do:
            settlement = KINDS.get(can.place.settlement, "")
            options.append(Option(do, str(STAYS[do]) % {"settlement": settlement}, chosen == do))
    return options


def impossible_words(row: OrderLine) -> str:
    """Say an order that is not possible now but was written."""
    what = _("to %(tile)s") % {"tile": row.to} if row.do == "move" else row.do
    return _("%(order)s (not possible now)") % {"order": what}


def named(row: OrderLine, can: Orderable | None, *, is_standing: bool) -> OrderLine:
    """Return a row that a button told to stay: a token that stands so needs no order for it."""
    if row.do != STAY:
        return row
    needed = can is not None and not is_standing
    return OrderLine(row.army, row.ship, can.default if can and needed else "")


# Preferences


def tile_options(places: Iterable[Place], chosen: object, words: str) -> tuple[Option, ...]:
    """Offer hexes; one that was written but is not among them stays visible."""
    listed = [place.tile for place in places]
    extra = [chosen] if chosen not in (None, "") and chosen not in listed else []
    options = [Option(str(tile), str(tile), tile == chosen) for tile in [*listed, *extra]]
    return (Option("", words, chosen in (None, "")), *options)


def token_options(tokens: Iterable[TokenKey], line: Line) -> tuple[Option, ...]:
    """Offer tokens; either half names a pair, and one that was written stays visible."""
    chosen = token_name(line)
    options = []
    for army, ship in tokens:
        value = token_name({"army": army, "ship": ship})
        is_it = bool(chosen) and chosen in (value, f"army-{army}", f"ship-{ship}")
        options.append(Option(value, token_words(army or 0, ship or 0), is_it))
    if chosen and not any(option.chosen for option in options):
        words = token_words(line.get("army", 0), line.get("ship", 0))
        options.append(Option(chosen, words, chosen=True))
    return (Option("", "–", not chosen), *options)


def name_of(army: object, ship: object) -> str:
    """Name a token at the beginning of a line."""
    return capital(token_words(army or 0, ship or 0))


def together(tokens: Iterable[TokenKey]) -> str:
    """Name tokens in a sentence."""
    return joined(token_words(army or 0, ship or 0) for army, ship in tokens)
