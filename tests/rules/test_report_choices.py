"""What a kingdom may say while its battles wait. Source: campaign.md 3a, 3d, 5."""

from __future__ import annotations

import pytest

from campaign.rules import SYSTEM
from campaign.rules.maps import grid_map
from campaign.rules.summer.report_choices import report_choices

A, B, C = range(3)


def waiting(**options):
    """Return a game and a month in which a Courtier of three for hex 13 waits.

    On the grid of 11 x 5 hex 13 touches 2, 3, 12, 14, 24 and 25.
    """
    game = SYSTEM.open({"map": grid_map(11, 5, 3), **options}, 3)
    battle = {
        "number": 1,
        "tile": 13,
        "attacker": A,
        "defender": B,
        "mode": "courtier",
        "attackers": [1],
        "defenders": [1],
        "last_stand": False,
        "weather": 0,
        "cards": [[], []],
        "report": None,
        "seats": [A, B, C],
    }
    owners = {12: A, 13: B, 14: B, 24: B, 25: C, 40: C}
    position = {
        "stage": "report",
        "tiles": {str(tile): {"owner": owner} for tile, owner in owners.items()},
        "armies": [{"kingdom": seat, "tile": 13} for seat in (A, B, C)],
        "summer": {"month": 1, "waiting": [battle]},
    }
    return game, game.position(position)


def places(found):
    return [place.tile for place in found]


@pytest.mark.parametrize(("seat", "havens"), [(A, [12]), (B, [14, 24]), (C, [25])])
def test_everybody_at_the_match_may_say_where_to_go(seat, havens):
    game, state = waiting()

    can = report_choices(game, state, seat)

    assert places(can.havens) == havens
    assert [(token, places(steps)) for token, steps in can.steps] == [((1, None), havens)]
    assert seat in [ask.seat for ask in game.asks(state)]


def test_where_the_house_has_no_step_after_a_win_none_is_offered():
    game, state = waiting(edition="capitals")

    assert report_choices(game, state, B).steps == ()
    assert places(report_choices(game, state, B).havens) == [14, 24]


def test_in_open_play_each_choice_is_asked_later():
    game, state = waiting(play="open")

    assert report_choices(game, state, A).is_asked_later
    assert not report_choices(*waiting(), A).is_asked_later


def test_what_is_offered_may_be_handed_in():
    game, state = waiting()
    sheet = {"retreat": [24, 14], "advance": [{"army": 1, "to": 24}]}

    assert game.check(state, B, sheet) == sheet
