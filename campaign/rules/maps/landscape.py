"""Land from chance: where sea, mountains, rivers, forest and marsh lie on an empty field.

Each step changes a ``Land``, an array of terrains over a fixed field of hexes. Only
``Random.random`` is drawn, whose sequence is promised to stay the same for a seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as column
from heapq import heappop, heappush
from random import Random
from typing import TypeVar

from campaign.rules.board import COAST, DIRECTIONS, FOREST, MARSH, MOUNTAIN, OCEAN, PLAIN
from campaign.rules.maps.fairness import reach

STEPS = tuple(DIRECTIONS.values())
SIDES = len(STEPS)
WET = (OCEAN, MARSH)
"""What armies never enter."""

Item = TypeVar("Item")


class Field:
    """Hexes in rows, about four wide for three high; odd rows lie half a hex to the east."""

    def __init__(self, tiles: int) -> None:
        width = max(4, round((tiles * 1.3) ** 0.5))
        height = -(-tiles // width)
        lengths = [width] * height
        for row in _short_rows(height)[: width * height - tiles]:
            lengths[row] -= 1
        self.places = [
            (column - row // 2, row) for row in range(height) for column in range(lengths[row])
        ]
        at = {place: i for i, place in enumerate(self.places)}
        self.across = [[at.get((q + dq, r + dr)) for dq, dr in STEPS] for q, r in self.places]
        self.beside = [[i for i in row if i is not None] for row in self.across]
        self.rim = [i for i, row in enumerate(self.beside) if len(row) < SIDES]

    def __len__(self) -> int:
        return len(self.places)

    def apart(self, one: int, other: int) -> int:
        """Return the distance of two hexes."""
        q = self.places[one][0] - self.places[other][0]
        r = self.places[one][1] - self.places[other][1]
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def noise(self, rng: Random, rounds: int) -> list[float]:
        """Return hills and hollows between 0 and 1, the broader the more ``rounds``."""
        heights = [rng.random() for _ in self.places]
        for _ in range(rounds):
            heights = [
                (heights[i] + sum(heights[j] for j in near)) / (1 + len(near))
                for i, near in enumerate(self.beside)
            ]
        low, high = min(heights), max(heights)
        return [(height - low) / ((high - low) or 1) for height in heights]


def _short_rows(height: int) -> list[int]:
    """Return the rows in the order in which they lose a hex: those that stick out first."""
    rows = [*range(1, height, 2), *range(0, height, 2)]
    return rows * 4


@dataclass
class Land:
    """A landscape in the making; ``rivers`` are lists of hexes from the spring to the mouth."""

    field: Field
    terrain: list[str]
    heights: list[float]
    rivers: list[list[int]] = column(default_factory=list)

    @property
    def dry(self) -> list[int]:
        """The hexes that are land."""
        return [i for i, terrain in enumerate(self.terrain) if terrain not in WET]

    @property
    def wet(self) -> set[int]:
        """The hexes of all rivers."""
        return {i for river in self.rivers for i in river}

    def is_dry(self, here: int) -> bool:
        """Tell whether a hex is land."""
        return self.terrain[here] not in WET

    def ways(self) -> list[list[int]]:
        """Return for each hex the land beside it, if it is land."""
        return [
            [i for i in near if self.is_dry(i)] if self.is_dry(here) else []
            for here, near in enumerate(self.field.beside)
        ]


def pick(rng: Random, items: Sequence[Item]) -> Item:
    """Return one of the items."""
    return items[int(rng.random() * len(items))]


# Sea


def make_land(rng: Random, field: Field, water: int) -> Land:
    """Lay plain land with ``water`` hexes of sea around it or along one side, and its coast."""
    hills = field.noise(rng, 2)
    slope = _slope(rng, field)
    heights = [hill + 1.6 * up for hill, up in zip(hills, slope, strict=True)]
    land = Land(field, [PLAIN] * len(field), heights)
    _flood(land, water)
    for here in range(len(field)):
        if land.terrain[here] == PLAIN and any(
            land.terrain[i] == OCEAN for i in field.beside[here]
        ):
            land.terrain[here] = COAST
    return land


def _slope(rng: Random, field: Field) -> list[float]:
    """Return how high the land lies by its place: an island's, or that of a coast."""
    across = [q + r / 2 for q, r in field.places]
    down = [float(r) for _q, r in field.places]
    x, y = _even(across), _even(down)
    if rng.random() < 0.7:
        return [1 - max(abs(a), abs(b)) ** 2 for a, b in zip(x, y, strict=True)]
    side, lean = rng.random() < 0.5, 1 if rng.random() < 0.5 else -1
    return [(lean * (a if side else b) + 1) / 2 for a, b in zip(x, y, strict=True)]


def _even(values: Sequence[float]) -> list[float]:
    """Return values between -1 and 1."""
    low, high = min(values), max(values)
    return [2 * (value - low) / ((high - low) or 1) - 1 for value in values]


def _flood(land: Land, water: int) -> None:
    """Let the sea in from the rim, lowest hex first; the land stays in one piece."""
    field, queue = land.field, [(land.heights[i], i) for i in land.field.rim]
    seen = set(field.rim)
    queue.sort()
    kept: list[tuple[float, int]] = []
    while queue and water:
        height, here = heappop(queue)
        if not _may_drown(land, here):
            kept.append((height, here))
            continue
        land.terrain[here] = OCEAN
        water -= 1
        for entry in kept:
            heappush(queue, entry)
        kept.clear()
        for other in field.beside[here]:
            if other not in seen:
                seen.add(other)
                heappush(queue, (land.heights[other], other))


def _may_drown(land: Land, here: int) -> bool:
    """Tell whether the land around a hex stays connected without it."""
    ring = [i is not None and land.is_dry(i) for i in land.field.across[here]]
    changes = sum(ring[k] != ring[k - 1] for k in range(SIDES))
    return changes == 2


# Rivers


def run_rivers(rng: Random, land: Land, count: int) -> None:
    """Let rivers run from high land to the sea, none beside another."""
    field, sea = land.field, {i for i, t in enumerate(land.terrain) if t == OCEAN}
    if not sea:
        return
    inland = reach_from(field.beside, sea)
    springs = sorted((i for i in land.dry if inland[i] > 2), key=lambda i: -land.heights[i])
    for _ in range(count):
        near = {j for i in land.wet for j in (i, *field.beside[i])}
        free = [i for i in springs if i not in near]
        if not free:
            return
        spring = pick(rng, free[: 1 + len(free) // 2])
        course = _course(rng, land, spring, near)
        if len(course) > 2:
            land.rivers.append(course)


def reach_from(ways: Sequence[Sequence[int]], starts: Iterable[int]) -> dict[int, int]:
    """Return how many steps each hex lies from the nearest of ``starts``."""
    found = dict.fromkeys(starts, 0)
    fringe = list(found)
    for here in fringe:
        for other in ways[here]:
            if other not in found:
                found[other] = found[here] + 1
                fringe.append(other)
    return found


def _course(rng: Random, land: Land, spring: int, barred: set[int]) -> list[int]:
    """Return the way of a river to the coast, winding but never touching itself; [] for none."""
    cost = {spring: 0.0}
    came: dict[int, int] = {}
    queue = [(0.0, spring)]
    while queue:
        so_far, here = heappop(queue)
        if land.terrain[here] == COAST:
            return _straightened(land.field, _back(came, here))
        for other in land.field.beside[here]:
            dear = so_far + 0.3 + 2 * rng.random()
            if other not in barred and land.is_dry(other) and dear < cost.get(other, 1e9):
                cost[other], came[other] = dear, here
                heappush(queue, (dear, other))
    return []


def _back(came: dict[int, int], here: int) -> list[int]:
    course = [here]
    while here in came:
        here = came[here]
        course.append(here)
    return course[::-1]


def _straightened(field: Field, course: list[int]) -> list[int]:
    """Cut loops: no hex of the course lies beside another but the one before and after it."""
    kept, at = [course[0]], 0
    while at < len(course) - 1:
        beside = field.beside[course[at]]
        at = max(k for k in range(at + 1, len(course)) if course[k] in beside)
        kept.append(course[at])
    return kept


# Mountains, forest, marsh


def raise_mountains(rng: Random, land: Land, count: int) -> list[list[int]]:
    """Raise ranges of mountains on dry land off the rivers; return them."""
    ranges: list[list[int]] = []
    tries = 0
    while count > 0 and tries < 60:
        tries += 1
        heads = [i for i in land.dry if _is_bare(land, i)]
        if not heads:
            break
        heads.sort(key=lambda i: -land.heights[i])
        ridge = _ridge(rng, land, pick(rng, heads[: 1 + len(heads) // 3]), min(count, 7))
        for here in ridge:
            land.terrain[here] = MOUNTAIN
        count -= len(ridge)
        ranges.append(ridge)
    return ranges


def _is_bare(land: Land, here: int) -> bool:
    return land.terrain[here] == PLAIN and here not in land.wet


def _ridge(rng: Random, land: Land, head: int, longest: int) -> list[int]:
    """Return a line of hexes that keeps its direction more or less."""
    ridge, bearing = [head], int(rng.random() * SIDES)
    length = min(longest, 3 + int(rng.random() * 5))
    while len(ridge) < length:
        turns = (0, 1, -1) if rng.random() < 0.6 else (1, -1, 0)
        nexts = [(bearing + turn) % SIDES for turn in turns]
        across = land.field.across[ridge[-1]]
        free = [
            (d, i)
            for d in nexts
            if (i := across[d]) is not None and _is_bare(land, i) and i not in ridge
        ]
        if not free:
            break
        bearing, here = free[0]
        ridge.append(here)
    return ridge


def grow_forest(rng: Random, land: Land, count: int) -> None:
    """Turn plains into woods that lie together."""
    thick = land.field.noise(rng, 1)
    bare = sorted((i for i in land.dry if _is_bare(land, i)), key=lambda i: thick[i])
    for here in bare[:count]:
        land.terrain[here] = FOREST


def sink_marsh(rng: Random, land: Land, count: int) -> None:
    """Turn plains beside water into marsh where that cuts off nobody."""
    damp = {j for i in land.wet for j in land.field.beside[i]}
    damp |= {i for i, t in enumerate(land.terrain) if t == COAST}
    places = [i for i in land.dry if _is_bare(land, i) and near(land.field, i, damp)]
    for _ in range(count):
        if not places:
            return
        here = pick(rng, places)
        places = [i for i in places if land.field.apart(i, here) > 2]
        _sink(land, here)


def near(field: Field, here: int, places: set[int]) -> bool:
    """Tell whether a hex is one of the places or lies beside one."""
    return here in places or any(i in places for i in field.beside[here])


def _sink(land: Land, here: int) -> None:
    land.terrain[here] = MARSH
    dry = land.dry
    if len(reach(land.ways(), dry[0])) < len(dry):
        land.terrain[here] = PLAIN
