"""The guess that bots use: within bounds, the same for both sides, and about the right things."""

from random import Random

from tests.games.winter_court.boards import GAME, after, play, start


def test_both_seats_chances_add_up_to_one():
    for state, _ in play(start(2), Random(2)):
        one, two = GAME.estimate(state, 0), GAME.estimate(state, 1)

        assert 0 <= one <= 1
        assert abs(one + two - 1) < 1e-9


def test_a_finished_game_is_won_lost_or_shared():
    court = {"A": {"card": "L3", "holder": 1}}
    won = GAME.position({"stage": "over", "pile_size": 0, "court": court})
    drawn = GAME.position({"stage": "over", "pile_size": 0})

    assert (GAME.estimate(won, 1), GAME.estimate(won, 0)) == (1.0, 0.0)
    assert GAME.estimate(drawn, 0) == 0.5


def test_status_counts_for_more_as_the_pile_shrinks():
    court = {"A": {"card": "L10", "holder": 0}, "G": {"card": "K10", "holder": 1}}
    early = GAME.position({"court": court, "pile_size": 45})
    late = GAME.position({"court": court, "pile_size": 3})

    assert 0.5 < GAME.estimate(early, 0) < GAME.estimate(late, 0)


def test_higher_influence_fuller_hands_and_openings_are_better():
    def chances(card, hand):
        court = {"B": {"card": card, "holder": 0}}
        return GAME.estimate(GAME.position({"court": court, "hands": [hand, []]}), 0)

    assert chances("K10", []) > chances("K2", [])
    assert chances("K10", ["L1"]) > chances("K10", [])
    assert chances("K10", ["L9", "W9"]) > chances("K10", ["K8", "K9"])


def test_claiming_a_royal_is_better_than_claiming_another_or_none():
    state = GAME.position({"hands": [["L9"], ["K3"]]})

    nothing, royal, other = state, after(state, "play L9 A"), after(state, "play L9 K")

    assert GAME.estimate(royal, 0) > GAME.estimate(nothing, 0)
    assert GAME.estimate(royal, 0) > GAME.estimate(other, 0)
