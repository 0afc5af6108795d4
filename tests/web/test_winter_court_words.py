"""Winter Court in words: cards, events, answers, the whole state."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.web.boards import board_of
from tests.web.winter_court import NAMES, STEWARD_HELD, html, scene


def test_every_card_and_member_has_words() -> None:
    page = html(scene(STEWARD_HELD, main="W5"))

    labels = re.findall(
        r'<a class="(?:court-card|member-link)[^"]*"[^>]*aria-label="([^"]+)"', page
    )
    assert "Wealth 5" in labels
    assert (
        "Steward: with Wealth 5, 5, not above 7; of Ben, influence 7 (Lands 7) on the side of Ben"
        in labels
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "drew", "data": {"seat": 1, "count": 2}}, "Ben drew 2 cards."),
        ({"kind": "drew", "data": {"seat": 0, "count": 1}}, ""),
        (
            {"kind": "influence_discarded", "data": {"member": "A", "cards": ["L10"]}},
            "The influence on the Ruler was discarded: Lands 10.",
        ),
        ({"kind": "drew_cards", "data": {"seat": 0, "cards": ["Wi10"]}}, "You drew Wit 10."),
        ({"kind": "drew_cards", "data": {"seat": 1, "cards": ["L3"]}}, "What Ben drew: Lands 3."),
        (
            {"kind": "played", "data": {
                "seat": 1, "target": "B", "main": "K4",
                "added": [{"power": "matchmaker", "card": "Wi4"}], "boosts": ["K1", "Wi2"],
                "fool": False, "wizard": False, "total": 11, "beaten": 10, "holder": None}},
            "Ben played Knowledge 4 on the Consort, with Wit 4 by the Matchmaker,"
            " boosted by Knowledge 1 and Wit 2: 11 against 10; now unclaimed.",
        ),
        (
            {"kind": "game_over", "data": {"reason": "letter", "winners": [1], "status": [5, 5]}},
            "Ben won: equal status, and the first letter.",
        ),
    ],
)  # fmt: skip
def test_events_in_plain_words(event: dict[str, Any], words: str) -> None:
    assert board_of("winter_court").line(event, NAMES, 0) == words


def test_answers_in_plain_words() -> None:
    say = board_of("winter_court").answer_words

    assert say("play K4 B matchmaker=Wi4 +K1 fool") == (
        "Play Knowledge 4 on the Consort, Wit 4 by the Matchmaker, with the Fool,"
        " boosted by Knowledge 1"
    )
    assert say("draw 2") == "Draw two, keep one and throw the other away"


def test_the_whole_state_as_text() -> None:
    texts = dict(board_of("winter_court").as_text(scene(STEWARD_HELD).view, NAMES))

    assert texts["F Steward"] == "of Ben, influence 7 (Lands 7) on the side of Ben"
    assert texts["Ben"] == "status 1, 2 cards: not to be seen"
