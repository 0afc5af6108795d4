"""Open any phase again: the position it began with, what was handed in, what came of it.

Everything is as the viewer may know it now. Once a phase is done, the sheets of Setup, of
the months and of reports are open to all who may look, as every answer of open play is;
sheets of the Winter stay their kingdom's own, and lists of armies never leave by a sheet.
Source: campaign.md 2, 3a and 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.models import Campaign, Kingdom, Phase, Submission
from campaign.rules import state as rules
from campaign.services.chances import campaign_commitment, dice_export
from campaign.services.errors import NotThere
from campaign.services.policy import Access
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import SeenEvent, events_of, phase_at
from games.engine.contract import Json

REVEALED = ("month", rules.SETUP, rules.BANNER, rules.REPORT)
"""The sheets that everybody may read once their phase is done."""

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
    is_done = phase.status == Phase.Status.DONE
    is_open = is_done and (phase.kind in REVEALED or phase.is_turn)
    counted = (
        Submission.objects.filter(counts_for__phase=phase)
        .select_related("kingdom")
        .only("sheet", "receipt", "by_regent", "kingdom__seat")
        .order_by("kingdom__seat")
    )
    for row in counted if is_open else counted.filter(kingdom=access.kingdom):
        seat = row.kingdom.seat
        shown = row.sheet if seat == access.seat else without_lists(row.sheet)
        yield RevealedSheet(seat, phase.kind, shown, row.receipt, row.by_regent)


def without_lists(sheet: Json) -> Json:
    """Return a sheet as other kingdoms may read it: without the lists of armies."""
    if not isinstance(sheet, dict):
        return sheet
    return {key: part for key, part in sheet.items() if key not in LISTS}


def export_json(access: Access) -> Json:
    """Return the whole campaign as the viewer may know it, plain JSON."""
    return {**_about(access), "phases": list(export_phases(access))}


def export_phases(access: Access) -> Iterator[Json]:
    """Give every phase of an export, one at a time; the running one last."""
    for phase in timeline(access):
        try:
            yield _phase_json(access, phase_position(access, phase.ordinal))
        except NotThere:  # it went while this was read
            return


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


def _phase_json(access: Access, past: PastPhase) -> Json:
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
        "dice": dice_export(access.campaign, phase) if is_done else None,
    }
