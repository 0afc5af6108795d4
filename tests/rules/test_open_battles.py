"""Battles in open play: one public choice at a time. Source: campaign.md 3a (open), 3c, 6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from campaign.rules.battle.choosing import CHOICES, Choice, NoDice, Paused, Script
from campaign.rules.battle.open_battles import (
    GO_ON,
    Progress,
    pending_choice,
    run_open,
    standstill,
)
from campaign.rules.codec import decode, encode
from campaign.rules.state import State
from campaign.rules.table import Table
from games.engine.chance import Scripted, Seeded
from games.engine.contract import Chance, Event
from tests.rules.play import examples, seeds
from tests.rules.war import army, fought_by, places, ship, told, war
from tests.rules.war_zones import random_war

Pick = Callable[[Choice], int]


def prefer(choice: Choice) -> int:
    """Take the preferred option."""
    return choice.preferred


def played(
    table: Table, pick: Pick, chance: Chance
) -> tuple[State, list[Event], list[tuple[State, Choice]]]:
    """Play the month's battles in open play; return the end, the events and every choice."""
    progress = run_open(table.board, table.rules, table.freeze(), None, chance)
    events, choices = list(progress.events), []
    while progress.choice is not None:
        choices.append((progress.state, progress.choice))
        answer = pick(progress.choice)
        progress = run_open(table.board, table.rules, progress.state, answer, chance)
        events += progress.events
    return progress.state, events, choices


def asked(table: Table, *dice: int) -> Progress:
    """Begin the month's battles with these dice; return where they stop first."""
    return run_open(table.board, table.rules, table.freeze(), None, Scripted(dice))


@examples
@given(seeds)
def test_with_every_choice_the_preferred_one_open_play_is_sealed_play(seed):
    table = random_war(Random(seed), planned=False)

    state, events, _ = played(random_war(Random(seed), planned=False), prefer, seeded(seed))
    fought_by(table, seeded(seed))

    assert state == table.freeze()
    assert events == table.events


@examples
@given(seeds)
def test_the_preferred_option_follows_the_instructions_where_there_are_any(seed):
    table = random_war(Random(seed))

    state, events, _ = played(random_war(Random(seed)), prefer, seeded(seed))
    fought_by(table, seeded(seed))

    assert state == table.freeze()
    assert events == table.events


def seeded(seed: int) -> Seeded:
    """Return chance of this seed."""
    return Seeded(Random(seed))


@examples
@given(seeds)
def test_whatever_is_answered_the_battles_end_and_every_pause_can_be_stored(seed):
    rng = Random(seed)
    table = random_war(rng, planned=False)
    before = set(places(table))

    state, events, choices = played(table, lambda c: rng.randrange(len(c.options)), Seeded(rng))

    for held, choice in choices:
        stored = decode(table.board, encode(table.board, held))
        assert pending_choice(table.board, table.rules, stored) == choice
    lost = {f"{k}a{n}" for k, n in told(events, "army_lost", "kingdom", "army")}
    lost |= {f"{k}s{n}" for k, n in told(events, "ship_lost", "kingdom", "ship")}
    assert set(places(Table(table.board, table.rules, state))) == before - lost


@examples
@given(seeds)
def test_every_ask_is_a_real_choice_of_a_known_kind(seed):
    rng = Random(seed)

    _, _, choices = played(
        random_war(rng, planned=False), lambda c: rng.randrange(len(c.options)), Seeded(rng)
    )

    for _, choice in choices:
        written = [repr(option) for option in choice.options]
        assert choice.kind in CHOICES
        assert len(set(written)) == len(written) > 1
        assert 0 <= choice.preferred < len(written)


def test_where_there_is_no_choice_nobody_is_asked():
    table = war("ppp", held={2: 1}, tokens=[army(0, 1, 2), army(1, 1, 2, down=True)])

    progress = asked(table)

    assert progress.choice is None
    assert told(progress.events, "army_lost", "kingdom") == [1]
    assert progress.state.summer.fought == 1


def test_the_picker_is_asked_which_battle_to_fight():
    table = war("pcp", tokens=[army(0, 1, 2), ship(0, 1, 2), army(1, 1, 2), ship(1, 1, 2)])

    progress = asked(table)

    options = (
        {"tile": 2, "enemy": 1, "kind": "land"},
        {"tile": 2, "enemy": 1, "kind": "naval"},
    )
    assert progress.choice == Choice("battle", 0, options, 0)
    assert progress.events == ()
    assert progress.state == table.freeze()


def two_against_two() -> Table:
    """A's armies of 500 and 300 against B's of 500 and 200, on B's tile 2."""
    tokens = [army(0, 1, 2), army(0, 2, 2, 300), army(1, 1, 2), army(1, 2, 2, 200)]
    return war("ppp", held={1: 0, 2: 1, 3: 1}, tokens=tokens)


def test_dice_are_allocated_one_at_a_time_by_turns():
    table = two_against_two()

    first = asked(table, 6, 2, 5, 5)
    second = run_open(table.board, table.rules, first.state, 0, Scripted())

    options = (
        {"die": 6, "army": 1},
        {"die": 6, "army": 2},
        {"die": 2, "army": 1},
        {"die": 2, "army": 2},
    )
    assert first.choice == Choice("allocate", 0, options, 1, battle=1, tile=2)
    assert second.choice is not None
    assert (second.choice.kind, second.choice.seat) == ("allocate", 1)
    assert second.choice.options == ({"die": 5, "army": 1}, {"die": 5, "army": 2})
    assert told(second.events, "die_played", "die", "army", "points") == [(6, 1, 400)]


def test_a_pause_keeps_the_state_of_the_battles_start_with_answers_and_dice():
    table = two_against_two()

    first = asked(table, 6, 2, 5, 5)
    second = run_open(table.board, table.rules, first.state, 0, Scripted())

    assert first.state.armies == second.state.armies == table.freeze().armies
    assert first.state.summer.script == ((1, 6, 2), (1, 5, 5))
    assert second.state.summer.script == ((1, 6, 2), (1, 5, 5), (0, 0))
    assert first.state.summer.told == len(first.events) == 3
    assert second.state.summer.told == 4


def test_a_finished_battle_leaves_no_script_behind():
    state, _, choices = played(two_against_two(), prefer, Scripted([6, 2, 5, 5]))

    assert len(choices) > 1
    assert (state.summer.script, state.summer.told) == ((), 0)
    assert state.summer.fought == 1


def test_the_retreat_is_asked_token_by_token():
    # B loses by 1 against 6 and has 1 and 3 to go to; 3 bears a village.
    tokens = [army(0, 1, 2), army(1, 4, 2)]
    table = war(
        "ppp",
        held={1: 1, 2: 1, 3: 1},
        built={3: "village"},
        tokens=tokens,
        winner_advance=False,
    )

    progress = asked(table, 6, 1)

    options = ({"army": 4, "to": 1}, {"army": 4, "to": 3})
    assert progress.choice == Choice("retreat", 1, options, 1, battle=1, tile=2)


def test_the_winner_is_asked_for_its_step_and_may_pass():
    table = war("ppp", held={1: 0, 2: 1, 3: 0}, tokens=[army(0, 1, 2), army(1, 1, 2)])

    progress = asked(table, 6, 1)

    options = ("pass", {"army": 1, "to": 1}, {"army": 1, "to": 3})
    assert progress.choice == Choice("advance", 0, options, 0, battle=1, tile=2)


def test_conceding_and_the_last_stand_are_asked_in_order():
    tokens = [army(0, 1, 2), army(0, 2, 2), army(1, 1, 2)]
    table = war("ppp", held={2: 1}, tokens=tokens, concede=True)

    _, events, choices = played(table, prefer, Scripted([1, 1, 1]))

    asks = [(choice.kind, choice.seat, choice.options) for _, choice in choices][:3]
    assert asks == [
        ("concede", 0, (False, True)),
        ("concede", 1, (False, True)),
        ("last_stand", 1, (True, False)),
    ]
    assert told(events, "stood", "kingdom") == [1]


def test_after_a_naval_round_both_are_asked_whether_they_give_up():
    table = war("oco", tokens=[ship(0, 1, 2), ship(1, 1, 2)])

    _, events, choices = played(table, lambda choice: choice.seat, Scripted([1, 1]))

    assert [(choice.kind, choice.seat) for _, choice in choices[:2]] == [
        ("break_off", 0),
        ("break_off", 1),
    ]
    assert told(events, "beaten", "kingdom", "round") == [(1, 1)]


def test_the_loser_of_ships_is_asked_which_one_sinks():
    tokens = [ship(0, 1, 2), ship(1, 1, 2), ship(1, 2, 2), army(1, 3, 2, aboard=1)]
    table = war("oco", tokens=tokens)

    progress = asked(table, 6, 1, 1)

    options = ({"ship": 1, "army": 3}, {"ship": 2})
    assert progress.choice == Choice("sacrifice", 1, options, 1, battle=1, tile=2)


def test_a_battle_at_the_table_waits_and_nothing_else_is_asked():
    table = war("ppp", tokens=[army(0, 1, 2), army(1, 1, 2)], battle_mode="tabletop")

    progress = asked(table)

    assert progress.choice is None
    assert [battle.tile for battle in progress.state.summer.waiting] == [2]


def test_f05_a_battle_whose_dice_an_edit_took_away_rolls_them_again():
    table = two_against_two()
    first = asked(table, 6, 2, 5, 5)
    cut = replace(first.state, summer=replace(first.state.summer, script=(), told=0))

    choice = pending_choice(table.board, table.rules, cut)
    progress = run_open(table.board, table.rules, cut, 0, Scripted([4, 3, 2, 1]))

    assert (choice.kind, choice.seat, choice.options) == ("battle", 0, (GO_ON,))
    assert progress.choice is not None
    assert progress.choice.kind == "allocate"
    assert progress.state.summer.script == ((1, 4, 3), (1, 2, 1))


def test_f05_a_script_that_no_longer_fits_is_forgotten_from_there_on():
    # A third army of A: its two recorded dice are too few, so both sides roll again.
    table = two_against_two()
    first = asked(table, 6, 2, 5, 5)
    edited = replace(first.state, armies=tuple(sorted((*first.state.armies, army(0, 3, 2)))))

    choice = pending_choice(table.board, table.rules, edited)
    progress = run_open(table.board, table.rules, edited, 0, Scripted([4, 3, 3, 2, 1]))

    assert choice.options == (GO_ON,)
    assert progress.state.summer.script == ((1, 4, 3, 3), (1, 2, 1))


def test_f05_battles_that_an_edit_ended_can_be_left():
    table = two_against_two()
    first = asked(table, 6, 2, 5, 5)
    edited = replace(first.state, armies=first.state.armies[:2])

    choice = pending_choice(table.board, table.rules, edited)
    progress = run_open(table.board, table.rules, edited, 0, Scripted())

    assert choice.options == (GO_ON,)
    assert progress.choice is None


def test_a_script_replays_answers_dice_and_shuffles_in_order():
    script = Script([(1, 3, 4), (0, 1), (1, 2, 0, 1)], None, None)

    replayed = (script.roll("a", 6, 2), script.choose("x", 0, "ab", 0), script.shuffle("b", 3))

    assert replayed == ((3, 4), 1, (2, 0, 1))
    with pytest.raises(Paused):
        script.choose("x", 0, "ab", 0)
    with pytest.raises(NoDice):
        script.roll("c", 6)


def test_an_answer_outside_the_options_is_asked_again():
    script = Script([(0, 5), (1, 6)], 7, None)

    with pytest.raises(Paused):
        script.choose("x", 0, "ab", 0)


def test_where_battles_stand_still_the_running_one_is_told_from_its_beginning():
    table = war("pp", tokens=[army(0, 1, 1), army(1, 1, 1), army(1, 2, 1)])
    progress = run_open(table.board, table.rules, table.freeze(), None, Scripted([6, 2, 3]))

    here = standstill(table.board, table.rules, progress.state)

    assert here.choice == progress.choice
    assert [event.kind for event in here.events][:3] == [
        "battle_began",
        "battle_rolled",
        "battle_rolled",
    ]
    assert [a.tile for a in here.state.armies] == [1, 1, 1]
