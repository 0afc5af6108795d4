"""Which form an ask of each kind has: how it is read, edited, written as a sheet and shown.

A kind of sheet is one row of ``FORMS``; ``views/hand_in.py`` does the rest alike for all::

    form = FORMS["month"]
    draft = form.read(request.POST)
    draft, touched = form.edit(draft, "up:orders:1")
    form.sheet_of(draft)

"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from campaign.models import Kingdom
from campaign.rules.setup.choices import setup_choices
from campaign.rules.state import RECALL, WINTER, State
from campaign.rules.summer.choices import month_choices
from campaign.rules.system import CampaignGame
from campaign.rules.winter.choices import choices
from campaign.web.form_values import Posted
from campaign.web.month_form import edit_month, month_draft_of, month_sheet_of, read_month_form
from campaign.web.month_page import MonthPage
from campaign.web.setup_form import edit_setup, read_setup_form, setup_draft_of, setup_sheet_of
from campaign.web.setup_page import PLACES, SetupPage
from campaign.web.sheet_form import PARTS, draft_of, edited, read_draft, sheet_of
from campaign.web.sheet_page import sheet_page
from games.engine.contract import Json
from games.hosting.errors import ServiceError
from games.hosting.strict_json import read_json


@dataclass(frozen=True, slots=True)
class Position:
    """What a form is drawn from: the state that the phase began with, as one kingdom sees it."""

    game: CampaignGame
    state: State
    seat: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class Marks:
    """What is shown on a form beside the draft: refusals, and what the last button did."""

    problems: list[Any] = field(default_factory=list)
    focus: str = ""
    touched: str = ""

    def as_fields(self) -> dict[str, Any]:
        """Return them as a page's fields."""
        return {"problems": self.problems, "focus": self.focus, "touched": self.touched}


def _empty(kingdom: Kingdom) -> Json:
    """Return what a kind of form shows that was never handed in: nothing."""
    return {}


@dataclass(frozen=True, slots=True)
class AskForm:
    """One kind of sheet. ``fresh`` is the sheet that a form begins with when none is in.

    A draft is whatever ``read`` and ``draft_of`` give; ``page`` makes of it what ``template``
    shows as ``sheet``. ``can_forecast``: whether anything can be said before the dice fall.
    """

    template: str
    read: Callable[[Posted], Any]
    draft_of: Callable[[Json], Any]
    sheet_of: Callable[[Any], Json]
    edit: Callable[[Any, str], tuple[Any, str]]
    page: Callable[[Position, Any, Marks], Any]
    fresh: Callable[[Kingdom], Json] = _empty
    can_forecast: bool = True

    def draft_from_text(self, text: str) -> Any:
        """Return the draft of a sheet written as JSON; an empty one if it is none."""
        try:
            return self.draft_of(read_json(text))
        except ServiceError:
            return self.draft_of({})

    def posted(self, posted: Posted) -> Any:
        """Return the draft that a form carries line by line, or whole as JSON in ``draft``."""
        if "draft" in posted:
            return self.draft_from_text(posted["draft"])
        return self.read(posted)


def winter_form(kind: str) -> AskForm:
    """Return the form of the Winter's sheet, or of one of its steps."""
    return AskForm(
        template="parts/sheet.html",
        read=read_draft,
        draft_of=partial(draft_of, kind),
        sheet_of=partial(sheet_of, kind),
        edit=edited,
        page=partial(_winter_page, kind),
    )


def _winter_page(kind: str, at: Position, draft: Any, marks: Marks) -> Any:
    can = choices(at.game, at.state, at.seat)
    over = ("recall",) if kind == WINTER and at.state.stage != RECALL else ()
    return sheet_page(
        kind,
        can,
        draft,
        at.names,
        marks.problems,
        parts=tuple(part for part in PARTS[kind] if part not in over),
        focus=marks.focus,
        touched=marks.touched,
    )


def _month_page(at: Position, draft: Any, marks: Marks) -> Any:
    can = month_choices(at.game, at.state, at.seat)
    return MonthPage("month", at.seat, can, draft, at.names, **marks.as_fields())


def _setup_page(kind: str, parts: tuple[str, ...], at: Position, draft: Any, marks: Marks) -> Any:
    can = setup_choices(at.game, at.state)
    return SetupPage(kind, parts, can, draft, at.seat, **marks.as_fields())


def _wish(kingdom: Kingdom) -> Json:
    """Begin with the banner that the player wished for on joining."""
    wished = {"race": kingdom.own_race, "faction": kingdom.own_faction}
    return {part: wish for part, wish in wished.items() if wish}


def setup_form(kind: str, parts: tuple[str, ...]) -> AskForm:
    """Return the form of Setup, or of its banner alone."""
    return AskForm(
        template="parts/setup.html",
        read=read_setup_form,
        draft_of=setup_draft_of,
        sheet_of=setup_sheet_of,
        edit=edit_setup,
        page=partial(_setup_page, kind, parts),
        fresh=_wish,
        can_forecast=False,
    )


FORMS: dict[str, AskForm] = {
    **{kind: winter_form(kind) for kind in PARTS},
    "setup": setup_form("setup", PLACES),
    "banner": setup_form("banner", ("race", "faction")),
    "month": AskForm(
        template="parts/month.html",
        read=read_month_form,
        draft_of=month_draft_of,
        sheet_of=month_sheet_of,
        edit=edit_month,
        page=_month_page,
    ),
}
