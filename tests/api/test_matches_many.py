"""Matches of three and four through the API, and decks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.api.reference_courtier import ANSWERS, ASKS, EVENTS, OPTIONS
from games.courtier import SYSTEM
from games.courtier.deckfile import HOUSE
from games.engine.chance import Seeded
from games.models import Match
from games.services.decks import deck_add
from tests.api.client import Api
from tests.factories import make_user

pytestmark = pytest.mark.django_db

SEATS = [{"kind": "me"}, {"kind": "free"}, {"kind": "bot", "bot": "random"}, {"kind": "free"}]


def game_in_words(api: Api) -> dict[str, Any]:
    return next(game for game in api.get("games/").json() if game["game"] == "courtier")


def test_a_table_of_four_is_opened_joined_and_played():
    one, two, three = (Api(make_user()) for _ in range(3))
    opened = one.post(
        "matches/", {"game": "courtier", "seats": SEATS, "options": {"first": 0, "auction": False}}
    )
    invitation = f"match-invites/{opened.json()['invite']}/"

    free = two.get(invitation).json()["free"]
    joined = [two.post(invitation, {}), three.post(invitation, {"seat": 3})]

    assert opened.status_code == 201
    assert free == [1, 3]
    assert [answer.json()["status"] for answer in joined] == ["open", "running"]
    path = f"matches/{opened.json()['id']}/"
    ask = one.get(f"{path}ask/").json()["ask"]
    assert (ask["kind"], ask["default"]) == ("action", "gain")
    assert one.post(f"{path}answer/", {"revision": 0, "answer": " GAIN "}).status_code == 201
    assert one.get(path).json()["asked"] == [1]


@pytest.mark.parametrize("count", [1, 5])
def test_another_number_of_seats_is_refused(count: int):
    seats = [{"kind": "me"}, *[{"kind": "free"}] * (count - 1)]

    answer = Api(make_user()).post("matches/", {"game": "courtier", "seats": seats})

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_seats")


def test_a_match_names_its_deck_and_shows_no_table():
    data = HOUSE.read_bytes().replace(b'name = "King"', b'name = "Doge"')
    deck = deck_add(name="Doges", data=data).deck
    api = Api(make_user())
    bots = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]

    opened = api.post("matches/", {"game": "courtier", "seats": bots, "deck": deck.pk})
    match = api.get(f"matches/{opened.json()['id']}/").json()

    assert game_in_words(api)["decks"] == [{"id": deck.pk, "name": "Doges"}]
    assert match["deck"] == {"id": deck.pk, "name": "Doges"}
    assert match["options"] == {}


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"deck": 4711}, 400, "unknown_deck"),
        ({"deck": "1"}, 400, "invalid"),
        ({"options": {"deck": {}}}, 422, "unknown_option"),
        ({"options": {"deck": None}}, 422, "unknown_option"),
        ({"options": {"fashion_top": 17}}, 422, "too_many_fashions"),
    ],
)
def test_a_deck_comes_by_its_number_alone(sent: dict[str, Any], status: int, code: str):
    answer = Api(make_user()).post("matches/", {"game": "courtier", **sent})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Match.objects.exists()


def test_every_option_that_is_told_can_be_chosen():
    for option in OPTIONS:
        for value in option["values"]:
            SYSTEM.open({"fashion_top": 0, "fashion_bottom": 0, option["name"]: value}, 4)
        assert option["default"] in option["values"]


def test_what_courtier_asks_takes_and_tells_is_as_the_reference_says():
    verbs = {example.split()[0] for example in ANSWERS}
    for seats in (2, 3, 4):
        rng = Random(seats)
        game = SYSTEM.open({"turn_cap": 60, "fast_start": True}, seats)
        step = game.start(Seeded(rng))
        events = list(step.events)
        while asks := game.asks(step.state):
            (ask,) = asks
            assert ask.kind in ASKS
            legal = list(ask.legal or ())
            assert {answer.split()[0] for answer in legal} <= verbs
            step = game.resolve(step.state, {ask.seat: rng.choice(legal)}, Seeded(rng))
            events += step.events
        assert {(event.kind, tuple(event.data)) for event in events} <= {
            (kind, keys) for kind, (keys, _about) in EVENTS.items()
        }
