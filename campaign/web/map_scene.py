"""What a map shows, as plain data: hexes, who holds them, what stands on them.

A scene holds nothing about the reader; ``scene_of`` makes one from the rules'
own board and state, anything else may build it by hand. Source: campaign.md 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from campaign.rules.board import DIRECTIONS, Board
from campaign.rules.state import State

STEPS = tuple(DIRECTIONS.values())

IMPLIED_EDGES = {"mountain": "mountain", "forest": "forest", "ocean": "water"}
"""The edge that a terrain bears on all sides; the terrain itself shows it."""

OPEN = "open"
"""A mark for an edge without the obstacle that the terrain beside it would imply."""


@dataclass(frozen=True, slots=True)
class MapTile:
    """One hex. ``edges`` holds what its side of each edge bears, as ``Board.borders`` does."""

    number: int
    q: int
    r: int
    terrain: str
    river: bool = False
    bridge: bool = False
    start: bool = False
    edges: tuple[str, ...] = ("",) * 6
    name: str = ""


@dataclass(frozen=True, slots=True)
class MapToken:
    """One army or ship on the map; ``kind`` is ``army`` or ``ship``."""

    kind: str
    seat: int
    number: int
    tile: int
    upright: bool = True


MOVED, ORDERED = "moved", "ordered"


@dataclass(frozen=True, slots=True)
class MapLine:
    """Where a token went last month (``moved``) or is ordered to go (``ordered``).

    ``army`` and ``ship`` are numbers, 0 for none. An order that stays in place has no
    ``tile`` of its own: it is ``start``, and ``order`` says what is done there.
    """

    kind: str
    seat: int
    start: int
    tile: int
    army: int = 0
    ship: int = 0
    order: str = "move"


@dataclass(frozen=True, slots=True)
class Stack:
    """One kingdom's armies, or ships, on one hex."""

    seat: int
    kind: str
    tokens: tuple[MapToken, ...]


@dataclass(frozen=True)
class MapScene:
    """Everything that is drawn. ``kingdoms`` are names by seat; the mappings go by hex number.

    ``battles`` are those in progress, with the seats that fight.
    """

    tiles: Sequence[MapTile]
    kingdoms: Sequence[str] = ()
    owners: Mapping[int, int] = field(default_factory=dict)
    settlements: Mapping[int, str] = field(default_factory=dict)
    tokens: Sequence[MapToken] = ()
    lines: Sequence[MapLine] = ()
    battles: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def beyond(self) -> dict[int, tuple[MapTile | None, ...]]:
        """The six neighbours of every hex, in the order of ``DIRECTIONS``."""
        places = {(tile.q, tile.r): tile for tile in self.tiles}
        return {
            tile.number: tuple([places.get((tile.q + q, tile.r + r)) for q, r in STEPS])
            for tile in self.tiles
        }

    @cached_property
    def marks(self) -> dict[int, list[tuple[int, str]]]:
        """For each hex with such an edge: the direction, and what must be marked there."""
        found: dict[int, list[tuple[int, str]]] = {}
        for tile in self.tiles:
            for direction, other in enumerate(self.beyond[tile.number]):
                if other is None:
                    continue
                near, far = tile.edges[direction], other.edges[(direction + 3) % 6]
                kinds = edge_marks(tile.terrain, near, other.terrain, far)
                if kinds:
                    found.setdefault(tile.number, []).extend((direction, k) for k in kinds)
        return found

    @cached_property
    def rivers(self) -> dict[int, list[int]]:
        """For each river hex the directions in which its river leaves it.

        Where three river hexes meet, the link between the two busiest is left out,
        so that a bend is drawn as a bend and not as a ring.
        """
        wet = {tile.number for tile in self.tiles if tile.river}
        links = {
            number: {other.number for other in self.beyond[number] if other and other.river}
            for number in wet
        }
        pairs = [(one, other) for one in wet for other in links[one] if one < other]
        busiest = sorted(pairs, key=lambda pair: (-sum(len(links[end]) for end in pair), pair))
        for one, other in busiest:
            if links[one] & links[other]:
                links[one].discard(other)
                links[other].discard(one)
        return {
            tile.number: self.arms(tile, links[tile.number]) for tile in self.tiles if tile.river
        }

    def arms(self, tile: MapTile, linked: set[int]) -> list[int]:
        """Return the directions of a river hex's arms; on the coast it finds a mouth."""
        beyond = self.beyond[tile.number]
        arms = [i for i, other in enumerate(beyond) if other and other.number in linked]
        if tile.terrain == "coast" and len(arms) < 2:
            ahead = [(arms[0] + 3) % 6] if arms else []
            ways = ahead + [i for i in range(6) if i not in ahead]
            sea = [i for i in ways if (far := beyond[i]) and far.terrain == "ocean"]
            off_the_map = [i for i in ways if beyond[i] is None]
            arms += (sea or off_the_map)[:1]
        return arms

    @cached_property
    def stacks(self) -> dict[int, list[Stack]]:
        """The tokens on each hex, by kingdom, armies before ships, by number."""
        piles: dict[tuple[int, int, str], list[MapToken]] = {}
        for token in sorted(self.tokens, key=lambda t: (t.seat, t.kind, t.number)):
            piles.setdefault((token.tile, token.seat, token.kind), []).append(token)
        found: dict[int, list[Stack]] = {}
        for (tile, seat, kind), pile in piles.items():
            found.setdefault(tile, []).append(Stack(seat, kind, tuple(pile)))
        return found


@cache
def edge_marks(here: str, near: str, there: str, far: str) -> tuple[str, ...]:
    """Tell what must be marked on an edge because no terrain beside it says so.

    ``here`` and ``there`` are terrains, ``near`` and ``far`` what their sides
    bear: an edge bears what either side bears. ``open`` marks a missing obstacle.
    """
    borne = {near, far} - {""}
    implied = {IMPLIED_EDGES.get(here, ""), IMPLIED_EDGES.get(there, "")} - {""}
    marks = sorted(borne - implied)
    if implied - {"water"} and not borne:
        marks.append(OPEN)
    return tuple(marks)


def scene_of(
    board: Board, state: State, kingdoms: Sequence[str], lines: Sequence[MapLine] = ()
) -> MapScene:
    """Bring a compiled board and a state of it into the form that is drawn.

    ``lines`` are such as everybody may see.
    """
    owners = zip(board.numbers, state.owners, strict=True)
    settlements = zip(board.numbers, state.settlements, strict=True)
    return MapScene(
        tiles=map_tiles(board),
        kingdoms=kingdoms,
        owners={number: seat for number, seat in owners if seat is not None},
        settlements={number: kind for number, kind in settlements if kind},
        tokens=map_tokens(state),
        lines=lines,
        battles=battles_in(state),
    )


def battles_in(state: State) -> dict[int, tuple[int, ...]]:
    """Return the battles that wait for their end, by hex, with who fights there."""
    waiting = [battle for battle in state.summer.waiting if battle.report is None]
    return {each.tile: each.seats or (each.attacker, each.defender) for each in waiting}


def map_tiles(board: Board) -> list[MapTile]:
    """Bring a board's tiles into the form that is drawn."""
    return [
        MapTile(
            number=tile.number,
            q=tile.q,
            r=tile.r,
            terrain=tile.terrain,
            river=tile.river,
            bridge=tile.bridge,
            start=tile.start is not None,
            edges=edges,
            name=tile.name,
        )
        for tile, edges in zip(board.tiles, board.borders, strict=True)
    ]


def map_tokens(state: State) -> list[MapToken]:
    """List the armies and ships that stand on the map; a staged army stands nowhere."""
    armies = [
        MapToken("army", army.kingdom, army.number, army.tile, army.upright)
        for army in state.armies
        if army.tile is not None
    ]
    ships = [
        MapToken("ship", ship.kingdom, ship.number, ship.tile, ship.upright) for ship in state.ships
    ]
    return armies + ships
