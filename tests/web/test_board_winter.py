"""The board of Winter: what can be chosen is what the rules list, and what it shows is true."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.template.loader import render_to_string

from games.models import Match
from games.web.boards import Scene, board_of
from games.winter import SYSTEM
from games.winter.actions import Move, Place, read_action

GAME = SYSTEM.open({}, 2)
NAMES = ["Anna", "Ben"]
ADDRESS = "/matches/7/"
BESIDE = {"lake": ["LDLD@(0,0)180", "LLDD@(0,2)0", "LDLD@(0,4)0"]}
"""winter.md 8, example 12: light to move; the third card makes a square at (2,0) only turned up."""


def scene(position: dict[str, Any], seat: int | None = 0, **query: str) -> Scene:
    state = GAME.position(position)
    asks = [ask for ask in GAME.asks(state) if ask.seat == seat]
    return Scene(
        match=Match(game="winter", rules_version=SYSTEM.version, options={}, seat_count=2),
        names=NAMES,
        view=GAME.view(state, seat),
        seat=seat,
        ask=asks[0] if asks else None,
        query=query,
        address=ADDRESS,
    )


def board(position: dict[str, Any], seat: int | None = 0, **query: str) -> dict[str, Any]:
    return board_of("winter").context(scene(position, seat, **query))


def html(position: dict[str, Any], seat: int | None = 0, **query: str) -> str:
    shown = scene(position, seat, **query)
    values = {"board": board_of("winter").context(shown), "scene": shown, "revision": 3}
    return render_to_string("matches/winter/board.html", values)


def chosen(url: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}


def sent(context: dict[str, Any]) -> list[str]:
    return [send["answer"] for send in context["sends"]]


LAYING = {"stage": "freeze_place", "lake": ["LDLD@(0,0)180", "LDLD@(2,0)0"], "drawn": "LLLD"}


@pytest.mark.parametrize("rot", [0, 180])
def test_every_legal_place_is_a_target_and_no_other(rot: int):
    legal = [read_action(text) for text in scene(LAYING).ask.legal or ()]
    wanted = {f"{one.spot.x},{one.spot.y}" for one in legal if one.spot.rot == rot}

    targets = board(LAYING, rot=str(rot))["picture"]["targets"]

    assert {chosen(target["url"])["to"] for target in targets} == wanted
    assert all(isinstance(one, Place) for one in legal)
    assert len(targets) == len(wanted) > 12


def test_a_chosen_place_is_shown_with_its_squares_before_it_is_sent():
    position = {"stage": "setup_place", "lake": ["LDLD@(0,0)180"], "drawn": "LDLD"}

    shown = board(position, to="2,0", rot="0")

    assert sent(shown) == ["place 2,0 0"]
    assert shown["sends"][0]["note"] == "makes 1 light square"
    assert [mark["colour"] for mark in shown["picture"]["fresh"]] == ["L"]
    assert [card["is_ghost"] for card in shown["picture"]["cards"]].count(True) == 1


def test_the_same_card_turned_makes_the_dark_square_on_the_other_side():
    position = {"stage": "setup_place", "lake": ["LDLD@(0,0)180"], "drawn": "LDLD"}

    shown = board(position, to="-2,0", rot="0")

    assert sent(shown) == ["place -2,0 0"]
    assert shown["sends"][0]["note"] == "makes 1 dark square"


def test_a_place_that_is_not_legal_is_not_offered():
    assert sent(board(LAYING, to="1,0", rot="0")) == []
    assert sent(board(LAYING, to="nonsense", rot="7")) == []


def test_colours_are_chosen_by_two_buttons():
    shown = board({"stage": "choose_colour", "lake": ["LDLD@(0,0)0", "LLDD@(2,0)0"]})

    assert sent(shown) == ["colour L", "colour D"]


def test_freezing_offers_the_draw_and_each_own_square_without_token():
    position = {
        "stage": "freeze",
        "lake": ["LDLD@(0,0)180", "LDLD@(2,0)0", "LLDD@(1,2)0"],
        "tokens": {"L": [[1, 0]]},
    }

    shown, picked = board(position), board(position, token="1,1")

    assert sent(shown) == ["draw"]
    assert [chosen(target["url"]) for target in shown["picture"]["targets"]] == [{"token": "1,1"}]
    assert sent(picked) == ["token 1,1", "draw"]


def test_a_free_card_shows_where_it_may_go_and_what_that_does():
    card = next(one["card"] for one in scene(BESIDE).view["lake"] if one["y"] == 4)

    lifted = board(BESIDE, card=card)
    shown = board(BESIDE, card=card, to="2,0", rot="0")

    moves = [read_action(text) for text in scene(BESIDE).ask.legal or ()]
    at = {
        (move.spot.x, move.spot.y)
        for move in moves
        if isinstance(move, Move) and move.spot.rot == 0 and f"w{move.card + 1:02}" == card
    }
    targets = {chosen(target["url"])["to"] for target in lifted["picture"]["targets"]}
    assert targets == {f"{x},{y}" for x, y in at}
    assert sent(lifted) == [f"remove {card}"]
    assert sent(shown) == [f"move {card} 2,0 0"]
    assert shown["sends"][0]["note"].startswith("makes 1 light square.")


def test_a_card_with_a_token_says_why_it_stays():
    position = {"lake": ["LDLD@(0,0)180", "LDLD@(2,0)0"], "tokens": {"L": [[1, 0]]}}
    card = scene(position).view["lake"][0]["card"]

    shown = board(position, card=card)

    assert shown["notes"] == [f"{card} (LD/LD) carries a token and cannot go."]
    assert [chosen(target["url"]) for target in shown["picture"]["targets"]] == [{"take": "1,0"}]


def test_taking_the_last_token_back_says_who_wins_then():
    position = {
        "lake": ["LDLD@(0,0)180", "LDLD@(2,0)0", "LDLD@(4,0)180"],
        "tokens": {"L": [[1, 0]], "D": [[3, 0]]},
    }

    shown = board(position, take="1,0")

    assert sent(shown) == ["take 1,0"]
    assert shown["sends"][0]["note"] == "Ben wins: only one player had tokens left."


def test_groups_of_one_size_are_numbered_and_offered():
    row = [f"{face}@({x},0)0" for x, face in ((0, "LDDL"), (2, "LDDL"), (6, "DLLD"), (8, "DLLD"))]

    shown = board({"stage": "keep_group", "lake": row})

    assert sorted(card["group"] for card in shown["picture"]["cards"]) == [1, 1, 2, 2]
    assert [answer.split()[0] for answer in sent(shown)] == ["keep", "keep"]


def test_an_outsider_chooses_nothing():
    shown = board(LAYING, seat=None)

    assert (shown["sends"], shown["ways"], shown["picture"]["targets"]) == ([], [], [])
    assert "<form" not in html(LAYING, seat=None)


def test_every_target_has_words_and_a_place_for_a_thumb():
    page = html(LAYING)

    links = re.findall(r'<a href="[^"]+" aria-label="([^"]+)"', page)
    assert len(links) == len(board(LAYING)["picture"]["targets"])
    assert all(label.startswith("Lay it at ") for label in links)
    assert board(LAYING)["picture"]["unit"] >= 44


def test_names_are_text_and_never_markup():
    shown = scene(BESIDE)
    hostile = Scene(**{**vars(shown), "names": ["<b>Anna</b>", "Ben"]})
    values = {"board": board_of("winter").context(hostile), "scene": hostile, "revision": 3}

    assert "<b>Anna" not in render_to_string("matches/winter/board.html", values)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "card_drawn", "data": {"seat": 1, "card": "w01", "pattern": "LLDD"}},
         "Ben: drew w01 (LL/DD)."),
        ({"kind": "token_placed", "data": {"seat": 0, "colour": "D", "x": 1, "y": -2}},
         "You: put a token on the dark square at 1,-2."),
        ({"kind": "group_left", "data": {"cards": ["w03", "w04"], "tokens": {"L": 1, "D": 0}}},
         "2 cards drifted away: w03, w04. Tokens go back to their owners: 1 light."),
        ({"kind": "game_over", "data": {"reason": "repetition", "winners": [0, 1]}},
         "A draw: the same position came a third time."),
        ({"kind": "game_over", "data": {"reason": "tokens", "winners": [0]}},
         "You win: only one player had tokens left."),
        ({"kind": "game_over", "data": {"reason": "stuck", "winners": [1]}},
         "Ben wins: the other could do nothing."),
    ],
)  # fmt: skip
def test_events_in_plain_words(event: dict[str, Any], words: str):
    assert board_of("winter").line(event, NAMES, 0) == words


def test_the_whole_state_as_text():
    texts = dict(board_of("winter").as_text(scene(BESIDE).view, NAMES))

    assert texts["Part of the game"] == "The lake thaws"
    assert texts["Anna"] == "light, 0 tokens on the lake, 9 left"
    assert texts["Cards in the lake"].count(";") == 2
