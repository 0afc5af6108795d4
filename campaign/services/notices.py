"""Which mails a change causes: outbox rows, written in the transaction of the change.

Each has a key that names its cause, so that it exists once however often the cause
is processed. Rows hold no text: it is written when it is sent, from what is true then.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from campaign.models import Campaign, Kingdom, Membership, Outbox, Phase
from games.hosting.deadlines import reminder_at
from games.services import news

STALE_AFTER = timedelta(days=2)


def phase_done(
    campaign: Campaign, phase: Phase, following: Phase | None, kingdoms: list[Kingdom]
) -> None:
    """Tell every player that the report is there, and who has to hand in next."""
    kind = "report" if following else "over"
    now = phase.done_at or timezone.now()
    rows = [
        _row(f"{phase.pk}:{kind}:{player_id}", kind, player_id, following or phase, now)
        for player_id in {kingdom.player_id for kingdom in kingdoms}
        if player_id is not None
    ]
    Outbox.objects.bulk_create(rows + _reminders(following, kingdoms), ignore_conflicts=True)


def phase_opened(phase: Phase, kingdoms: list[Kingdom]) -> None:
    """Tell every player that the campaign has begun."""
    rows = [
        _row(
            f"{phase.pk}:begun:{kingdom.player_id}",
            "begun",
            kingdom.player_id,
            phase,
            phase.opened_at,
        )
        for kingdom in kingdoms
        if kingdom.player_id is not None
    ]
    Outbox.objects.bulk_create(rows + _reminders(phase, kingdoms), ignore_conflicts=True)


def phase_parked(phase: Phase) -> None:
    """Tell the game masters that a phase needs them."""
    now = phase.failed_at or timezone.now()
    rows = [
        _row(f"{phase.pk}:parked:{phase.revision}:{user_id}", "parked", user_id, phase, now)
        for user_id in _masters(phase)
    ]
    Outbox.objects.bulk_create(rows, ignore_conflicts=True)


def reports_differ(phase: Phase, tile: int, now: datetime) -> None:
    """Tell the game masters that both sides filed, and not the same; once for each battle."""
    rows = [
        _row(f"{phase.pk}:dispute:{tile}:{user_id}", "dispute", user_id, phase, now)
        for user_id in _masters(phase)
    ]
    Outbox.objects.bulk_create(rows, ignore_conflicts=True)


def ruling_wanted(phase: Phase, players: Iterable[int], now: datetime) -> None:
    """Tell the game masters and both sides that a battle waits for a ruling, and until when."""
    rows = [
        _row(f"{phase.pk}:ruling:{user_id}", "ruling", user_id, phase, now)
        for user_id in {*_masters(phase), *players}
    ]
    Outbox.objects.bulk_create(rows, ignore_conflicts=True)


def challenged(phase: Phase, number: int, players: Iterable[int], now: datetime) -> None:
    """Tell players that a challenge to a court waits for their answer."""
    rows = [
        _row(f"{phase.pk}:challenge:{number}:{user_id}", "challenge", user_id, phase, now)
        for user_id in players
    ]
    Outbox.objects.bulk_create(rows, ignore_conflicts=True)


def matches_over(campaign: Campaign, match_ids: list[int]) -> None:
    """Tell the players nothing of matches that end with their phase: its report does.

    Nor of one that another takes the place of. It is about what this transaction has written.
    """
    players = Kingdom.objects.filter(campaign=campaign).exclude(player=None).values("player")
    rows = Outbox.objects.filter(match__in=match_ids, kind=news.OVER, recipient__in=players)
    rows.filter(status=Outbox.Status.WAITING).delete()


def _masters(phase: Phase) -> list[int]:
    masters = Membership.objects.filter(
        campaign_id=phase.campaign_id, is_game_master=True, left_at__isnull=True
    )
    return list(masters.values_list("user_id", flat=True))


def _reminders(phase: Phase | None, kingdoms: list[Kingdom]) -> list[Outbox]:
    if phase is None or phase.due_at is None:
        return []
    at = reminder_at(phase.opened_at, phase.due_at)
    return [
        Outbox(
            key=f"{phase.pk}:reminder:{kingdom.player_id}",
            kind="reminder",
            recipient_id=kingdom.player_id,
            campaign_id=phase.campaign_id,
            phase=phase,
            not_before=at,
            not_after=phase.due_at,
        )
        for kingdom in kingdoms
        if kingdom.player_id is not None and kingdom.is_alive and not kingdom.regent
    ]


def _row(key: str, kind: str, recipient_id: int, phase: Phase, now: datetime) -> Outbox:
    return Outbox(
        key=key,
        kind=kind,
        recipient_id=recipient_id,
        campaign_id=phase.campaign_id,
        phase=phase,
        not_before=now,
        not_after=now + STALE_AFTER,
    )
