"""Regents: the game master lets the built-in steward play a kingdom, or no longer.

The kingdom's own player may end a regency too, whenever they are back.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Ask, Campaign, Kingdom, Phase
from campaign.services.campaign_log import is_logged, log_key, next_key, write_log
from campaign.services.contest_seats import pass_on_seats
from campaign.services.locks import check_seen
from campaign.services.memberships import lock_campaign, lock_for_player
from campaign.services.policy import Action, access_campaign
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import current_phase
from campaign.services.stewards import hand_in_for_regents
from games.hosting.errors import Conflict, NotThere, ServiceError, Stale
from games.hosting.people import Person


def kingdom_set_regent(
    *,
    person: Person,
    campaign_id: int,
    seat: int,
    regent: str,
    key: str,
    phase: int | None = None,
    revision: int | None = None,
    now: datetime | None = None,
) -> Kingdom:
    """Let the steward play a kingdom, or (``regent`` empty) no longer; return the kingdom.

    From the next phase on, and in the running one if nothing is handed in. The kingdom's
    player, if it has one, may go on handing in. The same ``key`` again changes nothing. With
    ``phase`` (and ``revision``) another running phase, or a changed clock, raises ``Stale``.
    """
    access = access_campaign(person, campaign_id, Action.HAND_OVER)
    if regent not in Kingdom.Regent.values:
        raise ServiceError("unknown_regent", _("A regent is the steward, or nobody."))
    key = log_key("regent", key)
    with transaction.atomic():
        lock_campaign(access.campaign)
        now = now or timezone.now()
        kingdom = _kingdom(access.campaign, seat)
        if is_logged(access.campaign, key):
            return kingdom
        running = current_phase(access.campaign)
        _check_current(running, phase, revision)
        if kingdom.regent != regent:
            _appoint(access.campaign, kingdom, regent, now)
            entry = {"seat": seat, "regent": regent}
            write_log(access.campaign, access.person.pk, "regent", key, now, entry)
            if regent and running is not None:
                _stand_in(access.campaign, running, kingdom, now)
        return kingdom


def _appoint(campaign: Campaign, kingdom: Kingdom, regent: str, now: datetime) -> None:
    kingdom.regent = regent
    kingdom.save(update_fields=["regent"])
    pass_on_seats(campaign, kingdom, now)


def kingdom_take_back(*, person: Person, campaign_id: int, now: datetime | None = None) -> Kingdom:
    """End the regency over one's own kingdom; return the kingdom. Without one, nothing changes.

    What the steward has handed in stands until the player hands in, but no longer counts as in.
    """
    now = now or timezone.now()
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.TAKE_BACK)
        kingdom = _kingdom(access.campaign, -1 if access.seat is None else access.seat)
        if kingdom.regent:
            _appoint(access.campaign, kingdom, Kingdom.Regent.NOBODY, now)
            key = next_key(access.campaign, "take_back")
            entry = {"seat": kingdom.seat}
            write_log(access.campaign, access.person.pk, "take_back", key, now, entry)
        return kingdom


def _kingdom(campaign: Campaign, seat: int) -> Kingdom:
    kingdom = Kingdom.objects.filter(campaign=campaign, seat=seat).first()
    if kingdom is None:
        raise NotThere("no_kingdom", _("There is no such kingdom."))
    if not kingdom.is_alive:
        raise Conflict("kingdom_out", _("That kingdom is out of the campaign."))
    return kingdom


def _check_current(running: Phase | None, phase: int | None, revision: int | None) -> None:
    if phase is None:
        return
    if running is None or running.ordinal != phase:
        raise Stale("phase_changed", _("Another phase is running by now; look again first."))
    check_seen(running, revision)


def _stand_in(campaign: Campaign, phase: Phase, kingdom: Kingdom, now: datetime) -> None:
    """Hand in for a kingdom in the middle of a phase, if that is still possible."""
    is_late = phase.due_at is not None and phase.due_at <= now
    if phase.status != Phase.Status.OPEN or is_late:
        return
    asks = Ask.objects.filter(phase=phase, kingdom=kingdom, submission=None)
    state = state_of(game_of(campaign), phase)
    hand_in_for_regents(campaign, state, phase, asks.select_related("kingdom"), now)
