"""Matches as programs meet them, for the tests of the API."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from games.models import Match
from games.winter_court.notation import EXAMPLES
from tests.api.client import Api
from tests.factories import make_user
from tests.games.hosting.toys import Played, begun

PLAIN = ("play", "pass", "end", "draw", "keep")
"""Answers of Winter Court by which no card of a hand becomes known to the other seat."""


@dataclass
class Programs:
    """A match that has begun, and what asks for it: each seat's program, and an outsider's."""

    played: Played
    seats: list[Api]
    outsider: Api

    @property
    def match(self) -> Match:
        return self.played.match

    def path(self, rest: str = "") -> str:
        """Return the address of something of the match."""
        return f"matches/{self.played.pk}/{rest}"

    def answer(self, seat: int, answer: Any, revision: int | None = None, **headers: str) -> Any:
        """Answer as a seat, at the present revision unless one is named."""
        body = {"revision": self.match.turn if revision is None else revision, "answer": answer}
        return self.seats[seat].post(self.path("answer/"), body, **headers)

    def ask(self, seat: int, query: str = "") -> Any:
        """Return what a seat is asked."""
        return self.seats[seat].get(self.path(f"ask/{query}")).json()["ask"]

    def step(self, rng: Random) -> list[Any]:
        """Answer whatever is asked by the API; return what all programs were sent."""
        seat = self.match.asked[0]
        legal = [text for text in self.ask(seat)["legal"] if text.split()[0] in PLAIN]
        given = self.answer(seat, rng.choice(legal))
        assert given.status_code == 201, given.content
        return [given]


def programs(game: str = "winter_court", **new: Any) -> Programs:
    """Begin a match of which everybody has a program."""
    played = begun(game, **new)
    return Programs(played, [Api(person) for person in played.people], Api(make_user()))


def cards_in(text: str) -> set[str]:
    """Return all cards of Winter Court that a text names, but for the examples of refusals."""
    for example in EXAMPLES.values():
        text = text.replace(f"like this: {example}", "")
    return set(re.findall(r"\b(?:L|Mi|W|K|D|Wi)(?:10|[1-9])\b", text))


def told(answer: Any) -> str:
    """Return all that a program gets: body and headers."""
    heads = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{answer.content.decode()}\n{heads}"
