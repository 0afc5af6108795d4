"""What holds in every campaign of whole years, whatever is played; and that it is watched.

The first part plays campaigns under ``campaign.rules.invariants``: every step's events must
account for every token, tile, settlement, point, gold and food. The second part breaks
states by hand and shows that the watch sees it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules import SYSTEM
from campaign.rules.invariants import Watch, state_faults
from campaign.rules.maps import grid_map, load_map, maps_for
from campaign.rules.rosters import Roster, Unit
from campaign.rules.simulate import absent, lively, play, steward
from campaign.rules.state import Army, Kingdom, Ship, Summer
from games.engine.chance import Seeded
from games.engine.contract import Event, Step
from tests.rules.play import examples, options, seeds

PLAYERS = (steward, lively, lively, absent)
campaigns = settings(max_examples=60)


def watched(seed, seats, **fixed):
    """Play a campaign by random players to its end; a broken invariant raises ``Broken``."""
    rng = Random(seed)
    given_options = options(rng, seats) | fixed
    given_options["rules"] = given_options["rules"] | {"years": rng.randint(1, 4)}
    game = SYSTEM.open(given_options, seats)
    players = [rng.choice(PLAYERS) for _ in range(seats)]
    steps = [step for _, step in play(game, seed, players)]
    assert not game.asks(steps[-1].state)
    return game, steps


@campaigns
@given(seeds, st.integers(2, 8))
def test_f51_sealed_campaigns_account_for_everything(seed, seats):
    watched(seed, seats, play="sealed")


@campaigns
@given(seeds, st.integers(2, 4))
def test_f51_open_campaigns_account_for_everything(seed, seats):
    watched(seed, seats, play="open")


@campaigns
@given(seeds, st.sampled_from(("classic", "capitals")))
def test_f51_campaigns_on_real_tables_account_for_everything(seed, edition):
    rules = {"battle_mode": "tabletop"}
    game = SYSTEM.open({"edition": edition, "rules": rules | {"years": 3}}, 3)

    steps = [step for _, step in play(game, seed, [lively, lively, steward])]

    assert game.outcome(steps[-1].state).over


@pytest.mark.parametrize("edition", ["classic", "capitals"])
@pytest.mark.parametrize("seats", range(2, 9))
def test_f05_stewards_and_chance_end_a_campaign_on_every_shipped_map(seats, edition):
    for entry in maps_for(seats):
        given_options = {"edition": edition, "map": load_map(entry.key), "rules": {"years": 2}}
        game = SYSTEM.open(given_options, seats)
        players = [lively if seat % 2 else steward for seat in range(seats)]

        steps = [step for _, step in play(game, seats, players)]

        assert game.outcome(steps[-1].state).over


@examples
@given(seeds)
def test_every_state_of_a_year_survives_json(seed):
    game, steps = watched(seed, 2 + seed % 3)
    for step in steps:
        text = json.dumps(game.encode(step.state))
        assert game.decode(json.loads(text)) == step.state


@examples
@given(seeds)
def test_f22_who_is_out_is_asked_nothing_in_any_part_of_the_year(seed):
    game, steps = watched(seed, 2 + seed % 3)
    for step in steps:
        asked = {ask.seat for ask in game.asks(step.state)}
        assert all(step.state.kingdoms[seat].alive for seat in asked)


# The watch sees what is wrong


def laid():
    """Return a game of two kingdoms and a sound position in its first month."""
    game = SYSTEM.open({"map": grid_map(11, 5, 2, shore=True)}, 2)
    tiles = {"13": {"owner": 0, "settlement": "capital"}, "14": {"owner": 1}}
    armies = [{"kingdom": 0, "tile": 13}, {"kingdom": 1, "tile": 14}]
    ships = [{"kingdom": 0, "tile": 10}]
    state = game.position({"stage": "orders", "tiles": tiles, "armies": armies, "ships": ships})
    return game, state


def test_a_sound_position_has_no_faults():
    game, state = laid()

    assert state_faults(game, state) == []


def changed(column, place, value):
    return tuple(value if at == place else old for at, old in enumerate(column))


BROKEN = {
    "order": lambda s: replace(s, order=(0, 0)),
    "month": lambda s: replace(s, summer=Summer(7)),
    "owes": lambda s: replace(s, kingdoms=(Kingdom(gold=-1), s.kingdoms[1])),
    "is out and holds": lambda s: replace(s, kingdoms=(Kingdom(alive=False), s.kingdoms[1])),
    "2 capitals": lambda s: replace(
        s,
        owners=changed(s.owners, 13, 0),
        settlements=changed(s.settlements, 13, "capital"),
    ),
    "settled and nobody's": lambda s: replace(s, settlements=changed(s.settlements, 30, "city")),
    "is no land": lambda s: replace(s, owners=changed(s.owners, 10, 0)),
    "not sorted": lambda s: replace(s, armies=(s.armies[0], *s.armies)),
    "7 armies": lambda s: replace(s, armies=tuple(Army(0, n, 500, 13) for n in range(1, 8))),
    "0 points": lambda s: replace(s, armies=(Army(0, 1, 0, 13),)),
    "stands on ocean": lambda s: replace(s, armies=(Army(0, 1, 500, 11),)),
    "aboard of no ship": lambda s: replace(s, armies=(Army(0, 1, 500, 13, aboard=1),)),
    "staged": lambda s: replace(s, armies=(Army(0, 1, 500, None),)),
    "dry land": lambda s: replace(s, ships=(Ship(0, 1, 13),)),
    "carries 2": lambda s: replace(s, armies=tuple(Army(0, n, 500, 10, aboard=1) for n in (1, 2))),
    "list of no army": lambda s: replace(s, rosters=(Roster(0, 5, (Unit("Spears", 10, 500),)),)),
}


@pytest.mark.parametrize("says", BROKEN)
def test_a_broken_state_is_named(says):
    game, state = laid()

    assert any(says in fault for fault in state_faults(game, BROKEN[says](state)))


def army_lost(army, **changes):
    data = {"kingdom": 0, "army": army, "tile": 13, "points": 500, "reason": "hits"}
    return Event("army_lost", data | changes, None)


UNTOLD = {
    "armies of (0, 1)": (lambda s: replace(s, armies=s.armies[1:]), ()),
    "ships of (0, 1)": (lambda s: replace(s, ships=()), ()),
    "points of (0, 1)": (
        lambda s: replace(s, armies=(replace(s.armies[0], points=400), s.armies[1])),
        (),
    ),
    "owners of 14": (lambda s: replace(s, owners=changed(s.owners, 13, 0)), ()),
    "settlements of 13": (lambda s: replace(s, settlements=changed(s.settlements, 12, "city")), ()),
    "gold of 1": (lambda s: replace(s, kingdoms=(s.kingdoms[0], Kingdom(gold=1))), ()),
    "had other points": (
        lambda s: replace(s, armies=s.armies[1:]),
        (army_lost(1, points=300),),
    ),
    "armies of (0, 1): events say None": (lambda s: s, (army_lost(1),)),
    "is not described": (lambda s: s, (Event("sneezed", {"kingdom": 0}, None),)),
    "was not on 99": (
        lambda s: s,
        (Event("moved", {"kingdom": 0, "army": 1, "ship": 0, "start": 99, "tile": 13}, None),),
    ),
    "was explored twice": (
        lambda s: s,
        (
            Event(
                "explored",
                {"kingdom": 0, "tile": 13, "first": 1, "second": 1, "settlement": "capital"},
                None,
            ),
        ),
    ),
}


@pytest.mark.parametrize("says", UNTOLD)
def test_a_change_without_its_event_or_the_reverse_is_named(says):
    game, state = laid()
    change, events = UNTOLD[says]

    faults = Watch(game, state).after(Step(change(state), events))

    assert any(says in fault for fault in faults)


def test_a_told_loss_is_no_fault():
    game, state = laid()

    step = Step(replace(state, armies=state.armies[1:]), (army_lost(1),))

    assert Watch(game, state).after(step) == []


def test_points_that_fall_without_a_hit_are_named():
    game, state = laid()
    began = Event(
        "battle_began",
        {"battle": 1, "tile": 13, "attacker": 1, "defender": 0, "kind": "land", "mode": "simple"},
        None,
    )
    miss = {"battle": 1, "tile": 13, "kingdom": 1, "die": 2, "army": 1, "points": 400, "hit": 0}
    poorer = replace(state, armies=(replace(state.armies[0], points=400), state.armies[1]))

    missed = Watch(game, state).after(Step(poorer, (began, Event("die_played", miss, None))))
    hit = Event("die_played", miss | {"die": 6, "hit": 1}, None)

    assert any("lost 0 and has 400" in fault for fault in missed)
    assert Watch(game, state).after(Step(poorer, (began, hit))) == []


def test_the_start_of_every_campaign_is_sound():
    for seats in range(2, 9):
        for way in ("sealed", "open"):
            game = SYSTEM.open({"play": way}, seats)
            assert state_faults(game, game.start(Seeded(Random(seats))).state) == []
