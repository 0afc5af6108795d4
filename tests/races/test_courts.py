"""Courts under fire: gold is staked once, and an answer is in or refused, never half."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from campaign.models import Contest, LogEntry, Phase
from campaign.services.phases import phase_resolve, sweep
from games.engine.contract import Refusal
from games.models import Match
from tests.races.together import at_once, errors, results
from tests.rules.courtyard import A, B, C
from tests.services.courtly import (
    DUE,
    GOLD,
    answer,
    at_court,
    challenge,
    court,
    set_court,
    told,
    withdraw,
    won,
)
from tests.services.nested import is_sound

pytestmark = pytest.mark.django_db(transaction=True)

LAST = DUE - timedelta(seconds=1)


def codes(outcomes: list[Any]) -> list[str]:
    """Return the codes of the errors among outcomes."""
    found = errors(outcomes)
    return [
        e.problems[0].code if isinstance(e, Refusal) else getattr(e, "code", str(e)) for e in found
    ]


def test_f50_two_courts_that_stake_the_same_gold_are_accepted_at_once_and_one_opens():
    table = at_court()
    challenge(table, A, B, stake=GOLD)
    challenge(table, C, B, stake=GOLD, key="2")

    outcomes = at_once(partial(answer, table, B, 1), partial(answer, table, B, 2))

    assert codes(outcomes) == ["stake_too_poor"]
    assert sorted(Contest.objects.values_list("status", flat=True)) == ["open", "proposed"]
    assert Match.objects.count() == 1
    assert is_sound(table)


def test_f50_a_court_set_while_a_challenge_for_the_same_hex_is_accepted():
    table = at_court()
    hex_3 = {"kind": "tile", "tile": 3}
    challenge(table, B, A, stake=hex_3)

    outcomes = at_once(partial(answer, table, A), partial(set_court, table, A, C, stake=hex_3))

    assert codes(outcomes) == ["stake_locked"]
    assert Contest.objects.filter(status="open").count() == 1
    assert is_sound(table)


def test_f01_an_acceptance_in_the_second_of_the_deadline_opens_the_court_or_is_refused():
    table = at_court()
    challenge(table, A, B, stake=GOLD)

    accepted, *swept = at_once(
        partial(answer, table, B, now=LAST),
        *[partial(sweep, now=DUE)] * 2,
        partial(phase_resolve, phase_id=table.phase(1).pk, now=DUE),
    )
    sweep(now=DUE)

    assert errors(swept) == []
    held = len(told(table, "court_held"))
    if isinstance(accepted, Exception):
        assert codes([accepted]) == ["phase_over"]
        assert (court(table).status, held, Match.objects.count()) == ("lapsed", 0, 0)
    else:
        assert (court(table).status, held) == ("over", 1)
        assert court(table).match.status == "over"
    assert [table.kingdom(seat).gold for seat in (A, B, C)] == [3, 3, 3]
    ordinals = Phase.objects.filter(campaign=table.campaign).values_list("ordinal", flat=True)
    assert list(ordinals) == [0, 1, 2]
    assert is_sound(table)


def test_f01_a_challenge_in_the_second_of_the_deadline_is_in_and_lapses_or_is_refused():
    table = at_court()

    made, *_ = at_once(partial(challenge, table, A, B, now=LAST), partial(sweep, now=DUE))
    sweep(now=DUE)

    if isinstance(made, Exception):
        assert codes([made]) == ["phase_over"]
        assert not Contest.objects.exists()
    else:
        assert court(table).status == "lapsed"
    assert is_sound(table)


def test_f12_accepted_declined_and_taken_back_at_once_one_of_them_counts():
    table = at_court()
    challenge(table, A, B)

    outcomes = at_once(
        *[partial(answer, table, B)] * 2,
        partial(answer, table, B, accept=False),
        partial(withdraw, table, A),
    )

    assert set(codes(outcomes)) <= {"court_settled"}
    assert court(table).status in ("open", "declined", "withdrawn")
    assert Match.objects.count() == (court(table).status == "open")
    assert LogEntry.objects.filter(action__startswith="court_").count() == 2
    assert is_sound(table)


def test_f16_one_challenge_pressed_four_times_and_set_beside_it_have_numbers_of_their_own():
    table = at_court()

    outcomes = at_once(*[partial(challenge, table, A, B)] * 4, partial(set_court, table, B, C))

    assert errors(outcomes) == []
    assert len({contest.pk for contest in results(outcomes)}) == 2
    assert sorted(Contest.objects.values_list("number", flat=True)) == [1, 2]


def test_f01_a_court_won_in_the_second_of_the_deadline_is_paid_once_or_stands():
    table = at_court()
    set_court(table, A, B, stake=GOLD)

    _, *swept = at_once(
        partial(won, table, A, now=LAST),
        *[partial(sweep, now=DUE)] * 2,
    )
    sweep(now=DUE)

    assert errors(swept) == []
    contest = court(table)
    paid = [5, 1, 3] if contest.result["winner"] == A else [3, 3, 3]
    assert [table.kingdom(seat).gold for seat in (A, B, C)] == paid
    assert len(told(table, "court_held")) == 1
    assert is_sound(table)
