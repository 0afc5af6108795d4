"""Matches that something else needs, for tests: their opener, and how they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.models import User
from games.engine.contract import Json
from games.hosting.people import Person
from games.services.listeners import Finished
from games.services.sourced import open_for
from tests.factories import make_user
from tests.games.hosting.toys import DAY, HEAP, START, Played

PLACE = ("Three Rivers, battle on hex 17", "/campaigns/3/battles/17/")


class Battles:
    """Opens matches: keeps what it is told, unless it is told to fail; names who may watch."""

    def __init__(self) -> None:
        self.heard: list[Finished] = []
        self.fails: BaseException | None = None
        self.friends: set[Person] = set()
        self.asked_about: list[str] = []

    def __call__(self, finished: Finished) -> None:
        if self.fails is not None:
            raise self.fails
        self.heard.append(finished)

    def may_watch(self, key: str, person: Person) -> bool:
        self.asked_about.append(key)
        return person in self.friends

    def place(self, key: str) -> tuple[str, str] | None:
        return PLACE if key == "7" else None


def opened(
    key: str = "7",
    game: str = HEAP,
    seats: list[User | str] | None = None,
    clock: Json = DAY,
    most_defaults: int = 2,
    stand_in: str = "",
    labels: Sequence[str] = (),
    **options: Any,
) -> Played:
    """Begin a match for ``battles``, between two people unless ``seats`` names others."""
    seats = [make_user(), make_user()] if seats is None else seats
    match = open_for(
        source="battles",
        key=key,
        game=game,
        options=options,
        seats=seats,
        clock=clock,
        most_defaults=most_defaults,
        stand_in=stand_in,
        labels=labels,
        now=START,
    )
    return Played(match.pk, [one for one in seats if not isinstance(one, str)])
