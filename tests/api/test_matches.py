"""Matches by API: what is said of the games, opening, joining, answering, seats, the record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.api.reference import ANSWERS, ASKS, EVENTS
from games.engine.chance import CommitReveal
from games.engine.registry import load_system
from games.models import Match, Note, Plan, Turn
from games.services.bots import bots_move
from games.winter.actions import read_action
from games.winter_court.notation import parse, write
from tests.api.client import Api, is_problem
from tests.api.matches import programs
from tests.factories import make_user
from tests.games.hosting.toys import offer_toys

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


FIRST = {"first": 0}
BOT = {"kind": "bot", "bot": "random"}


# The games in words


def whole_games(game: str) -> tuple[set[str], dict[str, tuple[str, ...]]]:
    """Play some random games; return the kinds of asks, and the events with their keys."""
    opened, asked, told = load_system(game).open({}, 2), set(), {}
    for seed in range(25):
        rng, turn = Random(seed), 0
        step = opened.start(CommitReveal(bytes([seed] * 32), "0"))
        while asks := opened.asks(step.state):
            told |= {event.kind: tuple(event.data) for event in step.events}
            asked |= {ask.kind for ask in asks}
            turn += 1
            answers = {ask.seat: opened.sample(step.state, ask, rng) for ask in asks}
            step = opened.resolve(step.state, answers, CommitReveal(bytes(32), f"{seed}.{turn}"))
        told |= {event.kind: tuple(event.data) for event in step.events}
    return asked, told


@pytest.mark.parametrize("game", ["winter", "winter_court"])
def test_asks_and_events_are_described_as_they_are(game: str):
    asked, told = whole_games(game)

    assert asked <= set(ASKS[game])
    assert {"game_over", "dealt"} <= set(told)
    assert {kind: EVENTS[game][kind][0] for kind in told} == told


def test_every_answer_shown_is_one_that_the_game_reads():
    for text in ANSWERS["winter"]:
        assert str(read_action(text)) == text
    for text in ANSWERS["winter_court"]:
        assert write(parse(text)) == text


def test_the_games_name_bots_seats_and_options():
    games = {game["game"]: game for game in Api().get("games/").json()}

    assert set(games) == {"winter", "winter_court", "courtier", "skirmish"}
    winter = games["winter"]
    assert (winter["name"], winter["version"], winter["seats"]) == ("Winter", "1", [2])
    assert [bot["bot"] for bot in winter["bots"]] == ["random", "greedy", "search"]
    assert winter["options"][0]["values"] == [None, 0, 1]


# Opening and joining


def test_a_match_is_opened_found_by_invitation_and_joined():
    anna, bert = Api(make_user("anna")), Api(make_user("bert"))

    opened = anna.post("matches/", {"game": "winter", "options": FIRST})
    body = opened.json()
    assert (opened.status_code, body["status"]) == (201, "open")
    assert opened.headers["Location"] == f"/api/v1/matches/{body['id']}/"
    invitation = Api().get(f"match-invites/{body['invite']}/").json()
    assert invitation["seats"] == ["anna", "a free seat"]
    assert invitation["free"] == [1]

    joined = bert.post(f"match-invites/{body['invite']}/", {"seat": 1})
    assert (joined.status_code, joined.json()["status"]) == (201, "running")
    assert joined.json()["invite"] is None
    seen = bert.get(f"matches/{body['id']}/").json()
    assert [seat["name"] for seat in seen["seats"]] == ["anna", "bert"]
    assert (seen["seat"], seen["asked"], seen["revision"]) == (1, [0], 0)
    assert is_problem(Api().get(f"match-invites/{body['invite']}/"), 404, "no_invite")


def test_a_listed_match_is_joined_from_the_lobby():
    anna, bert = Api(make_user()), Api(make_user())
    match = anna.post("matches/", {"game": "winter_court", "is_listed": True}).json()["id"]

    lobby = Api().get("matches/?list=open").json()["results"]
    joined = bert.post(f"matches/{match}/join/", {})

    assert [line["id"] for line in lobby] == [match]
    assert joined.status_code == 201
    assert Api().get("matches/?list=open").json()["results"] == []
    assert [line["id"] for line in Api().get("matches/?list=running").json()["results"]] == [match]
    assert [line["id"] for line in bert.get("matches/").json()["results"]] == [match]


def test_what_waits_for_me_is_counted_and_listed_soonest_first():
    game = programs("heap", clock={"kind": "move", "minutes": 60})
    api = game.seats[0]
    person = game.played.people[0]
    later = programs("heap")
    Match.objects.get(pk=later.played.pk).seats.filter(number=0).update(user=person)

    waiting = api.get("me/matches/").json()

    assert [line["id"] for line in waiting] == [game.played.pk, later.played.pk]
    assert [line["is_asked"] for line in waiting] == [True, True]
    assert waiting[0]["due"] == "2026-01-05T13:00:00Z"
    assert api.get("me/").json()["waiting"] == 2
    assert game.seats[1].get("me/matches/").json() == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"game": "chess"}, 400, "unknown_game"),
        ({"game": "winter", "seats": 5}, 400, "invalid"),
        ({"game": "winter", "seats": [1, None]}, 400, "invalid"),
        ({"game": "winter", "seats": [BOT]}, 400, "bad_seats"),
        ({"game": "winter", "seats": [{"kind": "me"}, {"kind": "me"}]}, 400, "bad_seats"),
        ({"game": "winter", "seats": [BOT, {"kind": "bot", "bot": "x"}]}, 400, "bad_seats"),
        ({"game": "winter", "clock": {"kind": "sand"}}, 400, "bad_clock"),
        ({"game": "winter", "delay": -1}, 400, "bad_settings"),
        ({"game": "winter", "delay": "5"}, 400, "invalid"),
        ({"game": "winter", "options": {"first": 2}}, 422, "bad_first"),
        ({"game": "winter", "options": {"second": 2}}, 422, "unknown_option"),
        ({"game": "winter", "rated": True}, 400, "invalid"),
    ],
    ids=str,
)
def test_what_cannot_be_opened_is_refused_and_leaves_nothing(body: Any, status: int, code: str):
    assert is_problem(Api(make_user()).post("matches/", body), status, code)
    assert Match.objects.count() == 0


def test_a_match_against_a_bot_begins_at_once_and_the_bot_answers():
    me = Api(make_user())
    opened = me.post("matches/", {"game": "winter", "options": {"first": 1},
                                  "seats": [{"kind": "me"}, BOT]}).json()  # fmt: skip

    assert bots_move(opened["id"]) == 1
    ask = me.get(f"matches/{opened['id']}/ask/").json()
    assert (opened["status"], ask["revision"], ask["ask"]["kind"]) == (
        "running",
        1,
        "choose_colour",
    )
    assert ask["ask"]["legal"] == ["colour L", "colour D"]


# Answering


def test_an_answer_in_any_spelling_is_taken_in_its_one_form():
    game = programs("winter_court", options=FIRST)

    given = game.answer(0, "  PASS ")

    assert given.status_code == 201
    assert given.json() == {
        "revision": 1, "seat": 0, "answer": "pass", "is_new": True, "waits": False,
    }  # fmt: skip
    assert game.ask(0)["kind"] == "draw"


def test_a_dry_run_checks_and_changes_nothing():
    game = programs("heap")

    good = game.seats[0].post(game.path("answer/?dry_run=1"), {"revision": 0, "answer": "TAKE 2"})
    bad = game.seats[0].post(game.path("answer/?dry_run=1"), {"revision": 0, "answer": "take 11"})

    assert (good.status_code, good.json()["answer"]) == (200, "take 2")
    assert is_problem(bad, 422, "too_many")
    assert bad.json()["detail"] == "Only 10 left."
    assert Turn.objects.filter(match=game.played.pk).count() == 1


def test_f16_the_second_of_a_double_click_plays_nothing():
    game = programs("heap")

    first, again = (game.answer(0, "wait", 0) for _ in range(2))
    keyed = [game.answer(0, "take 1", 1, Idempotency_Key="a") for _ in range(2)]

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == {**first.json(), "is_new": False}
    assert [answer.status_code for answer in keyed] == [201, 201]
    assert keyed[0].content == keyed[1].content
    assert game.match.turn == 2
    assert game.match.state["heap"] == 9


def test_f16_one_key_opens_one_match():
    me, body = Api(make_user()), {"game": "winter"}

    answers = [me.post("matches/", body, Idempotency_Key="k") for _ in range(3)]
    other = me.post("matches/", {"game": "winter_court"}, Idempotency_Key="k")

    assert len({answer.content for answer in answers}) == 1
    assert {answer.headers["Location"] for answer in answers} == {answers[0].headers["Location"]}
    assert is_problem(other, 400, "key_reused")
    assert Match.objects.count() == 1


def test_f11_an_answer_to_an_older_revision_is_refused_and_changes_nothing():
    game = programs("heap")
    game.answer(0, "wait", 0)

    stale = game.answer(0, "take 3", 0)
    early = game.answer(0, "take 3", 2)
    theirs = game.answer(1, "take 3")

    assert is_problem(stale, 412, "moved_on")
    assert is_problem(early, 412, "moved_on")
    assert is_problem(theirs, 422, "not_asked")
    assert game.match.state["heap"] == 10


def test_answers_at_the_same_time_wait_for_each_other():
    game = programs("hoard")
    mine, theirs = (game.ask(seat)["legal"][0] for seat in (0, 1))

    first = game.answer(0, mine)
    again = game.answer(0, game.match.state["hands"][0][1])
    second = game.answer(1, theirs)

    assert (first.status_code, first.json()["waits"], first.json()["revision"]) == (201, True, 0)
    assert is_problem(again, 409, "already_answered")
    assert (second.json()["waits"], second.json()["revision"]) == (False, 1)


def test_legal_answers_come_in_pages_that_make_the_whole():
    game = programs("winter_court", options=FIRST)
    whole = game.ask(0)

    pages, offset, more = [], 0, True
    while more:
        page = game.ask(0, f"?offset={offset}&limit=3")
        assert page["offset"] == offset
        pages += page["legal"]
        offset, more = offset + 3, page["more"]

    assert not whole["more"]
    assert pages == whole["legal"]
    assert len(set(pages)) == len(pages) > 3
    assert game.ask(0, f"?offset={len(pages)}")["legal"] == []
    assert game.ask(1) is None
    for query in ("?limit=0", "?limit=201", "?offset=x", "?offset=-1"):
        refused = game.seats[0].get(game.path(f"ask/{query}"))
        assert is_problem(refused, 400, "bad_parameter")


# Ahead, around and after


def test_a_plan_is_kept_shown_to_its_seat_played_and_dropped():
    game = programs("heap")
    lines = [{"if": "take 1", "then": ["take 2"]}]

    kept = game.seats[1].put(game.path("plan/"), {"revision": 0, "lines": lines})
    shown = [seat.get(game.path("plan/")).json()["lines"] for seat in game.seats]
    dropped = [game.seats[1].delete(game.path("plan/")).status_code for _ in range(2)]
    assert kept.json() == {"revision": 0, "lines": lines}
    assert shown == [[], lines]
    assert dropped == [204, 204]
    assert (Plan.objects.count(), game.match.planned) == (0, [])

    game.seats[1].put(game.path("plan/"), {"revision": 0, "lines": lines})
    given = game.answer(0, "take 1")
    assert given.json()["revision"] == 2
    assert game.match.state["heap"] == 7


def test_a_draw_is_offered_and_agreed_on():
    game = programs("heap")

    early = game.seats[1].post(game.path("draw/"), {"revision": 0, "action": "accept"})
    offer = game.seats[0].post(game.path("draw/"), {"revision": 0, "action": "offer"})
    agreed = game.seats[1].post(game.path("draw/"), {"revision": 0, "action": "accept"})

    assert is_problem(early, 409, "no_offer")
    assert offer.json() == {
        "status": "running", "revision": 0, "draw_offered_by": 0, "undo_asked_by": None,
    }  # fmt: skip
    assert agreed.json()["status"] == "over"
    seen = game.outsider.get(game.path())
    assert is_problem(seen, 404, "no_match")
    assert game.seats[0].get(game.path()).json()["outcome"]["places"] == [1, 1]


def test_an_undo_is_asked_for_and_granted():
    game = programs("heap")
    game.answer(0, "take 3")

    asked = game.seats[0].post(game.path("undo/"), {"revision": 1, "action": "ask"})
    granted = game.seats[1].post(game.path("undo/"), {"revision": 1, "action": "accept"})
    odd = game.seats[1].post(game.path("undo/"), {"revision": 2, "action": "offer"})

    assert asked.json()["undo_asked_by"] == 0
    assert granted.json()["revision"] == 2
    assert is_problem(odd, 400, "unknown_action")
    assert game.match.state["heap"] == 10
    events = game.seats[0].get(game.path("events/")).json()["events"]
    assert [(event["kind"], event["is_undone"]) for event in events] == [
        ("taken", True), ("undone", False),
    ]  # fmt: skip


def test_a_seat_is_given_by_link_and_to_a_bot():
    game = programs("heap")
    token = game.seats[1].post(game.path("seats/1/link/")).json()["token"]

    offered = Api().get(f"match-seats/{token}/").json()
    taken = game.outsider.post(f"match-seats/{token}/")
    out = game.answer(1, "take 1")
    bot = game.outsider.post(game.path("seats/1/bot/"), {"bot": "random"})

    assert offered == {"id": game.played.pk, "game": "heap", "seat": 1}
    assert taken.status_code == 201
    assert is_problem(out, 404, "no_match")
    assert bot.status_code == 204
    seat = game.seats[0].get(game.path()).json()["seats"][1]
    assert (seat["kind"], seat["bot"], seat["is_substitute"]) == ("bot", "random", True)


def test_a_rematch_is_one_match_with_the_seats_changed_round():
    game = programs("heap")
    assert game.seats[0].post(game.path("resign/")).json()["status"] == "over"

    first, second = (seat.post(game.path("rematch/")) for seat in game.seats)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] == second.json()["id"]
    seats = game.seats[0].get(f"matches/{first.json()['id']}/").json()
    assert (seats["seat"], seats["status"]) == (1, "running")


def test_a_match_that_waits_is_called_off():
    me = Api(make_user())
    match = me.post("matches/", {"game": "winter"}).json()

    assert me.post(f"matches/{match['id']}/call-off/").status_code == 204
    assert me.get(f"matches/{match['id']}/").json()["status"] == "called_off"
    assert is_problem(me.post(f"matches/{match['id']}/call-off/"), 409, "not_open")
    assert is_problem(Api().get(f"match-invites/{match['invite']}/"), 404, "no_invite")


def test_after_the_end_the_replay_comes_in_pages_and_the_record_whole():
    game = programs("heap", options={"heap": 4})
    for seat, answer in ((0, "take 1"), (1, "take 1"), (0, "take 2")):
        game.answer(seat, answer)

    first = game.seats[1].get(game.path("replay/?limit=3")).json()
    rest = game.seats[1].get(game.path("replay/?offset=3")).json()
    record = game.seats[1].get(game.path("record/")).json()

    assert [step["number"] for step in first["steps"] + rest["steps"]] == [0, 1, 2, 3]
    assert (first["count"], rest["offset"]) == (4, 3)
    assert first["steps"][2]["answers"] == {"1": "take 1"}
    assert [step["view"]["heap"] for step in first["steps"]] == [4, 3, 2]
    assert len(first["steps"][0]["hands"]) == 2
    assert record["outcome"]["winners"] == [0]
    assert record["secret"] == game.match.secret
    assert Note.objects.count() == 0


def test_the_record_is_given_twenty_times_a_minute():
    game = programs("heap")
    game.seats[0].post(game.path("resign/"))

    statuses = [game.seats[0].get(game.path("record/")).status_code for _ in range(21)]

    assert statuses == [200] * 20 + [429]
