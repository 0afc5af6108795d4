"""Open, resolve and park phases; the sweep that finds those which are due.

Resolving is one transaction under the phase's row lock: whoever comes second
(another sweep, a repeated message, the game master's button) finds the phase done.
There is no state in between that a killed worker could leave behind. The ordinal
is unique, so a phase cannot be opened twice even if the lock failed.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from campaign.models import Ask, Campaign, Event, Kingdom, Phase
from campaign.rules import state as rules
from campaign.rules.state import State
from campaign.rules.system import CampaignGame
from campaign.services import notices
from campaign.services.board_rows import load_rows, save_state, state_from_rows
from campaign.services.bulk import insert_rows
from campaign.services.chances import phase_chance, phase_commitment
from campaign.services.contest_results import outside_of
from campaign.services.contests import Running, end_contests, end_reported, open_battles
from campaign.services.court_openings import open_standing_court
from campaign.services.grace import grace_given
from campaign.services.locks import lock_phase
from campaign.services.reports import with_outside, with_rulings
from campaign.services.rulebook import game_of, state_of
from campaign.services.schedules import rule_of
from campaign.services.stewards import hand_in_for_regents
from campaign.services.wake import wake_another_sweep
from games.engine import contract
from games.engine.contract import Json
from games.hosting.deadlines import next_deadline, parse_zone

logger = logging.getLogger(__name__)

SWEEP_BATCH = 200
SWEEP_SECONDS = 20.0
CROWD = 8
"""When more phases than this are due a sweep calls for another worker, if one is free."""


OWN_DEADLINES = {
    rules.SETUP: "setup",
    rules.BANNER: "setup",
    "month": "month",
    rules.REPORT: "report",
    rules.COURT: "court",
    rules.DEPLOY: "deploy",
}
"""The kinds of ask with a deadline of their own in the schedule."""


class BoardDrift(RuntimeError):
    """The board's rows are not the state that the phase was opened with."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What resolving did: the phase, and the next one's ordinal (``None``: it is over)."""

    phase_id: int
    ordinal: int
    next_ordinal: int | None


def deadline_kind(asks: tuple[contract.Ask, ...]) -> str:
    """Return which rule of the schedule applies: a turn has one seat and listed answers."""
    if len(asks) == 1 and asks[0].legal is not None:
        return "turn"
    return OWN_DEADLINES.get(asks[0].kind, "sheet")


def open_phase(
    campaign: Campaign,
    game: CampaignGame,
    state: State,
    kingdoms: Mapping[int, Kingdom],
    *,
    ordinal: int,
    opened: datetime,
    planned: datetime | None,
    before: Phase | None = None,
) -> Phase | None:
    """Open the phase that ``state`` asks for, within the caller's transaction.

    ``before``: the one that was resolved; modes of battles set in it hold for its whole month.
    """
    asks = game.asks(state)
    if not asks:
        return None
    kind = deadline_kind(asks)
    rule = rule_of(campaign.schedule, kind)
    due = next_deadline(rule, parse_zone(campaign.time_zone), opened, planned)
    phase = Phase.objects.create(
        campaign=campaign,
        branch=campaign.branch,
        ordinal=ordinal,
        kind=asks[0].kind,
        year=state.year,
        month=state.summer.month,
        is_turn=kind == "turn",
        opened_at=opened,
        planned_at=due,
        due_at=due,
        state=game.encode(state),
        commitment=phase_commitment(campaign, campaign.branch, ordinal),
        modes=_modes_kept(state, before),
    )
    rows = Ask.objects.bulk_create(
        Ask(phase=phase, kingdom=kingdoms[ask.seat], kind=ask.kind) for ask in asks
    )
    _open_contests(Running(campaign, phase, opened), state)
    ruled = [row for row in rows if row.kingdom.regent]
    if ruled:
        hand_in_for_regents(campaign, state, phase, ruled, opened)
    return phase


def _open_contests(running: Running, state: State) -> None:
    """Open what a phase that has just begun waits for outside the rules."""
    if running.phase.kind == rules.REPORT:
        open_battles(running, state)
    elif running.phase.kind == rules.COURT:
        open_standing_court(running, state)


def _modes_kept(state: State, before: Phase | None) -> Json:
    if before is None or (before.year, before.month) != (state.year, state.summer.month):
        return {}
    return before.modes


def phase_resolve(
    *, phase_id: int, now: datetime | None = None, skip_locked: bool = False
) -> Resolution | None:
    """Resolve a phase if it is open and due; exactly once, whoever calls how often.

    Returns ``None`` when there was nothing to do. A failure of the rules parks the
    phase; a failure of the database raises, and the next sweep tries again.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            phase = lock_phase(phase_id, skip_locked=skip_locked)
            if phase is None or not is_due(phase, now):
                return None
            if phase.kind == rules.REPORT and grace_given(phase, now):
                return None
            return _resolve(phase, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("phase %s could not be resolved and is parked", phase_id)
        park(phase_id=phase_id, failure=traceback.format_exc(), now=now)
        return None


def is_due(phase: Phase, now: datetime) -> bool:
    """Whether the phase may be resolved at ``now``."""
    return phase.status == Phase.Status.OPEN and phase.due_at is not None and phase.due_at <= now


def _resolve(phase: Phase, now: datetime) -> Resolution:
    campaign = Campaign.objects.defer("options").get(pk=phase.campaign_id)
    game = game_of(campaign)
    rows = load_rows(campaign)
    before = state_from_rows(campaign, game, rows)
    if before != state_of(game, phase):
        raise BoardDrift("the board's rows differ from the state at the start of the phase")
    answers, receipts = _handed_in(phase)
    _look_outside(campaign, phase, now)
    chance = phase_chance(campaign, phase.branch, phase.ordinal)
    told = with_outside(phase, with_rulings(before, phase, answers))
    step = game.resolve(before, told, chance)
    save_state(campaign, game, rows, step.state)
    _close(phase, now, [draw.to_json() for draw in chance.draws], receipts)
    store_events(phase, step.events)
    following = open_phase(
        campaign,
        game,
        step.state,
        rows.kingdoms,
        ordinal=phase.ordinal + 1,
        opened=now,
        planned=phase.planned_at,
        before=phase,
    )
    notices.phase_done(campaign, phase, following, list(rows.kingdoms.values()))
    return Resolution(phase.pk, phase.ordinal, following.ordinal if following else None)


def _look_outside(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """End what the phase waits for outside the rules, and keep with it what they are told."""
    running = Running(campaign, phase, now)
    if phase.kind in (rules.REPORT, rules.COURT):
        notices.matches_over(campaign, end_contests(running))
    if phase.kind == rules.REPORT:
        end_reported(running)
    phase.outside = outside_of(phase)


def _handed_in(phase: Phase) -> tuple[dict[int, Json], dict[str, str]]:
    answers: dict[int, Json] = {}
    receipts: dict[str, str] = {}
    asks = Ask.objects.filter(phase=phase, submission__isnull=False)
    for seat, sheet, receipt in asks.values_list(
        "kingdom__seat", "submission__sheet", "submission__receipt"
    ):
        answers[seat] = sheet
        receipts[str(seat)] = receipt
    return answers, receipts


def _close(phase: Phase, now: datetime, draws: list[Json], receipts: dict[str, str]) -> None:
    phase.status = Phase.Status.DONE
    phase.done_at = now
    phase.closing = phase.closing or "deadline"
    phase.draws, phase.receipts = draws, receipts
    phase.revision += 1
    phase.save(update_fields=DONE_FIELDS)


DONE_FIELDS = ["status", "done_at", "closing", "draws", "receipts", "outside", "revision"]


def store_events(phase: Phase, events: tuple[contract.Event, ...]) -> None:
    """Write what happened in a phase, in order."""
    rows = [
        Event(
            phase=phase,
            index=index,
            kind=event.kind,
            data=dict(event.data),
            seen_by=None if event.seen_by is None else list(event.seen_by),
        )
        for index, event in enumerate(events)
    ]
    insert_rows(rows)


def park(*, phase_id: int, failure: str, now: datetime) -> None:
    """Set a phase aside that could not be resolved, for the game master to see and retry."""
    with transaction.atomic():
        phase = lock_phase(phase_id)
        if phase is None or not is_due(phase, now):
            return
        phase.status = Phase.Status.PARKED
        phase.failure, phase.failed_at = failure[-20_000:], now
        phase.revision += 1
        phase.save(update_fields=["status", "failure", "failed_at", "revision"])
        notices.phase_parked(phase)


def sweep(*, now: datetime | None = None, settling: timedelta = timedelta()) -> int:
    """Resolve every phase that is due and not in another worker's hands; return how many.

    A deadline is left alone for as long as ``settling``: sheets that came in time may still
    wait for their turn. What ended because nobody is waited for needs no such time.

    Bounded in number and time, so that one run always ends; the next goes on. One
    campaign's trouble never keeps another waiting.
    """
    moment = now or timezone.now()
    settled = ~Q(closing="") | Q(due_at__lte=moment - settling)
    rows = Phase.objects.filter(settled, status=Phase.Status.OPEN, due_at__lte=moment)
    due = list(rows.order_by("due_at", "pk").values_list("pk", flat=True)[:SWEEP_BATCH])
    if len(due) > CROWD and connection.features.has_select_for_update_skip_locked:
        wake_another_sweep()
    end = monotonic() + SWEEP_SECONDS
    resolved = 0
    for phase_id in due:
        if monotonic() > end:
            break
        try:
            resolved += phase_resolve(phase_id=phase_id, now=now, skip_locked=True) is not None
        except DatabaseError:
            logger.warning("phase %s: the database was busy, the next sweep tries again", phase_id)
    return resolved


def lateness(now: datetime) -> timedelta:
    """Return by how much the most overdue open phase is late (zero: none is)."""
    oldest = (
        Phase.objects.filter(status=Phase.Status.OPEN, due_at__lte=now)
        .order_by("due_at")
        .values_list("due_at", flat=True)
        .first()
    )
    return now - oldest if oldest else timedelta()
