"""A board for any game: its view as text, its legal answers as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Ask, Json
from games.hosting.pages import whole
from games.models import Match
from games.web.boards import Scene

SHOWN = 100
"""How many answers one page lists."""


class PlainBoard:
    """Shows what every game has: a view in JSON and answers in text."""

    template = "matches/plain/board.html"
    how_to = "matches/plain/how_to.html"
    summary = gettext_lazy("Played with words alone.")

    def for_match(self, match: Match) -> PlainBoard:
        """Every match of it calls things alike."""
        return self

    def context(self, scene: Scene) -> dict[str, Any]:
        """Return the view as text and the answers from the chosen one on."""
        first = whole(scene.query.get("from", "0")) or 0
        answers = self._answers(scene.ask, first)
        return {
            "texts": self.as_text(scene.view, scene.names),
            "hands": [self.as_text(view, scene.names) for view in scene.hands or ()],
            "kind": scene.ask.kind if scene.ask else "",
            "answers": answers[:SHOWN],
            "next": first + SHOWN if len(answers) > SHOWN else None,
        }

    def _answers(self, ask: Ask | None, first: int) -> list[tuple[str, str]]:
        listed = islice(ask.legal or (), first, first + SHOWN + 1) if ask else ()
        return [(answer, self.answer_words(answer)) for answer in listed if isinstance(answer, str)]

    def how_to_pictures(self) -> dict[str, Any]:
        """There are none."""
        return {}

    def line(self, event: Mapping[str, Json], names: Sequence[str], seat: int | None) -> str:
        """Say an event by its kind and what it holds."""
        data = dict(event["data"])
        who = data.pop("seat", None)
        rest = ", ".join(f"{key} {_short(value)}" for key, value in data.items())
        what = ": ".join(filter(None, (_words(event["kind"]), rest)))
        if isinstance(who, int) and who < len(names):
            return _("%(name)s: %(what)s") % {"name": names[who], "what": what}
        return what

    def answer_words(self, answer: str, names: Sequence[str] = (), kind: str = "") -> str:
        """Say an answer as it is written."""
        return answer

    def as_text(self, view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return every entry of the view."""
        return [(_words(key), _short(value)) for key, value in _entries(view)]


def _entries(view: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(view, dict):
        yield from view.items()


def _words(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _short(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(map(_short, value)) or "–"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_short(entry)}" for key, entry in value.items()) or "–"
    return "–" if value is None else str(value)


BOARD = PlainBoard()
