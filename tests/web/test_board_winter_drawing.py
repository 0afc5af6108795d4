"""The lake as a picture: what is new on it, and marks that can be told apart in both themes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.web.boards import Scene, board_of
from tests.web.test_board_winter import BESIDE, board, html, scene
from tests.web.test_stylesheet import CSS, THEMES, channels, contrast, palette

WHITE, INK = channels("#ffffff"), channels("#14191d")
"""The colours of tokens and names, the same in both themes."""

PAIRS = [
    ("ice-light", "ice-dark"),
    ("ice-rim", "ice-light"),
    ("ice-rim", "ice-dark"),
    ("ice-dark", "sunken"),
    ("ice-line", "ice-dark"),
    ("mark", "casing"),
    ("accent", "casing"),
    ("accent", "sunken"),
    ("accent", "raised"),
    ("mark", "raised"),
    ("mark", "sunken"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("mark", "ground"), PAIRS)
def test_marks_on_the_lake_can_be_seen(theme: str, mark: str, ground: str):
    colours = palette(theme)

    assert contrast(colours[mark], colours[ground]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_tokens_and_bare_squares_can_be_seen_on_their_sections(theme: str):
    colours = palette(theme)

    assert contrast(INK, colours["ice-light"]) >= 3  # the rim of a light token, its bare square
    assert contrast(WHITE, colours["ice-dark"]) >= 3  # the rim of a dark token, its bare square
    assert contrast(INK, WHITE) >= 4.5  # a name in its ring


def test_sections_and_tokens_differ_in_shape_too():
    tokens = {"L": [[1, 0]], "D": [[3, 0]]}
    page = html({"lake": ["LDLD@(0,0)180", "LDLD@(2,0)0", "LDLD@(4,0)180"], "tokens": tokens})
    lake = page[page.index('<svg class="winter-lake') :]

    assert lake.count('class="ice-line"') == lake.count('class="ice-D"') == 6
    assert lake.count('<circle class="token token-L"') == 1
    assert lake.count('<path class="token token-D"') == 1


def told(*events: dict[str, Any]) -> dict[str, Any]:
    shown = Scene(**{**vars(scene(BESIDE)), "events": events})
    picture: dict[str, Any] = board_of("winter").context(shown)["picture"]
    return picture


def test_a_card_that_moved_is_marked_and_so_is_where_it_lay():
    card = scene(BESIDE).view["lake"][0]
    data = {
        "seat": 1,
        "card": card["card"],
        "from": [8, 0, 0],
        "to": [card["x"], card["y"], card["rot"]],
        "squares": [],
    }

    picture = told({"kind": "card_moved", "data": data})

    left, top = picture["origin"]
    assert [one["id"] for one in picture["cards"] if one["is_new"]] == [card["card"]]
    assert picture["were"] == [(left + 8 * picture["unit"], top)]
    assert picture["width"] >= left + 10 * picture["unit"]


def test_a_token_taken_back_is_crossed_out():
    picture = told({"kind": "token_taken", "data": {"seat": 1, "colour": "D", "x": 1, "y": 1}})

    left, top = picture["origin"]
    unit = picture["unit"]
    assert picture["taken_back"] == [{"x": left + 2 * unit, "y": top + 2 * unit, "colour": ""}]


def test_free_cards_are_marked_in_the_thaw_only():
    frozen = {"stage": "freeze", "lake": ["LDLD@(0,0)180", "LDLD@(2,0)0"]}

    assert not any(card["is_free"] for card in board(frozen)["picture"]["cards"])
    assert all(card["is_free"] for card in board(BESIDE)["picture"]["cards"])


def test_turned_cards_are_marked():
    turned = {card["id"]: card["is_turned"] for card in board(BESIDE)["picture"]["cards"]}
    view = scene(BESIDE).view

    assert turned == {card["card"]: card["rot"] == 180 for card in view["lake"]}
    assert sorted(turned.values()) == [False, False, True]


def test_every_mark_of_the_lake_has_a_style():
    page = html(BESIDE, card=scene(BESIDE).view["lake"][2]["card"])

    lake = page[page.index('<svg class="winter-lake') :]
    names = set(re.findall(r'class="([\w-]+)', lake)) - {"card", "name", "send"}
    assert {"ice-L", "rim", "pill", "target", "reach", "own"} <= names
    for name in ("ice-L", "rim", "pill", "target", "reach", "own", "outline", "casing"):
        assert f".{name}" in CSS


@pytest.mark.django_db
def test_how_to_play_shows_every_face_and_says_what_is_ours():
    page = Client().get("/how-to-play/winter/").content.decode()

    assert page.count('class="lake-card"') == 8
    assert page.count('<svg class="winter-lake') == 2
    assert "a deck of our own" in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
