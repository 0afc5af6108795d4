"""Start hexes on a landscape: legal, far apart, and with equally good land.

The measure is that of ``campaign.rules.maps.fairness``. Places are chosen first; what is
still uneven is levelled by changing terrain: richer land for the poorest, poorer for the
richest.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from campaign.rules.board import FOREST, MOUNTAIN, PLAIN
from campaign.rules.maps.fairness import MARCHES, WORTH, Reach, percent, reach, worth_of
from campaign.rules.maps.landscape import SIDES, Land, pick
from campaign.rules.ruleset import START_DISTANCE

TRIES, LEVELLED, MOST_CHANGES, MOST_MOVES = 6, 3, 60, 30
LEVEL = 94
"""How even starts are made, in per cent; more than what fairness asks."""

CHANGES = {PLAIN: (FOREST,), FOREST: (PLAIN, MOUNTAIN), MOUNTAIN: (FOREST,)}
"""What terrain may become to make starts even, a step at a time."""


class Starts:
    """The hexes of a landscape where a capital may be founded, and what each has around it."""

    def __init__(self, land: Land) -> None:
        self.land = land
        self.ways = land.ways()
        wet = land.wet
        self.fit = [i for i in land.dry if len(self.ways[i]) == SIDES and i not in wet]
        self.is_fit = set(self.fit)
        self.known: dict[int, Reach] = {}

    def reach(self, start: int) -> Reach:
        """Return the land that a start reaches."""
        if start not in self.known:
            self.known[start] = reach(self.ways, start, MARCHES)
        return self.known[start]

    def lands(self, starts: Sequence[int]) -> list[int]:
        """Return the good land of each of these starts."""
        worth = [WORTH.get(terrain, 0) for terrain in self.land.terrain]
        return [worth_of(self.reach(start), worth) for start in starts]


def choose_starts(rng: Random, land: Land, count: int) -> list[int]:
    """Return ``count`` fair start hexes, with the land around them levelled; [] if it fails."""
    found = Starts(land)
    if len(found.fit) < count:
        return []
    drawn = [starts for _ in range(TRIES) if (starts := _spread(rng, found, count))]
    for starts in drawn:
        _settle(found, starts)
    drawn.sort(key=lambda starts: -_merit(found, starts))
    before = list(land.terrain)
    for starts in drawn[:LEVELLED]:
        if _level(found, starts):
            return starts
        land.terrain[:] = before
    return []


def _spread(rng: Random, found: Starts, count: int) -> list[int]:
    """Pick starts so that each next one is among the farthest from those before."""
    apart = found.land.field.apart
    chosen = [pick(rng, found.fit)]
    distance = {i: apart(i, chosen[0]) for i in found.fit}
    while len(chosen) < count:
        far = max(distance.values())
        if far < START_DISTANCE:
            return []
        chosen.append(
            pick(rng, [i for i in found.fit if distance[i] >= max(far - 1, START_DISTANCE)])
        )
        distance = {i: min(far, apart(i, chosen[-1])) for i, far in distance.items()}
    return chosen


def _merit(found: Starts, starts: list[int]) -> float:
    """Rate starts: far apart is good, evenly off as well."""
    apart = found.land.field.apart
    least = min(apart(i, j) for i in starts for j in starts if i != j)
    return 12 * min(least, 7) + percent(found.lands(starts))


def _settle(found: Starts, starts: list[int]) -> None:
    """Move starts to hexes beside them while that makes them more even."""
    apart = found.land.field.apart
    lands = found.lands(starts)
    for _ in range(MOST_MOVES):
        best, move = _uneven(lands), None
        for place, start in enumerate(starts):
            others = [other for other in starts if other != start]
            for beside in found.ways[start]:
                if beside in found.is_fit and all(
                    apart(beside, other) > START_DISTANCE for other in others
                ):
                    after = _with(lands, place, found.lands([beside])[0])
                    if _uneven(after) < best:
                        best, move = _uneven(after), (place, beside, after)
        if move is None:
            return
        starts[move[0]], lands = move[1], move[2]


def _with(lands: list[int], place: int, land: int) -> list[int]:
    return [*lands[:place], land, *lands[place + 1 :]]


def _uneven(lands: Sequence[int]) -> int:
    """Return how far the starts are from even (their variance, times a constant)."""
    whole = sum(lands)
    return sum((len(lands) * land - whole) ** 2 for land in lands)


def _level(found: Starts, starts: list[int]) -> bool:
    """Change terrain until the starts are even; tell whether they are."""
    terrain, kept = found.land.terrain, {*found.land.wet, *starts}
    reaches = [found.reach(start) for start in starts]
    free = sorted({here for known in reaches for here in known} - kept)
    lands = found.lands(starts)
    for _ in range(MOST_CHANGES):
        if percent(lands) >= LEVEL:
            return True
        best, change = _uneven(lands), None
        for here in free:
            for into in CHANGES.get(terrain[here], ()):
                more = WORTH[into] - WORTH[terrain[here]]
                after = [
                    land + more * (MARCHES + 1 - known[here]) if here in known else land
                    for land, known in zip(lands, reaches, strict=True)
                ]
                if (uneven := _uneven(after)) < best:
                    best, change = uneven, (here, into, after)
        if change is None:
            return False
        terrain[change[0]], lands = change[1], change[2]
    return False
