"""Choosing on the lake: its links lead to every legal answer and no other, and show the truth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.bots import BOTS
from games.engine.chance import Seeded
from games.models import Match
from games.web.boards import Scene, board_of
from games.winter import SYSTEM
from games.winter.state import State
from tests.conftest import PASSWORD
from tests.web.matches import make_match
from tests.web.test_board_winter import ADDRESS, GAME, NAMES, board, chosen, html, scene, sent

FACES = ("LDDL", "DLLD", "LDDL", "DLLD", "LLLD")
ROW = {"lake": [f"{face}@({2 * place},0)0" for place, face in enumerate(FACES)]}
"""winter.md 8, examples 17 and 18: free cards in a row, light to move."""

CORNER = ["LDLD@(0,0)180", "LDLD@(0,2)180", "LDLD@(2,2)0", "LLLD@(0,4)0"]
"""As winter.md 8, example 14: the fourth card at (2,0) makes the squares (1,0) and (1,1)."""


def fourth_card() -> str:
    return str(next(one for one in scene({"lake": CORNER}).view["lake"] if one["y"] == 4)["card"])


def played_states(seed: int, every: int = 40) -> list[State]:
    """Return a game of two greedy bots: of each so many states, one of each kind of ask."""
    rng, chance = Random(seed), Seeded(Random(seed))
    state, found, count = GAME.start(chance).state, {}, 0
    while asks := GAME.asks(state):
        (ask,) = asks
        count += 1
        found[(ask.kind, count // every)] = state
        answer = BOTS["greedy"].answer(GAME, GAME.view(state, ask.seat), ask, rng)
        state = GAME.resolve(state, {ask.seat: answer}, chance).state
    return list(found.values())


def shown_to(state: State, query: dict[str, str]) -> dict[str, Any]:
    (ask,) = GAME.asks(state)
    match = Match(game="winter", rules_version=SYSTEM.version, options={}, seat_count=2)
    view = GAME.view(state, ask.seat)
    return board_of("winter").context(
        Scene(match, NAMES, view, ask.seat, ask=ask, query=query, address=ADDRESS)
    )


def every_choice(state: State) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Yield what all links of the board lead to, each choice once."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        query = waiting.pop()
        key = tuple(sorted(query.items()))
        if key in seen:
            continue
        seen.add(key)
        shown = shown_to(state, query)
        yield query, shown
        picture = shown["picture"]
        urls = [target["url"] for target in picture["targets"]]
        urls += [card["url"] for card in picture["cards"] if card["url"]]
        urls += [url for url, _words in shown["ways"]]
        waiting += [chosen(url) for url in urls]


def drawn_at(picture: dict[str, Any], mark: dict[str, Any]) -> tuple[int, int]:
    """Return the square whose middle a mark is drawn at."""
    left, top = picture["origin"]
    unit = picture["unit"]
    return round((mark["x"] - left) / unit) - 1, round((mark["y"] - top) / unit) - 1


@pytest.mark.parametrize("seed", [1, 2])
def test_the_links_lead_to_every_legal_answer_and_to_no_other(seed: int):
    kinds = set()
    for state in played_states(seed):
        (ask,) = GAME.asks(state)
        kinds.add(ask.kind)

        offered = {answer for _query, shown in every_choice(state) for answer in sent(shown)}

        assert offered == set(ask.legal or ()), ask.kind
    assert {"setup_place", "choose_colour", "freeze", "freeze_place", "thaw"} <= kinds


def test_what_a_move_is_said_to_do_is_what_the_rules_do():
    compared = 0
    for state in played_states(3, every=1) + played_states(4, every=1):
        if state.stage != "thaw":
            continue
        for query, shown in every_choice(state):
            answers = sent(shown)
            if len(answers) != 1 or "to" not in query or not answers[0].startswith("move"):
                continue
            (answer,) = answers
            events = GAME.resolve(state, {state.to_move: answer}, Seeded(Random(0))).events
            data = {event.kind: event.data for event in events}
            picture = shown["picture"]
            marked = {drawn_at(picture, mark) for mark in picture["fresh"]}
            gone = {card["id"] for card in picture["cards"] if card["is_leaving"]}
            assert marked == {(x, y) for x, y in data["card_moved"]["squares"]}
            assert gone == set(data.get("group_left", {"cards": []})["cards"])
            compared += 1
    assert compared > 10


def test_a_short_supply_lets_one_choose_the_squares():
    card = fourth_card()

    shown = board({"lake": CORNER, "supply": {"L": 1}}, card=card, to="2,0", rot="0")

    assert sent(shown) == [f"move {card} 2,0 0 on 1,0", f"move {card} 2,0 0 on 1,1"]
    assert [send["label"] for send in shown["sends"]] == ["Tokens on 1,0", "Tokens on 1,1"]


def test_without_a_token_left_no_card_moves_and_the_board_says_so():
    card = fourth_card()

    shown = board({"lake": CORNER, "supply": {"L": 0}}, card=card)

    assert sent(shown) == [f"remove {card}"]
    assert shown["notes"] == ["You have no token left, so you cannot move a card."]


def test_removing_says_who_drifts_away():
    by_place = {card["x"]: card["card"] for card in scene(ROW).view["lake"]}

    second, third = board(ROW, card=by_place[2]), board(ROW, card=by_place[4])

    assert second["sends"][0]["note"] == f"1 card drifts away: {by_place[0]}."
    assert third["sends"][0]["note"] == (
        "The lake falls into groups of 2, 2; you choose which of the largest stays."
    )


@pytest.mark.parametrize(
    ("position", "query", "words"),
    [
        (
            {"stage": "setup_place", "lake": ["LDLD@(0,0)0"], "drawn": "LLLD"},
            {"to": "1,1"},
            "The card would lie on another card.",
        ),
        (
            {"stage": "setup_place", "lake": ["LDLD@(0,0)0"], "drawn": "LLLD"},
            {"to": "2,2"},
            "The card must share an edge with a card of the lake.",
        ),
        (
            {"stage": "freeze", "lake": ["LDLD@(0,0)180", "LDLD@(2,0)0"]},
            {"token": "5,5"},
            "There is no square of your colour at 5,5.",
        ),
        (ROW, {"take": "0,0"}, "You have no token at 0,0."),
        (ROW, {"card": "w99"}, "There is no card called w99."),
        (ROW, {"card": "<b>"}, "This is no answer here; one looks like “remove w05”."),
    ],
)
def test_f20_what_cannot_be_chosen_is_told_why(
    position: dict[str, Any], query: dict[str, str], words: str
):
    shown = board(position, **query)

    assert shown["notes"] == [words]
    assert not any(target["is_chosen"] for target in shown["picture"]["targets"])


def test_what_stands_in_the_address_never_becomes_markup():
    for name in ("card", "to", "take", "token", "rot"):
        assert "<b>x" not in html(ROW, **{name: "<b>x"})


def test_a_place_says_what_it_touches_and_makes():
    position = {"stage": "setup_place", "lake": ["LDLD@(0,0)180"], "drawn": "LDLD"}
    first = scene(position).view["lake"][0]["card"]

    labels = {
        chosen(target["url"])["to"]: target["label"]
        for target in board(position, rot="0")["picture"]["targets"]
    }

    assert labels["2,0"] == f"Lay it at 2,0, touching {first}; makes 1 light square"
    assert labels["0,2"] == f"Lay it at 0,2, touching {first}; makes no square"


def forms(page: str) -> list[dict[str, str]]:
    """Return the fields of the board's forms that send a composed answer."""
    found = re.findall(r'<form class="send"[^>]*>(.*?)</form>', page, re.DOTALL)
    return [
        dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        for form in found
    ]


def places(page: str) -> list[str]:
    found = re.findall(r'<a href="([^"]+)" aria-label="Lay it', page)
    return [url.replace("&amp;", "&") for url in found]


@pytest.mark.django_db
def test_the_first_turns_are_played_with_scripts_off():
    match, one, other = make_match("winter")
    clients = {0: Client(), 1: Client()}
    for seat, person in enumerate((one, other)):
        assert clients[seat].login(username=person.username, password=PASSWORD)
    address = f"/matches/{match.pk}/"

    for turn in range(10):
        match.refresh_from_db()
        assert match.turn == turn
        client = clients[match.asked[0]]
        page = client.get(address).content.decode()
        if links := places(page):
            page = client.get(links[0].split("#")[0]).content.decode()
        answered = client.post(f"{address}answer/", forms(page)[0])
        assert answered.status_code == 302

    match.refresh_from_db()
    assert match.turn == 10
    assert len(match.state["lake"]) > 4
