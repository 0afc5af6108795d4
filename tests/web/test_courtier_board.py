"""The board of Courtier: what is shown is what the view says, what is sent is what is legal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.courtier import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import Json
from games.services.answers import answer_give
from games.services.rulebook import game_of
from games.web.boards.courtier_names import house_names
from games.web.boards.courtier_table import Table, moves_in
from games.web.boards.courtier_targets import FIRST_OF_TWO, TARGETED, moves
from tests.web.courtier import (
    NAMES,
    board,
    chosen,
    courtier,
    html,
    lively,
    moments,
    options,
    scene,
    scene_of,
    sent,
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


def table_of(view: Json, seat: int | None, seats: int, *, no_cheese: bool = False) -> Table:
    return Table(view, house_names(), NAMES[:seats], seat, no_cheese)


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


# What lies on the table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_control_and_holders_are_those_of_the_view(seats: int) -> None:
    for game, state, ask, _events in moments(seats, seed=10 + seats, most=12):
        view = game.view(state, ask.seat)
        court = table_of(view, ask.seat, seats).court

        controllers = {one: there["controller"] for one, there in view["courtiers"].items()}
        holders = {one: there["holder"] for one, there in view["coteries"].items()}
        assert {one: court.controller(one) for one in controllers} == controllers
        assert {one: court.holder(one) for one in holders} == holders


def test_every_marker_is_drawn_with_its_owner() -> None:
    shown = board(scene({"courtiers": {"bishop": {"0": 1, "1": 1, "neutral": 1}}}, 1, seats=2))

    bishop = courtier(shown, "bishop")

    assert [mark["owner"] for mark in bishop["marks"]] == ["0", "1", "neutral"]
    assert (len(bishop["free"]), bishop["is_full"], bishop["controller"]) == (1, False, None)
    assert bishop["words"] == "Anna 1, you 1, neutral 1, 1 free"


def test_a_courtier_full_of_neutral_markers_is_whose_turn_it_is() -> None:
    """E6."""
    position: Json = {"courtiers": {"emeritus": {"neutral": 1}, "king": {"neutral": 3}}}

    for seat in (0, 1):
        shown = board(scene(position | {"to_move": seat}, 0))
        assert courtier(shown, "emeritus")["controller"]["owner"] == str(seat)
        assert courtier(shown, "king")["controller"] is None


def test_owners_are_told_apart_by_shape_and_letter() -> None:
    view = scene({}, 0, seats=2).view
    two = Table(view, house_names(), ["Greta", "Gregor"], 0)

    assert two.letters == {"0": "1", "1": "2", "gianni": "G"}


def test_who_shares_an_initial_is_told_apart_by_the_number_of_the_seat() -> None:
    view = scene({}, 0, seats=4).view
    four = Table(view, house_names(), ["Anna", "Bo", "bea", "4ever"], 0)

    assert four.letters == {"0": "A", "1": "2", "2": "3", "3": "4"}


def test_players_are_shown_with_what_is_theirs_the_reader_first() -> None:
    position = {
        "pools": [15, 4, 15],
        "reserves": [9, 20, 9],
        "track": [2, 5, 0],
        "completed": [["pet_01"], ["pet_19", "pet_02"], []],
        "hands": [["inf_king"], ["inf_prince", "pow_energetic"], []],
    }

    rows = board(scene(position, 1))["players"]

    assert [row["mark"]["name"] for row in rows] == ["Ben", "Anna", "Cleo"]
    ben = rows[0]
    assert (ben["score"], ben["track"], ben["pool"], ben["reserve"]) == (22, 5, 4, 20)
    assert (len(ben["done"]), ben["hand"]) == (2, {"influence": 1, "power": 1})


# Petitions


def petition(shown: dict[str, Any], one: str) -> dict[str, Any]:
    return next(there for there in shown["petitions"] if there["id"] == one)


def test_a_petition_says_how_much_of_it_the_reader_has_and_who_else_is_near() -> None:
    """pet_15 Prince, Palatine, Painter: the Prince is Anna's and full, the Palatine not full."""
    position = {
        "courtiers": {"prince": {"0": 3}, "palatine": {"0": 2}, "painter": {"1": 2}},
        "petitions": ["pet_15", "pet_01", "pet_02", "pet_03"],
        "secrets": ["pet_05", "pet_06", "pet_07"],
    }

    shown = board(scene(position, 0))

    codify = petition(shown, "pet_15")
    assert (codify["have"], codify["all"], codify["can"]) == (1, 3, False)
    assert [one["state"] for one in codify["courtiers"]] == ["ready", "mine", "not"]
    assert [(near["mark"]["name"], near["have"]) for near in codify["others"]] == [("Ben", 1)]
    assert [one["id"] for one in shown["petitions"]][0] == "pet_05"
    assert petition(shown, "pet_05")["is_secret"]


@pytest.mark.parametrize("no_cheese", [False, True])
def test_a_petition_is_within_reach_when_the_rules_let_it_be_completed(no_cheese: bool) -> None:
    """Random courts, crowded and with cards that stand in, in the step of the petition."""
    rng, game, within = Random(3), SYSTEM.open({"no_cheese": no_cheese}, 2), 0

    for _number in range(150):
        position = crowded(rng)
        state = game.position(position)
        ask = game.asks(state)[0]
        table = table_of(game.view(state, 0), 0, 2, no_cheese=no_cheese)
        listed = {answer.split()[1] for answer in ask.legal or () if answer[0] == "c"}
        met = {one for one in table.petitions if table.court.can_complete(one, "0")}
        if ask.kind == "petition" and ask.seat == 0:
            assert met == listed, position
            within += len(listed)
        else:
            assert met == set(), position

    assert within > 50


def crowded(rng: Random) -> Json:
    """Return a position in which most courtiers are full."""
    names = house_names()
    courtiers: Json = {}
    for one in names.courtiers:
        owners = rng.choice((["0"], ["0", "neutral"], ["neutral"], ["1", "0"]))
        lying = [rng.choice(owners) for _slot in range(names.slots(one) - rng.choice((0, 0, 0, 1)))]
        courtiers[one] = {owner: lying.count(owner) for owner in set(lying)}
    taken = {owner: sum(there.get(owner, 0) for there in courtiers.values()) for owner in "01"}
    if max(taken.values()) > 24 or sum(c.get("neutral", 0) for c in courtiers.values()) > 40:
        return crowded(rng)
    return {
        "courtiers": courtiers,
        "petitions": rng.sample(sorted(names.petitions), 4),
        "stand_ins": rng.sample(sorted(names.coteries), rng.choice((0, 1, 2))),
        "stage": "petition",
    }


def test_a_petition_full_of_neutral_markers_is_offered_with_what_it_empties() -> None:
    """E7: three courtiers full of neutral markers; nothing of Anna's comes back."""
    position = {
        "courtiers": {
            "magistrate": {"neutral": 3},
            "general": {"neutral": 4},
            "philosopher": {"neutral": 1},
        },
        "petitions": ["pet_12", "pet_01", "pet_02", "pet_03"],
        "stage": "petition",
    }

    offers = board(scene(position, 0))["completions"]

    assert [(offer["title"], offer["points"]) for offer in offers] == [
        (house_names().petition("pet_12"), 10)
    ]
    way = offers[0]["ways"][0]
    assert (way["answer"], way["cleared"], way["back"]) == (
        "complete pet_12",
        "Magistrate, General and Philosopher",
        "",
    )


def test_the_minister_and_a_card_stand_in_and_the_words_say_for_whom() -> None:
    """E16: a card for the listed Minister, the Minister for the General."""
    position = {
        "courtiers": {"merchant": {"0": 3}, "painter": {"0": 2}, "minister": {"0": 4}},
        "petitions": ["pet_26", "pet_01", "pet_02", "pet_03"],
        "stand_ins": ["minister"],
        "stage": "petition",
    }

    offers = board(scene(position, 0))["completions"]

    ways = {way["answer"]: way for way in offers[0]["ways"]}
    way = ways["complete pet_26 general=minister minister=card"]
    assert way["cleared"] == "Merchant, Painter and Minister"
    assert way["back"] == "9 markers of yours come back"
    assert "you lose Minister" in way["lost"]
    assert "a card for the Minister" in way["covered"]


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


# What stays hidden


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_f09_nothing_of_other_hands_or_secrets_is_on_the_page(seat: int | None) -> None:
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
