"""Battles that matches decide, by API: who reads what, and how a battle's mode is changed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from campaign.models import LogEntry, Phase
from games.models import Match
from tests.api.client import Api, is_problem, one, player
from tests.factories import Table
from tests.rules.courtyard import A, B, C
from tests.services.courtly import at_court
from tests.services.nested import at_match, contest, match_of, resigned, still_open, won
from tests.services.war import TILE
from tests.shared import laid_once

pytestmark = pytest.mark.django_db

MODE, WISH = f"phases/2/battles/{TILE}/mode/", f"phases/2/battles/{TILE}/wish/"


laid_table = laid_once(lambda: still_open(at_match("winter_court", is_public=True), 2))
laid_court = laid_once(lambda: still_open(at_court(is_public=True), 1))


@pytest.fixture
def table(laid_table: Table, db: None) -> Table:
    return deepcopy(laid_table)


def listed(table: Table, reader: Api, rest: str = "contests/") -> list[Any]:
    answer = reader.get(one(table, rest))
    assert answer.status_code == 200
    return list(answer.json())


def test_a_battle_is_listed_with_its_match(table: Table) -> None:
    (battle,) = listed(table, Api())

    facts = ("kind", "number", "phase", "tile", "mode", "seats", "status", "match", "winner")
    assert [battle[name] for name in facts] == [
        "battle", 1, 2, TILE, "winter_court", [0, 1], "open", match_of(table).pk, None,
    ]  # fmt: skip
    assert (battle["decided_by"], battle["has_begun"]) == ("", False)
    assert (battle["may_set"], battle["may_wish"]) == (False, False)


def test_it_says_who_won_and_how_once_it_is_over(table: Table) -> None:
    won(table, 1)

    (battle,) = listed(table, Api(), "contests/?phase=2")

    assert (battle["status"], battle["winner"], battle["decided_by"]) == ("over", 1, "match")
    assert battle["has_begun"] is True


def test_a_phase_without_battles_has_no_contests(table: Table) -> None:
    assert listed(table, Api(), "contests/?phase=1") == []
    assert is_problem(Api().get(one(table, "contests/?phase=99")), 404, "no_phase")
    assert is_problem(Api().get(one(table, "contests/?phase=x")), 400, "bad_parameter")


def test_whoever_may_look_may_watch_the_match(table: Table) -> None:
    (battle,) = listed(table, Api())

    seen = Api().get(f"matches/{battle['match']}/")

    assert seen.status_code == 200
    assert seen.json()["belongs_to"]["address"] == f"/campaigns/{table.campaign.pk}/#battle-{TILE}"


def test_a_closed_campaign_keeps_its_matches_to_its_members() -> None:
    table = at_match("winter_court", is_public=False)
    path = f"matches/{match_of(table).pk}/"

    assert Api().get(one(table, "contests/")).status_code == 404
    assert Api().get(path).status_code == 404
    assert player(table, 2).get(path).status_code == 200


def test_the_ask_says_where_the_tokens_of_a_battle_may_go(table: Table) -> None:
    can = player(table, 0).get(one(table, "ask/")).json()["ask"]["choices"]["report"]

    # Seat 0 marched from its hex 14 into hex 15; its other hexes do not touch that.
    assert [place["tile"] for place in can["havens"]] == [14]
    (step,) = can["steps"]
    assert (step["army"], step["ship"], [place["tile"] for place in step["to"]]) == (1, None, [14])
    sheet = {"retreat": [14], "advance": [{"army": 1, "to": 14}]}
    assert player(table, 0).put(one(table, "phases/2/sheet/"), sheet).status_code == 201


def test_the_ask_says_what_may_be_played_for_whatever_was_staked() -> None:
    table = at_court()
    Phase.objects.update(due_at=None)
    api = player(table, A)
    first = api.get(one(table, "ask/"))

    body = {"game": "winter", "seats": [B], "stake": {"kind": "tile", "tile": 3}, "key": "c"}
    staked = api.post(one(table, "phases/1/challenges/"), body)

    assert staked.status_code == 201
    can = first.json()["ask"]["choices"]["court"]
    assert can["games"][:3] == [["winter_court", 2, 2], ["winter", 2, 2], ["courtier", 2, 3]]
    assert can["free"] == [[seat, {"gold": 3, "food": 2}] for seat in (A, B, C)]
    # Hex 3 of A lies beside B's 11 and 12 and C's 4; hex 13 of B beside C's 4 and 5.
    assert {"tile": 3, "owner": A, "others": [B, C]} in can["tiles"]
    assert api.get(one(table, "ask/"), If_None_Match=first.headers["ETag"]).status_code == 304


def test_the_game_master_says_how_it_is_fought(table: Table) -> None:
    old = match_of(table).pk
    body = {"mode": "winter", "reason": "You asked for it.", "key": "k"}

    first, again = (Api(table.master).post(one(table, MODE), body) for _ in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    (battle,) = listed(table, Api())
    assert (battle["mode"], battle["status"]) == ("winter", "open")
    assert battle["match"] not in (None, old)
    assert LogEntry.objects.filter(action="battle_mode").count() == 1


def test_a_rehearsed_change_of_mode_changes_nothing(table: Table) -> None:
    body = {"mode": "winter", "reason": "Only to see.", "key": "k"}

    answer = Api(table.master).post(one(table, MODE) + "?dry_run=true", body)

    assert answer.status_code == 200
    assert contest(table).mode == "winter_court"


def test_a_battle_that_is_over_is_fought_as_it_was(table: Table) -> None:
    resigned(table, 0)

    body = {"mode": "winter", "reason": "Too late.", "key": "k"}
    answer = Api(table.master).post(one(table, MODE), body)

    assert is_problem(answer, 409, "battle_begun")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"mode": "chess", "reason": "So.", "key": "k"}, 400, "unknown_mode"),
        ({"mode": "winter", "reason": " ", "key": "k"}, 400, "invalid"),
        ({"mode": "winter", "reason": "So."}, 428, "precondition_required"),
        ({"mode": "winter_court", "reason": "So.", "key": "k"}, 409, "same_mode"),
    ],
)
def test_what_cannot_be_said_of_it_is_refused(
    table: Table, body: Any, status: int, code: str
) -> None:
    assert is_problem(Api(table.master).post(one(table, MODE), body), status, code)


def test_both_sides_change_it_by_consent(table: Table) -> None:
    wish = {"mode": "tabletop", "key": "a"}

    wished = player(table, 0).post(one(table, WISH), wish)
    seen = [listed(table, reader)[0]["wish"] for reader in (player(table, 1), player(table, 2))]
    agreed = player(table, 1).post(one(table, WISH), {**wish, "agree": True})

    assert wished.json()["wish"] == {"mode": "tabletop", "by": 0, "agreed": [0]}
    assert seen == [{"mode": "tabletop", "by": 0, "agreed": [0]}, None]
    assert (agreed.status_code, agreed.json()["mode"]) == (200, "tabletop")
    assert agreed.json()["match"] is None


def test_agreeing_to_a_wish_that_was_replaced_is_refused(table: Table) -> None:
    player(table, 0).post(one(table, WISH), {"mode": "tabletop", "key": "a"})
    player(table, 0).post(one(table, WISH), {"mode": "winter", "key": "b"})

    late = {"mode": "tabletop", "agree": True, "key": "c"}
    answer = player(table, 1).post(one(table, WISH), late)

    assert is_problem(answer, 412, "wish_changed")
    assert contest(table).mode == "winter_court"


def test_who_does_not_fight_has_no_wish(table: Table) -> None:
    answer = player(table, 2).post(one(table, WISH), {"mode": "winter", "key": "k"})

    assert is_problem(answer, 404, "no_battle")


# Courts


@pytest.fixture
def court(laid_court: Table, db: None) -> Table:
    return deepcopy(laid_court)


SET = {"game": "winter", "seats": [A, C], "stake": {"kind": "precedence"}, "key": "c"}
PURSE = {"kind": "purse", "gold": 1, "food": 0, "from": "seats"}
CHALLENGE = {"game": "winter_court", "seats": [B], "stake": PURSE, "key": "c"}


def test_the_game_master_sets_a_court(court: Table) -> None:
    path = one(court, "phases/1/courts/")

    first, again = (Api(court.master).post(path, SET) for _ in range(2))

    assert (first.status_code, again.json()) == (201, first.json())
    (seen,) = listed(court, Api())
    facts = ("kind", "number", "mode", "seats", "stake", "status", "proposed_by")
    assert [seen[name] for name in facts] == [
        "court", 1, "winter", [A, C], {"kind": "precedence"}, "open", None,
    ]  # fmt: skip
    assert Match.objects.get(pk=seen["match"]).game == "winter"


def test_a_challenge_opens_when_it_is_accepted(court: Table) -> None:
    path = one(court, "phases/1/challenges/")

    made = player(court, A).post(path, CHALLENGE)
    waiting = listed(court, Api())[0]
    accepted = player(court, B).post(path + "1/answer/", {"accept": True})

    assert (made.status_code, made.json()["proposed_by"]) == (201, A)
    assert (waiting["status"], waiting["accepted"], waiting["match"]) == ("proposed", [A], None)
    assert (accepted.json()["status"], accepted.json()["accepted"]) == ("open", [A, B])
    assert accepted.json()["match"] is not None


def test_a_rehearsed_challenge_leaves_nothing(court: Table) -> None:
    path = one(court, "phases/1/challenges/")

    answer = player(court, A).post(path + "?dry_run=true", CHALLENGE)

    assert answer.status_code == 201
    assert listed(court, Api()) == []


def test_a_challenge_is_declined_or_taken_back(court: Table) -> None:
    path = one(court, "phases/1/challenges/")
    player(court, A).post(path, CHALLENGE)
    player(court, A).post(path, CHALLENGE | {"key": "d"})

    declined = player(court, B).post(path + "1/answer/", {"accept": False})
    taken = [player(court, A).delete(path + "2/") for _ in range(2)]

    assert declined.json()["status"] == "declined"
    assert [answer.status_code for answer in taken] == [204, 204]
    assert [row["status"] for row in listed(court, Api())] == ["declined", "withdrawn"]


def test_what_cannot_be_staked_is_refused_by_its_code(court: Table) -> None:
    path = one(court, "phases/1/challenges/")
    rich = CHALLENGE | {"stake": {**PURSE, "gold": 9}}

    refused = player(court, A).post(path, rich)
    nobody = player(court, A).post(path, CHALLENGE | {"seats": [7]})
    bare = player(court, A).post(path, {key: CHALLENGE[key] for key in ("game", "seats", "stake")})

    assert is_problem(refused, 422, "out_of_range")
    assert is_problem(nobody, 422, "unknown_kingdom")
    assert is_problem(bare, 428, "precondition_required")
    assert listed(court, Api()) == []


def test_others_neither_answer_nor_take_back(court: Table) -> None:
    path = one(court, "phases/1/challenges/")
    player(court, A).post(path, CHALLENGE)

    stranger = player(court, C).post(path + "1/answer/", {"accept": True})
    own = player(court, A).post(path + "1/answer/", {"accept": True})
    thief = player(court, B).delete(path + "1/")
    nothing = player(court, B).post(path + "9/answer/", {"accept": True})

    assert is_problem(stranger, 403, "not_seated")
    assert is_problem(own, 409, "own_challenge")
    assert is_problem(thief, 403, "not_challenger")
    assert is_problem(nothing, 404, "no_court")


def test_no_court_is_held_in_another_phase(table: Table) -> None:
    answer = Api(table.master).post(one(table, "phases/2/courts/"), SET | {"seats": [0, 1]})

    assert is_problem(answer, 409, "no_court_now")
