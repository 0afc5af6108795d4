"""Courtier's events in words, from the side of whoever reads; whole games told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.courtier import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import Ask, Event
from games.web.boards.courtier_events import SILENT, TELLERS, line
from games.web.boards.courtier_names import house_names
from games.web.boards.courtier_text import as_text
from games.web.boards.courtier_words import ASKED, answer_words, asked

SEATS = ["Ann", "Ben", "Cleo", "Dan"]


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"kind": kind, "data": data}


def told(reader: int | None, kind: str, **data: Any) -> str:
    return line(event(kind, **data), house_names(), SEATS, reader)


PLACED = {"seat": 1, "owner": "1", "courtier": "bishop", "replaced": "0"}
COMPLETED = {
    "owner": "1",
    "petition": "pet_19",
    "points": 12,
    "covered": {"princess": "card", "bishop": "minister"},
    "cleared": ["guildmaster", "emeritus", "minister"],
    "secret": False,
}


@pytest.mark.parametrize(
    ("reader", "kind", "data", "words"),
    [
        (0, "began", {"first": 0}, "You begin."),
        (1, "began", {"first": 0}, "Ann begins."),
        (
            0,
            "petition_dealt",
            {"seat": 0, "petition": "pet_05"},
            "Your secret petition: Rehang the Temple Bells (Bishop, Composer; 7 points).",
        ),
        (
            1,
            "petitions_shown",
            {"petitions": ["pet_01"]},
            "New petition: Test the Diving Bell (Admiral, Inventor; 5 points).",
        ),
        (0, "offer_shown", {"deck": "power", "card": "pow_energetic"}, "Energetic lies open."),
        (0, "offer_shown", {"deck": "power", "card": None}, "No power card lies open."),
        (
            1,
            "hand_made",
            {"seat": 0, "hand": 2, "cards": ["inf_king", "inf_king", "pow_scholarly"]},
            "Ann made hand 2: Influence the King (2) and Scholarly.",
        ),
        (
            1,
            "bid",
            {"seat": 0, "hand": 2, "amount": 3, "outbid": 1},
            "Ann bid 3 markers on hand 2 and outbid you.",
        ),
        (
            0,
            "bid",
            {"seat": 0, "hand": 2, "amount": 1, "outbid": None},
            "You bid 1 marker on hand 2.",
        ),
        (
            0,
            "bid",
            {"seat": 0, "hand": 1, "amount": 2, "outbid": 3},
            "You bid 2 markers on hand 1 and outbid Dan.",
        ),
        (
            0,
            "hand_won",
            {"seat": 1, "hand": 2, "amount": 3},
            "Ben gets hand 2 for 3 markers.",
        ),
        (
            1,
            "scored",
            {"owner": "1", "points": 1, "why": "culture"},
            "You score 1 point: Culture.",
        ),
        (
            1,
            "scored",
            {"owner": "gianni", "points": 2, "why": "fashion"},
            "Gianni scores 2 points.",
        ),
        (0, "drew", {"seat": 0, "deck": "influence"}, ""),
        (1, "drew", {"seat": 0, "deck": "influence"}, "Ann drew an influence card."),
        (
            0,
            "drew_card",
            {"seat": 0, "deck": "influence", "card": "inf_king"},
            "You drew Influence the King.",
        ),
        (
            None,
            "card_played",
            {"seat": 0, "deck": "power", "card": "pow_ruthless"},
            "Ann played Ruthless.",
        ),
        (
            0,
            "discarded",
            {"seat": 0, "card": "inf_king", "free": False},
            "You discarded Influence the King.",
        ),
        (
            1,
            "discarded",
            {"seat": 0, "card": "inf_king", "free": True},
            "Ann discarded Influence the King: Atheneum.",
        ),
        (0, "gained", {"owner": "0", "count": 3, "why": "card"}, "You gained 3 markers."),
        (1, "gained", {"owner": "0", "count": 1, "why": "action"}, "Ann gained a marker."),
        (0, "spent", {"seat": 0, "count": 1, "courtier": None}, "You spent a marker."),
        (
            1,
            "spent",
            {"seat": 0, "count": 1, "courtier": "king"},
            "Ann paid with a marker on the King.",
        ),
        (0, "marker_placed", PLACED, "Ben placed a marker on the Bishop in place of yours."),
        (1, "marker_placed", PLACED, "You placed a marker on the Bishop in place of Ann's."),
        (2, "marker_placed", PLACED, "Ben placed a marker on the Bishop in place of Ann's."),
        (
            1,
            "marker_placed",
            PLACED | {"replaced": "neutral"},
            "You placed a marker on the Bishop in place of a neutral one.",
        ),
        (1, "marker_placed", PLACED | {"replaced": None}, "You placed a marker on the Bishop."),
        (
            1,
            "marker_placed",
            PLACED | {"owner": "gianni", "replaced": "1"},
            "Gianni placed a marker on the Bishop in place of yours.",
        ),
        (
            0,
            "marker_placed",
            PLACED | {"owner": "neutral", "replaced": None},
            "Ben put a neutral marker on the Bishop.",
        ),
        (
            0,
            "marker_taken",
            {"seat": 1, "owner": "0", "courtier": "king"},
            "Ben sent your marker on the King back to its pool.",
        ),
        (
            1,
            "marker_taken",
            {"seat": 1, "owner": "neutral", "courtier": "king"},
            "You took a neutral marker off the King.",
        ),
        (
            1,
            "marker_moved",
            {"seat": 1, "owner": "1", "from": "king", "to": "prince"},
            "You moved a marker from the King to the Prince.",
        ),
        (
            0,
            "marker_moved",
            {"seat": 1, "owner": "0", "from": "king", "to": "prince"},
            "Ben moved your marker from the King to the Prince.",
        ),
        (
            1,
            "markers_swapped",
            {"seat": 1, "owners": ["0", "neutral"], "courtiers": ["king", "banker"]},
            "You exchanged Ann's marker on the King with a neutral one on the Banker.",
        ),
        (
            1,
            "holder_changed",
            {"coterie": "church", "before": "0", "after": "1"},
            "Church passes from Ann to you.",
        ),
        (
            0,
            "holder_changed",
            {"coterie": "church", "before": "0", "after": "1"},
            "Church passes from you to Ben.",
        ),
        (
            2,
            "holder_changed",
            {"coterie": "church", "before": "0", "after": "gianni"},
            "Church passes from Ann to Gianni.",
        ),
        (
            1,
            "holder_changed",
            {"coterie": "church", "before": None, "after": "1"},
            "Church goes to you.",
        ),
        (
            1,
            "holder_changed",
            {"coterie": "church", "before": "1", "after": None},
            "You lose Church.",
        ),
        (
            0,
            "holder_changed",
            {"coterie": "church", "before": "1", "after": None},
            "Ben loses Church.",
        ),
        (1, "protection_lifted", {"seat": 1}, "Royal Family does not stop you this turn."),
        (0, "protection_lifted", {"seat": 1}, "Royal Family does not stop Ben this turn."),
        (0, "no_effect", {"seat": 0, "card": "pow_ruthless"}, "Ruthless had no effect."),
        (0, "passed", {"seat": 1}, "Ben passed."),
        (
            1,
            "petition_completed",
            COMPLETED,
            "You completed Raise a New Chapel School for 12 points, a card for the Princess,"
            " Minister for the Bishop. Cleared: Guildmaster, Emeritus and Minister.",
        ),
        (
            0,
            "petition_completed",
            COMPLETED | {"covered": {}, "cleared": ["guildmaster"], "secret": True},
            "Ben completed Raise a New Chapel School for 12 points, a secret one."
            " Cleared: Guildmaster.",
        ),
        (
            0,
            "fashion_shown",
            {"card": "fas_sprinkle"},
            "Fashion: All the Rage. Every courtier with a free slot gets a neutral marker.",
        ),
        (
            0,
            "neutral_placed",
            {"courtiers": {"king": 2, "prince": 1}},
            "Neutral markers came to King (2) and Prince.",
        ),
        (0, "neutral_placed", {"courtiers": {}}, ""),
        (0, "neutral_cleared", {"courtiers": {"king": 2}}, "Neutral markers left King (2)."),
        (
            0,
            "petitions_returned",
            {"petitions": ["pet_01", "pet_02"]},
            "Under the petition deck: Test the Diving Bell and License a Satire.",
        ),
        (0, "bought", {"seat": 1, "deck": "power", "card": "pow_ruthless"}, "Ben bought Ruthless."),
        (0, "deck_shuffled", {"deck": "power"}, "The discarded power cards are a new deck now."),
        (0, "gianni_turned", {"card": "inf_king"}, "Gianni turned up Influence the King."),
    ],
)
def test_an_event_is_said_from_the_readers_side(
    reader: int | None, kind: str, data: dict[str, Any], words: str
) -> None:
    assert told(reader, kind, **data) == words


@pytest.mark.parametrize(
    ("winners", "reader", "won"),
    [
        ([1], 1, "You won"),
        ([1], 0, "Ben won"),
        ([0, 1], 0, "Ann and Ben won"),
        ([], 0, "Gianni won"),
    ],
)
def test_the_end_says_who_won_and_the_points_of_all(
    winners: list[int], reader: int, won: str
) -> None:
    data = {"reason": "queen_arrested", "winners": winners, "scores": [20, 32, 7]}
    over = line(event("game_over", **data), house_names(), SEATS[:2], reader)

    assert over == f"The Queen was arrested. {won}. Points: Ann 20, Ben 32, Gianni 7."


# Whole games


def games() -> Iterator[tuple[Any, list[str], Any, list[Event], list[tuple[Ask, str]]]]:
    """Give every step of random games: the game, its seats, the state, events, answers."""
    for number, seats in enumerate((2, 2, 3, 4)):
        rng, chance = Random(number), Seeded(Random(number))
        game = SYSTEM.open({"turn_cap": 60, "auction": number % 2 == 0}, seats)
        step, answered = game.start(chance), list[tuple[Ask, str]]()
        while True:
            yield game, SEATS[:seats], step.state, list(step.events), answered
            asks = game.asks(step.state)
            if not asks:
                break
            answered = [(ask, rng.choice(list(ask.legal or ()))) for ask in asks]
            step = game.resolve(step.state, {ask.seat: one for ask, one in answered}, chance)


def test_whole_games_can_be_told_to_everybody() -> None:
    names, kinds, asked_kinds, raw = house_names(), set(), set(), set()
    for game, seats, state, events, answered in games():
        for one in events:
            kinds.add(one.kind)
            for reader in (None, *range(len(seats))):
                if one.visible_to(reader):
                    said = line({"kind": one.kind, "data": one.data}, names, seats, reader)
                    assert (not said) == (one.kind in SILENT) or one.kind in MAY_BE_SILENT
                    assert "None" not in said
        for ask in game.asks(state):
            asked_kinds.add(ask.kind)
            assert asked(ask, game.view(state, ask.seat), names)
        raw |= {one for ask, one in answered if answer_words(one, names, seats, ask.kind) == one}
        assert as_text(game.view(state, None), names, seats)

    assert raw == set()
    assert kinds <= set(TELLERS) | SILENT
    assert asked_kinds <= set(ASKED)
    assert len(asked_kinds) > 20


MAY_BE_SILENT = {"drew", "gained", "neutral_placed", "neutral_cleared", "petitions_returned"}
"""Kinds that say nothing of nothing, or leave the words to another event."""
