"""How much good land each start of a map has, and what a map maker should look at.

The good land of a start hex is the land that an army reaches from it in four marches:
each hex counts by what it is (plain and coast 4, forest 3, mountain 2) times how near it
is (4 for one march, down to 1 for four; the start hex itself 4). A march crosses no edge
that bears water and enters no marsh (campaign.md 3a). A map is fair when no start has
less than 90 % of the good land of another::

    lands = good_land(compile_board(document, kingdoms=4))
    percent(lands.values()) >= FAIR
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from campaign.rules.board import COAST, DIRECTIONS, MARSH, OCEAN, WATER, Board, compile_board
from campaign.rules.problems import problem
from games.engine.contract import Json, Problem

MARCHES, FAIR = 4, 90
"""How far good land lies at most, and the least share (in %) of the best start's."""

WORTH: Mapping[str, int] = {"plain": 4, "coast": 4, "forest": 3, "mountain": 2}
MOST_WARNINGS = 40

Reach = Mapping[int, int]
"""Positions, and how many marches away each is."""


def marches(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return for each position those that an army on it may march to."""
    return tuple(
        tuple(
            other
            for direction, other in enumerate(row)
            if other is not None and board.land[other] and WATER not in board.edge(i, direction)
        )
        if board.land[i]
        else ()
        for i, row in enumerate(board.across)
    )


def reach(ways: Sequence[Sequence[int]], start: int, most: int | None = None) -> dict[int, int]:
    """Return what is reached from ``start``, in ``most`` marches at most."""
    found, fringe, steps = {start: 0}, [start], 0
    while fringe and (most is None or steps < most):
        steps += 1
        after = []
        for here in fringe:
            for other in ways[here]:
                if other not in found:
                    found[other] = steps
                    after.append(other)
        fringe = after
    return found


def worth_of(found: Reach, worth: Sequence[int]) -> int:
    """Return what the land reached counts; ``worth`` is what each position counts by itself."""
    return sum(worth[here] * (MARCHES + 1 - max(steps, 1)) for here, steps in found.items())


def good_land(board: Board) -> dict[int, int]:
    """Return the good land of each start hex, by its number."""
    ways = marches(board)
    worth = [WORTH.get(tile.terrain, 0) for tile in board.tiles]
    return {
        board.numbers[start]: worth_of(reach(ways, start, MARCHES), worth) for start in board.starts
    }


def percent(lands: Iterable[int]) -> int:
    """Return the least in per cent of the greatest, rounded down."""
    known = sorted(lands)
    return 100 * known[0] // known[-1] if known and known[-1] else 100


# What a map maker should look at


def map_warnings(document: Json, kingdoms: int) -> tuple[Problem, ...]:
    """Return what is odd about a legal map; raise ``BadOptions`` for one that is not legal."""
    board = compile_board(document, kingdoms)
    found = [*_marching(board), *_odd_hexes(board, document), *_far_hexes(board), *_unfair(board)]
    return tuple(found[:MOST_WARNINGS])


def _marching(board: Board) -> Iterator[Problem]:
    """Find start hexes without a way between them, and land without a way to it."""
    ways, numbers = marches(board), board.numbers
    reached = {start: reach(ways, start) for start in board.starts}
    for one, other in combinations(board.starts, 2):
        if other not in reached[one]:
            yield problem("map_apart", "map", tile=numbers[one], other=numbers[other])
    seen = {here for found in reached.values() for here in found}
    for here, dry in enumerate(board.land):
        if dry and here not in seen:
            part = reach(ways, here)
            seen |= set(part)
            yield problem("map_cut_off", "map", tile=numbers[here], count=len(part))


def _odd_hexes(board: Board, document: Json) -> Iterator[Problem]:
    """Find marsh, coast, bridges, rivers and edges that stand alone."""
    marked = _marked_edges(document)
    for here, tile in enumerate(board.tiles):
        beside = board.adjacent[here]
        if tile.terrain == MARSH and not any(board.land[i] for i in beside):
            yield problem("map_lone_marsh", "map", tile=tile.number)
        if tile.terrain == COAST and _is_inland(board, here):
            yield problem("map_dry_coast", "map", tile=tile.number)
        if tile.bridge and not tile.river:
            yield problem("map_dry_bridge", "map", tile=tile.number)
        for direction, other in zip(DIRECTIONS, board.across[here], strict=True):
            if other is None and direction in marked.get(tile.number, ()):
                yield problem("map_lost_edge", "map", tile=tile.number, direction=direction)
    yield from _dry_rivers(board)


def _is_inland(board: Board, here: int) -> bool:
    """Tell whether neither open water nor the end of the map lies beside a hex."""
    beside = board.adjacent[here]
    return len(beside) == len(DIRECTIONS) and all(board.tiles[i].terrain != OCEAN for i in beside)


def _marked_edges(document: Json) -> dict[int, Mapping[str, str]]:
    """Return the edges that the map marks itself, by number."""
    return {tile["n"]: tile["edges"] for tile in document.get("tiles", ()) if tile.get("edges")}


def _dry_rivers(board: Board) -> Iterator[Problem]:
    """Find rivers of several hexes that end nowhere; one hex alone is a lake."""
    wet = [tile.river for tile in board.tiles]
    ways = [[i for i in row if wet[i]] for row in board.adjacent]
    seen: set[int] = set()
    for here, tile in enumerate(board.tiles):
        if tile.river and here not in seen:
            whole = reach(ways, here)
            seen |= set(whole)
            if len(whole) > 1 and all(_is_inland(board, i) for i in whole):
                yield problem("map_dry_river", "map", tile=tile.number)


def _far_hexes(board: Board) -> Iterator[Problem]:
    """Find hexes that touch nothing of the rest."""
    seen: set[int] = set()
    for here in range(len(board.tiles)):
        if here not in seen:
            part = reach(board.adjacent, here)
            if seen:
                yield problem("map_far_hex", "map", tile=board.numbers[here])
            seen |= set(part)


def _unfair(board: Board) -> Iterator[Problem]:
    """Find start hexes with much less good land than the best."""
    lands = good_land(board)
    best = max(lands, key=lambda number: lands[number])
    for number, land in lands.items():
        worth = percent([land, lands[best]])
        if worth < FAIR:
            yield problem("map_fair", "map", tile=number, other=best, worth=worth)
