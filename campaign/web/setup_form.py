"""Setup's sheet (and the banner of open play) on its way through an HTML form.

The start hexes are one list, the ranked ones first; a homeland is six fields by direction::

    draft = read_setup_form(request.POST)
    draft, place = edit_setup(draft, "up:starts:1")
    setup_sheet_of(draft)    # {"race": "Elves", "faction": "blights", "starts": [17, 4]}

Nothing is judged here. Source: campaign.md 2.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from campaign.rules.board import DIRECTIONS
from campaign.web.form_values import (
    MOST_LINES,
    Posted,
    fields_in,
    filled,
    number,
    place_in,
    plain,
    plain_all,
    swap,
)
from games.engine.contract import Json

LONGEST_RACE = 200
"""What a form carries of a race; the rules say how much of that is allowed."""

LONGEST_FACTION = 40

Homeland = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """A sheet of Setup being written; ``roster`` is its army list, which
    ``list_ticks.py`` puts on the form.
    """

    race: Json = ""
    faction: str = ""
    starts: tuple[Json, ...] = ()
    homeland: Homeland = ()
    army: str = ""
    roster: Json = None
    order: tuple[Json, ...] = field(default=(), compare=False)
    """The start hexes as the page showed them; ``starts`` is their beginning."""


def setup_sheet_of(draft: SetupDraft) -> Json:
    """Return the sheet that a draft holds."""
    return filled(
        race=draft.race,
        faction=draft.faction,
        starts=list(draft.starts),
        homeland=dict(draft.homeland),
        army=draft.army,
        list=draft.roster,
    )


def setup_draft_of(sheet: Json) -> SetupDraft:
    """Return the draft of a sheet, or of whatever somebody sent as one; never raises."""
    given = fields_in(sheet)
    homeland = fields_in(given.get("homeland")).items()
    return SetupDraft(
        race=plain(given.get("race", "")) or "",
        faction=str(given.get("faction") or "")[:LONGEST_FACTION],
        starts=plain_all(given.get("starts")),
        homeland=tuple((str(where)[:10], str(kind)[:20]) for where, kind in homeland),
        army=str(given.get("army") or "")[:20],
        roster=given.get("list"),
    )


def read_setup_form(posted: Posted) -> SetupDraft:
    """Read what the page's fields hold."""
    order = tuple(
        number(posted[f"starts.{i}"]) for i in range(MOST_LINES) if f"starts.{i}" in posted
    )
    ranked = number(posted.get("starts.ranked", "0"))
    return SetupDraft(
        race=posted.get("race", "").strip()[:LONGEST_RACE],
        faction=posted.get("faction", "")[:LONGEST_FACTION],
        starts=order[: ranked if isinstance(ranked, int) and ranked > 0 else 0],
        homeland=read_homeland_form(posted),
        army=posted.get("army", "")[:20],
        order=order,
    )


def read_homeland_form(posted: Posted) -> Homeland:
    """Read the six fields of a homeland; a bare tile has none."""
    typed = {side: posted.get(f"homeland.{side}", "")[:20] for side in DIRECTIONS}
    return tuple((side, kind) for side, kind in typed.items() if kind)


def edit_setup(draft: SetupDraft, operation: str) -> tuple[SetupDraft, str]:
    """Carry out one button of the form; return the draft and the place that it touched.

    Operations are ``up|down|best:starts:PLACE``, ``fill:KIND:KIND:...`` (a homeland, from the
    east counter-clockwise) and ``clear``. One that makes no sense changes nothing.
    """
    name, *arguments = operation.split(":")
    try:
        return OPERATIONS[name](draft, *arguments)
    except (KeyError, TypeError, ValueError, IndexError):
        return draft, ""


def _shift(draft: SetupDraft, where: str, place: str, by: int) -> tuple[SetupDraft, str]:
    """Move a start hex; all down to the lower of the two are ranked then."""
    if where != "starts":
        raise KeyError(where)
    order, here = list(draft.order), place_in(place)
    swap(order, here, here + by)
    return _ranked(draft, order, max(here, here + by)), f"starts.{here + by}"


def _best(draft: SetupDraft, where: str, place: str) -> tuple[SetupDraft, str]:
    """Put a start hex first."""
    if where != "starts":
        raise KeyError(where)
    order = list(draft.order)
    order.insert(0, order.pop(place_in(place)))
    return _ranked(draft, order, 0), "starts.0"


def _ranked(draft: SetupDraft, order: list[Json], lowest: int) -> SetupDraft:
    ranked = max(len(draft.starts), lowest + 1)
    return replace(draft, order=tuple(order), starts=tuple(order[:ranked]))


def _fill(draft: SetupDraft, *kinds: str) -> tuple[SetupDraft, str]:
    homeland = tuple((side, kind) for side, kind in zip(DIRECTIONS, kinds, strict=True) if kind)
    return replace(draft, homeland=homeland), "homeland"


OPERATIONS: dict[str, Any] = {
    "up": lambda draft, where, place: _shift(draft, where, place, -1),
    "down": lambda draft, where, place: _shift(draft, where, place, 1),
    "best": _best,
    "fill": _fill,
    "clear": lambda draft: (SetupDraft(roster=draft.roster), ""),
}
