"""Where tokens go after the battles that wait: the form of retreats and of the winner's step.

The fields are those of the month's sheet; what the form holds is the sheet of reports but for
its reports, which have forms of their own. Source: campaign.md 3a, 3d.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.summer.choices import Place
from campaign.rules.summer.report_choices import ReportChoices
from campaign.rules.summer_codec import plan_json
from campaign.web.form_values import Line, Posted, fields_in, plain_all
from campaign.web.instruction_words import FIELDS
from campaign.web.month_form import (
    advance_line,
    form_lines,
    form_numbers,
    lines_in,
)
from campaign.web.month_rows import Option, PreferenceRow, Select, place_words, token_options
from campaign.web.sheet_rows import inside
from games.engine.contract import Json

PARTS = ("retreat", "advance")

HELPS = {
    "retreat": gettext_lazy(
        "The first that is possible counts. If you leave it empty: a hex without enemies, land "
        "before open water, the best settlement, then the lowest number."
    ),
    "advance": gettext_lazy(
        "One token may move on after a win, to a hex of yours. If you leave it empty, none does."
    ),
}
TITLES = {
    "retreat": gettext_lazy("If you have to retreat"),
    "advance": gettext_lazy("If you win"),
}


@dataclass(frozen=True, slots=True)
class StepsDraft:
    """The form as it is filled in; see ``MonthDraft``."""

    retreat: tuple[Json, ...] = ()
    advance: tuple[Line, ...] = ()


def steps_draft(can: ReportChoices, sheet: Json) -> StepsDraft:
    """Return the draft of a sheet of reports; what it does not say, the month's sheet did."""
    given = {**plan_json(can.plan), **fields_in(sheet)}
    return StepsDraft(plain_all(given.get("retreat")), lines_in(given.get("advance")))


def read_steps(posted: Posted) -> StepsDraft:
    """Read what the fields hold."""
    lines = form_lines(posted, "advance", ("token", "to"))
    return StepsDraft(form_numbers(posted, "retreat"), tuple(advance_line(line) for line in lines))


def with_steps(sheet: Json, draft: StepsDraft) -> Json:
    """Return a sheet of reports that says this of where tokens go, and all else as it did."""
    return {**fields_in(sheet), "retreat": list(draft.retreat), "advance": list(draft.advance)}


@dataclass(frozen=True, slots=True)
class StepsPart:
    """One of the two lists as it is shown; the last row is empty."""

    name: str
    title: str
    help: str
    rows: tuple[PreferenceRow, ...]
    is_focused: bool


@dataclass(frozen=True, slots=True)
class StepsForm:
    """The form filled with a draft. ``focus`` is the list to which a row was added."""

    seat: int
    names: Sequence[str]
    can: ReportChoices
    draft: StepsDraft
    problems: Sequence[dict[str, str]] = ()
    focus: str = ""

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to say; open play asks when the moment comes."""
        return not self.can.is_asked_later

    @property
    def parts(self) -> tuple[StepsPart, ...]:
        """The lists that can matter, or that were written all the same."""
        shown = [name for name in PARTS if self._offers(name) or getattr(self.draft, name)]
        return tuple(self._part(name) for name in shown)

    def _offers(self, name: str) -> bool:
        return bool(self.can.havens if name == "retreat" else self.can.steps)

    @property
    def has_no_haven(self) -> bool:
        """Whether tokens that are beaten have nowhere to go as things stand."""
        return not self.can.havens

    def _part(self, name: str) -> StepsPart:
        given = [*getattr(self.draft, name), None]
        rows = tuple(
            PreferenceRow(i, self._selects(name, i, line), self.at(f"{name}.{i}"), f"{name}-{i}")
            for i, line in enumerate(given)
        )
        return StepsPart(name, str(TITLES[name]), str(HELPS[name]), rows, self.focus == name)

    def _selects(self, name: str, index: int, value: object) -> tuple[Select, ...]:
        at = f"{name}.{index}"
        if name == "retreat":
            label = _("else to") if index else _("Retreat to")
            return (Select(at, label, self._tiles(self.can.havens, value)),)
        line: Line = value if isinstance(value, dict) else {}
        tokens = [token for token, _near in self.can.steps]
        places = {place.tile: place for _token, near in self.can.steps for place in near}
        return (
            Select(f"{at}.token", str(FIELDS["token"]), token_options(tokens, line)),
            Select(f"{at}.to", str(FIELDS["to"]), self._tiles(places.values(), line.get("to"))),
        )

    def _tiles(self, places: Iterable[Place], chosen: object) -> tuple[Option, ...]:
        listed = sorted(places, key=lambda place: place.tile)
        options = [self._tile(place, chosen) for place in listed]
        if chosen not in (None, "") and chosen not in [place.tile for place in listed]:
            options.append(Option(str(chosen), str(chosen), chosen=True))
        return (Option("", "–", chosen in (None, "")), *options)

    def _tile(self, place: Place, chosen: object) -> Option:
        words = place_words(place, self.seat, self.names)
        return Option(str(place.tile), f"{place.tile}: {words}", place.tile == chosen)

    def at(self, where: str) -> tuple[str, ...]:
        """Return the problems that belong to a place of the sheet."""
        return tuple(each["message"] for each in self.problems if inside(each["where"], where))
