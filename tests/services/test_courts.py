"""Courts: set by the game master or the house; stakes locked meanwhile and paid once."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import Contest, LogEntry, Phase
from campaign.services import contests
from campaign.services.courts import courts_offered
from campaign.services.policy import access_campaign
from games.engine.contract import BadOptions, Problem, Refusal
from games.hosting.errors import Conflict, NotAllowed, ServiceError
from games.models import Match
from tests.conftest import ErrorLog
from tests.factories import make_table
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    DUE,
    GOLD,
    SOON,
    at_court,
    codes,
    court,
    done_with_courts,
    gold,
    logged,
    resolve,
    set_court,
    told,
    won,
)
from tests.services.nested import is_sound, occupants

pytestmark = pytest.mark.django_db

HEX_3: dict[str, Any] = {"kind": "tile", "tile": 3}


# The game master sets a court


def test_a_court_that_is_set_opens_at_once_between_its_seats():
    table = at_court()

    contest = set_court(table, C, A, stake=GOLD)

    assert (contest.status, contest.mode, contest.seats, contest.number) == (
        "open", "winter", [C, A], 1,
    )  # fmt: skip
    assert contest.stake == {"kind": "purse", "gold": 2, "food": 0, "from": "seats"}
    assert occupants(contest.match) == [table.players[C].pk, table.players[A].pk]
    assert logged(table) == ["court_set"]
    entry = LogEntry.objects.get(action="court_set")
    assert entry.data == {
        "phase": 1, "court": 1, "game": "winter", "seats": [C, A], "stake": "purse",
    }  # fmt: skip


def test_three_sit_at_courtier_and_all_its_time_ends_with_the_phase():
    table = at_court()

    contest = set_court(table, A, B, C)

    match = contest.match
    assert match is not None
    assert (match.game, occupants(contest.match)) == (
        "courtier",
        [user.pk for user in table.players],
    )
    assert match.clock["minutes"] == (48 - 1) * 60 // 3


def test_f16_the_same_key_sets_one_court():
    table = at_court()

    first, second = set_court(table, A, B), set_court(table, A, B)
    other = set_court(table, A, B, key="other")

    assert (first.pk, other.number) == (second.pk, 2)
    assert Contest.objects.count() == 2


def test_only_a_game_master_sets_a_court():
    table = at_court()
    table.master = table.players[0]

    with pytest.raises(NotAllowed):
        set_court(table, A, B)


@pytest.mark.parametrize(
    ("seats", "stake", "expected"),
    [
        ((A, A), {}, ["unknown_stake"]),
        ((A, A), {"kind": "honour"}, ["seated_twice"]),
        ((A, 5), {"kind": "honour"}, ["unknown_kingdom"]),
        ((A, B), {"kind": "favour", "might": 1}, ["might_unused"]),
        ((A, B), {"kind": "purse", "gold": 9, "from": "pot"}, ["out_of_range"]),
        ((A, B), {"kind": "tile", "tile": 13}, ["stake_no_border"]),
    ],
)
def test_f13_what_may_not_be_played_for_is_refused_with_its_code(seats, stake, expected):
    table = at_court()

    with pytest.raises(Refusal) as refused:
        set_court(table, *seats, stake=stake or {"kind": "gold"})

    assert codes(refused) == expected
    assert not Contest.objects.exists()


@pytest.mark.parametrize("seats", ["01", [True, A], [None], [[A], [B]], list(range(9))])
def test_seats_that_are_no_seats_are_refused(seats):
    table = at_court()

    with pytest.raises(ServiceError) as refused:
        set_court(table, *seats)

    assert refused.value.code == "bad_seats"


def test_outside_the_phase_of_courts_there_are_none():
    table = make_table(2, now=SOON)

    with pytest.raises(Conflict) as refused:
        set_court(table, A, B)

    assert refused.value.code == "no_court_now"


def test_f54_a_court_whose_match_cannot_be_opened_is_called_off_and_the_phase_goes_on(
    monkeypatch: pytest.MonkeyPatch, error_log: ErrorLog
):
    def broken(**_: Any) -> Match:
        raise BadOptions(Problem("bad_options", "No."))

    monkeypatch.setattr(contests.sourced, "open_for", broken)
    table = at_court()

    contest = set_court(table, A, B, stake=GOLD)
    resolve(table)

    assert (contest.status, contest.decided_by) == ("withdrawn", "fault")
    assert error_log.take() == [f"contest {contest.pk} could not be opened"]
    assert told(table, "court_held") == []
    assert is_sound(table)


# The stake is locked and paid once


def test_what_is_staked_in_an_open_court_is_staked_no_second_time():
    table = at_court()
    set_court(table, A, B, stake=GOLD)

    with pytest.raises(Refusal) as refused:
        set_court(table, A, C, stake=GOLD, key="2")
    free = set_court(table, A, C, stake={"kind": "purse", "gold": 1, "from": "seats"}, key="3")

    assert codes(refused) == ["stake_too_poor"]
    assert free.is_open


def test_what_is_lost_and_not_yet_paid_is_staked_no_second_time_and_what_is_won_is_free():
    table = at_court()
    set_court(table, A, B, stake=GOLD)
    won(table, B)

    with pytest.raises(Refusal) as refused:
        set_court(table, A, C, stake=GOLD, key="2")
    free = set_court(table, B, C, stake=GOLD, key="3")

    assert codes(refused) == ["stake_too_poor"]  # of three gold two are lost
    assert free.is_open


def test_a_hex_that_is_lost_and_not_yet_given_is_staked_no_second_time():
    table = at_court()
    set_court(table, A, B, stake=HEX_3)
    won(table, B)  # the hex is A's

    with pytest.raises(Refusal) as refused:
        set_court(table, A, C, stake=HEX_3, key="2")

    assert codes(refused) == ["stake_locked"]


def test_f50_two_courts_over_the_same_hex_are_refused():
    table = at_court()
    set_court(table, A, B, stake=HEX_3)

    with pytest.raises(Refusal) as refused:
        set_court(table, A, C, stake=HEX_3, key="2")

    assert codes(refused) == ["stake_locked"]


def test_f51_the_winner_is_paid_once_when_the_phase_ends():
    table = at_court()
    set_court(table, A, B, stake=GOLD)
    won(table, B)
    done_with_courts(table, A, B)

    before = gold(table)
    resolve(table)

    assert (before, gold(table)) == ([3, 3, 3], [1, 5, 3])
    assert court(table).result == {
        "number": 1, "game": "winter", "seats": [A, B],
        "stake": {"kind": "purse", "gold": 2, "food": 0, "from": "seats"},
        "winner": B, "places": [2, 1],
    }  # fmt: skip
    held = {"court": 1, "game": "winter", "seats": "0,1", "stake": "purse", "winner": B}
    assert told(table, "court_held", "purse_paid", "purse_won") == [
        ("court_held", held),
        ("purse_paid", {"court": 1, "kingdom": A, "gold": 2, "food": 0}),
        ("purse_won", {"court": 1, "kingdom": B, "gold": 2, "food": 0}),
    ]  # fmt: skip
    assert is_sound(table)


def test_a_court_not_over_at_the_deadline_counts_as_it_stands():
    table = at_court()
    set_court(table, A, B, stake=GOLD)

    resolve(table)

    assert (court(table).status, court(table).decided_by) == ("over", "adjudicated")
    assert told(table, "court_held", "stake_kept")[1:] == [("stake_kept", {"court": 1})]
    assert gold(table) == [3, 3, 3]
    assert is_sound(table)


def test_f24_the_phase_ends_when_all_are_done_and_no_court_is_open():
    table = at_court()
    set_court(table, A, B)

    done_with_courts(table, A, B, C)
    waits = table.phase().due_at
    won(table, A)

    assert waits == DUE
    assert table.phase().due_at == SOON


# The standing rule, and what forms offer


def test_the_standing_court_opens_with_the_phase():
    rules = {"standing_court": "all", "standing_stake": "precedence"}

    table = at_court(rules=rules, position={"order": [C, A, B]})

    contest = court(table)
    assert (contest.mode, contest.seats, contest.stake, contest.status) == (
        "courtier", [C, A, B], {"kind": "precedence"}, "open",
    )  # fmt: skip
    assert contest.proposed_by is None
    assert contest.match is not None


def test_a_form_is_offered_what_its_reader_may_stake():
    table = at_court()
    set_court(table, A, B, stake=GOLD)
    reads = [
        access_campaign(person, table.campaign.pk) for person in (table.master, table.players[A])
    ]

    masters, mine = (courts_offered(access, table.phase()) for access in reads)

    assert masters is not None
    assert mine is not None
    assert "pot" in masters.kinds
    assert "pot" not in mine.kinds
    assert dict(mine.free)[A] == (1, 2)


def test_nothing_is_offered_when_the_phase_is_over():
    table = at_court()
    access = access_campaign(table.master, table.campaign.pk)

    assert courts_offered(access, resolve(table)) is None
    assert courts_offered(access, Phase.objects.get(ordinal=2)) is None
