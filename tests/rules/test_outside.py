"""What a host tells the rules of matches, written and read. Source: campaign.md 4b, 5."""

from __future__ import annotations

from random import Random

import pytest

from campaign.rules import SYSTEM
from campaign.rules.courts.stage import courts_held
from campaign.rules.courts.stakes import Court, Stake, stake_json
from campaign.rules.outside import battle_entry, court_entry, read_outside, sole_winner
from games.engine.chance import Seeded
from games.engine.contract import HOST, Outcome
from tests.rules.courtyard import court_table


def outcome(*places, beaten=False, over=True):
    return Outcome(over, "by_hand", (0,) * len(places), places, beaten=beaten)


@pytest.mark.parametrize(
    ("end", "winner"),
    [
        (outcome(2, 1), 7),
        (outcome(1, 2), 4),
        (outcome(1, 1), None),
        (outcome(1, 2, over=False), 4),  # as it stood
        (outcome(2, 3, beaten=True), None),
        (outcome(1, 2, beaten=True), None),
    ],
)
def test_only_who_came_first_alone_won(end, winner):
    assert sole_winner((4, 7), end) == winner


def test_a_battle_is_told_as_the_rules_read_it():
    told = [
        battle_entry(17, (2, 0), outcome(1, 2), ((3, 10), (7, 7))),
        battle_entry(18, (2, 0, 1), outcome(2, 1, 3)),
    ]

    assert told == [
        {"tile": 17, "winner": 2, "slain": [[3, 10], [7, 7]]},
        {"tile": 18, "winner": 0, "places": {"2": 2, "0": 1, "1": 3}},
    ]
    read = read_outside({"results": told}).results
    assert (read[17].winner, read[17].slain) == (2, ((3, 10), (7, 7)))
    assert read[18].places == {2: 2, 0: 1, 1: 3}


def test_a_court_is_told_as_the_rules_read_it():
    court = Court(2, "winter", (2, 0), Stake("purse", 1, 0, "seats"))

    told = court_entry(2, "winter", (2, 0), stake_json(court.stake), outcome(2, 1))

    assert courts_held(court_table(), [told]) == [(court, 0)]


# Modes


FIELD = {
    "stage": "orders",
    "summer": {"month": 1},
    "tiles": {"14": {"owner": 0, "settlement": "capital"}, "15": {"owner": 1}},
    "armies": [{"kingdom": 0, "tile": 14}, {"kingdom": 1, "tile": 15}],
}


def test_a_mode_comes_too_late_for_the_battle_that_stands_at_its_first_choice():
    # Open play: the attacker is asked whether it concedes, and no die has fallen yet.
    rules = {"concede": True, "battle_mode": "simple"}
    game = SYSTEM.open({"play": "open", "rules": rules}, 2)
    state, dice = game.position(FIELD), Seeded(Random(1))
    march, stay = {"army": 1, "order": "move", "to": 15}, {"army": 1, "order": "defend"}
    for seat, order in enumerate((march, stay)):
        state = game.resolve(state, {seat: order}, dice).state

    step = game.resolve(state, {0: False, HOST: {"modes": {"15": "winter", "16": "winter"}}}, dice)

    assert game.tile_fought_on(state) == 15
    assert step.state.summer.modes == ((16, "winter"),)
