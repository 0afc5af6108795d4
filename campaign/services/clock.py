"""The game master's hold on the clock: pause, resume, extend, resolve now, retry.

What moves a phase's deadline moves the clocks of its matches.

Each action names the phase it is meant for and carries a key, so that pressing a
button twice, or after the phase has gone by, does nothing twice and nothing wrong.
Every action is written to the campaign's log, which all members read.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Phase
from campaign.services.all_in import close_if_all_in
from campaign.services.campaign_log import is_logged, kept_reason, log_key, needed_reason, write_log
from campaign.services.contest_seats import set_clocks_anew
from campaign.services.locks import check_seen
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.wake import wake_for_phase
from games.hosting.deadlines import LONGEST, extended
from games.hosting.errors import Conflict, NotThere, ServiceError
from games.hosting.people import Person

Change = Callable[[Phase, datetime], dict[str, object]]

CLOCK_FIELDS = [
    "status",
    "revision",
    "due_at",
    "closing",
    "paused_at",
    "remaining",
    "extended",
    "failure",
    "failed_at",
]


def clock_act(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    action: str,
    key: str,
    reason: str = "",
    minutes: int | None = None,
    revision: int | None = None,
    now: datetime | None = None,
) -> Phase:
    """Carry out one of ``ACTIONS`` on the phase with that ordinal; return the phase.

    ``pause`` keeps the time left exactly and ``resume`` gives it back; ``extend``
    moves the current deadline by ``minutes`` and needs a ``reason``, which everybody
    reads; ``resolve_now`` ends the phase with what is in; ``retry`` tries a parked
    phase again with the same sheets and dice. The same ``key`` again changes nothing.
    With ``revision`` a clock changed meanwhile raises ``Stale`` (``phase_changed``).
    """
    access = access_campaign(person, campaign_id, Action.RUN)
    change = _change(action, reason, minutes)
    key = log_key("clock", key)
    with transaction.atomic():
        row = _lock(access, phase)
        now = now or timezone.now()
        if is_logged(access.campaign, key):
            return row
        _check_current(row, revision)
        data = change(row, now)
        row.revision += 1
        row.save(update_fields=CLOCK_FIELDS)
        entry = {"phase": row.ordinal, **data}
        write_log(access.campaign, access.person.pk, action, key, now, entry, kept_reason(reason))
        _follow(access, row, action, now)
        return row


def _follow(access: Access, phase: Phase, action: str, now: datetime) -> None:
    """Do what follows from an act of the clock, in its transaction."""
    if action in MOVES_DEADLINE:
        set_clocks_anew(access.campaign, phase, now)
    if action == "resume":
        close_if_all_in(access.campaign, phase, now)


def _change(action: str, reason: str, minutes: int | None) -> Change:
    if action not in ACTIONS:
        raise ServiceError("unknown_action", _("The clock cannot do that."))
    if action != "extend":
        return ACTIONS[action]
    needed_reason(reason)
    if type(minutes) is not int or minutes <= 0:
        raise ServiceError("bad_extension", _("An extension is longer than nothing."))
    return partial(_extend, by=timedelta(minutes=min(minutes, LONGEST)))


def _lock(access: Access, ordinal: int) -> Phase:
    phase = (
        Phase.objects.select_for_update(of=("self",))
        .defer("state")
        .filter(campaign=access.campaign, branch=access.campaign.branch, ordinal=ordinal)
        .first()
    )
    if phase is None:
        raise NotThere("no_phase", _("There is no such phase."))
    return phase


def _check_current(phase: Phase, revision: int | None) -> None:
    if phase.status == Phase.Status.DONE:
        raise Conflict("phase_over", _("That phase is over already; nothing was changed."))
    check_seen(phase, revision)


def _need_open(phase: Phase) -> None:
    if phase.status != Phase.Status.OPEN:
        raise Conflict("phase_parked", _("This phase is parked: retry it, nothing else helps."))


def _need_time_left(phase: Phase, now: datetime) -> None:
    if phase.due_at is not None and phase.due_at <= now:
        raise Conflict("deadline_passed", _("The deadline has passed already."))


def _pause(phase: Phase, now: datetime) -> dict[str, object]:
    _need_open(phase)
    if phase.is_paused or phase.due_at is None:
        raise Conflict("already_paused", _("The clock stands still already."))
    _need_time_left(phase, now)
    phase.remaining = phase.due_at - now
    phase.paused_at, phase.due_at = now, None
    return {"remaining": int(phase.remaining.total_seconds())}


def _resume(phase: Phase, now: datetime) -> dict[str, object]:
    _need_open(phase)
    if not phase.is_paused or phase.remaining is None:
        raise Conflict("not_paused", _("The clock is running already."))
    phase.due_at = now + phase.remaining
    phase.paused_at = phase.remaining = None
    return {"due_at": phase.due_at.isoformat()}


def _extend(phase: Phase, now: datetime, *, by: timedelta = timedelta()) -> dict[str, object]:
    _need_open(phase)
    _need_time_left(phase, now)
    phase.extended = extended(phase.extended, by)
    if phase.is_paused and phase.remaining is not None:
        phase.remaining += by
    elif phase.due_at is not None:
        phase.due_at += by
    return {"minutes": int(by.total_seconds()) // 60}


def _resolve_now(phase: Phase, now: datetime) -> dict[str, object]:
    _need_open(phase)
    phase.paused_at = phase.remaining = None
    phase.due_at, phase.closing = now, "resolve_now"
    wake_for_phase(phase.pk)
    return {}


def _retry(phase: Phase, now: datetime) -> dict[str, object]:
    if phase.status != Phase.Status.PARKED:
        raise Conflict("not_parked", _("This phase is not parked."))
    phase.status, phase.failure, phase.failed_at = Phase.Status.OPEN, "", None
    phase.due_at = now
    wake_for_phase(phase.pk)
    return {}


MOVES_DEADLINE = ("pause", "resume", "extend")

ACTIONS: dict[str, Change] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "resolve_now": _resolve_now,
    "retry": _retry,
}
