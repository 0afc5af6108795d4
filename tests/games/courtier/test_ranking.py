"""Who comes first, with Gianni and without. Source: courtier.md 12, 13."""

import pytest

from tests.games.courtier.playing import opened, resolved


def ended(courtiers, options=None, **position):
    """Return how a game for two ends after one more gain; Gianni turns up a wild card."""
    game = opened(2, turn_cap=1, auction=False, **(options or {}))
    deck = {"influence": ["inf_any_church"]}
    hands = [[f"inf_{one}" for one in ("king", "prince", "bishop", "banker", "senator")], []]
    whole = {"courtiers": courtiers, "decks": deck, "hands": hands, "to_move": 0, **position}
    return game.outcome(resolved(game, game.position(whole), "gain").state)


def test_who_has_as_much_as_gianni_in_all_three_ways_wins():
    outcome = ended({"king": {"0": 2, "gianni": 2}})

    assert (outcome.over, outcome.reason) == (True, "turn_cap")
    assert (outcome.winners, outcome.beaten) == ((0,), False)
    assert outcome.places == (1, 2)


def test_gianni_comes_first_alone_by_a_marker():
    outcome = ended({"king": {"0": 2, "gianni": 1}, "prince": {"gianni": 2}, "bishop": {"1": 1}})

    assert (outcome.winners, outcome.beaten) == ((), True)
    assert outcome.places == (1, 2)


def test_gianni_comes_first_by_the_track():
    outcome = ended({"king": {"0": 4}}, track=[0, 0, 1])

    assert (outcome.winners, outcome.beaten) == ((), True)
    assert outcome.scores == (0, 0)


def test_gianni_does_not_come_first_where_he_may_not_win():
    outcome = ended({"king": {"gianni": 3}}, {"gianni_can_win": False})

    assert (outcome.winners, outcome.beaten) == ((0, 1), False)
    assert outcome.places == (1, 1)


@pytest.mark.parametrize(
    ("completed", "track", "places"),
    [
        ([["pet_05", "pet_12"], ["pet_26"], []], [0, 1, 0], (1, 2)),
        ([["pet_26"], ["pet_05", "pet_12"], []], [1, 0, 0], (2, 1)),
        ([["pet_01"], ["pet_02"], []], [0, 0, 0], (2, 1)),
    ],
    ids=["more petitions", "fewer petitions", "more markers"],
)
def test_equal_scores_are_told_apart(completed, track, places):
    """17 points each by 7 + 10 or by 16 + 1; or 5 each, and seat 1 has two markers to one."""
    outcome = ended({"bishop": {"0": 1, "1": 2}}, completed=completed, track=track)

    assert outcome.places == places
    assert outcome.scores[0] == outcome.scores[1]
