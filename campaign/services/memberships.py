"""Invitations, joining, leaving, and handing a kingdom to somebody else.

A kingdom changes hands under the open phase's lock, so a sheet is either in
before, by the old player, or refused after. Whoever left sees nothing more.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Invite, Kingdom, Membership, Phase, User
from campaign.rules.setup.sheet import LONGEST_RACE
from campaign.services.banners import banners_are_secret, checked_faction
from campaign.services.campaign_log import next_key, write_log
from campaign.services.campaigns import checked_name
from campaign.services.contest_seats import pass_on_seats
from campaign.services.policy import (
    Access,
    Action,
    access_campaign,
    check_may_create,
)
from games.engine.names import look
from games.hosting.errors import Conflict, NotThere, ServiceError
from games.hosting.people import Person

WISHES = ("race_wish", "faction_wish")
"""What of a banner its player says before it is raised."""

INVITE_LASTS = timedelta(days=30)
MOST_INVITES = 20
LONGEST_KINGDOM = 40
"""How long a kingdom's name may be."""


def invite_create(*, person: Person, campaign_id: int, now: datetime | None = None) -> Invite:
    """Make a link by which anybody who has it may take a free kingdom.

    Raises ``Conflict`` (``too_many_invites``): a link that no page shows could not be ended.
    """
    access = access_campaign(person, campaign_id, Action.INVITE)
    now = now or timezone.now()
    open_links = Invite.objects.filter(
        campaign=access.campaign, revoked_at=None, expires_at__gt=now
    )
    if open_links.count() >= MOST_INVITES:
        raise Conflict(
            "too_many_invites",
            _("There are %(most)s open invitations; revoke one first."),
            most=MOST_INVITES,
        )
    return Invite.objects.create(campaign=access.campaign, expires_at=now + INVITE_LASTS)


def invite_revoke(
    *, person: Person, campaign_id: int, invite_id: int, now: datetime | None = None
) -> None:
    """End a link; ending it twice is harmless."""
    access = access_campaign(person, campaign_id, Action.INVITE)
    links = Invite.objects.filter(campaign=access.campaign, pk=invite_id)
    if not links.exists():
        raise NotThere("no_invite", _("There is no such invitation."))
    links.filter(revoked_at=None).update(revoked_at=now or timezone.now())


def invite_find(*, token: str, now: datetime | None = None) -> Invite:
    """Return the valid invitation with that token; raise ``NotThere`` (``no_invite``)."""
    invite = (
        Invite.objects.select_related("campaign")
        .defer("campaign__options")
        .filter(token=token, revoked_at=None, expires_at__gt=now or timezone.now())
        .exclude(campaign__status=Campaign.Status.OVER)
        .first()
    )
    if invite is None:
        raise NotThere("no_invite", _("This invitation is no longer valid. Ask for a new one."))
    return invite


def free_kingdoms(campaign: Campaign) -> list[Kingdom]:
    """Return the living kingdoms without a player, by seat."""
    return list(Kingdom.objects.filter(campaign=campaign, player=None, is_alive=True))


def kingdom_join(
    *,
    person: Person,
    token: str,
    seat: int | None = None,
    name: str = "",
    race: str = "",
    faction: str = "",
    now: datetime | None = None,
) -> Kingdom:
    """Take a free kingdom by invitation (``seat`` ``None``: the first); name it and its banner.

    Race and faction are wishes until Setup (see ``banners``). A regent goes, and what it
    handed in may be replaced.

    Raises ``NotThere`` for the link, ``Conflict`` (``already_playing``, ``kingdom_taken``,
    ``no_kingdom_free``, ``name_taken``, ``faction_settled``).
    """
    user = check_may_create(person)
    invite = invite_find(token=token, now=now)
    with transaction.atomic():
        lock_campaign(invite.campaign)
        kingdom = _free_kingdom(invite.campaign, user, seat)
        kingdom.player = user
        if name.strip():
            kingdom.name = _free_name(kingdom, name)
        if race.strip():
            kingdom.race_wish = checked_name(race, LONGEST_RACE)
        _wish_faction(invite.campaign, kingdom, faction or None)
        kingdom.regent = Kingdom.Regent.NOBODY
        kingdom.save(update_fields=["player", "name", *WISHES, "regent"])
        _enter(invite.campaign, user)
        pass_on_seats(invite.campaign, kingdom, now or timezone.now())
    return kingdom


def lock_campaign(campaign: Campaign) -> None:
    """Lock what every writer to this campaign locks: its open phase, else its own row.

    While one waits, that phase may end or the campaign begin; the phase that is
    running then is the lock, and what was locked before is let go.
    """
    running = Phase.objects.filter(
        campaign=campaign, status__in=[Phase.Status.OPEN, Phase.Status.PARKED]
    )
    while True:
        before = transaction.savepoint()
        if running.exists():
            # A phase that ended while we waited is locked all the same, though not returned.
            locked = running.select_for_update(of=("self",)).values_list("pk").first()
            is_locked = locked is not None
        else:
            Campaign.objects.select_for_update(of=("self",)).values_list("pk").get(pk=campaign.pk)
            is_locked = not running.exists()
        if is_locked:
            transaction.savepoint_commit(before)
            return
        transaction.savepoint_rollback(before)


def lock_for_player(person: Person, campaign_id: int, action: Action) -> Access:
    """Lock a campaign for something that one does with one's own kingdom; return the access.

    It is what it is under the lock: while one waited, the kingdom may have changed hands.
    """
    lock_campaign(access_campaign(person, campaign_id, action).campaign)
    return access_campaign(person, campaign_id, action)


def _free_kingdom(campaign: Campaign, user: User, seat: int | None) -> Kingdom:
    kingdoms = list(Kingdom.objects.filter(campaign=campaign))
    if any(kingdom.player_id == user.pk for kingdom in kingdoms):
        raise Conflict("already_playing", _("You play in this campaign already."))
    free = [kingdom for kingdom in kingdoms if kingdom.player_id is None and kingdom.is_alive]
    if not free:
        raise Conflict("no_kingdom_free", _("All kingdoms of this campaign are taken."))
    for kingdom in free:
        if seat is None or kingdom.seat == seat:
            return kingdom
    raise Conflict("kingdom_taken", _("That kingdom was just taken; choose another."))


def _enter(campaign: Campaign, user: User) -> None:
    membership, _created = Membership.objects.get_or_create(campaign=campaign, user=user)
    if membership.left_at is not None:
        membership.left_at = None
        membership.save(update_fields=["left_at"])


def kingdom_rename(
    *,
    person: Person,
    campaign_id: int,
    name: str,
    race: str | None = None,
    faction: str | None = None,
) -> Kingdom:
    """Change the name of one's own kingdom, and its banner as long as none is raised.

    Raises ``Conflict`` (``name_taken``, ``banner_raised``, ``faction_settled``).
    """
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.HAND_IN)
        kingdom = _kingdom(access)
        kingdom.name = _free_name(kingdom, name)
        if race is not None:
            _wish_race(kingdom, checked_name(race, LONGEST_RACE) if race.strip() else "")
        _wish_faction(access.campaign, kingdom, faction)
        kingdom.save(update_fields=["name", *WISHES])
        return kingdom


def _free_name(kingdom: Kingdom, name: str) -> str:
    """Return a name for a kingdom; refuse one that readers would take for another's."""
    wanted = checked_name(name, LONGEST_KINGDOM)
    others = Kingdom.objects.filter(campaign=kingdom.campaign_id).exclude(pk=kingdom.pk)
    if look(wanted) in map(look, others.values_list("name", flat=True)):
        raise Conflict(
            "name_taken", _("Another kingdom here has that name, or one that looks like it.")
        )
    return wanted


def _kingdom(access: Access) -> Kingdom:
    if access.kingdom is None:
        raise Conflict("no_kingdom", _("You play no kingdom here."))
    return access.kingdom


def _wish_race(kingdom: Kingdom, race: str) -> None:
    if kingdom.race and race != kingdom.race:
        raise Conflict("banner_raised", _("Your banner is raised already; it stays as it is."))
    if not kingdom.race:
        kingdom.race_wish = race


def _wish_faction(campaign: Campaign, kingdom: Kingdom, faction: str | None) -> None:
    """Note a faction (``None``: as it is); once the banners are raised, none is wished for."""
    if banners_are_secret(campaign):
        if faction is not None:
            kingdom.faction_wish = checked_faction(faction)
        return
    if faction is not None and faction != kingdom.faction:
        raise Conflict(
            "faction_settled",
            _("Armies in skirmishes are chosen with the banners of Setup; that is over here."),
        )
    kingdom.faction_wish = ""


def kingdom_leave(*, person: Person, campaign_id: int, now: datetime | None = None) -> None:
    """Give one's kingdom up; it goes on by the defaults until somebody takes it."""
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.LEAVE)
        _pass_on(access.campaign, _kingdom(access).seat, None, access.person.pk, now)


def kingdom_hand_over(
    *,
    person: Person,
    campaign_id: int,
    seat: int,
    username: str | None,
    now: datetime | None = None,
) -> None:
    """Give a kingdom to the person with that user name, or (``None``) to nobody yet.

    Nothing of the kingdom is lost; the one who had it loses all access at once. A regent
    makes room for a person.
    """
    access = access_campaign(person, campaign_id, Action.HAND_OVER)
    successor = None
    if username:
        successor = User.objects.filter(username__iexact=username.strip(), is_active=True).first()
        if successor is None:
            raise ServiceError("no_such_person", _("Nobody has that user name."))
    _pass_on(access.campaign, seat, successor, access.person.pk, now)


def _pass_on(
    campaign: Campaign,
    seat: int,
    successor: User | None,
    actor_id: int | None,
    now: datetime | None,
) -> None:
    now = now or timezone.now()
    try:
        with transaction.atomic():
            lock_campaign(campaign)
            kingdom = Kingdom.objects.filter(campaign=campaign, seat=seat).first()
            if kingdom is None:
                raise NotThere("no_kingdom", _("There is no such kingdom."))
            if kingdom.player_id == (successor.pk if successor else None):
                return
            _give(campaign, kingdom, successor, now)
            entry = {"seat": seat, "vacant": successor is None}
            key = next_key(campaign, "hand_over")
            write_log(campaign, actor_id, "hand_over", key, now, entry)
    except IntegrityError:
        raise Conflict("already_playing", _("That person plays another kingdom here.")) from None


def _give(campaign: Campaign, kingdom: Kingdom, successor: User | None, now: datetime) -> None:
    before, kingdom.player = kingdom.player_id, successor
    if successor is not None:
        kingdom.regent = Kingdom.Regent.NOBODY
    kingdom.save(update_fields=["player", "regent"])
    _leave(campaign, before, now)
    if successor is not None:
        _enter(campaign, successor)
    pass_on_seats(campaign, kingdom, now)


def _leave(campaign: Campaign, user_id: int | None, now: datetime) -> None:
    if user_id is None:
        return
    Membership.objects.filter(
        campaign=campaign, user_id=user_id, is_game_master=False, left_at=None
    ).update(left_at=now)
