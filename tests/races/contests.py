"""Nested matches under fire: the moves that race, and what must hold after each race.

One result, the match as its turns say, books balanced, nothing stuck.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction

from campaign.models import Phase
from campaign.services.phases import phase_resolve
from games.models import Match
from games.services import listeners
from games.services.answers import answer_give
from games.services.offers import resign
from games.services.table import sit
from games.services.verify import verify_match
from tests.factories import Table
from tests.races import matches
from tests.services.nested import (
    SOON,
    contest,
    is_sound,
    match_of,
    told,
)
from tests.services.war import REPORTS_DUE

ROUNDS = 3
"""How often a race is run: its two outcomes should both come up."""

LAST_SECOND = REPORTS_DUE - timedelta(seconds=1)


def rounds(race: Callable[[], None]) -> None:
    matches.rounds(race, ROUNDS)


def codes(outcomes: list[Any]) -> set[str]:
    """Return the codes of what was refused; anything but a refusal fails."""
    return set(matches.codes(outcomes))


def check_sound(table: Table) -> None:
    """Check that every battle was decided once, and everything is as recorded."""
    battle = contest(table)
    assert battle.status == "over"
    decided = told(table, "match_decided") + told(table, "reported")
    assert len(decided) == 1
    winner = battle.result.get("winner")
    assert decided[0]["winner"] == (-1 if winner is None else winner)
    assert table.phase(2).status == Phase.Status.DONE
    assert Phase.objects.filter(campaign=table.campaign, ordinal=3).count() == 1
    for match in Match.objects.filter(source="campaign"):
        assert verify_match(match) == []
    assert is_sound(table)


def first_move(table: Table, now: datetime = SOON) -> Callable[[], Any]:
    """Return the first move of whoever is asked first, ready to be made."""
    match = match_of(table)
    number = match.asked[0]
    person = table.players[contest(table).seats[number]]
    ask = sit_once(match.pk, number)
    return partial(
        answer_give,
        person=person,
        match_id=match.pk,
        revision=match.turn,
        answer=ask.default,
        now=now,
    )


def sit_once(match_id: int, seat: int) -> Any:
    with transaction.atomic():
        return sit(match_id).ask_of(seat)


def resolves(table: Table, now: datetime) -> Callable[[], Any]:
    return partial(phase_resolve, phase_id=table.phase(2).pk, now=now)


def gives_up(table: Table, seat: int, now: datetime) -> Callable[[], Any]:
    """Return the last move of a match: a kingdom resigns, and the campaign is told."""
    person, match_id = table.players[seat], match_of(table).pk

    def last_move() -> bool:
        resign(person=person, match_id=match_id, now=now)
        return listeners.tell(match_id, now)

    return last_move
