"""Battles in matches and courts by API, as an enemy would: keys, rehearsals, old doors, junk."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from campaign.models import Contest, LogEntry, Membership, Outbox
from campaign.services.memberships import kingdom_hand_over, kingdom_leave
from games.models import Match, Turn
from tests.api.client import Api, is_problem, one, player
from tests.factories import Table, make_user
from tests.rules.courtyard import A, B, C
from tests.services.courtly import at_court
from tests.services.nested import at_match, contest, match_of, still_open
from tests.services.war import TILE
from tests.shared import laid_once

pytestmark = [pytest.mark.django_db, pytest.mark.both]

WISH, MODE = f"phases/2/battles/{TILE}/wish/", f"phases/2/battles/{TILE}/mode/"
CHALLENGES = "phases/1/challenges/"
PURSE = {"kind": "purse", "gold": 1, "food": 0, "from": "seats"}
CHALLENGE: dict[str, Any] = {"game": "winter_court", "seats": [B], "stake": PURSE, "key": "1"}


laid_table = laid_once(lambda: still_open(at_match("winter_court", is_public=False), 2))
laid_court = laid_once(lambda: still_open(at_court(is_public=True), 1))


@pytest.fixture
def table(laid_table: Table, db: None) -> Table:
    """A battle of seats 0 and 1 waits for its match; only members look."""
    return deepcopy(laid_table)


@pytest.fixture
def court(laid_court: Table, db: None) -> Table:
    return deepcopy(laid_court)


def everything() -> list[Any]:
    """Return all that a contest writes."""
    contests = Contest.objects.order_by("pk").values_list(
        "status", "mode", "proposed_mode", "mode_proposed_by", "accepted", "match"
    )
    rows = (Match, Turn, LogEntry, Outbox)
    return [list(contests), [each.objects.count() for each in rows]]


# Keys


def test_one_and_the_same_key_of_two_kingdoms_is_two_challenges(court: Table) -> None:
    mine = player(court, A).post(one(court, CHALLENGES), CHALLENGE)
    theirs = player(court, C).post(one(court, CHALLENGES), CHALLENGE)
    again = player(court, A).post(one(court, CHALLENGES), CHALLENGE)

    assert [each.json()["number"] for each in (mine, theirs, again)] == [1, 2, 1]
    assert theirs.json()["proposed_by"] == C


def test_f20_an_idempotency_key_is_one_persons_own(court: Table) -> None:
    body = {name: value for name, value in CHALLENGE.items() if name != "key"}

    made = [
        player(court, seat).post(one(court, CHALLENGES), body, Idempotency_Key="1")
        for seat in (A, C, A)
    ]

    assert [each.json()["proposed_by"] for each in made] == [A, C, A]
    assert Contest.objects.filter(kind=Contest.Kind.COURT).count() == 2


def test_both_sides_may_use_one_key_for_their_wishes(table: Table) -> None:
    wish = {"mode": "tabletop", "key": "1"}

    player(table, 0).post(one(table, WISH), wish)
    agreed = player(table, 1).post(one(table, WISH), wish)
    back = player(table, 0).post(one(table, WISH), {"mode": "winter", "key": "1"})

    assert agreed.json()["mode"] == "tabletop"
    assert back.json()["wish"] == {"mode": "winter", "by": 0, "agreed": [0]}


def test_keys_of_two_game_masters_are_two_keys(court: Table) -> None:
    other = make_user()
    Membership.objects.create(campaign=court.campaign, user=other, is_game_master=True)
    body = {"game": "winter", "stake": {"kind": "honour"}, "key": "1"}
    path = one(court, "phases/1/courts/")

    for master, seats in ((court.master, [A, B]), (other, [B, C]), (other, [B, C])):
        assert Api(master).post(path, {**body, "seats": seats}).json()["seats"] == seats
    assert Contest.objects.filter(kind=Contest.Kind.COURT).count() == 2


# Rehearsals


def test_a_rehearsed_wish_leaves_nothing_not_even_the_one_that_decides(table: Table) -> None:
    player(table, 0).post(one(table, WISH), {"mode": "winter", "key": "1"})
    before = everything()

    agreed = player(table, 1).post(one(table, WISH) + "?dry_run=1", {"mode": "winter", "key": "2"})
    other = player(table, 1).post(one(table, WISH) + "?dry_run=1", {"mode": "simple", "key": "3"})

    assert (agreed.status_code, agreed.json()["mode"]) == (200, "winter")
    assert (other.status_code, other.json()["wish"]["mode"]) == (200, "simple")
    assert everything() == before


@pytest.mark.parametrize("accept", [True, False])
def test_a_rehearsed_answer_to_a_challenge_leaves_nothing(court: Table, accept: bool) -> None:
    player(court, A).post(one(court, CHALLENGES), CHALLENGE)
    before = everything()

    path = one(court, CHALLENGES) + "1/answer/?dry_run=1"
    answer = player(court, B).post(path, {"accept": accept})

    assert answer.json()["status"] == ("open" if accept else "declined")
    assert everything() == before


def test_a_rehearsed_withdrawal_leaves_nothing(court: Table) -> None:
    player(court, A).post(one(court, CHALLENGES), CHALLENGE)
    before = everything()

    answer = player(court, A).delete(one(court, CHALLENGES) + "1/?dry_run=1")

    assert answer.status_code == 204
    assert everything() == before


def test_a_rehearsed_court_of_the_game_master_leaves_nothing(court: Table) -> None:
    before = everything()
    body = {"game": "courtier", "seats": [A, B, C], "stake": {"kind": "honour"}, "key": "1"}

    answer = Api(court.master).post(one(court, "phases/1/courts/") + "?dry_run=1", body)

    assert (answer.status_code, answer.json()["status"]) == (201, "open")
    assert everything() == before


# Doors that were open before


def deeds(table: Table) -> list[tuple[str, str, Any]]:
    """Return everything that somebody who sits at the battle's match may do there."""
    match = match_of(table)
    path, at = f"matches/{match.pk}/", {"revision": match.turn}
    return [
        ("post", path + "answer/", {**at, "answer": "pass"}),
        ("put", path + "plan/", {**at, "lines": [{"if": "*", "then": ["pass"]}]}),
        ("delete", path + "plan/", None),
        ("post", path + "draw/", {**at, "action": "offer"}),
        ("post", path + "draw/", {**at, "action": "accept"}),
        ("post", path + "undo/", {**at, "action": "ask"}),
        ("post", path + "resign/", None),
        ("post", path + "seats/0/bot/", {"bot": "random"}),
        ("post", path + "seats/1/bot/", {"bot": "random"}),
        ("post", path + "seats/0/link/", None),
        ("post", path + "join/", {}),
        ("post", path + "rematch/", None),
        ("post", path + "call-off/", None),
        ("get", path, None),
        ("get", path + "ask/", None),
        ("get", path + "events/", None),
        ("get", path + "notes/", None),
        ("get", path + "replay/", None),
        ("get", path + "record/", None),
    ]


def done_by(program: Api, deeds: list[tuple[str, str, Any]]) -> list[int]:
    return [program.ask(method.upper(), "/api/v1/" + path, body).status_code
            for method, path, body in deeds]  # fmt: skip


def test_f43_who_left_a_closed_campaign_finds_no_match_of_it_any_more(table: Table) -> None:
    before, all_deeds = player(table, 0), deeds(table)
    kingdom_leave(person=table.players[0], campaign_id=table.campaign.pk)
    written = everything()

    assert set(done_by(before, all_deeds)) == {404}
    assert everything() == written


def test_f43_who_was_replaced_does_nothing_at_the_match(table: Table) -> None:
    before, all_deeds, successor = player(table, 1), deeds(table), make_user()
    kingdom_hand_over(
        person=table.master, campaign_id=table.campaign.pk, seat=1, username=successor.username
    )
    written = everything()

    assert set(done_by(before, all_deeds)) == {404}
    assert everything() == written
    assert Api(successor).get(f"matches/{match_of(table).pk}/").json()["seat"] == 1


@pytest.mark.parametrize("who", ["another kingdom", "the game master"])
def test_who_only_watches_does_nothing_at_the_match(table: Table, who: str) -> None:
    watcher = player(table, 2) if who == "another kingdom" else Api(table.master)
    acts = [each for each in deeds(table) if each[0] != "get"]
    written = everything()

    refused = done_by(watcher, acts)
    joined = [path for _, path, _ in acts].index(acts[0][1].replace("answer", "join"))
    assert refused.pop(joined) == 409  # it has begun
    assert set(refused) <= {403, 404}
    assert everything() == written


def test_no_side_gives_its_seat_away_by_a_link(table: Table) -> None:
    path = f"matches/{match_of(table).pk}/seats/0/link/"

    assert is_problem(player(table, 0).post(path), 403, "not_your_seat")


# Junk

JUNK: list[Any] = [
    None, [], "honour", 1, {}, {"kind": None}, {"kind": ["honour"]}, {"kind": "honour", "x": 1},
    {"kind": "purse"}, {"kind": "purse", "gold": True, "from": "seats"},
    {"kind": "purse", "gold": -1, "from": "seats"}, {"kind": "purse", "gold": 1.5, "from": "seats"},
    {"kind": "purse", "gold": 10**30, "from": "seats"},
    {"kind": "purse", "gold": 1, "from": ["pot"]},
    {"kind": "purse", "gold": "1", "from": "seats"}, {"kind": "tile", "tile": 0},
    {"kind": "tile", "tile": True}, {"kind": "tile", "tile": "3"},
    {"kind": "tile", "tile": 10**30},
    {"kind": "tile"}, {"kind": "favour", "might": False}, {"kind": "ⅼoud"}, {"kind": "hоnour"},
    {"kind": "precedence", "tile": 1}, {"kind": {"kind": {"kind": "honour"}}}, [[[[]]]] * 50,
]  # fmt: skip


@pytest.mark.parametrize("stake", JUNK, ids=str)
def test_f25_a_stake_that_is_none_is_refused_in_words(court: Table, stake: Any) -> None:
    for program, path in (
        (player(court, A), CHALLENGES),
        (Api(court.master), "phases/1/courts/"),
    ):
        body = {"game": "winter", "seats": [B, C][: 1 if path == CHALLENGES else 2], "key": "1"}
        answer = program.post(one(court, path), {**body, "stake": stake})

        assert answer.status_code in (400, 422), answer.content
    assert Contest.objects.filter(kind=Contest.Kind.COURT).count() == 0


SEATS: list[Any] = [
    None, {}, "1", [True], [-1], [1.0], ["1"], [[1]], [10**30], [B, B], [A], [9], [], [1] * 9,
]  # fmt: skip


@pytest.mark.parametrize("seats", SEATS, ids=str)
def test_f25_seats_that_are_none_are_refused_in_words(court: Table, seats: Any) -> None:
    body = {**CHALLENGE, "game": "courtier", "seats": seats}

    answer = player(court, A).post(one(court, CHALLENGES), body)

    assert answer.status_code in (400, 422), answer.content
    assert Contest.objects.filter(kind=Contest.Kind.COURT).count() == 0


@pytest.mark.parametrize("game", [None, True, [], "skirmish", "tabletop", "wіnter", "WINTER", ""])
def test_f25_a_game_that_is_none_is_refused_in_words(court: Table, game: Any) -> None:
    answer = player(court, A).post(one(court, CHALLENGES), {**CHALLENGE, "game": game})

    assert answer.status_code in (400, 422), answer.content
    assert Contest.objects.filter(kind=Contest.Kind.COURT).count() == 0


RULINGS: list[Any] = [
    None, [], "draw", 0, {}, {"standing": 1}, {"standing": 1.0}, {"standing": False},
    {"standing": True, "winner": 0}, {"winner": 0, "standing": True}, {"winner": 0, "x": 1},
    {"winner": True}, {"winner": 2}, {"winner": -1}, {"winner": [0]}, {"winner": "0"},
    {"simple": 1}, {"winner": 0, "simple": True}, {"winner": 0, "routs": [{"army": 1}]},
    {"winner": 0, "places": {"0": 1}}, {"winner": 10**30},
]  # fmt: skip


@pytest.mark.parametrize("report", RULINGS, ids=str)
def test_f25_a_ruling_of_a_match_that_is_none_is_refused_in_words(
    table: Table, report: Any
) -> None:
    body = {"phase": 2, "tile": TILE, "report": report, "reason": "So be it.", "key": "k"}

    answer = Api(table.master).post(one(table, "ruling/"), body)

    assert answer.status_code in (400, 422), answer.content
    assert contest(table).is_open


@pytest.mark.parametrize("tile", [0, 9_999, 10**18])
def test_a_hex_that_is_none_has_no_battle(table: Table, tile: int) -> None:
    body = {"mode": "winter", "key": "k"}
    wish, mode = (f"phases/2/battles/{tile}/{what}/" for what in ("wish", "mode"))

    assert player(table, 0).post(one(table, wish), body).status_code == 404
    assert Api(table.master).post(one(table, mode), {**body, "reason": "So."}).status_code == 404


def test_a_reason_that_turns_its_letters_round_is_told_without_that(table: Table) -> None:
    reason = "So\u202e be\u2066 it.\u200b\n\tTruly"

    body = {"mode": "winter", "reason": reason, "key": "k"}
    answer = Api(table.master).post(one(table, MODE), body)

    assert answer.status_code == 200
    assert LogEntry.objects.get(action="battle_mode").reason == "So be it. Truly"


@pytest.mark.parametrize("reason", ["\u200b", "\u202e\u202e", " \n", "\u2066"])
def test_a_reason_of_nothing_that_shows_is_none(table: Table, reason: str) -> None:
    body = {"mode": "winter", "reason": reason, "key": "k"}

    answer = Api(table.master).post(one(table, MODE), body)

    assert answer.status_code == 400
    assert contest(table).mode == "winter_court"


def test_a_phase_of_another_campaign_is_not_there(table: Table, court: Table) -> None:
    foreign = f"campaigns/{court.campaign.pk}/{WISH}"

    assert player(table, 0).post(foreign, {"mode": "winter", "key": "k"}).status_code == 403
    assert player(court, A).post(foreign, {"mode": "winter", "key": "k"}).status_code == 404
