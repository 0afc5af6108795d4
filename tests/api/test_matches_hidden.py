"""What no program is told: hands, piles, secrets, what is too new for an outsider."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services.seats import seat_link
from tests.api.client import Api, is_problem
from tests.api.matches import Programs, cards_in, programs, told
from tests.factories import make_user
from tests.games.history.matches import UNSEEN, play_round
from tests.games.hosting.toys import at, offer_toys

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

READS = ("", "ask/", "ask/?limit=1", "events/", "notes/", "plan/", "record/", "replay/")


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


def unknown_to(match: Match, seat: int | None) -> set[str]:
    """Return the cards that nobody has shown that reader."""
    hands = [hand for number, hand in enumerate(match.state["hands"]) if number != seat]
    return {card for cards in (*hands, match.state["pile"]) for card in cards}


def everything(game: Programs, program: Api) -> list[str]:
    """Read all there is about the match, and try what is refused."""
    reads = [program.get(game.path(rest)) for rest in READS]
    wrong = {"revision": game.match.turn, "answer": "keep nothing"}
    tries = [
        program.post(game.path("answer/"), wrong),
        program.post(game.path("undo/"), {"revision": 0, "action": "ask"}),
        program.get("matches/?list=running"),
        program.get("me/matches/"),
    ]
    return [told(answer) for answer in (*reads, *tries)]


def test_f40_f41_no_program_is_told_a_hidden_card_or_the_secret_before_the_end():
    game, rng = programs("winter_court", is_listed=True), Random(4)
    seat_token = seat_link(person=game.played.people[0], match_id=game.played.pk, seat=0)
    readers = [*zip((0, 1), game.seats, strict=True), (None, game.outsider), (None, Api())]

    for _ in range(12):
        for _ in range(2):
            if game.match.status == "running":
                game.step(rng)
        match = game.match
        for seat, program in readers:
            texts = everything(game, program)
            assert not unknown_to(match, seat) & cards_in(" ".join(texts)), seat
            for text in texts:
                assert match.secret not in text
                assert match.invite_token not in text
                assert seat == 0 or seat_token not in text

    assert match.turn >= 20


def test_f41_after_the_end_the_secret_and_every_hand_are_open_to_all_who_may_look():
    game, rng = programs("winter_court", is_listed=True), Random(4)
    hands = game.match.state["hands"]
    for _ in range(4):
        game.step(rng)

    game.seats[0].post(game.path("resign/"))

    for program in (*game.seats, game.outsider, Api()):
        assert program.get(game.path("record/")).json()["secret"] == game.match.secret
        first = program.get(game.path("replay/?limit=1")).json()["steps"][0]
        assert [view["hands"][seat] for seat, view in enumerate(first["hands"])] == hands
        events = program.get(game.path("events/")).json()["events"]
        dealt = [event["data"]["cards"] for event in events if event["kind"] == "hand_dealt"]
        assert dealt == hands


def test_f43_who_may_not_know_hears_what_they_hear_of_no_match():
    game = programs("heap")
    for program in (game.outsider, Api()):
        for rest in READS[:-3] + ("record/", "replay/"):
            hidden, missing = (program.get(f"matches/{n}/{rest}") for n in (game.played.pk, 99999))
            assert is_problem(hidden, 404, "no_match")
            assert hidden.content == missing.content
    for rest, body in (
        ("answer/", {"revision": 0, "answer": "take 1"}),
        ("join/", {}),
        ("draw/", {"revision": 0, "action": "offer"}),
        ("resign/", None),
        ("seats/0/bot/", {"bot": "random"}),
        ("seats/0/link/", None),
        ("rematch/", None),
        ("call-off/", None),
    ):
        assert is_problem(game.outsider.post(game.path(rest), body), 404, "no_match")
    assert is_problem(game.outsider.delete(game.path("plan/")), 404, "no_match")
    assert game.match.turn == 0


def late() -> Programs:
    """Begin a listed match that outsiders see ten minutes late, and play one old round."""
    game = programs("hoard", **UNSEEN)
    play_round(game.played, at(minutes=5))
    return game


def test_f43_an_outsider_sees_everything_late():
    game = late()
    before = [
        told(game.outsider.get(game.path(rest))) for rest in ("", "ask/", "events/", "notes/")
    ]

    play_round(game.played, timezone.now())
    game.seats[0].post(game.path("draw/"), {"revision": 2, "action": "offer"})
    game.seats[0].post(game.path("seats/0/link/"))
    game.answer(1, game.ask(1)["legal"][0])
    after = [told(game.outsider.get(game.path(rest))) for rest in ("", "ask/", "events/", "notes/")]

    assert after == before
    match = game.outsider.get(game.path()).json()
    assert (match["is_late"], match["revision"], match["draw_offered_by"]) == (True, 1, None)
    assert [seat["due"] for seat in match["seats"]] == [None, None]
    assert game.outsider.get(game.path("notes/")).json()["results"] == []
    mine = game.seats[1].get(game.path()).json()
    assert (mine["is_late"], mine["revision"], mine["draw_offered_by"]) == (False, 2, 0)
    assert [note["kind"] for note in game.seats[1].get(game.path("notes/")).json()["results"]] == [
        "draw_offered"
    ]


def test_f43_cursors_go_on_where_a_player_an_opponent_and_an_outsider_stopped():
    game = late()

    def read(program: Api, since: str = "", limit: int = 200) -> tuple[list[int], str, bool]:
        page = program.get(game.path(f"events/?since={since}&limit={limit}")).json()
        turns = sorted({event["turn"] for event in page["events"]})
        return turns, page["next"], page["more"]

    # Hands are dealt in turn 0, for their seats alone.
    readers = (*game.seats, game.outsider)
    assert [read(program) for program in readers] == [
        ([0, 1], "1", False), ([0, 1], "1", False), ([1], "1", False),
    ]  # fmt: skip
    assert read(game.seats[0], limit=1) == ([0], "0", True)
    play_round(game.played, timezone.now())
    assert [read(program, "1") for program in readers] == [
        ([2], "2", False), ([2], "2", False), ([], "1", False),
    ]  # fmt: skip
    for odd in ("x", "-1", "9" * 12, "1.5"):
        assert is_problem(game.outsider.get(game.path(f"events/?since={odd}")), 400, "bad_cursor")


def test_f43_no_tag_changes_for_what_its_reader_does_not_know():
    game = programs("hoard", is_listed=True)

    def tags() -> list[str]:
        return [p.get(game.path()).headers["ETag"] for p in (*game.seats, game.outsider)]

    before = tags()
    seat_link(person=game.played.people[0], match_id=game.played.pk, seat=0)
    unchanged = game.seats[1].get(game.path(), If_None_Match=before[1])

    assert tags() == before
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    game.answer(0, game.ask(0)["legal"][0])
    assert game.seats[1].get(game.path(), If_None_Match=before[1]).status_code == 200


def test_f43_a_plan_shows_nowhere_but_at_its_own_seat():
    game = programs("heap", is_listed=True)
    readers: list[Any] = [game.seats[0], game.outsider, Api()]

    def all_told() -> list[str]:
        paths = ("", "ask/", "events/", "notes/")
        return [told(reader.get(game.path(rest))) for reader in readers for rest in paths]

    before = all_told()
    lines = [{"if": "*", "then": ["take 2"]}]
    assert game.seats[1].put(game.path("plan/"), {"revision": 0, "lines": lines}).status_code == 200

    assert all_told() == before
    assert game.seats[0].get(game.path("plan/")).json() == {"revision": None, "lines": []}
    assert is_problem(game.outsider.get(game.path("plan/")), 403, "not_allowed")


def test_an_account_that_is_closed_opens_nothing():
    person = make_user()
    api = Api(person)
    person.is_active = False
    person.save()

    assert is_problem(api.post("matches/", {"game": "winter"}), 401, "authentication_failed")
