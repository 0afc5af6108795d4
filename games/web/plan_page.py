"""Conditional answers on the page: what is planned, and what the others may answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json
from games.hosting.errors import ServiceError
from games.models import Plan
from games.services.plans import ANY, GOES_ON, parse_lines
from games.web.boards import Board
from games.web.match_page import Look

MOST_LISTED = 400


def plan_context(look: Look, typed: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what the plan's form shows; ``typed``: what was refused."""
    if not look.may_plan:
        return {"may_plan": False}
    return {
        "may_plan": True,
        "plan_lines": list(plan_lines(look.plan, look.board, look.names)),
        "theirs": their_answers(look),
        "plan_typed": typed or {},
        "any": ANY,
    }


def plan_lines(plan: Plan | None, board: Board, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Give the lines of a plan in words."""
    for index, line in enumerate(plan.lines if plan else ()):
        condition = line["if"]
        yield {
            "index": index,
            "is_any": condition in (ANY, GOES_ON),
            "condition": board.answer_words(condition, names) if condition else "",
            "then": [board.answer_words(answer, names) for answer in line["then"]],
        }


def their_answers(look: Look) -> list[tuple[str, str]]:
    """Return what the seat to move may answer, if everybody can know it; else nothing.

    It is worked out from the reader's own view, never from the state: an answer that only
    its seat could know of is not in it.
    """
    game, view, own = look.shown.game, look.shown.view, look.access.seat
    if view != game.view(look.shown.state, None):
        return []  # the reader has something to hide, so the others may have too
    imagined = game.imagine(view, own, Random(0))
    listed = ((answer, ask.kind) for ask in game.asks(imagined) for answer in ask.legal or ())
    return [
        (answer, look.board.answer_words(answer, look.names, kind))
        for answer, kind in islice(listed, MOST_LISTED)
        if isinstance(answer, str)
    ]


def with_line(plan: Plan | None, typed: Mapping[str, str]) -> list[dict[str, Json]]:
    """Return a plan's lines with one more, as the form has it; raise ``ServiceError``."""
    then = [line.strip() for line in typed["then"].splitlines() if line.strip()]
    condition = typed["if"].strip() or typed["listed"].strip() or ANY
    added = parse_lines([{"if": condition, "then": then}])
    return [*(plan.lines if plan else []), *added]


def without_line(plan: Plan | None, index: int | None) -> list[dict[str, Json]]:
    """Return a plan's lines without one of them; raise ``ServiceError`` (``bad_plan``)."""
    lines = list(plan.lines) if plan else []
    if index is None or index >= len(lines):
        raise ServiceError("bad_plan", _("That line of your plan is gone already."))
    return lines[:index] + lines[index + 1 :]
