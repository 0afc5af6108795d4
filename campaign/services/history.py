"""Open any phase again: the position it began with, what was handed in, what came of it.

Everything is as the viewer may know it now. Once a phase is done, the sheets of Setup, of
the months and of reports are open to all who may look, as every answer of open play is;
sheets of the Winter stay their kingdom's own, and lists of armies never leave by a sheet.
Source: campaign.md 2, 3a and 5.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q

from campaign.models import Campaign, Kingdom, Phase, Submission
from campaign.rules import state as rules
from campaign.rules.rosters import Roster
from campaign.services.chances import campaign_commitment, dice_export
from campaign.services.policy import Access
from campaign.services.roster_drafts import lists_are_used, lists_shown
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import SeenEvent, events_of, events_of_phases, phase_at
from games.engine.contract import Json

REVEALED = (rules.MONTH, rules.SETUP, rules.BANNER, rules.REPORT)
"""The sheets that everybody may read once their phase is done."""

CHUNK = 40
"""How many phases an export holds in memory at a time."""

LISTS = ("list", "lists")
"""The parts of a sheet that hold armies' lists: these open in battle, and in the view."""


@dataclass(frozen=True, slots=True)
class RevealedSheet:
    """A sheet that was carried out, as the viewer may read it."""

    seat: int
    kind: str
    sheet: Json
    receipt: str
    by_regent: bool


@dataclass(frozen=True, slots=True)
class PastPhase:
    """A phase as one viewer may know it. ``view`` is the board when it began."""

    phase: Phase
    view: Json
    events: tuple[SeenEvent, ...]
    draws: tuple[Json, ...]
    sheets: tuple[RevealedSheet, ...]


def timeline(access: Access) -> list[Phase]:
    """Return every phase of the campaign, the first first; without what is large in them."""
    campaign = access.campaign
    return list(
        Phase.objects.filter(campaign=campaign, branch=campaign.branch)
        .defer("state", "failure", "draws", "receipts")
        .order_by("ordinal")
    )


def phase_position(access: Access, ordinal: int) -> PastPhase:
    """Return a phase as the viewer may know it; raise ``NotThere`` (``no_phase``).

    Of a phase that is not done, only the position and the viewer's own sheet.
    """
    phase = phase_at(access.campaign, ordinal)
    game = game_of(access.campaign)
    is_done = phase.status == Phase.Status.DONE
    return PastPhase(
        phase=phase,
        view=game.view(state_of(game, phase), access.seat),
        events=tuple(events_of(phase, access.seat)) if is_done else (),
        draws=tuple(phase.draws) if is_done else (),
        sheets=tuple(sheets_of(access, phase)),
    )


def sheets_of(access: Access, phase: Phase) -> Iterator[RevealedSheet]:
    """Give the sheets of a phase that the viewer may read, by seat.

    While it runs that is what their own kingdom has handed in.
    """
    yield from sheets_of_phases(access, [phase])[phase.ordinal]


def sheets_of_phases(
    access: Access, phases: Iterable[Phase]
) -> dict[int, tuple[RevealedSheet, ...]]:
    """Return the sheets that the viewer may read of each of these phases, by ordinal."""
    by_key = {phase.pk: phase for phase in phases}
    found: dict[int, list[RevealedSheet]] = {phase.ordinal: [] for phase in by_key.values()}
    revealed = Q(counts_for__phase__in=[key for key in by_key if is_revealed(by_key[key])])
    own = Q(counts_for__phase__in=by_key, kingdom=access.kingdom)
    counted = (
        Submission.objects.filter(revealed | own)
        .select_related("kingdom")
        .only("phase_id", "sheet", "receipt", "by_regent", "kingdom__seat")
        .order_by("kingdom__seat")
    )
    for row in counted:
        phase, seat = by_key[row.phase_id], row.kingdom.seat
        shown = row.sheet if seat == access.seat else without_lists(row.sheet)
        sheet = RevealedSheet(seat, phase.kind, shown, row.receipt, row.by_regent)
        found[phase.ordinal].append(sheet)
    return {ordinal: tuple(sheets) for ordinal, sheets in found.items()}


def lists_then(access: Access, phases: Iterable[Phase]) -> dict[int, tuple[Roster, ...]]:
    """Return by ordinal the army lists that the viewer could know when reports were asked for.

    Those of the phases of reports alone: there their units were routed. At most one query.
    """
    game = game_of(access.campaign)
    asked = [phase.pk for phase in phases if phase.kind == rules.REPORT]
    if not asked or not lists_are_used(game):
        return {}
    rows = Phase.objects.filter(pk__in=asked).only("ordinal", "commitment", "opened_at", "state")
    return {row.ordinal: lists_shown(access, state_of(game, row)) for row in rows}


def is_revealed(phase: Phase) -> bool:
    """Tell whether everybody may read a phase's sheets by now."""
    return phase.status == Phase.Status.DONE and (phase.kind in REVEALED or phase.is_turn)


def without_lists(sheet: Json) -> Json:
    """Return a sheet as other kingdoms may read it: without the lists of armies."""
    if not isinstance(sheet, dict):
        return sheet
    return {key: part for key, part in sheet.items() if key not in LISTS}


def export_text(access: Access) -> Iterator[str]:
    """Give the whole campaign as the viewer may know it: the text of one JSON document.

    It comes in pieces, because a campaign may have thousands of phases.
    """
    yield json.dumps(_about(access), indent=1).removesuffix("\n}") + ',\n "phases": ['
    for place, phase in enumerate(export_phases(access)):
        yield (",\n  " if place else "\n  ") + json.dumps(phase)
    yield "\n ]\n}\n"


def export_phases(access: Access) -> Iterator[Json]:
    """Give every phase of an export, the running one last; read some at a time."""
    campaign, game = access.campaign, game_of(access.campaign)
    keys = [phase.pk for phase in timeline(access)]
    for start in range(0, len(keys), CHUNK):
        phases = list(Phase.objects.filter(pk__in=keys[start : start + CHUNK]).defer("failure"))
        done = [phase for phase in phases if phase.status == Phase.Status.DONE]
        events = events_of_phases(done, access.seat)
        sheets = sheets_of_phases(access, phases)
        for phase in phases:
            past = PastPhase(
                phase=phase,
                view=game.view(game.decode(phase.state), access.seat),
                events=tuple(events.get(phase.ordinal, ())),
                draws=tuple(phase.draws) if phase in done else (),
                sheets=sheets[phase.ordinal],
            )
            yield _phase_json(campaign, past)


def _about(access: Access) -> dict[str, Json]:
    campaign: Campaign = access.campaign
    kingdoms = Kingdom.objects.filter(campaign=campaign)
    return {
        "format": "wintertide-campaign-1",
        "campaign": str(campaign.public_id),
        "name": campaign.name,
        "status": campaign.status,
        "rules_version": campaign.rules_version,
        "seats": campaign.seats,
        "options": campaign.options,
        "commitment": campaign_commitment(campaign),
        "kingdoms": list(kingdoms.order_by("seat").values("seat", "name", "regent")),
        "viewer": access.seat,
    }


def _phase_json(campaign: Campaign, past: PastPhase) -> Json:
    phase = past.phase
    is_done = phase.status == Phase.Status.DONE
    return {
        "ordinal": phase.ordinal,
        "kind": phase.kind,
        "year": phase.year,
        "month": phase.month,
        "status": phase.status,
        "opened_at": phase.opened_at.isoformat(),
        "done_at": phase.done_at.isoformat() if phase.done_at else None,
        "closing": phase.closing,
        "view": past.view,
        "events": [
            {"kind": event.kind, "data": event.data, "is_private": event.is_private}
            for event in past.events
        ],
        "sheets": [
            {
                "seat": sheet.seat,
                "sheet": sheet.sheet,
                "receipt": sheet.receipt,
                "by_regent": sheet.by_regent,
            }
            for sheet in past.sheets
        ],
        "receipts": phase.receipts if is_done else {},
        "rulings": phase.rulings if is_done else {},
        "dice": dice_export(campaign, phase) if is_done else None,
    }
