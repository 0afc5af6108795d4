"""Matches with a past, for the tests of histories."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Turn
from games.services import endings
from games.services.answers import settle
from games.services.histories import state_at
from games.services.table import sit
from tests.games.hosting.toys import HEAP, HOARD, START, Played, at, begun

UNSEEN = {"is_listed": True, "delay": 10}


def hoard(rounds: int = 0, **new: object) -> Played:
    """Begin a match of Hoard; a round is played every five minutes, the lowest cards first."""
    played = begun(HOARD, now=START, **new)
    for number in range(1, rounds + 1):
        play_round(played, at(minutes=5 * number))
    return played


def play_round(played: Played, now: datetime) -> None:
    """Let both seats play the lowest card they hold."""
    hands = played.match.state["hands"]
    revision = played.match.turn
    for seat in (0, 1):
        played.say(seat, hands[seat][0], revision=revision, now=now)


def heap(*answers: str, **options: int) -> Played:
    """Begin a match of Heap and give these answers, turn about."""
    played = begun(HEAP, options=options)
    for answer in answers:
        played.say(played.match.asked[0], answer)
    return played


def take_back(played: Played, back_to: int, now: datetime = START) -> None:
    """Take back all turns after ``back_to``."""
    with transaction.atomic():
        table = sit(played.pk, now)
        table.put(state_at(table.match, back_to))
        table.append(Turn(kind=Turn.Kind.UNDO, back_to=back_to))
        settle(table)


def resign(played: Played, seat: int, now: datetime = START) -> None:
    """End a match by the resignation of a seat."""
    with transaction.atomic():
        table = sit(played.pk, now)
        endings.end_by_resignation(table, seat)
        table.save()
