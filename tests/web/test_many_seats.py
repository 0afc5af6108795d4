"""What a match's page says with more than two seats, and when no seat has won."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from games.models import Match
from games.web.words import ended_words, reason_words, winner_words


def over(winners: list[int], reason: str = "queen_arrested") -> Match:
    return Match(pk=7, game="courtier", outcome={"winners": winners, "reason": reason})


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([2], "Cleo won"),
        ([0, 1], "Ann and Ben won"),
        ([0, 1, 2], "A draw"),
        ([], "Gianni won"),
    ],
)
def test_who_won_is_said_for_any_number_of_winners(winners: list[int], words: str) -> None:
    assert winner_words(over(winners), ["Ann", "Ben", "Cleo"]) == words


def test_why_a_match_of_courtier_ended_is_said() -> None:
    assert reason_words(over([0])) == "the Queen was arrested"
    assert reason_words(over([0], "turn_cap")) == "the last turn was over"
    assert ended_words("agreed", "Somebody") == "All agreed on a draw."


@pytest.mark.parametrize(
    ("template", "two", "more"),
    [
        ("deeds", "The match ends and the other wins.", "You come last;"),
        ("over", "Rematch, seats swapped", "Rematch, all one seat on"),
        ("offers", "Accept: end it as a draw", "Accept: a draw when all do"),
    ],
)
def test_the_page_does_not_speak_of_the_other_where_there_are_several(
    template: str, two: str, more: str
) -> None:
    def page(seats: int) -> str:
        shown: dict[str, Any] = {
            "match": over([0]),
            "seats": [{"is_mine": False}] * seats,
            "may_rematch": True,
            "may_act": True,
            "draw": "theirs",
        }
        return render_to_string(f"matches/{template}.html", shown)

    assert two in page(2)
    assert more not in page(2)
    assert more in page(4)
    assert two not in page(4)
