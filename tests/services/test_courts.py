"""Courts: set, challenged to, answered, lapsed; stakes locked meanwhile and paid once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaign.models import Campaign, Contest, LogEntry, Phase
from campaign.services import contests
from campaign.services.courts import MOST_PROPOSED, courts_offered
from campaign.services.memberships import kingdom_leave
from campaign.services.policy import access_campaign
from campaign.services.regents import kingdom_take_back
from campaign.services.verify import verify_campaign
from games.engine.contract import BadOptions, Problem, Refusal
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError
from games.models import Match, Seat
from tests.conftest import ErrorLog
from tests.factories import Table, make_table, make_user
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    DUE,
    GOLD,
    SOON,
    answer,
    at_court,
    challenge,
    court,
    done_with_courts,
    logged,
    regent,
    resolve,
    set_court,
    told,
    withdraw,
    won,
)

pytestmark = pytest.mark.django_db

HEX_3: dict[str, Any] = {"kind": "tile", "tile": 3}


def codes(refused: pytest.ExceptionInfo[Refusal]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def occupants(contest: Contest) -> list[Any]:
    rows = Seat.objects.filter(match_id=contest.match_id).order_by("number")
    return [row.user_id or row.bot for row in rows]


def gold(table: Table) -> list[int]:
    return [table.kingdom(seat).gold for seat in (A, B, C)]


def is_sound(table: Table) -> bool:
    return verify_campaign(Campaign.objects.get(pk=table.campaign.pk)).differences == []


# The game master sets a court


def test_a_court_that_is_set_opens_at_once_between_its_seats():
    table = at_court()

    contest = set_court(table, C, A, stake=GOLD)

    assert (contest.status, contest.mode, contest.seats, contest.number) == (
        "open", "winter", [C, A], 1,
    )  # fmt: skip
    assert contest.stake == {"kind": "purse", "gold": 2, "food": 0, "from": "seats"}
    assert occupants(contest) == [table.players[C].pk, table.players[A].pk]
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
    assert (match.game, occupants(contest)) == ("courtier", [user.pk for user in table.players])
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

    monkeypatch.setattr(contests.openings, "open_for", broken)
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


# Challenges


def test_a_challenge_waits_until_the_other_accepts():
    table = at_court()

    proposed = challenge(table, A, B, stake=GOLD)
    accepted = answer(table, B)

    assert (proposed.status, proposed.seats, proposed.accepted, proposed.proposed_by) == (
        "proposed", [A, B], [A], A,
    )  # fmt: skip
    assert proposed.match_id is None
    assert (accepted.status, accepted.accepted) == ("open", [A, B])
    assert occupants(accepted) == [table.players[A].pk, table.players[B].pk]
    assert logged(table) == ["court_challenge", "court_accepted"]


def test_of_three_all_must_accept():
    table = at_court()
    challenge(table, B, A, C)

    first, second = answer(table, C).status, answer(table, A)

    assert (first, second.status) == ("proposed", "open")
    assert second.accepted == [B, A, C]


def test_one_who_declines_ends_it():
    table = at_court()
    challenge(table, B, A, C)
    answer(table, C)

    contest = answer(table, A, accept=False)

    assert (contest.status, contest.match_id) == ("declined", None)
    with pytest.raises(Conflict) as refused:
        answer(table, C, accept=False)
    assert refused.value.code == "court_settled"
    resolve(table)
    assert told(table, "court_held") == []
    assert is_sound(table)


def test_who_accepted_may_think_better_of_it_while_others_have_not():
    table = at_court()
    challenge(table, B, A, C)
    answer(table, C)

    contest = answer(table, C, accept=False)

    assert contest.status == "declined"


def test_f16_the_same_answer_again_changes_nothing():
    table = at_court()
    challenge(table, A, B)

    first, again = answer(table, B), answer(table, B)

    assert (first.match_id, again.match_id) == (again.match_id, first.match_id)
    assert logged(table) == ["court_challenge", "court_accepted"]
    assert Match.objects.count() == 1


def test_a_challenger_may_take_it_back_until_it_is_accepted():
    table = at_court()
    challenge(table, A, B)
    challenge(table, A, C, key="2")
    answer(table, C, 2)

    contest = withdraw(table, A)
    again = withdraw(table, A)

    assert (contest.status, again.status) == ("withdrawn", "withdrawn")
    with pytest.raises(Conflict) as refused:
        withdraw(table, A, 2)
    assert refused.value.code == "court_settled"
    assert logged(table).count("court_withdrawn") == 1


def test_what_nobody_answered_lapses_at_the_deadline():
    table = at_court()
    challenge(table, A, B, stake=GOLD)

    resolve(table)

    assert (court(table).status, court(table).result) == ("lapsed", None)
    assert gold(table) == [3, 3, 3]
    assert is_sound(table)


def test_who_may_answer_and_withdraw():
    table = at_court()
    challenge(table, A, B)

    for act, seat, kind, code in (
        (answer, C, NotAllowed, "not_seated"),
        (answer, A, Conflict, "own_challenge"),
        (withdraw, B, NotAllowed, "not_challenger"),
    ):
        with pytest.raises(kind) as refused:
            act(table, seat)
        assert refused.value.code == code
    with pytest.raises(NotThere) as missing:
        answer(table, B, 7)
    assert missing.value.code == "no_court"


def test_a_stranger_neither_challenges_nor_answers():
    table = at_court(is_public=True)
    challenge(table, A, B)
    table.players[B] = make_user()

    for act in (lambda: challenge(table, B, A, key="x"), lambda: answer(table, B)):
        with pytest.raises(NotAllowed):
            act()


def test_what_comes_from_nobody_is_not_a_players_to_stake():
    table = at_court(rules={"might": True})

    for stake in ({"kind": "favour", "might": 1}, {"kind": "purse", "gold": 1, "from": "pot"}):
        with pytest.raises(Refusal) as refused:
            challenge(table, A, B, stake=stake)
        assert codes(refused) == ["stake_not_theirs"]


def test_a_challenge_locks_what_its_challenger_staked_and_nothing_of_the_challenged():
    table = at_court()
    challenge(table, A, B, stake=GOLD)

    with pytest.raises(Refusal) as mine:
        challenge(table, A, C, stake=GOLD, key="2")
    theirs = challenge(table, B, C, stake=GOLD, key="3")

    assert codes(mine) == ["stake_too_poor"]
    assert theirs.status == "proposed"


def test_f50_an_acceptance_that_finds_the_gold_staked_elsewhere_is_refused_and_it_stays_proposed():
    table = at_court()
    challenge(table, A, B, stake=GOLD)
    challenge(table, C, B, stake=GOLD, key="2")
    answer(table, B, 1)

    with pytest.raises(Refusal) as refused:
        answer(table, B, 2)

    assert codes(refused) == ["stake_too_poor"]
    assert (court(table, 2).status, court(table, 2).accepted) == ("proposed", [C])
    assert "court_accepted" not in logged(table)[3:]


def test_a_challenge_taken_back_frees_its_stake():
    table = at_court()
    challenge(table, A, B, stake=GOLD)
    withdraw(table, A)

    again = challenge(table, A, C, stake=GOLD, key="2")

    assert again.status == "proposed"


def test_a_kingdom_has_few_challenges_waiting_at_a_time():
    table = at_court()
    for number in range(MOST_PROPOSED):
        challenge(table, A, B, key=str(number))

    with pytest.raises(Conflict) as refused:
        challenge(table, A, C, key="more")
    withdraw(table, A, 2)
    one_more = challenge(table, A, C, key="more")

    assert refused.value.code == "too_many_challenges"
    assert one_more.number == MOST_PROPOSED + 1


def test_f11_too_late_for_an_answer_or_a_challenge():
    table = at_court()
    challenge(table, A, B)
    last = DUE - timedelta(microseconds=1)

    with pytest.raises(Conflict) as late:
        answer(table, B, now=DUE)
    in_time = answer(table, B, now=last)
    resolve(table)
    with pytest.raises(Conflict) as over:
        challenge(table, A, C, key="2", now=last)

    assert (late.value.code, in_time.status, over.value.code) == (
        "deadline_passed", "open", "phase_over",
    )  # fmt: skip
    assert is_sound(table)


def test_f21_the_phase_waits_for_an_answer_and_no_longer():
    table = at_court()
    challenge(table, A, B)
    done_with_courts(table, A, B, C)

    before = table.phase().due_at
    answer(table, B, accept=False)

    assert (before, table.phase().due_at) == (DUE, SOON)


# Kingdoms that bots play


def test_a_steward_plays_for_honour_and_declines_all_else():
    table = at_court(players=2)
    regent(table, B)

    honour = challenge(table, A, B)
    rich = challenge(table, A, C, stake=GOLD, key="2")

    assert (honour.status, occupants(honour)) == ("open", [table.players[A].pk, "greedy"])
    assert (rich.status, rich.match_id) == ("declined", None)
    assert logged(table) == [
        "court_challenge", "court_accepted", "court_challenge", "court_declined",
    ]  # fmt: skip


def test_f23_a_challenge_is_answered_when_its_kingdom_gets_a_regent_or_loses_its_player():
    table = at_court()
    challenge(table, A, B, stake=GOLD)
    challenge(table, A, C, key="2")
    challenge(table, B, C, stake={"kind": "purse", "gold": 1, "from": "seats"}, key="3")

    regent(table, B)
    kingdom_leave(person=table.players[C], campaign_id=table.campaign.pk, now=SOON)

    assert [court(table, number).status for number in (1, 2, 3)] == [
        "declined", "open", "withdrawn",
    ]  # fmt: skip
    assert is_sound(table)


def test_who_is_ruled_by_a_steward_takes_the_kingdom_back_before_challenging():
    table = at_court()
    regent(table, A)

    with pytest.raises(Conflict) as refused:
        challenge(table, A, B)
    kingdom_take_back(person=table.players[A], campaign_id=table.campaign.pk, now=SOON)

    assert refused.value.code == "under_regent"
    assert challenge(table, A, B).status == "proposed"


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
