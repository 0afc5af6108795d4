"""The whole state of Courtier in words: complete, and right."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.courtier import SYSTEM
from games.web.boards.courtier_names import house_names
from games.web.boards.courtier_text import as_text

SEATS = ["Ann", "Ben"]
POSITION = {
    "courtiers": {
        "king": {"0": 2, "1": 1, "neutral": 1},
        "emeritus": {"neutral": 1},
        "bishop": {"gianni": 2},
        "composer": {"1": 1},
    },
    "hands": [["inf_king", "inf_king", "pow_energetic"], ["inf_bishop"]],
    "pools": [8, 5, 20],
    "track": [3, 0, 1],
    "petitions": ["pet_05", "pet_12"],
    "secrets": ["pet_15", "pet_16"],
    "completed": [["pet_01"], [], []],
    "stage": "action",
    "to_move": 0,
    "turn": 7,
}


def view(seat: int | None = 0) -> dict[str, Any]:
    game = SYSTEM.open({}, 2)
    shown: dict[str, Any] = game.view(game.position(POSITION), seat)
    return shown


def texts(shown: dict[str, Any]) -> dict[str, str]:
    return dict(as_text(shown, house_names(), SEATS))


def test_the_state_is_said_with_whose_turn_it_is_first() -> None:
    said = texts(view())

    assert list(said)[:5] == ["To move", "Part of the turn", "Turn", "Ann", "Ben"]
    assert said["To move"] == "Ann"
    assert said["Part of the turn"] == "The action"
    assert said["Turn"] == "7, of Ann"
    assert said["Ann"] == (
        "8 points, 3 of them on the track; pool 8, reserve 14; holds Royal Family; completed"
        " Test the Diving Bell (5); 2 influence cards and 1 power card: Influence the King (2) and"
        " Energetic"
    )
    assert said["Ben"] == (
        "0 points, 0 of them on the track; pool 5, reserve 17; holds Culture; 1 influence card;"
        " a secret petition"
    )
    assert said["Gianni"] == ("1 point, 1 of them on the track; pool 20, reserve 2; holds Church")


def test_petitions_are_said_with_how_their_courtiers_stand() -> None:
    said = texts(view())

    assert said["Petition 1"] == (
        "Rehang the Temple Bells (Bishop, Composer; 7 points):"
        " Bishop: 2 slots free, Gianni controls; Composer: 1 slot free, Ben controls"
    )
    assert said["Secret petition of Ann"].startswith("Codify Names (Prince, Palatine, Painter; 11")
    assert "Secret petition of Ben" not in said
    assert "Secret petition of Ann" not in texts(view(None))


def test_the_board_is_said_courtier_by_courtier() -> None:
    said = texts(view())

    assert said["Royal Family (coterie)"].startswith("held by Ann; Ann 2, Ben 1. No other player")
    assert said["Senate (coterie)"].startswith("held by nobody. Score 10")
    assert said["King of Royal Family, 4 slots"] == "Ann 2, Ben 1, neutral 1; full, Ann controls"
    assert said["Emeritus of Atheneum, 1 slot"] == "neutral 1; full, Ann controls"
    assert said["Prince of Royal Family, 3 slots"] == "empty"
    assert sum(" slot" in heading for heading in said) == 23


CHANGES: dict[str, Any] = {
    "stage": "refill",
    "to_move": 1,
    "turn_of": 1,
    "turn": 8,
    "first": 1,
    "pools": [9, 5, 20],
    "reserves": [13, 17, 2],
    "track": [4, 0, 1],
    "neutral": 17,
    "bids": [{"cards": ["inf_king"], "seat": 1, "amount": 3, "maker": 0}],
    "hands": [["inf_king"], []],
    "hand_sizes": [[2, 1], [0, 1]],
    "known": [[], ["inf_bishop"]],
    "offers": {"influence": "inf_any", "power": None},
    "decks": {"influence": 1, "power": 2},
    "discards": {"influence": ["inf_any"], "power": []},
    "petitions": ["pet_12"],
    "secrets": ["pet_15", "pet_17"],
    "has_secret": [True, False],
    "petition_deck": 11,
    "petition_bottom": ["pet_26"],
    "completed": [["pet_01"], ["pet_02"], []],
    "fashion": {"left": 2, "seen": ["fas_royal"], "end_among": 2},
    "played": ["pow_energetic"],
    "stand_ins": ["church"],
    "plays": {"any": 0, "influence": 2},
    "penalty": 2,
    "lifted": True,
    "reviewed": True,
    "petition_done": True,
    "pending": {"card": "pow_generous", "op": None, "left": 2, "taken": None, "repeating": True},
    "after": "refill",
    "scores": [9, 0, 1],
}
"""Another value for each entry of the view but what the board's own test changes."""


def test_every_entry_of_a_view_is_said() -> None:
    assert set(CHANGES) | {"owners", "courtiers", "coteries"} == set(view())


@pytest.mark.parametrize("key", CHANGES)
def test_a_change_of_the_view_changes_the_words(key: str) -> None:
    before, after = view(), view()
    after[key] = copy.deepcopy(CHANGES[key])

    assert before[key] != after[key]
    assert texts(before) != texts(after)


def test_what_is_being_carried_out_is_said_with_what_was_taken() -> None:
    shown = view()
    taken = {"courtier": "king", "owner": "1"}
    pending = {"card": "pow_meddlesome", "op": "move_other", "left": 0, "taken": taken}
    shown["pending"] = pending | {"repeating": False, "extra": 0}
    moving = texts(shown)["Being carried out"]
    shown["pending"] = pending | {"taken": None, "repeating": True, "left": 1, "extra": 1}
    placing = texts(shown)["Being carried out"]

    assert moving.startswith("Meddlesome (Move one marker of another player")
    assert moving.endswith("), taken: a marker of Ben from the King")
    assert placing.endswith("), for the second time, 1 to go, 1 further marker may follow")


def test_the_auction_is_said_hand_by_hand() -> None:
    shown = view()
    shown["bids"] = [
        {"cards": ["inf_king", "pow_ruthless"], "seat": 1, "amount": 3, "maker": 0},
        {"cards": ["inf_any"], "seat": None, "amount": 0, "maker": 1},
    ]

    said = texts(shown)
    assert said["Hand 1"] == "3 markers by Ben: Influence the King and Ruthless"
    assert said["Hand 2"] == "no bid: Influence Any Courtier"
