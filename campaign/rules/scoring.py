"""Scores and places, with every tie-break.

Source: campaign.md 4e.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.rules.ruleset import Ruleset
from campaign.rules.state import CAPITAL, CITY, FORTRESS, OVER, VILLAGE, State
from games.engine.contract import Outcome

YEARS, ONE_LEFT, NOBODY_LEFT, RUNNING = "years", "one_left", "nobody_left", "running"


class Standing(NamedTuple):
    """What counts for one kingdom: the score, then the tie-breaks in their order.

    ``cities`` has the capital among them.
    """

    score: int
    armies: int
    cities: int
    fortresses: int
    villages: int
    years: int


def standings(state: State, rules: Ruleset) -> tuple[Standing, ...]:
    """Return every kingdom's standing, by seat."""
    return tuple(_standing(state, rules, seat) for seat in range(len(state.kingdoms)))


def _standing(state: State, rules: Ruleset, seat: int) -> Standing:
    kinds = [
        kind
        for owner, kind in zip(state.owners, state.settlements, strict=True)
        if owner == seat and kind is not None
    ]
    villages, cities = kinds.count(VILLAGE), kinds.count(CITY)
    fortresses, capitals = kinds.count(FORTRESS), kinds.count(CAPITAL)
    armies = sum(army.kingdom == seat for army in state.armies)
    kingdom = state.kingdoms[seat]
    score = (
        villages * rules.village_score
        + cities * rules.city_score
        + fortresses * rules.fortress_score
        + capitals * rules.capital_score
        + armies * rules.army_score
        + (kingdom.might if rules.might else 0)
    )
    return Standing(score, armies, cities + capitals, fortresses, villages, kingdom.years)


def places(standing: tuple[Standing, ...]) -> tuple[int, ...]:
    """Return each seat's place: 1 and how many stand above it; equals share a place."""
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def ending(living: int) -> str:
    """Return why a campaign is over, by how many kingdoms live."""
    return {0: NOBODY_LEFT, 1: ONE_LEFT}.get(living, YEARS)


def outcome(state: State, rules: Ruleset) -> Outcome:
    """Say how the campaign ended, or how it stands now."""
    standing = standings(state, rules)
    ranks = places(standing)
    over = state.stage == OVER
    living = sum(kingdom.alive for kingdom in state.kingdoms)
    return Outcome(
        over=over,
        reason=ending(living) if over else RUNNING,
        scores=tuple(each.score for each in standing),
        places=ranks,
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1) if over else (),
    )
