"""Challenges to a court: proposed, accepted, declined, taken back, lapsed; what bots say."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.rules.ruleset import COURTS
from campaign.services import courts
from campaign.services.memberships import kingdom_leave
from campaign.services.regents import kingdom_take_back
from games.engine.contract import Refusal
from games.hosting.errors import Conflict, NotAllowed, NotThere
from games.models import Match
from tests.factories import make_user
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    DUE,
    GOLD,
    SOON,
    answer,
    at_court,
    challenge,
    codes,
    court,
    done_with_courts,
    gold,
    logged,
    regent,
    resolve,
    set_court,
    told,
    withdraw,
)
from tests.services.nested import is_sound, occupants

pytestmark = pytest.mark.django_db


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
    assert occupants(accepted.match) == [table.players[A].pk, table.players[B].pk]
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
    for number in range(COURTS["waiting"]):
        challenge(table, A, B, key=str(number))

    with pytest.raises(Conflict) as refused:
        challenge(table, A, C, key="more")
    withdraw(table, A, 2)
    one_more = challenge(table, A, C, key="more")

    assert refused.value.code == "too_many_challenges"
    assert one_more.number == COURTS["waiting"] + 1


def test_one_kingdoms_challenges_are_counted_and_take_no_court_from_anybody(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(courts, "COURTS", {"waiting": 1, "challenges": 2, "set": 1})
    table = at_court()
    for number in (1, 2):
        challenge(table, A, B, key=str(number))
        withdraw(table, A, number)

    with pytest.raises(Conflict) as one_too_many:
        challenge(table, A, B, key="3")
    by_another = challenge(table, B, C)
    by_the_master = set_court(table, A, C)
    with pytest.raises(Conflict) as one_set_too_many:
        set_court(table, A, B, key="t")

    assert one_too_many.value.code == "too_many_challenges"
    assert (by_another.number, by_the_master.number) == (3, 4)
    assert one_set_too_many.value.code == "too_many_courts"


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

    assert (honour.status, occupants(honour.match)) == ("open", [table.players[A].pk, "greedy"])
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
