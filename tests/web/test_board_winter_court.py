"""The board of Winter Court: what can be chosen is what the rules allow, and no more is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from games.web.boards import board_of
from tests.web.winter_court import STEWARD_HELD, html, scene


def board(position: dict[str, Any], seat: int | None = 0, **query: Any) -> dict[str, Any]:
    return board_of("winter_court").context(scene(position, seat, **query))


def legal_answers(position: dict[str, Any]) -> set[str]:
    ask = scene(position).ask
    assert ask is not None
    return {str(answer) for answer in ask.legal or ()}


def chosen(url: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}


def open_members(shown: dict[str, Any]) -> list[str]:
    return [member["letter"] for member in shown["members"] if member["url"]]


def extras(shown: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {extra["label"]: chosen(extra["url"]) for extra in shown["play"]["extras"]}


def test_a_chosen_card_opens_the_members_it_can_reach_and_says_why_not_the_others() -> None:
    shown = board(STEWARD_HELD, main="Mi4")

    assert open_members(shown) == ["A", "C", "I"]
    why = {member["letter"]: member["why"] for member in shown["members"]}
    assert why["B"] == "needs Knowledge or Wit"


def test_the_sum_stands_against_the_rank_to_beat_until_it_is_enough() -> None:
    weak = board(STEWARD_HELD, main="W5", to="F", boosts="W2")
    enough = board(STEWARD_HELD, main="W5", to="F", boosts="W1,W2")

    assert (weak["play"]["sum"], weak["play"]["answer"]) == ("7 against 7: not enough", None)
    assert weak["play"]["why"] == "7 is not above the 7 on the Steward."
    assert extras(weak)["boost with Wealth 1"]["boosts"] == "W2,W1"
    assert (enough["play"]["sum"], enough["play"]["answer"]) == (
        "8 against 7: enough",
        "play W5 F +W1 +W2",
    )


def test_a_chosen_boost_can_be_taken_off_again() -> None:
    shown = board(STEWARD_HELD, main="W5", to="F", boosts="W1,W2")

    assert extras(shown)["boost with Wealth 1"] == {"main": "W5", "to": "F", "boosts": "W2"}


def test_every_play_of_one_card_is_reached_by_its_links() -> None:
    """All legal plays without powers: main card, member, boosts."""
    legal = {text for text in legal_answers(STEWARD_HELD) if text.startswith("play W5")}
    found = set()

    def walk(query: dict[str, str]) -> None:
        shown = board(STEWARD_HELD, 0, **query)
        play = shown["play"]
        if play["answer"]:
            found.add(play["answer"])
        links = [extra["url"] for extra in play["extras"] if not extra["is_on"]]
        if "to" not in query:
            links += [member["url"] for member in shown["members"] if member["url"]]
        for link in links:
            walk(chosen(link))

    walk({"main": "W5"})
    assert found == legal
    assert len(legal) == 9  # on the Dowager and the Charlatan with any boosts, on the Steward both


RICH = {
    "court": {
        "C": {"card": "Mi6", "side": 1},
        "E": {"card": "D5", "holder": 0},
        "F": {"card": "L7", "holder": 1},
        "G": {"card": "K3", "holder": 0},
        "H": {"card": "W4", "holder": 0},
        "I": {"card": "Mi4", "holder": 0},
        "J": {"card": "D7", "holder": 0},
        "K": {"card": "L2", "holder": 0},
        "L": {"card": "Wi2", "holder": 0},
    },
    "hands": [["W5", "L1", "D2", "Mi9"], ["K9"]],
    "discard": ["W9", "L3"],
}
"""Nearly every power at hand, so that plays of all kinds are legal."""


def links(shown: dict[str, Any]) -> list[str]:
    """Return every link of a board that chooses something."""
    faces = [face for pile in shown["discard"] for face in pile["cards"]]
    extras_of_play = (shown["play"] or {}).get("extras", [])
    parts = [*shown["members"], *shown["hand"], *faces, *shown["powers"], *extras_of_play]
    return [part["url"] for part in parts if part.get("url")]


@pytest.mark.parametrize("plays", [0, 1])
def test_links_lead_to_exactly_the_legal_answers(plays: int) -> None:
    """All powers at once: what can be sent after any choices is what the rules list."""
    position = RICH | {"plays": plays}
    found, seen, waiting = set(), set(), [frozenset[tuple[str, str]]()]

    while waiting:
        query = waiting.pop()
        shown = board(position, 0, **dict(query))
        found |= {send["answer"] for send in shown["sends"]}
        found |= {shown["play"]["answer"]} if shown["play"] and shown["play"]["answer"] else set()
        for link in links(shown):
            parts = chosen(link)
            parts |= {"boosts": ",".join(sorted(parts.get("boosts", "").split(",")))}
            choice = frozenset((key, value) for key, value in parts.items() if value)
            if choice not in seen:
                seen.add(choice)
                waiting.append(choice)

    assert found == legal_answers(position)
    kinds = {word.split("=")[0] for text in found for word in text.split()}
    assert {"knight", "lover", "matchmaker", "fool", "sage", "charlatan"} <= kinds


def test_additions_by_a_power_are_offered_only_to_who_can_use_it() -> None:
    position = {
        "court": {"J": {"card": "D10", "holder": 1}, "I": {"card": "Mi4", "holder": 0}},
        "hands": [["D3", "Mi9"], []],
    }

    shown = board(position, main="D3", to="J", knight="Mi9")
    without = board(position | {"returned": ["I"]}, main="D3", to="J")

    assert shown["play"]["answer"] == "play D3 J knight=Mi9"
    assert shown["play"]["sum"] == "12 against 10: enough"
    assert not any("Knight" in extra["label"] for extra in without["play"]["extras"])


POWERS_HELD = {
    "court": {
        "F": {"card": "L7", "holder": 0},
        "G": {"card": "K2", "holder": 0},
        "H": {"card": "W3", "holder": 0},
        "A": {"card": "L10", "side": 1},
    },
    "hands": [["Mi9"], []],
    "discard": ["W9", "L1"],
}


def test_the_sage_offers_the_discard_pile_and_nothing_else() -> None:
    looking = board(POWERS_HELD, do="sage")
    taking = board(POWERS_HELD, do="sage", card="W9")

    faces = [face for pile in looking["discard"] for face in pile["cards"]]
    assert [(face["code"], chosen(face["url"])) for face in faces] == [
        ("L1", {"do": "sage", "card": "L1"}),
        ("W9", {"do": "sage", "card": "W9"}),
    ]
    assert (looking["play"]["answer"], taking["play"]["answer"]) == ("", "sage W9")


def test_the_charlatan_offers_unclaimed_members_with_influence_and_says_why_no_others() -> None:
    aiming = board(POWERS_HELD, do="charlatan")
    aimed = board(POWERS_HELD, do="charlatan", to="A")

    why = {member["letter"]: member["why"] for member in aiming["members"]}
    assert open_members(aiming) == ["A"]
    assert (why["B"], why["F"], why["H"]) == ("no influence", "is controlled", "not its own")
    assert aimed["play"]["answer"] == "charlatan A"


def test_the_steward_is_used_by_its_own_button() -> None:
    shown = board(POWERS_HELD, do="steward")

    assert shown["play"]["answer"] == "steward"


def test_a_power_used_already_is_no_link_and_says_why() -> None:
    used = {"court": POWERS_HELD["court"], "hands": [["Mi9"], []], "returned": ["G"]}

    shown = board(used, do="sage")

    assert shown["play"] is None
    assert {power["word"]: bool(power["url"]) for power in shown["powers"]} == {
        "steward": True,
        "sage": False,
        "charlatan": True,
    }
    assert dict(shown["refused"])["Sage"].startswith("You cannot use the Sage")


def test_the_fool_turns_the_comparison_round() -> None:
    held = {"court": {"L": {"card": "Wi2", "holder": 0}, "F": {"card": "L7", "holder": 1}}}
    position = held | {"hands": [["W5"], []]}

    shown = board(position, main="W5", to="F", fool="1")

    assert shown["play"]["sum"] == "5 below 7: low enough"
    assert shown["play"]["answer"] == "play W5 F fool"


def test_a_second_play_is_the_wizards() -> None:
    held = {"court": {"E": {"card": "K2", "holder": 0}}, "hands": [["W5"], []], "plays": 1}

    shown = board(held, main="W5", to="H")

    assert shown["play"]["answer"] == "play W5 H wizard"
    assert shown["play"]["wizard"] == "Your second play: the Wizard's pawn goes back to its tile."


def test_another_card_stays_aimed_at_the_member_only_where_it_fits() -> None:
    position = {"court": {}, "hands": [["W5", "W1", "Mi4"], []]}

    urls = {card["code"]: card["url"] for card in board(position, main="W5", to="F")["hand"]}

    assert chosen(urls["W1"]) == {"main": "W1", "to": "F"}
    assert chosen(urls["Mi4"]) == {"main": "Mi4"}
    assert chosen(urls["W5"]) == {}


def test_a_pawn_stands_in_one_of_three_bands_and_influence_on_its_side() -> None:
    """winter_court.md 11, examples 2a and 2b, seen from both sides of the table."""
    position = {"court": {"F": {"card": "W6", "side": 1}, "B": {"card": "K4", "holder": 0}}}

    for seat, near, far in ((0, "mine", "theirs"), (1, "theirs", "mine"), (None, "mine", "theirs")):
        members = {one["letter"]: one["bands"] for one in board(position, seat)["members"]}
        pawns = {x: [b["name"] for b in members[x] if b["has_pawn"]] for x in "BFA"}
        cards = {x: [b["name"] for b in members[x] if b["cards"]] for x in "BFA"}
        assert pawns == {"B": [near], "F": ["tile"], "A": ["tile"]}
        assert cards == {"B": [near], "F": [far], "A": []}


def test_what_happened_last_is_marked_and_told() -> None:
    played = {"kind": "played", "seen_by": None, "data": {
        "seat": 1, "target": "F", "main": "L7", "added": [], "boosts": [], "fool": False,
        "wizard": False, "total": 7, "beaten": 0, "holder": 1}}  # fmt: skip
    drew = {"kind": "drew_cards", "seen_by": [0], "data": {"seat": 0, "cards": ["W5"]}}
    shown = board_of("winter_court").context(replace(scene(STEWARD_HELD), events=[played, drew]))

    assert [member["letter"] for member in shown["members"] if member["is_new"]] == ["F"]
    assert [card["code"] for card in shown["hand"] if card["is_new"]] == ["W5"]
    assert shown["told"] == [
        "Ben played Lands 7 on the Steward: 7 against 0; now with Ben.",
        "You drew Wealth 5.",
    ]


def test_names_are_text_not_markup() -> None:
    page = html(replace(scene(STEWARD_HELD), names=["<b>Anna", "<script>Ben"]))

    assert "<script>" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;Ben" in page


def test_the_last_card_of_the_pile_is_announced() -> None:
    position = {"hands": [["L1"], []], "stage": "draw", "passed": True, "pile_size": 2}

    notes = {send["answer"]: send["note"] for send in board(position)["sends"]}

    assert notes == {"draw 1": "", "draw 2": "With the last card the game ends at once."}


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        ({"hands": [["L1"], []]}, ["pass"]),
        ({"hands": [["L1"], []], "plays": 1}, ["end"]),
        ({"hands": [["L1"], []], "stage": "draw", "passed": True}, ["draw 1", "draw 2"]),
        ({"hands": [["L1"], []], "stage": "draw", "plays": 1}, ["draw 0", "draw 1"]),
    ],
)
def test_passing_ending_and_drawing_are_one_button_each(
    position: dict[str, Any], answers: list[str]
) -> None:
    assert [send["answer"] for send in board(position)["sends"]] == answers


def test_nobody_sees_the_other_hand_before_the_end() -> None:
    for seat in (1, None):
        page = html(scene(STEWARD_HELD, seat))
        assert "Wealth 5" not in page
        assert "Might 4" not in page

    opened = html(scene(STEWARD_HELD, None, is_open=True))
    assert "Wealth 5" in opened
    assert "Devotion 9" in opened


def test_an_outsider_and_who_is_not_asked_choose_nothing() -> None:
    for seat in (1, None):
        page = html(scene(STEWARD_HELD, seat))
        assert "<form" not in page
        assert "<a " not in page


def test_what_is_typed_into_the_address_chooses_nothing_that_is_not_there() -> None:
    shown = board(STEWARD_HELD, main="Wi10", to="Z", boosts="K3,nonsense", fool="")

    assert shown["play"] is None
    assert not any(card["is_main"] or card["is_used"] for card in shown["hand"])
