"""What Courtier's board shows of the table: control, markers, players, how near petitions are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.courtier import SYSTEM
from games.engine.contract import Json
from games.web.boards.courtier_names import house_names
from games.web.boards.courtier_table import Table
from tests.web.courtier import board, courtier, html, moments, scene, table_of


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


def test_the_petition_worth_most_is_offered_first_and_gianni_s_are_chosen_for_him() -> None:
    """pet_21 and pet_19, 12 points each, are Gianni's; Ben has just played."""
    full = ("prince", "general", "inventor", "guildmaster", "princess", "bishop", "emeritus")
    position = {
        "courtiers": {one: {"gianni": house_names().slots(one)} for one in full},
        "petitions": ["pet_21", "pet_19", "pet_24", "pet_25"],
        "stage": "gianni_petition",
        "to_move": 1,
    }

    shown = board(scene(position, 1, seats=2))

    assert shown["prompt"] == "Decide for Gianni: which petition does he complete?"
    offers = [(offer["id"], offer["is_giannis"]) for offer in shown["completions"]]
    assert sorted(offers) == [("pet_19", True), ("pet_21", True)]
    assert shown["turn"]["mark"]["owner"] == "gianni"
    assert "Choose it for Gianni" in html(scene(position, 1, seats=2))


def test_an_outsider_sees_who_is_near_a_petition_and_no_count_of_their_own() -> None:
    shown = scene({"courtiers": {"prince": {"0": 3}}, "petitions": ["pet_15"]}, None)

    page = html(shown)

    codify = petition(board(shown), "pet_15")
    assert {one["state"] for one in codify["courtiers"]} == {"plain"}
    assert [(near["mark"]["name"], near["have"]) for near in codify["others"]] == [("Anna", 1)]
    assert "petition-have" not in page
    assert "Your hand" not in page
