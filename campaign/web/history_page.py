"""The campaign's past: one position a phase that is over, and a printable page a year.

A position shows how things stood when its phase was over, with arrows for what moved in
it, and everything of it that its reader may know by now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.models import Campaign, Phase
from campaign.rules.rosters import Roster
from campaign.rules.scoring import standings
from campaign.rules.state import State
from campaign.services.chances import campaign_commitment
from campaign.services.desk import KingdomName
from campaign.services.history import RevealedSheet, lists_then, sheets_of
from campaign.services.policy import Access
from campaign.services.rulebook import game_of
from campaign.services.selectors import SeenEvent, events_of
from campaign.services.yearbook import Year, state_after
from campaign.web.board_page import draw_hexes, kept, standing_lines
from campaign.web.map_lines import moves_of
from campaign.web.report import Chapter, chapters
from campaign.web.report_matches import Notes, notes_of, with_matches
from campaign.web.report_units import with_unit_names
from campaign.web.sheet_words import ruling_lines, sheet_lines
from campaign.web.words import phase_title
from games.hosting.tags import page_tag


@dataclass(frozen=True, slots=True)
class Stop:
    """One position of the slider; ``place`` counts from 0."""

    place: int
    ordinal: int
    year: int
    title: str


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """A sheet as the history tells it: whose, its lines, its receipt."""

    kingdom: KingdomName
    lines: tuple[str, ...]
    sheet: RevealedSheet


@dataclass(frozen=True, slots=True)
class Moment:
    """One phase that is over, for one reader."""

    phase: Phase
    board: SafeString
    table: SafeString
    chapters: tuple[Chapter, ...]
    rulings: tuple[str, ...]
    sheets: tuple[ShownSheet, ...]


def stops_of(phases: Sequence[Phase]) -> list[Stop]:
    """Return the slider's positions: every phase that is over."""
    return [
        Stop(place, phase.ordinal, phase.year, phase_title(phase.kind, phase.month))
        for place, phase in enumerate(phases)
    ]


def by_year(stops: Sequence[Stop]) -> list[tuple[int, list[Stop]]]:
    """Group the slider's positions by year, for choosing one without the slider."""
    return [(year, list(group)) for year, group in groupby(stops, key=lambda stop: stop.year)]


def moment_of(access: Access, phase: Phase, names: Sequence[KingdomName]) -> Moment:
    """Return a phase that is over as its reader may know it now."""
    called = [kingdom.name for kingdom in names]
    notes = notes_of(access.campaign, [phase.ordinal])
    events = with_matches(events_of(phase, access.seat), notes)
    board, table = past_board(access.campaign, phase, names, events)
    lists = lists_then(access, [phase])
    return Moment(
        phase=phase,
        board=board,
        table=table,
        chapters=tuple(chapters(with_unit_names(events, lists.get(phase.ordinal, ())), called)),
        rulings=tuple(ruling_lines(phase.rulings, called)),
        sheets=tuple(shown_sheets(access, phase, names)),
    )


def shown_sheets(access: Access, phase: Phase, names: Sequence[KingdomName]) -> list[ShownSheet]:
    """Return the sheets of a phase that the reader may read, in words."""
    called = [kingdom.name for kingdom in names]
    return [
        ShownSheet(names[sheet.seat], tuple(sheet_lines(sheet.kind, sheet.sheet, called)), sheet)
        for sheet in sheets_of(access, phase)
    ]


def past_board(
    campaign: Campaign, phase: Phase, names: Sequence[KingdomName], events: Sequence[SeenEvent]
) -> tuple[SafeString, ...]:
    """Return the map after a phase and its table; they show what all may see: kept for all."""
    key = page_tag(campaign.public_id, campaign.branch, phase.ordinal, bool(events), names)
    public = [event for event in events if not event.is_private]
    return kept(
        f"past:{get_language()}:{key}",
        lambda: draw_hexes(campaign, state_after(campaign, phase.ordinal), names, moves_of(public)),
    )


# A year on paper


@dataclass(frozen=True, slots=True)
class Part:
    """One month of a year, or one part of Setup or Winter: what the reader saw of it."""

    title: str
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class YearBook:
    """One year, ready to be printed. ``commitment`` binds all dice of the campaign."""

    year: int
    parts: tuple[Part, ...]
    board: SafeString
    standings: str
    faces: tuple[tuple[int, int], ...]
    rolled: int
    commitment: str


def year_book(access: Access, found: Year, names: Sequence[KingdomName]) -> YearBook:
    """Return a year's page: the map at its end (or now), what happened, standings, dice."""
    campaign, last = access.campaign, found.phases[-1]
    state = state_after(campaign, last.ordinal)
    notes = notes_of(campaign, [phase.ordinal for phase in found.phases])
    called = [kingdom.name for kingdom in names]
    return YearBook(
        year=found.year,
        parts=tuple(parts_of(found, notes, lists_then(access, found.phases), called)),
        board=past_board(campaign, last, names, ())[0],
        standings=standings_then(campaign, state, names),
        faces=tuple((face, found.faces[face]) for face in range(1, 7)),
        rolled=Counter.total(found.faces),
        commitment=campaign_commitment(campaign),
    )


def parts_of(
    found: Year,
    notes: Notes,
    lists: Mapping[int, tuple[Roster, ...]],
    called: Sequence[str],
) -> list[Part]:
    """Return what happened in a year; a month may be many phases, where nothing did is no part."""
    parts = []
    for (month, kind), phases in groupby(found.phases, key=part_of):
        events = [
            event
            for phase in phases
            for event in with_unit_names(
                with_matches(found.events[phase.ordinal], notes), lists.get(phase.ordinal, ())
            )
        ]
        if events:
            parts.append(Part(phase_title(kind, month), tuple(chapters(events, called))))
    return parts


def part_of(phase: Phase) -> tuple[int, str]:
    """Return what a phase is part of: its month, or what it is."""
    return (phase.month, "month") if phase.month else (0, phase.kind)


def standings_then(campaign: Campaign, state: State, names: Sequence[KingdomName]) -> str:
    """Return the standings as they were."""
    rules = game_of(campaign).rules
    lines = standing_lines(state, names, standings(state, rules))
    context = {
        "lines": lines,
        "forming": False,
        "has_might": rules.might,
        "has_strategies": rules.strategies,
    }
    return render_to_string("parts/standings.html", context)
