"""Celery tasks: each only calls a service. All of them may run twice, late, or not at all."""

from __future__ import annotations

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore

from campaign.services import health, outbox, phases, rush, tokens
from games.hosting import idempotency
from games.services import sweeping


@shared_task(name="campaign.tasks.sweep")
def sweep() -> int:
    """Resolve what is due."""
    resolved = phases.sweep(settling=rush.settling())
    health.beat("sweep")
    return resolved


@shared_task(name="campaign.tasks.sweep_matches")
def sweep_matches() -> int:
    """Do what is due at matches: clocks, mails, bots, listeners."""
    done = sweeping.sweep()
    health.beat("matches")
    return done


@shared_task(name="campaign.tasks.resolve_phase")
def resolve_phase(phase_id: int) -> bool:
    """Resolve one phase at once, if it is due."""
    return phases.phase_resolve(phase_id=phase_id, skip_locked=True) is not None


@shared_task(name="campaign.tasks.deliver_outbox")
def deliver_outbox() -> int:
    """Send what waits in the outbox."""
    sent = outbox.deliver_outbox()
    health.beat("outbox")
    return sent


@shared_task(name="campaign.tasks.housekeeping")
def housekeeping() -> int:
    """Delete what is kept for a time only; return how many answers and tokens went."""
    SessionStore.clear_expired()
    return idempotency.forget_old() + tokens.forget_expired()
