"""Random months end alike, played by the rules and by a naive referee.

Source: campaign.md 3, 5 and 6.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from campaign.rules import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import HOST
from tests.rules.crowds import ByLabel, crowded, rugged
from tests.rules.play import enriched, options
from tests.rules.referee import Referee
from tests.rules.referee_matches import MatchReferee

MODES = ("simple", "skirmish", "winter_court", "winter", "courtier")


def warlike(seed, mode="simple", grounds=7):
    """Return a game of sealed play with its marked edges, and a crowded month of it."""
    rng = Random(seed)
    seats = rng.randint(2, 4)
    chosen = options(rng, seats, begin="winter", play="sealed")
    chosen["rules"]["battle_mode"] = mode
    chosen["map"] = rugged(chosen["map"], rng)
    game = SYSTEM.open(chosen, seats)
    start = enriched(game, game.start(Seeded(rng)).state, rng)
    marks = {tile["n"]: tile["edges"] for tile in chosen["map"]["tiles"] if "edges" in tile}
    return game, marks, crowded(game, start, rng, grounds), rng


def tokens_of(position):
    """Return armies and ships of an encoded state by kingdom and number."""
    armies = {(a["kingdom"], a["number"]): a for a in position["armies"]}
    return armies, {(s["kingdom"], s["number"]): s for s in position["ships"]}


def held(owners, settlements):
    return {number: (owner, settlements.get(number)) for number, owner in owners.items()}


def month_of(game, state, rng):
    """Return a random month's sheets."""
    asks = [ask for ask in game.asks(state) if ask.kind == "month"]
    return {a.seat: game.check(state, a.seat, game.sample(state, a, rng)) for a in asks}


def alike(referee, after):
    """Compare what is left after a month with what the referee has left."""
    armies, ships = tokens_of(after)
    tiles = {int(n): (tile["owner"], tile["settlement"]) for n, tile in after["tiles"].items()}
    assert (referee.armies, referee.ships) == (armies, ships)
    assert held(referee.owners, referee.settlements) == tiles
    assert referee.order == after["order"]
    assert referee.alive == [kingdom["alive"] for kingdom in after["kingdoms"]]
    assert referee.strategies == [kingdom["strategies"] for kingdom in after["kingdoms"]]


def compared(seed):
    """Play a random month both ways, compare what is left; return the kinds of its battles."""
    game, marks, position, rng = warlike(seed)
    state = game.position(position)
    sheets = month_of(game, state, rng)
    referee = Referee(game, game.encode(state), marks, ByLabel(seed))

    after = game.encode(game.resolve(state, sheets, ByLabel(seed)).state)
    referee.play(sheets)

    alike(referee, after)
    return referee.kinds


@pytest.mark.parametrize("block", range(4))
def test_a_month_ends_as_the_referee_says(block):
    kinds = Counter(kind for seed in range(60) for kind in compared(60 * block + seed))

    assert all(kinds[kind] >= 5 for kind in ("land", "naval", "land_water"))


def test_the_referee_sees_a_slaughter():
    kinds = [kind for seed in range(200, 240) for kind in compared(seed)]

    assert "slaughter" in kinds


# Months in which matches decide


def told_of(waiting, rng):
    """Return how the matches ended, at random; some never come to a result."""
    found = []
    for battle in waiting:
        if rng.random() < 0.1:
            continue
        brought = [rng.randint(1, 14) for _ in battle["sides"]]
        found.append(
            {
                "tile": battle["tile"],
                "winner": rng.choice((*battle["sides"], None)),
                "slain": [[rng.randint(0, most), most] for most in brought],
                "places": {seat: rng.randint(1, 4) for seat in battle["seats"]},
            }
        )
    return found


def instructions(game, state, rng):
    """Return what kingdoms say while their battles wait: where to go, or nothing."""
    tiles = list(game.board.numbers)
    sheets = {}
    for ask in game.asks(state):
        armies = [army for army in state.armies if army.kingdom == ask.seat]
        sheet = {
            "retreat": rng.sample(tiles, 8),
            "advance": [{"army": army.number, "to": rng.choice(tiles)} for army in armies],
        }
        kept = {name: part for name, part in sheet.items() if rng.random() < 0.5}
        sheets[ask.seat] = game.check(state, ask.seat, kept)
    return sheets


def seen_waiting(state):
    """Return the battles that wait as the referee writes them."""
    return [
        {
            "number": battle.number,
            "tile": battle.tile,
            "sides": (battle.attacker, battle.defender),
            "mode": battle.mode,
            "armies": {
                battle.attacker: list(battle.attackers),
                battle.defender: list(battle.defenders),
            },
            "seats": battle.seats,
        }
        for battle in state.summer.waiting
    ]


def as_answer(told, changed):
    """Write what is told of matches as a host does."""
    results = [
        one | {"places": {str(seat): place for seat, place in one["places"].items()}}
        for one in told
    ]
    return {"results": results, "modes": {str(tile): mode for tile, mode in changed.items()}}


def compared_with_matches(seed):
    """Play a month whose battles wait for matches both ways; return what was seen in it."""
    rng = Random(f"{seed}/matches")
    game, marks, position, dice = warlike(seed, rng.choice(MODES), grounds=3)
    state = game.position(position)
    modes = {number: rng.choice(MODES) for number in game.board.numbers if rng.random() < 0.3}
    sheets = month_of(game, state, dice)
    referee = MatchReferee(game, game.encode(state), marks, ByLabel(seed), modes)
    host = {"modes": {str(tile): mode for tile, mode in modes.items()}}
    seen = Counter()

    step = game.resolve(state, sheets | {HOST: host}, ByLabel(seed))
    referee.play(sheets)
    while step.state.stage == "report":
        assert referee.waiting == seen_waiting(step.state)
        seen.update(battle["mode"] for battle in referee.waiting)
        seen["crowded"] += sum(len(battle["seats"]) > 2 for battle in referee.waiting)
        told = told_of(referee.waiting, rng)
        changed = {b["tile"]: rng.choice(MODES) for b in referee.waiting if rng.random() < 0.15}
        said = instructions(game, step.state, rng)
        outside = as_answer(told, changed)
        step = game.resolve(step.state, said | {HOST: outside}, ByLabel(seed))
        referee.report(said, told, changed)
        seen.update(event.kind for event in step.events)

    after = game.encode(step.state)
    assert not referee.waiting
    alike(referee, after)
    assert referee.might == [kingdom["might"] for kingdom in after["kingdoms"]]
    return seen


@pytest.mark.parametrize("block", range(4))
def test_matches_end_a_month_as_the_referee_says(block):
    seen = Counter()
    for seed in range(100):
        seen.update(compared_with_matches(1000 + 100 * block + seed))

    assert all(seen[mode] for mode in (*MODES[1:], "crowded"))
    kinds = ("match_decided", "army_hurt", "mode_changed", "battle_ranked", "retreated", "reported")
    assert all(seen[kind] for kind in kinds)
