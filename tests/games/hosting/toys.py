"""Matches of toy games for tests: opened, joined, answered through the services."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest

from campaign.models import User
from games.engine import registry
from games.engine.contract import Json
from games.models import Match, Seat, Turn
from games.services import rulebook
from games.services.answers import Answered, answer_give
from games.services.openings import NewMatch, match_join, match_open
from tests.factories import make_user

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAY = {"kind": "move", "minutes": 1440}
HEAP, STICKS, HOARD = "heap", "sticks", "hoard"


def at(**later: float) -> datetime:
    """Return the moment so much after ``START``: ``at(hours=2)``."""
    return START + timedelta(**later)


def offer_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people open matches of the toys; they have no words for programs."""
    import_module("games.api.reference")  # before they are offered: it wants words of each game
    places = ("tests.engine.systems.{name}", "tests.games.hosting.systems.{name}")
    monkeypatch.setattr(registry, "PLACES", (*registry.PLACES, *places))
    monkeypatch.setattr(rulebook, "OFFERED", (*rulebook.OFFERED, HEAP, STICKS, HOARD))


@dataclass
class Played:
    """A match that has begun; ``people[n]`` sits on the n-th seat that is a person's."""

    pk: int
    people: list[User]

    @property
    def match(self) -> Match:
        """Return the match as it is now."""
        return Match.objects.get(pk=self.pk)

    @property
    def turns(self) -> list[Turn]:
        """Return its turns, oldest first."""
        return list(Turn.objects.filter(match=self.pk).order_by("number"))

    def seat(self, number: int) -> Seat:
        """Return a seat as it is now."""
        return Seat.objects.get(match=self.pk, number=number)

    def say(self, seat: int, answer: Json, **how: Any) -> Answered:
        """Answer as the person of a seat, at the present revision unless ``how`` names one."""
        if "revision" not in how:
            how["revision"] = self.match.turn
        how.setdefault("person", self.people[seat])
        how.setdefault("now", START)
        return answer_give(match_id=self.pk, answer=answer, **how)


def me(*others: str) -> list[dict[str, str]]:
    """Return the seats: mine, then ``free`` ones and bots by name."""
    return [
        {"kind": "me"},
        *({"kind": "free"} if name == "free" else {"kind": "bot", "bot": name} for name in others),
    ]


def begun(
    game: str = HEAP, seats: int = 2, *bots: str, now: datetime = START, **new: Any
) -> Played:
    """Begin a match between so many people and then bots; ``new``: fields of ``NewMatch``."""
    people = [make_user() for _ in range(seats)]
    chairs = me(*["free"] * (seats - 1), *bots)
    match = match_open(person=people[0], new=NewMatch(game, seats=chairs, **new), now=now)
    for person in people[1:]:
        match_join(person=person, token=match.invite_token, now=now)
    return Played(match.pk, people)
