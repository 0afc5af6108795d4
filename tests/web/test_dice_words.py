"""Every label that the rules give their dice says what it was for."""

from __future__ import annotations

import pytest

from campaign.web.dice_words import draw_words


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("order.year1.month5.2", "Roll-off 2 for player order"),
        ("order.start.1", "Roll-off 1 for player order"),
        ("explore.14", "Exploring hex 14"),
        ("battle.3.attacker.1", "Battle 3, attacker, round 1"),
        ("battle.3.defender.2", "Battle 3, defender, round 2"),
        ("battle.3.weather", "Battle 3, conditions"),
        ("battle.3.strategies.1", "Battle 3, strategy cards"),
        ("something.else", "something.else"),
    ],
)
def test_a_label_says_what_the_dice_were_for(label: str, words: str) -> None:
    assert draw_words(label) == words
