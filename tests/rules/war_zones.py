"""Random months in which everybody meets everybody: for the property tests of battles."""

from __future__ import annotations

from random import Random
from typing import Any

from campaign.rules.ruleset import EDITIONS
from campaign.rules.state import SETTLEMENTS, Army, Plan, Ship
from campaign.rules.table import Table
from tests.rules.war import RIVERS, army, ship, war

LAND, WET = "pfmcre", "coer"


def random_war(rng: Random, *, planned: bool = True, **rules: Any) -> Table:
    """Return a crowded little world; ``planned``: with standing instructions, as if sealed."""
    seats = rng.randint(2, 4)
    rows = ["".join(rng.choice(LAND + WET) for _ in range(rng.randint(3, 6))) for _ in range(2)]
    letters = "".join(rows)
    dry = [n for n, letter in enumerate(letters, start=1) if letter in LAND]
    wet = [n for n, letter in enumerate(letters, start=1) if letter in "co" + RIVERS]
    tokens = _tokens(rng, seats, dry, wet)
    toggles = {
        name: rng.random() < 0.5
        for name in ("concede", "strategies", "might", "winner_advance", "simple_points")
    }
    mode = rng.choice(["simple", "simple", "tabletop"])
    return war(
        *rows,
        held={n: rng.randrange(seats) for n in dry},
        built={n: rng.choice(SETTLEMENTS) for n in dry if rng.random() < 0.5},
        tokens=tokens,
        plans=[_plan(rng, tokens, len(letters)) for _ in range(seats)] if planned else (),
        defending=[(t.kingdom, t.number) for t in tokens if rng.random() < 0.3],
        seats=seats,
        edition=rng.choice(EDITIONS),
        **{**toggles, "battle_mode": mode, **rules},
    )


def _tokens(rng: Random, seats: int, dry: list[int], wet: list[int]) -> list[Army | Ship]:
    """Crowd everybody's tokens on a few tiles, some of them as pairs."""
    tokens: list[Army | Ship] = []
    crowded = rng.sample(dry, min(len(dry), 3))
    for seat in range(seats):
        for number in range(1, rng.randint(1, 4) if wet else 1):
            down, tile = rng.random() < 0.25, rng.choice(wet)
            tokens.append(ship(seat, number, tile, down=down))
            if rng.random() < 0.4:
                points = 100 * rng.randint(1, 5)
                tokens.append(army(seat, 10 + number, tile, points, down=down, aboard=number))
        for number in range(1, rng.randint(2, 6) if dry else 1):
            points, down = rng.choice([100, 200, 350, 500]), rng.random() < 0.25
            tokens.append(army(seat, number, rng.choice(crowded), points, down=down))
    return tokens


def _plan(rng: Random, tokens: list[Army | Ship], tiles: int) -> Plan:
    """Return random instructions, many of them about nothing."""
    numbers = sorted({token.number for token in tokens})

    def some(count: int) -> list[int]:
        return [rng.randint(1, tiles) for _ in range(rng.randint(0, count))]

    return Plan(
        battles=tuple((n, rng.randrange(4), rng.choice(["", "land", "naval"])) for n in some(3)),
        sacrifice=tuple((rng.choice([None, n]), n) for n in numbers[: rng.randint(0, 3)]),
        break_off=rng.random() < 0.5,
        retreat=tuple(some(4)),
        advance=tuple((rng.choice(numbers), None, n) for n in some(4) if numbers),
        concede=tuple(some(1)),
        last_stand=rng.random() < 0.5,
    )
