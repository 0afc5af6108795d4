"""Courtier for the tests of its board: scenes of positions, what a rendered board can send."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.template.loader import render_to_string

from games.courtier import SYSTEM
from games.engine.chance import Seeded
from games.engine.contract import Ask, Event, Game, Json
from games.models import Match
from games.web.boards import Scene, board_for
from games.web.boards.courtier_names import house_names
from games.web.boards.courtier_table import Table

NAMES = ("Anna", "Ben", "Cleo", "Dan")
ADDRESS = "/matches/7/"


def match_of(seats: int, **options: Json) -> Match:
    """Return a match that is not kept anywhere."""
    return Match(game="courtier", rules_version=SYSTEM.version, options=options, seat_count=seats)


def scene_of(
    game: Game[Any], state: Any, seat: int | None, *, query: Json = None, **more: Any
) -> Scene:
    """Return what the board of a state is drawn from for that reader."""
    asks = [ask for ask in game.asks(state) if ask.seat == seat]
    return Scene(
        match=more.pop("match", None) or match_of(game.seats),
        names=list(NAMES[: game.seats]),
        view=game.view(state, seat),
        seat=seat,
        ask=asks[0] if asks else None,
        query=query or {},
        address=ADDRESS,
        **more,
    )


def scene(position: Json, seat: int | None = 0, *, seats: int = 3, **more: Any) -> Scene:
    """Return the scene of a position."""
    options = more.pop("options", {})
    game = SYSTEM.open(options, seats)
    more.setdefault("match", match_of(seats, **options))
    return scene_of(game, game.position(position), seat, **more)


def table_of(view: Json, seat: int | None, seats: int, *, no_cheese: bool = False) -> Table:
    """Return a view of the house deck's cards as the board reads it."""
    return Table(view, house_names(), NAMES[:seats], seat, no_cheese)


def board(shown: Scene) -> dict[str, Any]:
    """Return what the template is given."""
    return board_for(shown.match).context(shown)


def html(shown: Scene) -> str:
    """Return the board as it is shown."""
    one = board_for(shown.match)
    values = {"board": one.context(shown), "scene": shown, "revision": 3, "answer_url": "/a"}
    return render_to_string(one.template, values)


def sent(page: str) -> set[str]:
    """Return the answers that a rendered board sends, by hidden fields and by buttons."""
    return set(re.findall(r'name="answer" value="([^"]*)"', page))


def chosen(page: str) -> Iterator[dict[str, str]]:
    """Give what the links of a rendered board choose, and the lowest and highest of each bid."""
    for link in re.findall(rf'href="({ADDRESS}\?[^"]*)"', page):
        query = parse_qs(urlsplit(link.replace("&amp;", "&")).query)
        yield {key: values[0] for key, values in query.items()}
    fields = r'name="hand" value="(\d+)".*?min="(\d+)" max="(\d+)"'
    for hand, low, high in re.findall(fields, page, re.DOTALL):
        for amount in range(int(low), int(high) + 1):
            yield {"hand": hand, "amount": str(amount)}


def courtier(shown: dict[str, Any], one: str) -> dict[str, Any]:
    """Return a courtier of the board."""
    found = [
        there
        for pair in shown["coteries"]
        for coterie in pair
        for there in coterie["courtiers"]
        if there["id"] == one
    ]
    return dict(found[0])


def options(shown: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """Return what can be chosen on the board: by courtier, the label and what it changes."""
    return {
        there["id"]: [(option["label"], option["says"]) for option in there["options"]]
        for pair in shown["coteries"]
        for coterie in pair
        for there in coterie["courtiers"]
        if there["options"]
    }


Moment = tuple[Game[Any], Any, Ask, tuple[Event, ...]]


def moments(seats: int, seed: int, most: int = 4, **options: Json) -> Iterator[Moment]:
    """Play at random; give up to ``most`` moments of every kind of ask, and how each came."""
    rng, game = Random(seed), SYSTEM.open(options, seats)
    step = game.start(Seeded(rng))
    given: dict[str, int] = {}
    while asks := game.asks(step.state):
        ask = asks[0]
        given[ask.kind] = given.get(ask.kind, 0) + 1
        if given[ask.kind] <= most:
            yield game, step.state, ask, step.events
        answer = lively(ask.legal or (), rng)
        step = game.resolve(step.state, {ask.seat: answer}, Seeded(rng))


def lively(legal: Sequence[str], rng: Random) -> str:
    """Return an answer that leads to many kinds of ask: seldom one that throws cards away."""
    deeds = [answer for answer in legal if answer.split()[0] not in ("discard", "done", "stop")]
    completions = [answer for answer in deeds if answer.startswith("complete")]
    return rng.choice(completions or deeds or list(legal))
