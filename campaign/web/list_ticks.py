"""Army lists on the sheet that carries them: one tick a list, which holds the whole of it.

What a form offers are the lists that wait (``services/roster_drafts.py``), those on the sheet
that is handed in, and those ticked before. A tick's value is the list itself, so that what
is handed in is what was looked at. Source: campaign.md 5.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.rules.state import BUILD, MONTH, SETUP, WINTER, State
from campaign.services.policy import Access
from campaign.services.roster_drafts import (
    FIRST,
    RECRUIT,
    drafted_lists,
    lists_are_used,
)
from campaign.services.rulebook import game_of
from campaign.web.form_values import fields_in, list_in
from campaign.web.roster_form import form_of
from games.engine.contract import Json
from games.hosting.errors import ServiceError
from games.hosting.strict_json import read_json

FIELD, SHOWN = "army-list", "army-lists"
CARRIERS = (SETUP, MONTH, WINTER, BUILD)
ARMY = "army"
Lists = Mapping[int, Json]
"""Army lists by the number of their army; 0 is the next recruit's."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A list that a sheet may carry; ``value`` is what the form sends for it."""

    army: int
    text: str
    value: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ListTicks:
    """The part of a sheet's form that is about army lists.

    ``has_news``: a list is ticked that is not on the sheet that is handed in.
    """

    ticks: tuple[Tick, ...]
    has_news: bool

    @property
    def is_empty(self) -> bool:
        """Whether no list is ticked."""
        return not any(tick.is_chosen for tick in self.ticks)


def list_ticks(
    access: Access, kind: str, state: State, sheets: tuple[Json, Json], posted: QueryDict | None
) -> ListTicks | None:
    """Return the ticks of a form, ``None`` where such a sheet carries no lists.

    ``sheets`` are the one being written and the one handed in.
    """
    if kind not in CARRIERS or not lists_are_used(game_of(access.campaign)):
        return None
    written, handed_in = (lists_of(kind, sheet) for sheet in sheets)
    ticked = posted_lists(posted) if posted is not None and SHOWN in posted else None
    offered = {
        **handed_in,
        **written,
        **(ticked or {}),
        **drafted_lists(access, kind, state),
    }
    chosen = [army for army in offered if ticked is None or army in ticked]
    return ListTicks(
        ticks=tuple(
            Tick(army, tick_words(army, document), _value(army, document), army in chosen)
            for army, document in sorted(offered.items())
        ),
        has_news=any(offered[army] != handed_in.get(army) for army in chosen),
    )


def _value(army: int, document: Json) -> str:
    return json.dumps({**document, ARMY: army}, sort_keys=True)


def tick_words(army: int, document: Json) -> str:
    """Say which list goes with the sheet."""
    values = {"army": army, "points": points_of(document)}
    if army == RECRUIT:
        return _("Next recruit: its list of %(points)s points goes with the first army on it") % (
            values
        )
    return _("Army %(army)s: its list of %(points)s points goes with this sheet") % values


def points_of(document: Json) -> int:
    """Return what a list comes to; 0 for what is no list."""
    try:
        return form_of(document).cost
    except (KeyError, TypeError, ValueError, AttributeError):
        return 0


def posted_lists(posted: Mapping[str, Any]) -> dict[int, Json]:
    """Return the lists that are ticked on a form."""
    values = posted.getlist(FIELD) if isinstance(posted, QueryDict) else []
    return dict(filter(None, map(_ticked, values)))


def _ticked(value: str) -> tuple[int, Json] | None:
    try:
        document = fields_in(read_json(value))
    except ServiceError:
        return None
    army = document.pop(ARMY, None)
    return (army, document) if type(army) is int else None


def with_lists(kind: str, sheet: Json, posted: Mapping[str, Any]) -> Json:
    """Return a sheet with the ticked lists on it; as it is if the form shows no ticks."""
    if SHOWN not in posted or kind not in CARRIERS:
        return sheet
    return put_on(kind, sheet, posted_lists(posted))


def put_on(kind: str, sheet: Json, lists: Lists) -> Json:
    """Put lists on a sheet instead of those that it carries.

    >>> put_on("month", {}, {2: {"units": []}})
    {'lists': [{'army': 2, 'units': []}]}
    """
    rest = {key: part for key, part in sheet.items() if key not in ("list", "lists")}
    if kind == SETUP:
        return rest | ({"list": lists[FIRST]} if FIRST in lists else {})
    if kind == MONTH:
        lines = [{ARMY: army, **lists[army]} for army in sorted(lists) if army != RECRUIT]
        return rest | ({"lists": lines} if lines else {})
    if "purchases" not in rest:
        return rest
    return rest | {"purchases": _recruited(rest["purchases"], lists.get(RECRUIT))}


def _recruited(lines: list[Json], document: Json) -> list[Json]:
    """Give the first recruit of these purchases its list."""
    bare = [{key: part for key, part in line.items() if key != "list"} for line in lines]
    first = next((i for i, line in enumerate(bare) if line.get("buy") == ARMY), None)
    if first is not None and document is not None:
        bare[first] = {**bare[first], "list": document}
    return bare


def lists_of(kind: str, sheet: Json) -> dict[int, Json]:
    """Return the lists that a sheet carries."""
    given = fields_in(sheet)
    if kind == SETUP:
        return {FIRST: given["list"]} if given.get("list") else {}
    if kind == MONTH:
        lines = [fields_in(line) for line in list_in(given.get("lists"))]
        return {
            line[ARMY]: {key: part for key, part in line.items() if key != ARMY}
            for line in lines
            if type(line.get(ARMY)) is int
        }
    carried = [fields_in(line).get("list") for line in list_in(given.get("purchases"))]
    return {RECRUIT: next(filter(None, carried))} if any(carried) else {}
