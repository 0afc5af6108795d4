"""Battles by matches, and courts, as sentences: every kind, and what is told together."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.rules.courts import stakes
from campaign.rules.labels import CHOICES
from campaign.rules.outside import MATCHES, MODES
from campaign.services.contest_links import Played
from campaign.services.selectors import SeenEvent
from campaign.web.contest_words import (
    MODE_WORDS,
    play_word,
    stake_in_short,
    stake_words,
    waits_words,
)
from campaign.web.create_form import PLAIN
from campaign.web.report import Deed, chapters, deed
from campaign.web.report_matches import MatchNote, with_matches

NAMES = ["Norn", "Vale", "Sund"]
HERE = {"battle": 1, "tile": 5}
SIDES = {"attacker": 0, "defender": 1}
PURSE = {"kind": "purse", "gold": 1, "food": 2, "from": "seats"}
POT = {"kind": "purse", "gold": 2, "food": 0, "from": "pot"}


def seen(kind: str, /, phase: int = 1, **data: Any) -> SeenEvent:
    return SeenEvent("1.1", phase, kind, data, False)


def told(*events: SeenEvent) -> list[tuple[str, list[list[str]]]]:
    """Return each chapter with its stories, sentence by sentence."""
    return [
        (chapter.title, [[line.text, *(part.text for part in line.more)] for line in chapter.deeds])
        for chapter in chapters(events, NAMES)
    ]


def test_every_mode_of_battle_and_game_of_courts_has_its_words() -> None:
    _label, offered = PLAIN["battle_mode"]

    assert [mode for mode, _text in offered] == list(MODES)
    assert set(MODES) <= set(CHOICES)
    assert set(MODE_WORDS) == {*MODES, *stakes.GAMES}
    of_their_own = {*MATCHES, *stakes.GAMES}
    assert len({play_word(mode) for mode in of_their_own}) == len(of_their_own)
    assert len({waits_words(mode) for mode in MATCHES}) == len(MATCHES)


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("match_waits", {**HERE, **SIDES, "mode": "skirmish", "seats": "0,1"},
         "Norn and Vale fight a skirmish for hex 5."),
        ("match_waits", {**HERE, **SIDES, "mode": "courtier", "seats": "0,1,2"},
         "Norn, Vale and Sund play Courtier for hex 5."),
        ("mode_changed", {**HERE, "mode": "winter"},
         "How the battle on hex 5 is fought was changed to Winter."),
        ("match_decided", {**HERE, "mode": "winter_court", "winner": 0},
         "The battle on hex 5 is decided by Winter Court."),
        ("battle_ranked", {**HERE, **SIDES},
         "The Courtier they played there this month decides it."),
        ("army_hurt", {**HERE, "kingdom": 1, "army": 2, "lost": 200, "points": 300},
         "Vale’s army 2 loses 200 points, 300 are left."),
        ("army_hurt", {**HERE, "kingdom": 1, "army": 2, "lost": 100, "points": 0},
         "Vale’s army 2 loses all its 100 points."),
        ("army_lost", {"kingdom": 1, "army": 2, "tile": 5, "points": 0, "reason": "slain"},
         "Vale loses army 2: it is slain in the skirmish."),
        ("court_held", {"court": 1, "game": "winter", "seats": "0,2", "stake": "precedence",
                        "winner": 2},
         "Norn and Sund held court at Winter for precedence. Sund wins."),
        ("court_held", {"court": 1, "game": "courtier", "seats": "0,1,2", "stake": "honour",
                        "winner": -1},
         "Norn, Vale and Sund held court at Courtier for honour alone. Nobody wins."),
        ("precedence_won", {"court": 1, "kingdom": 2},
         "Sund is first in player order until armies are placed."),
        ("purse_paid", {"court": 1, "kingdom": 0, "gold": 1, "food": 2},
         "Norn pays 1 gold and 2 food."),
        ("purse_won", {"court": 1, "kingdom": 2, "gold": 2, "food": 0},
         "Sund takes the purse: 2 gold."),
        ("stake_kept", {"court": 1}, "The stake stays where it was."),
    ],
)  # fmt: skip
def test_sentences_say_who_what_and_where(kind: str, data: dict[str, Any], text: str) -> None:
    assert deed(seen(kind, **data), NAMES).text == text


@pytest.mark.parametrize(
    ("stake", "seats", "words", "short"),
    [
        ({"kind": "honour"}, 2, "honour alone: nothing changes hands", "honour alone"),
        ({"kind": "precedence"}, 2,
         "precedence: the winner is first in player order for tithes and building",
         "precedence"),
        (PURSE, 2, "a purse: the loser pays the winner 1 gold and 2 food",
         "a purse of 1 gold and 2 food from each"),
        (PURSE, 3, "a purse: everybody else there pays the winner 1 gold and 2 food",
         "a purse of 1 gold and 2 food from each"),
        (POT, 2, "a purse: the winner gets 2 gold from the common pot", "a purse of 2 gold"),
        ({"kind": "favour", "might": 1}, 2, "favour: the winner gains 1 might", "favour"),
        ({"kind": "tile", "tile": 7}, 2, "hex 7: the winner holds it from then on", "hex 7"),
    ],
)  # fmt: skip
def test_stakes_are_said_in_plain_words(
    stake: dict[str, Any], seats: int, words: str, short: str
) -> None:
    assert stake_words(stake, seats) == words
    assert stake_in_short(stake) == short


def test_a_battle_is_one_story_from_the_month_through_its_match() -> None:
    """A month's two battles are decided first and end one after the other."""
    two = {"battle": 2, "tile": 9}
    events = [
        seen("battle_began", **HERE, **SIDES, kind="land", mode="winter"),
        seen("match_waits", **HERE, **SIDES, mode="winter", seats="0,1"),
        seen("battle_began", **two, **SIDES, kind="land", mode="winter"),
        seen("match_waits", **two, **SIDES, mode="winter", seats="0,1"),
        seen("match_decided", 2, **HERE, mode="winter", winner=1),
        seen("match_decided", 2, **two, mode="winter", winner=-1),
        seen("battle_ended", 2, **HERE, **SIDES, result="win", winner=1),
        seen("retreated", 2, kingdom=0, army=1, ship=0, start=5, tile=4, upright=0),
        seen("battle_ended", 2, **two, **SIDES, result="draw", winner=-1),
    ]

    ((title, stories),) = told(*events)

    assert title == "Battles"
    assert stories == [
        [
            "Norn attacks Vale on hex 5.",
            "Norn and Vale play Winter for hex 5.",
            "The battle on hex 5 is decided by Winter.",
            "Vale wins.",
            "Norn’s army 1 retreats to hex 4 and lies on its side.",
        ],
        [
            "Norn attacks Vale on hex 9.",
            "Norn and Vale play Winter for hex 9.",
            "The battle on hex 9 is decided by Winter.",
            "It is a draw.",
        ],
    ]


def test_what_a_court_brought_is_told_with_it() -> None:
    """Might and hexes are won in battles too; here they are the courts'."""
    held = {"game": "winter", "seats": "0,1"}
    events = [
        seen("gathered", kingdom=0, gold=1, food=0, villages=1, cities=0, fortresses=0, capitals=0),
        seen("court_held", court=1, **held, stake="favour", winner=0),
        seen("might_won", kingdom=0, might=2),
        seen("court_held", court=2, **held, stake="tile", winner=1),
        seen("tile_taken", kingdom=1, tile=7, loser=0),
        seen("capital_founded", kingdom=0, tile=3),
    ]

    titles = [title for title, _stories in told(*events)]
    courts = told(*events)[1][1]

    assert titles == ["Gather", "Courts", "Setup"]
    assert courts == [
        [
            "Norn and Vale held court at Winter for favour. Norn wins.",
            "Norn’s might is 2 now.",
        ],
        [
            "Norn and Vale held court at Winter for a hex. Vale wins.",
            "Vale takes hex 7 from Norn.",
        ],
    ]


def test_a_story_is_everybodys_who_is_in_it() -> None:
    (chapter,) = chapters(
        [seen("court_held", court=1, game="winter", seats="0,2", stake="honour", winner=2)], NAMES
    )

    assert chapter.deeds[0].seats == {0, 2}
    assert chapter.deeds[0].seat == 2


def decided(by: str, **result: Any) -> tuple[Deed, ...]:
    """Return the story of a skirmish between Norn and Vale that was decided so."""
    played = Played(1, "battle", 1, "skirmish", (0, 1), {}, 7, by, result)
    notes = {played.key: MatchNote(played, "/matches/7/", "Look at the match")}
    events = [
        seen("match_decided", **HERE, mode="skirmish", winner=0),
        seen("battle_ended", **HERE, **SIDES, result="win", winner=0),
    ]
    (chapter,) = chapters(with_matches(events, notes), NAMES)
    return (chapter.deeds[0], *chapter.deeds[0].more)


def test_a_match_is_told_with_what_was_slain_and_linked_behind_its_story() -> None:
    story = decided("match", slain=[[3, 10], [7, 7]])

    assert [part.text for part in story] == [
        "The battle on hex 5 is decided by a skirmish.",
        "Slain: Norn 3 of 10 points and Vale 7 of 7 points.",
        "Norn wins.",
        "",
    ]
    assert (story[-1].link, story[-1].link_text) == ("/matches/7/", "Look at the match")


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        ("adjudicated", "It was not over in time and counts as it stood."),
        ("fault", "A fault of ours stopped its match."),
    ],
)
def test_how_a_match_came_to_its_end_is_said_where_it_was_not_played_out(
    by: str, sentence: str
) -> None:
    assert sentence in [part.text for part in decided(by)]
    assert sentence not in [part.text for part in decided("match")]
