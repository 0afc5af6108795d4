"""Winter Court's board, drawn for a position."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from games.models import Match
from games.web.boards import Scene, board_of
from games.winter_court import SYSTEM

GAME = SYSTEM.open({}, 2)
NAMES = ["Anna", "Ben"]
STEWARD_HELD = {
    "court": {"F": {"card": "L7", "holder": 1}},
    "hands": [["W5", "W1", "W2", "Mi4"], ["K3", "D9"]],
}
"""winter_court.md 11, example 3, with one card more."""


def scene(
    position: dict[str, Any], seat: int | None = 0, *, is_open: bool = False, **query: Any
) -> Scene:
    state = GAME.position(position)
    asks = [ask for ask in GAME.asks(state) if ask.seat == seat]
    return Scene(
        match=Match(game="winter_court", rules_version=SYSTEM.version, options={}, seat_count=2),
        names=NAMES,
        view=GAME.view(state, seat),
        seat=seat,
        ask=asks[0] if asks else None,
        query=query,
        address="/matches/7/",
        hands=[GAME.view(state, one) for one in (0, 1)] if is_open else None,
    )


def html(shown: Scene) -> str:
    values = {"board": board_of("winter_court").context(shown), "scene": shown, "revision": 3}
    return render_to_string("matches/winter_court/board.html", values)
