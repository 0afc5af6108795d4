"""The board of Courtier: what is shown is what the view says, what is sent is what is legal."""

from __future__ import annotations

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.courtier import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import Json
from games.services.answers import answer_give
from games.services.rulebook import game_of
from games.web.boards.courtier_names import house_names
from games.web.boards.courtier_table import moves_in
from games.web.boards.courtier_targets import FIRST_OF_TWO, TARGETED, moves
from tests.web.courtier import (
    board,
    chosen,
    html,
    lively,
    moments,
    options,
    scene,
    scene_of,
    sent,
    table_of,
)
from tests.web.matches import address, make_match
from tests.web.pages import client_of

TAKES_UP = FIRST_OF_TWO | {"move_own", "move_other"}
"""The kinds that only take a marker up: it moves with the next answer."""

E3: Json = {
    "courtiers": {
        "king": {"0": 1},
        "palatine": {"0": 2, "1": 1, "2": 1},
        "magistrate": {"0": 1},
    },
    "hands": [[], [], ["inf_any_senate", "pow_charismatic"]],
    "to_move": 2,
}
"""courtier.md 16, E3: Anna is Todd, who holds the Royal Family; Ben is John, Cleo is Chelle."""


# What can be sent


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_links_forms_and_buttons_reach_exactly_the_legal_answers(seats: int) -> None:
    kinds = set()

    for game, state, ask, _events in moments(seats, seed=seats, most=1):
        first = html(scene_of(game, state, ask.seat))
        found = sent(first)
        for query in chosen(first):
            found |= sent(html(scene_of(game, state, ask.seat, query=query)))
        assert found == set(ask.legal or ()), ask.kind
        kinds.add(ask.kind)

    assert {"hands", "bid", "action", "place", "petition", "refill"} <= kinds


def test_a_seat_that_is_not_asked_can_look_at_its_cards_and_send_nothing() -> None:
    shown = scene(E3 | {"hands": [["inf_king"], [], []]}, 0, query={"play": "inf_king"})

    page = html(shown)

    assert sent(page) == set()
    assert "Place a marker on the King." in page


def test_a_card_that_is_not_in_the_hand_cannot_be_chosen() -> None:
    assert board(scene(E3, 2, query={"play": "inf_king"}))["card"] is None


# What would change


def test_a_chosen_card_shows_its_places_and_what_each_would_change() -> None:
    """E3: the Palatine in place of John, the Magistrate and the Senator; nothing else."""
    shown = board(scene(E3, 2, query={"play": "inf_any_senate"}))

    assert options(shown) == {
        "palatine": [("in place of Ben's marker", "nobody controls the Palatine")],
        "magistrate": [("your marker here", "nobody controls the Magistrate")],
        "senator": [("your marker here", "you control the Senator")],
    }


def test_a_card_without_a_place_says_what_it_does() -> None:
    position = E3 | {"pools": [15, 15, 8], "reserves": [5, 8, 15]}

    shown = board(scene(position, 2, query={"play": "pow_charismatic"}))

    assert shown["card"]["says"] == ["Your pool goes from 8 to 11."]
    assert options(shown) == {}


def test_a_place_says_that_a_coterie_changes_hands_and_a_petition_comes_within_reach() -> None:
    """One free slot at the Painter makes Culture and pet_08's last courtier Anna's."""
    position = {
        "courtiers": {
            "painter": {"0": 1},
            "playwright": {"1": 1},
            "admiral": {"0": 3},
            "emeritus": {"neutral": 1},
        },
        "petitions": ["pet_08", "pet_02", "pet_03", "pet_04"],
        "hands": [["inf_any_culture"], [], []],
        "stage": "action",
    }

    painter = options(board(scene(position, 0, query={"play": "inf_any_culture"})))["painter"]

    title = house_names().petition("pet_08")
    assert painter == [
        (
            "your marker here",
            f"you can complete “{title}” (7); you hold Culture; Painter full",
        )
    ]


def test_what_is_said_to_change_is_what_changes() -> None:
    """Random games: every answer that names a place moves the markers it is said to move."""
    tried = set()

    for seats, seed in ((2, 5), (3, 6), (4, 7)):
        for game, state, ask, _events in moments(seats, seed, most=6):
            if ask.kind not in TARGETED - TAKES_UP:
                continue
            table = table_of(game.view(state, ask.seat), ask.seat, seats)
            for answer in [answer for answer in ask.legal or () if answer != "skip"][:12]:
                said = moves(table, ask.kind, answer.split())
                step = game.resolve(state, {ask.seat: answer}, Seeded(Random(1)))
                told = [{"kind": event.kind, "data": event.data} for event in step.events]
                done = moves_in(told)[: len(said)]
                assert sorted(said) == sorted(done), (ask.kind, answer)
            tried.add(ask.kind)

    assert {"place", "place_neutral", "remove_neutral", "move_own_to", "swap_with"} <= tried


# The auction and the refill


def test_the_auction_shows_the_hands_the_bids_and_the_lowest_bid_on_each() -> None:
    """E1 and E2: after the third bid Albert needs 3 on hand 1, 1 on hand 2, 2 on hand 3."""
    game = SYSTEM.open({"first": 0}, 4)
    state = game.start(Seeded(Random(1))).state
    for answer in ["hand 3"] * 4 + ["bid 1 1", "bid 3 1", "bid 1 2"]:
        seat = game.asks(state)[0].seat
        state = game.resolve(state, {seat: answer}, Seeded(Random(2))).state

    lots = board(scene_of(game, state, 0))["auction"]

    assert [lot["lowest"] for lot in lots] == [3, 1, 2, 1]
    assert {lot["highest"] for lot in lots} == {15}
    assert [(lot["bidder"] and lot["bidder"]["name"], lot["amount"]) for lot in lots] == [
        ("Cleo", 2),
        (None, 0),
        ("Ben", 1),
        (None, 0),
    ]
    assert [sum(card["count"] for card in lot["cards"]) for lot in lots] == [5, 5, 5, 5]


def test_a_bid_is_raised_by_a_number_and_sent_as_it_is_written() -> None:
    game = SYSTEM.open({"first": 0}, 2)
    state = game.start(Seeded(Random(1))).state
    for answer in ["hand 0", "hand 5"]:
        state = game.resolve(state, {game.asks(state)[0].seat: answer}, Seeded(Random(2))).state

    raised = board(scene_of(game, state, 0, query={"hand": "2", "amount": "7"}))["auction"]
    odd = board(scene_of(game, state, 0, query={"hand": "2", "amount": "16"}))["auction"]

    assert [lot["send"]["answer"] for lot in raised] == ["bid 1 1", "bid 2 7"]
    assert [lot["send"]["answer"] for lot in odd] == ["bid 1 1", "bid 2 1"]


REFILL: Json = {
    "courtiers": {"king": {"0": 3}},
    "hands": [["inf_king"] * 2 + ["inf_prince", "inf_princess"], [], []],
    "offers": {"influence": "inf_painter", "power": "pow_generous"},
    "stage": "refill",
}


@pytest.mark.parametrize(
    ("pool", "price"),
    [
        (8, "for a marker from your pool (8)"),
        (0, "for one of your markers on the board: your pool is empty"),
    ],
)
def test_the_refill_names_the_open_cards_and_their_price(pool: int, price: str) -> None:
    """E10: with an empty pool a marker on the board pays."""
    position = REFILL | {"pools": [pool, 15, 15], "reserves": [21 - pool, 9, 9]}

    sends = board(scene(position, 0))["sends"]

    said = {send["answer"]: (send["label"], send["note"]) for send in sends}
    assert said["buy influence"] == ("Buy Influence the Painter", price)
    assert set(said) == {"draw influence", "draw power", "buy influence", "buy power"}


# News


def test_the_news_are_what_others_did_without_what_the_table_shows() -> None:
    events = [
        {"kind": "turn_began", "data": {"seat": 1, "turn": 4}},
        {"kind": "card_played", "data": {"seat": 1, "deck": "power", "card": "pow_ruthless"}},
        {"kind": "card_played", "data": {"seat": 0, "deck": "power", "card": "pow_generous"}},
    ]

    assert board(scene({}, 0, events=events))["told"] == ["Ben played Ruthless."]


# What stays hidden


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_f40_nothing_of_other_hands_or_secrets_is_on_the_page(seat: int | None) -> None:
    names, seen = house_names(), 0

    for game, state, ask, _events in moments(3, seed=21, most=2):
        view = game.view(state, seat)
        page = html(scene_of(game, state, seat))
        public = {
            *(card for pile in view["discards"].values() for card in pile),
            *(card for hand in (*view["known"], *view["hands"]) for card in hand),
            *(card for lot in view["bids"] or () for card in lot["cards"]),
            *view["offers"].values(),
        }
        for other in {0, 1, 2} - {seat}:
            theirs = game.view(state, other)
            for card in set(theirs["hands"][other]) - public:
                assert names.card(card) not in page
                seen += 1
            secret = theirs["secrets"][other]
            assert secret is None or names.petition(secret) not in page
        assert ask.kind

    assert seen > 20


def test_after_the_end_every_hand_and_secret_lies_open() -> None:
    position = E3 | {"hands": [["inf_king"], ["pow_ruthless"], ["inf_any"]]}
    game = SYSTEM.open({}, 3)
    state = game.position(position)
    hands = [game.view(state, seat) for seat in range(3)]

    page = html(scene_of(game, state, None, hands=hands))

    for text in ("The hand of Ben", "Ruthless", "The hand of Cleo", "Influence Any Courtier"):
        assert text in page
    for view, seat in zip(hands, range(3), strict=True):
        assert house_names().petition(view["secrets"][seat]) in page


# The page


@pytest.mark.django_db
def test_the_page_asks_the_database_no_more_in_a_long_match_than_in_a_new_one() -> None:
    match, one, other = make_match("courtier")
    client, rng = client_of(one), Random(8)

    def queries() -> int:
        client.get(address(match))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address(match)).status_code == 200
        return len(captured)

    early = queries()
    for _answer in range(40):
        match.refresh_from_db()
        game = game_of(match)
        ask = game.asks(game.decode(match.state))[0]
        person = (one, other)[ask.seat]
        given = lively(ask.legal or (), rng)
        answer_give(person=person, match_id=match.pk, revision=match.turn, answer=given)

    assert queries() == early


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["?play=inf_nobody", "?hand=9&amount=²", "?hand=&amount=-1", "?play=done&to=king"]
)
def test_odd_choices_choose_nothing_and_break_nothing(query: str) -> None:
    match, one, _other = make_match("courtier")

    statuses = [
        client_of(one).get(address(match, part) + query).status_code for part in ("", "board/")
    ]

    assert statuses == [200, 200]
