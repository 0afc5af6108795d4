"""Courtier in words: the names of a deck, every answer and every ask."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.courtier import SYSTEM
from games.courtier.deckfile import house_table
from games.engine.contract import Ask
from games.models import Match, Turn
from games.services.replays import ReplayStep
from games.web.boards import board_of
from games.web.boards import courtier_catalogue as catalogue
from games.web.boards.courtier_events import line
from games.web.boards.courtier_names import house_names, house_texts, names_in, names_of
from games.web.boards.courtier_words import answer_words, asked
from games.web.views.after import answer_lines

SEATS = ["Ann", "Ben", "Cleo", "Dan"]


def owners_table() -> dict[str, Any]:
    """Return a deck in which the King and one card have names of their owner's."""
    table = copy.deepcopy(house_table())
    king = next(one for one in table["courtier"] if one["id"] == "king")
    king["name"] = "Le Roi 100%"
    card = next(one for one in table["power"] if one["id"] == "pow_energetic")
    card["name"], card["text"] = "Infatigable", "Deux de plus."
    return dict(table)


# Names


def test_the_catalogue_lists_exactly_the_texts_of_the_house_deck() -> None:
    assert set(house_texts()) == catalogue.HOUSE_TEXTS


def test_an_owners_deck_is_called_as_its_owner_wrote_it() -> None:
    names = names_of(Match(game="courtier", options={"deck": owners_table()}, seat_count=3))

    assert (names.courtier("king"), names.courtier("prince")) == ("Le Roi 100%", "Prince")
    assert (names.card("pow_energetic"), names.card_text("pow_energetic")) == (
        "Infatigable",
        "Deux de plus.",
    )
    assert answer_words("place king", names) == "Place a marker on the Le Roi 100%"
    paid = {"kind": "spent", "data": {"seat": 0, "count": 1, "courtier": "king"}}
    assert line(paid, names, SEATS, 0) == "You paid with your marker on the Le Roi 100%."


def test_the_house_deck_is_translated_and_an_owners_deck_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.web.boards.courtier_names._", str.upper)

    assert house_names().courtier("king") == "KING"
    assert names_in(house_table()).courtier("king") == "King"


def test_what_a_deck_does_not_know_keeps_its_id() -> None:
    names = house_names()

    assert (names.courtier("jester"), names.card("x"), names.petition("y")) == ("jester", "x", "y")
    assert names.asked_for("y") == ()
    assert names.card_text("x") == ""


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("inf_king", "Place a marker on the King."),
        ("inf_any_church", "Place a marker on any courtier of this coterie: Church."),
        ("inf_any", "Place a marker on any courtier. Free slots only."),
        ("pow_charismatic", "Gain 3 markers from the reserve."),
    ],
)
def test_what_a_card_does(card: str, text: str) -> None:
    assert house_names().card_text(card) == text


@pytest.mark.parametrize(
    ("fashion", "text"),
    [
        ("fas_royal", "Neutral markers fill all free slots of Royal Family."),
        (
            "fas_commerce",
            "Neutral markers fill all free slots of Commerce. Every player gains 2 markers.",
        ),
        (
            "fas_sweep",
            "All neutral markers leave the board. Every courtier with a free slot gets a neutral"
            " marker. Every player gains a marker.",
        ),
        (
            "fas_favor",
            "Every courtier with a free slot gets a neutral marker. Whoever completed the petition"
            " scores 2 points.",
        ),
        ("fas_arrest", "The game ends."),
    ],
)
def test_what_a_fashion_does(fashion: str, text: str) -> None:
    assert house_names().fashion_text(fashion) == text


# Answers


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        ("hand 3", "hands", "Make a hand of 3 influence cards and 2 power cards"),
        ("hand 0", "hands", "Make a hand of 5 power cards"),
        ("bid 2 3", "bid", "Bid 3 markers on hand 2"),
        ("draw influence", "trade", "Draw an influence card"),
        ("skip", "trade", "Draw nothing"),
        ("skip", "place_extra", "Place no further marker"),
        ("play inf_king", "action", "Play Influence the King"),
        ("gain", "action", "Gain a marker from the reserve"),
        ("discard pow_ruthless", "action", "Discard Ruthless"),
        ("review pow_ruthless", "petition", "Discard Ruthless for free"),
        ("pass", "action", "Pass"),
        ("done", "discard_more", "Discard no more"),
        ("done", "petition", "Go on to the refill"),
        ("spend king", "spend", "Pay with the marker on the King"),
        ("place king", "place", "Place a marker on the King"),
        ("place king 1", "place_extra", "Place a marker on the King in place of Ben's"),
        ("PLACE  king neutral", "place", "Place a marker on the King in place of a neutral one"),
        ("place king gianni", "place", "Place a marker on the King in place of Gianni's"),
        ("place king 0", "gianni_place", "Gianni: a marker on the King in place of Ann's"),
        ("place king", "place_neutral", "Put a neutral marker on the King"),
        ("take king", "remove_neutral", "Take a neutral marker off the King"),
        ("take king", "move_own", "Move a marker away from the King"),
        ("put prince", "move_own_to", "Put it on the Prince"),
        ("take king 1", "move_other", "Move Ben's marker away from the King"),
        ("take king 1", "remove_other", "Send Ben's marker on the King back to its pool"),
        ("take king 1", "swap", "Exchange Ben's marker on the King"),
        ("take prince neutral", "swap_with", "Exchange it with a neutral marker on the Prince"),
        ("repeat", "repeat", "Carry it out once more"),
        ("stop", "repeat", "Leave it at that"),
        ("stop", "play_more", "Play no further card"),
        ("complete pet_12", "petition", "Complete Rewrite the Articles of War"),
        (
            "complete pet_19 princess=card bishop=minister",
            "petition",
            "Complete Raise a New Chapel School, a card for the Princess, Minister for the Bishop",
        ),
        ("complete pet_05", "gianni_petition", "Gianni completes Rehang the Temple Bells"),
        ("buy power", "refill", "Buy the power card that lies open"),
    ],
)
def test_an_answer_in_words(answer: str, kind: str, words: str) -> None:
    assert answer_words(answer, house_names(), SEATS, kind) == words


def test_a_choice_of_a_card_is_said_as_what_it_does() -> None:
    said = [
        answer_words(answer, house_names(), SEATS, "choose_step", "pow_flattering")
        for answer in ("step 1", "step 2")
    ]

    assert said == ["Put a neutral marker on a free slot", "Take a neutral marker off the board"]
    assert answer_words("step 2", house_names()) == said[1]  # no other card has a choice
    assert answer_words("step 3", house_names()) == "Choice 3 of the card"


@pytest.mark.parametrize(
    "text",
    ["", "bid", "bid one 2", "bid 2", "hand x", "hand 9", "hand ²", "draw tarot", "place king x",
     "take king 1234", "fly king", "*", "step x", "step ²", "bid ² 1", "place king ²"],
)  # fmt: skip
def test_what_is_no_answer_stays_as_it_is(text: str) -> None:
    assert answer_words(text, house_names(), SEATS) == text


# What is asked


def ask_view(**more: Any) -> dict[str, Any]:
    return {
        "pending": None,
        "petition_done": False,
        "plays": {"any": 0, "influence": 0},
        **more,
    }


@pytest.mark.parametrize(
    ("kind", "view", "words"),
    [
        ("place", ask_view(), "Choose where your marker goes."),
        ("place_extra", ask_view(), "Church: place one more, or skip."),
        ("gianni_place", ask_view(), "Decide for Gianni: whose marker does he replace?"),
        ("trade", ask_view(), "Commerce: draw a card before your action, or none."),
        (
            "repeat",
            ask_view(
                pending={"card": "pow_ruthless", "left": 0, "taken": None, "repeating": False}
            ),
            "Military: carry out Ruthless once more?",
        ),
        (
            "move_own_to",
            ask_view(
                pending={
                    "card": "pow_persuasive",
                    "left": 1,
                    "taken": {"courtier": "king", "owner": "0"},
                    "repeating": True,
                }
            ),
            "Military, once more: Choose where your marker from the King goes.",
        ),
        (
            "place_neutral",
            ask_view(
                pending={"card": "pow_generous", "left": 2, "taken": None, "repeating": False}
            ),
            "Choose a free slot for a neutral marker. (2 left)",
        ),
        ("petition", ask_view(), "You may complete a petition."),
        (
            "petition",
            ask_view(petition_done=True),
            "Atheneum: before the refill you may discard cards.",
        ),
        (
            "play_more",
            ask_view(plays={"any": 1, "influence": 0}),
            "You may play another card.",
        ),
        (
            "play_more",
            ask_view(plays={"any": 0, "influence": 2}),
            "You may play 2 influence cards.",
        ),
    ],
)
def test_the_page_says_what_is_asked(kind: str, view: dict[str, Any], words: str) -> None:
    assert asked(Ask(0, kind, "x", ["x"]), view, house_names()) == words


@pytest.mark.parametrize(
    ("legal", "words"),
    [
        (["play a", "gain", "discard a"], "Play a card, discard cards, or gain a marker."),
        (["play a", "discard a"], "Play a card or discard cards; your reserve is empty."),
        (["gain"], "You have no card: gain a marker."),
        (["pass"], "You can do nothing but pass."),
    ],
)
def test_the_action_is_asked_for_as_far_as_it_is_open(legal: list[str], words: str) -> None:
    assert asked(Ask(0, "action", legal[0], legal), ask_view(), house_names()) == words


def test_a_replay_says_answers_by_what_was_asked() -> None:
    game = SYSTEM.open({}, 3)
    asked_to_trade = game.position(
        {"stage": "trade", "to_move": 0, "courtiers": {"banker": {"0": 1}}}
    )
    steps = [
        ReplayStep(Turn(answers={}), game, asked_to_trade),
        ReplayStep(Turn(answers={"0": "skip"}), game, asked_to_trade),
    ]

    said = answer_lines(steps, 1, board_of("courtier"), SEATS[:3])
    assert said == [("Ann", "Draw nothing", "skip")]
