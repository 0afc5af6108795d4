"""Many simulated campaigns of every kind, one for each seed: they must all come to an end.

::

    tally = simulate_many(seed=1, campaigns=1000)
    tally.broken                 # what went wrong, a line each; empty: nothing did

Campaign number i depends on its seed alone: 2 to 8 kingdoms, both editions, shipped and
generated maps, sealed and open play, dice and real tables, a few house rules. With a host that
plays matches half of the kingdoms play at random, since stewards seldom fight.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from campaign.rules.maps import load_map, maps_for
from campaign.rules.maps.generator import LAND_EACH, generate
from campaign.rules.outside import TABLETOP
from campaign.rules.ruleset import EDITIONS, FEWEST_KINGDOMS, MOST_KINGDOMS, RULES
from campaign.rules.simulate import Broken, Host, Run, lively, simulate, steward
from campaign.rules.simulate_count import Count
from campaign.rules.system import OPEN, SEALED, SYSTEM
from games.engine.contract import BadOptions, Json

OPENLY, ON_TABLES, CHANGED, GENERATED = 0.1, 0.2, 0.3, 0.5
"""How many campaigns are played openly, on real tables, by house rules, on generated maps."""

SIZES = (60, 100, 180, 260, 400)
WATER, MOUNTAINS = (0, 15, 30, 40), (0, 8, 15)


@dataclass
class Tally:
    """What many campaigns came to."""

    campaigns: int = 0
    answers: int = 0
    steps: int = 0
    broken: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    count: Count = field(default_factory=Count)

    def add(self, options: dict[str, Any], seats: int, run: Run) -> None:
        """Count a finished campaign in."""
        self.answers += run.answers
        self.steps += run.steps
        self.reasons[run.outcome.reason] += 1
        self.count.merge(run.count)
        self.kinds.update((f"{seats} kingdoms", options["edition"], options["play"]))

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "campaigns": self.campaigns,
            "broken": self.broken,
            "steps": self.steps,
            "answers": self.answers,
            "reasons": dict(sorted(self.reasons.items())),
            "kinds": dict(sorted(self.kinds.items())),
            **self.count.as_json(),
        }


def simulate_many(
    seed: int,
    campaigns: int,
    told: Callable[[str], object] = lambda line: None,
    *,
    rules: Mapping[str, Json] | None = None,
    host: Host | None = None,
) -> Tally:
    """Simulate so many campaigns from consecutive seeds; ``told`` hears of each that broke.

    ``rules`` are house rules of all of them, ``host`` plays their matches.
    """
    tally = Tally()
    for number in range(seed, seed + campaigns):
        tally.campaigns += 1
        try:
            seats, options = varied(number)
            options["rules"] |= rules or {}
            players = [] if host is None else [(steward, lively)[seat % 2] for seat in range(seats)]
            game = SYSTEM.open(options, seats)
            tally.add(options, seats, simulate(game, number, players, host=host))
        except Exception as error:  # rules never raise: whatever they raise is reported
            tally.broken.append(_account(number, error))
            told(tally.broken[-1])
    return tally


def _account(seed: int, error: Exception) -> str:
    """Return what went wrong in one line, with the place in the code."""
    if isinstance(error, Broken):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"seed {seed}: {error!r} in {frame.name}, line {frame.lineno} of {frame.filename}"


def varied(seed: int) -> tuple[int, dict[str, Any]]:
    """Return how many kingdoms play the campaign of a seed, and by which options."""
    rng = Random(f"{seed}/kind")
    seats = rng.randint(FEWEST_KINGDOMS, MOST_KINGDOMS)
    rules: dict[str, Json] = {}
    if rng.random() < CHANGED:
        switches = [name for name, rule in RULES.items() if rule.kind == "switch"]
        rules = {name: rng.random() < 0.5 for name in rng.sample(switches, 3)}
    if rng.random() < ON_TABLES:
        rules["battle_mode"] = TABLETOP
    return seats, {
        "edition": rng.choice(EDITIONS),
        "rules": rules,
        "map": varied_map(seats, rng),
        "play": OPEN if rng.random() < OPENLY else SEALED,
        "hand_in": rng.choice(("sheet", "steps")),
    }


def varied_map(seats: int, rng: Random) -> Json:
    """Return a shipped map, or a generated one of any size that so many kingdoms fit on."""
    if rng.random() >= GENERATED:
        return load_map(rng.choice(maps_for(seats)).key)
    water = rng.choice(WATER)
    sizes = [size for size in SIZES if size - size * water // 100 >= 2 * LAND_EACH * seats]
    size = rng.choice(sizes or SIZES[-1:])
    try:
        return generate(
            rng.randrange(10_000),
            tiles=size,
            kingdoms=seats,
            water=water,
            mountains=rng.choice(MOUNTAINS),
        )
    except BadOptions:  # not every seed gives a fair map
        return load_map(maps_for(seats)[0].key)
