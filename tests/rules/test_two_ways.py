"""Sealed and open play are two ways to play one month: the same orders give the same result.

Source: campaign.md 3a, 5. The hexes are crowded, so that most months have battles.
"""

from __future__ import annotations

from itertools import takewhile
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from campaign.rules import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import HOST
from tests.rules.crowds import ByLabel, crowded
from tests.rules.play import enriched, examples, options, seeds


def told_of_the_month(events):
    """Return what happened until the month was over, without the talk of open play."""
    ends = ("month_began", "year_ended", "campaign_ended")
    told = [(event.kind, event.data) for event in events if event.kind != "order_given"]
    return list(takewhile(lambda entry: entry[0] not in ends, told))


def played_openly(game, state, orders, chance):
    """Give a month's orders one by one, with every choice at its default; return the events."""
    events = []
    while state.stage in ("orders", "battle", "report") and state.summer.month == 1:
        ask = game.asks(state)[0]
        answers = {HOST: told_of_matches(state)}
        if ask.kind == "order" and orders[ask.seat]:
            answers[ask.seat] = game.check(state, ask.seat, orders[ask.seat].pop(0))
        step = game.resolve(state, answers, chance)
        events += step.events
        state = step.state
    return events


def told_of_matches(state):
    """Return how the matches of waiting battles ended; for one battle it is always the same."""
    results = []
    for battle in state.summer.waiting:
        rng = Random(f"{battle.tile}/{battle.number}")
        places = {str(seat): rng.randint(1, 3) for seat in battle.seats}
        slain = [[rng.randint(0, 7), 7] for _ in range(2)]
        winner = rng.choice((battle.attacker, battle.defender, None))
        results.append({"tile": battle.tile, "winner": winner, "slain": slain, "places": places})
    return {"results": results}


def played_sealed(game, state, sheets, chance):
    """Play a month by everybody's sheets, and on while its battles wait; return the events."""
    step = game.resolve(state, sheets, chance)
    events = [*step.events]
    while step.state.stage == "report":
        step = game.resolve(step.state, {HOST: told_of_matches(step.state)}, chance)
        events += step.events
    return events


@examples
@given(seeds, st.sampled_from(["simple", "skirmish", "winter", "courtier"]))
def test_sealed_and_open_give_the_same_month(seed, mode):
    rng = Random(seed)
    seats = rng.randint(2, 4)
    common = options(rng, seats, begin="winter")
    common["rules"]["battle_mode"] = mode
    sealed = SYSTEM.open(common | {"play": "sealed"}, seats)
    opened = SYSTEM.open(common | {"play": "open"}, seats)
    start = enriched(sealed, sealed.start(Seeded(rng)).state, rng)
    position = crowded(sealed, start, rng, grounds=3)
    state = sealed.position(position)
    sheets = {
        ask.seat: {"orders": sealed.sample(state, ask, rng).get("orders", [])}
        for ask in sealed.asks(state)
        if ask.kind == "month"
    }
    orders = {seat: list(sheets.get(seat, {"orders": []})["orders"]) for seat in range(seats)}

    told = played_sealed(sealed, state, sheets, ByLabel(seed))
    events = played_openly(opened, opened.position(position), orders, ByLabel(seed))

    assert told_of_the_month(events) == told_of_the_month(told)
