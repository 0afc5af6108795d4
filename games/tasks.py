"""Celery tasks of matches: each only calls a service. All may run twice, late, or not at all."""

from __future__ import annotations

from celery import shared_task

from games.services import bots, listeners


@shared_task(name="games.tasks.move_bot")
def move_bot(match_id: int) -> int:
    """Let the bots of one match answer."""
    return bots.bots_move(match_id)


@shared_task(name="games.tasks.tell_listener")
def tell_listener(match_id: int) -> bool:
    """Tell the listener of one match how it ended."""
    return listeners.tell(match_id)
