"""The skirmish for the tests of its board: scenes of positions, what a rendered board can send."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.template.loader import render_to_string

from games.engine.chance import Seeded
from games.engine.contract import Ask, Event, Game, Json
from games.models import Match
from games.skirmish import SYSTEM
from games.web.boards import Scene, board_for

NAMES = ("Anna", "Ben")
ADDRESS = "/matches/7/"

Moment = tuple[Game[Any], Any, Ask, tuple[Event, ...]]


def scene_of(
    game: Game[Any], state: Any, seat: int | None, *, query: Json = None, **more: Any
) -> Scene:
    """Return what the board of a state is drawn from for that reader; no address: a replay."""
    options, where = more.pop("options", {}), more.pop("address", ADDRESS)
    asks = [ask for ask in game.asks(state) if ask.seat == seat and where]
    return Scene(
        match=Match(game="skirmish", rules_version=SYSTEM.version, options=options, seat_count=2),
        names=list(NAMES),
        view=game.view(state, seat),
        seat=seat,
        ask=asks[0] if asks else None,
        query=query or {},
        address=where,
        **more,
    )


def scene(
    position: Json, seat: int | None = 0, *, factions: Sequence[str] = (), **more: Any
) -> Scene:
    """Return the scene of a position, the Plain Guard below and the Blights above."""
    options = {"factions": list(factions or ("plain_guard", "blights"))}
    game = SYSTEM.open(options, 2)
    return scene_of(game, game.position(position), seat, options=options, **more)


def board(shown: Scene) -> dict[str, Any]:
    """Return what the template is given."""
    return board_for(shown.match).context(shown)


def html(shown: Scene) -> str:
    """Return the board as it is shown."""
    one = board_for(shown.match)
    values = {"board": one.context(shown), "scene": shown, "revision": 3, "answer_url": "/a"}
    return render_to_string(one.template, values)


def sent(page: str) -> set[str]:
    """Return the answers that a rendered board sends."""
    return set(re.findall(r'name="answer" value="([^"]*)"', page))


def chosen(addresses: Sequence[str]) -> list[dict[str, str]]:
    """Return what links choose."""
    queries = [parse_qs(urlsplit(link).query) for link in addresses]
    return [{key: values[0] for key, values in query.items()} for query in queries]


def links(page: str) -> list[str]:
    """Return where the links of a rendered board lead that choose something."""
    found = re.findall(rf'href="({ADDRESS}\?[^"]*)"', page)
    return [link.replace("&amp;", "&") for link in found]


def given(shown: dict[str, Any]) -> tuple[set[str], list[str]]:
    """Return the answers that a board's context lets send, and where its links lead."""
    taps = shown["picture"]["targets"]
    answers = {one["answer"] for one in [*shown["sends"], *taps] if one["answer"]}
    return answers, [one["url"] for one in taps if "?" in one["url"] and not one["answer"]]


def reached(game: Game[Any], state: Any, seat: int, options: Json) -> set[str]:
    """Return all that the links of the rendered board and the buttons behind them lead to."""
    first = html(scene_of(game, state, seat, options=options))
    found = sent(first)
    for query in chosen(links(first)):
        answers, more = given(board(scene_of(game, state, seat, query=query, options=options)))
        found |= answers
        for further in chosen(more):
            if len(further) == 2:
                shown = board(scene_of(game, state, seat, query=further, options=options))
                found |= given(shown)[0]
    return found


def targets(shown: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what can be tapped on the field, by square."""
    found = {target["square"]: target for target in shown["picture"]["targets"]}
    assert len(found) == len(shown["picture"]["targets"])  # none lies on another
    return found


def moments(seed: int, most: int = 2, **options: Json) -> Iterator[Moment]:
    """Play at random; give up to ``most`` moments of every kind of ask to each seat."""
    rng, game = Random(seed), SYSTEM.open(options, 2)
    step = game.start(Seeded(rng))
    given: dict[tuple[str, int], int] = {}
    while asks := game.asks(step.state):
        for ask in asks:
            key = ask.kind, ask.seat
            given[key] = given.get(key, 0) + 1
            if given[key] <= most and ask.kind != "team":
                yield game, step.state, ask, step.events
        answers = {ask.seat: lively(game, step.state, ask, rng) for ask in asks}
        step = game.resolve(step.state, answers, Seeded(rng))


def lively(game: Game[Any], state: Any, ask: Ask, rng: Random) -> str:
    """Return an answer that leads to many kinds of ask: Attacks, and the rules of pieces."""
    if ask.kind == "team":
        return str(ask.default)
    fights = [answer for answer in ask.legal or () if answer.startswith(("attack", "activate"))]
    if fights and rng.random() < 0.7:
        return str(rng.choice(fights))
    return str(game.sample(state, ask, rng))
