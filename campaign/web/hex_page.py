"""One hex in words: its land, the ways out of it, who holds it, who stands on it, who can come.

All of it is what everybody may see; only the links into the order form are the reader's.
Source: campaign.md 1, 3a, 3e.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.board import MARSH, OCEAN, Board, Tile
from campaign.rules.state import Army, Crossing, Ship, State
from campaign.rules.summer.reform import is_hard
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from campaign.rules.tokens import Token, may_enter, ways_of
from campaign.services.desk import KingdomName
from campaign.web.map_words import SETTLEMENTS, TERRAINS
from campaign.web.words import token_words

SIDES: tuple[Promise, ...] = (
    gettext_lazy("east"),
    gettext_lazy("north-east"),
    gettext_lazy("north-west"),
    gettext_lazy("west"),
    gettext_lazy("south-west"),
    gettext_lazy("south-east"),
)
"""The six directions, in the board's order."""

WAYS: dict[str, Promise] = {
    "marsh": gettext_lazy("marsh, nobody enters"),
    "sea": gettext_lazy("open water, armies only aboard"),
    "water": gettext_lazy("water, no way for armies"),
    "hard": gettext_lazy("armies are on their side after it"),
    "free": gettext_lazy("open to armies"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """A way out of a hex: the neighbour, its land, what going there costs, whether ships may."""

    side: str
    number: int
    land: str
    kind: str
    ships: bool

    @property
    def words(self) -> str:
        """Say what going there means."""
        armies = str(WAYS[self.kind])
        if not self.ships:
            return armies
        return _("%(armies)s; ships may go") % {"armies": armies}


@dataclass(frozen=True, slots=True)
class Standing:
    """A token on a hex. ``anchor`` is its place in the order form."""

    seat: int
    name: str
    upright: bool
    points: int | None
    anchor: str

    @property
    def words(self) -> str:
        """Say how it stands."""
        posture = _("upright") if self.upright else _("on its side")
        if self.points is None:
            return posture
        text = ngettext("%(points)s point", "%(points)s points", self.points)
        return f"{text % {'points': self.points}}, {posture}"


@dataclass(frozen=True, slots=True)
class Comer:
    """A token that may be ordered to a hex, and from where."""

    seat: int
    name: str
    start: int
    is_hard: bool
    anchor: str


Listed = TypeVar("Listed", Standing, Comer)


@dataclass(frozen=True, slots=True)
class HexSheet:
    """Everything about one hex. ``comers`` is ``None`` outside of Summer."""

    number: int
    name: str
    land: str
    owner: int | None
    settlement: str
    ways: tuple[Way, ...]
    tokens: tuple[Standing, ...]
    comers: tuple[Comer, ...] | None


def hex_sheet(game: CampaignGame, state: State, number: int) -> HexSheet:
    """Describe a hex of the board, which must exist."""
    board, here = game.board, game.board.index[number]
    table, tile = game.table(state), board.tiles[here]
    return HexSheet(
        number=number,
        name=tile.name,
        land=land_words(tile),
        owner=state.owners[here],
        settlement=str(SETTLEMENTS.get(state.settlements[here] or "", "")),
        ways=tuple(ways_out(table, here)),
        tokens=tuple(standing(state, number)),
        comers=tuple(comers(table, state, here)) if state.summer.month else None,
    )


def land_words(tile: Tile) -> str:
    """Say what land a hex is."""
    flags = ((tile.river, _("river")), (tile.bridge, _("bridge")))
    return ", ".join([str(TERRAINS[tile.terrain]), *(word for given, word in flags if given)])


def ways_out(table: Table, here: int) -> Iterator[Way]:
    """Give the ways to the neighbours, from the east counter-clockwise."""
    board = table.board
    for side, there in enumerate(board.across[here]):
        if there is not None:
            yield Way(
                str(SIDES[side]),
                board.numbers[there],
                land_words(board.tiles[there]),
                way_kind(table, here, there),
                there in ways_of(board).by_water[here],
            )


def way_kind(table: Table, here: int, there: int) -> str:
    """Tell what a step means for an army (3a, 3e.1)."""
    board = table.board
    terrain = board.tiles[there].terrain
    if terrain in (MARSH, OCEAN):
        return "marsh" if terrain == MARSH else "sea"
    if there not in ways_of(board).by_land[here]:
        return "water"
    return "hard" if hard(table, here, there) else "free"


def hard(table: Table, here: int, there: int) -> bool:
    """Tell whether a step between two positions lays an army down."""
    numbers = table.board.numbers
    return is_hard(table, Crossing(0, 0, numbers[here], numbers[there]))


def standing(state: State, number: int) -> Iterator[Standing]:
    """Give the tokens on a hex, by kingdom; an army aboard is told with its ship."""
    for token, tile, upright, points in pieces(state):
        if tile == number:
            yield Standing(token.kingdom, name_of(token), upright, points, anchor_of(token))


def pieces(state: State) -> list[tuple[Token, int | None, bool, int | None]]:
    """List every token by kingdom: itself, its hex, whether it is upright, its points."""
    aboard = {(army.kingdom, army.aboard): army for army in state.armies if army.aboard}
    armies: list[Army | Ship] = [army for army in state.armies if army.aboard is None]
    found: list[tuple[Token, int | None, bool, int | None]] = []
    for each in [*armies, *state.ships]:
        if isinstance(each, Army):
            token, points = Token(each.kingdom, None, each.number), each.points
            found.append((token, each.tile, each.upright, points))
        else:
            army = aboard.get((each.kingdom, each.number))
            token = Token(each.kingdom, each.number, army.number if army else None)
            found.append((token, each.tile, each.upright, army.points if army else None))
    return sorted(found, key=lambda piece: piece[0].kingdom)


def name_of(token: Token) -> str:
    """Name a token."""
    return token_words(token.army or 0, token.ship or 0)


def anchor_of(token: Token) -> str:
    """Return a token's place in the order form."""
    return f"ship-{token.ship}" if token.ship else f"army-{token.army}"


def comers(table: Table, state: State, here: int) -> Iterator[Comer]:
    """Give the tokens that may be ordered to a hex now: upright, beside it, with a way (3a)."""
    board: Board = table.board
    for token, tile, upright, _points in pieces(state):
        start = None if tile is None else board.index[tile]
        if upright and start in board.adjacent[here] and may_enter(board, token, start, here):
            lies = not token.floats and hard(table, start, here)
            yield Comer(token.kingdom, name_of(token), board.numbers[start], lies, anchor_of(token))


def by_kingdom(
    listed: Sequence[Listed], names: Sequence[KingdomName]
) -> list[tuple[KingdomName, list[Listed]]]:
    """Group tokens by their kingdom."""
    grouped = [(name, [each for each in listed if each.seat == name.seat]) for name in names]
    return [(name, own) for name, own in grouped if own]
