"""Who may do what: one table, read by every service, page and API route.

A person's relation to a campaign is a set of roles. What they may not even see
raises ``NotThere``, exactly as if it did not exist; what they see but may not do
raises ``NotAllowed``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Kingdom, Membership, User
from games.hosting.errors import NotAllowed, NotThere
from games.hosting.people import Person


class Role(Enum):
    """How a person stands to a campaign. ``ANYONE`` includes people not logged in."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    MEMBER = "member"
    PLAYER = "player"
    GAME_MASTER = "game master"


class Action(Enum):
    """Everything that can be asked of a campaign."""

    CREATE = "create a campaign"
    LOOK = "look at a campaign"
    JOIN = "join by invitation"
    LEAVE = "leave"
    HAND_IN = "hand in a sheet"
    READ_OWN_SHEETS = "read one's own sheets and receipts"
    WRITE_LISTS = "write the army lists of one's own kingdom"
    RUN = "run the clock, start, see who is in, rule battles"
    INVITE = "make and revoke invitations"
    HAND_OVER = "give a kingdom to somebody else, or to a regent"
    TAKE_BACK = "take one's own kingdom back from its regent"
    SET_COURT = "set a court of the Winter"
    CHALLENGE = "challenge to a court, answer a challenge, withdraw one's own"


POLICY: dict[Action, frozenset[Role]] = {
    Action.CREATE: frozenset({Role.SIGNED_IN}),
    Action.LOOK: frozenset({Role.MEMBER}),
    Action.JOIN: frozenset({Role.SIGNED_IN}),
    Action.LEAVE: frozenset({Role.PLAYER}),
    Action.HAND_IN: frozenset({Role.PLAYER}),
    Action.READ_OWN_SHEETS: frozenset({Role.PLAYER}),
    Action.WRITE_LISTS: frozenset({Role.PLAYER}),
    Action.RUN: frozenset({Role.GAME_MASTER}),
    Action.INVITE: frozenset({Role.GAME_MASTER}),
    Action.HAND_OVER: frozenset({Role.GAME_MASTER}),
    Action.TAKE_BACK: frozenset({Role.PLAYER}),
    Action.SET_COURT: frozenset({Role.GAME_MASTER}),
    Action.CHALLENGE: frozenset({Role.PLAYER}),
}
"""``LOOK`` at a public campaign is open to ``ANYONE`` besides (see ``roles_allowed``)."""


@dataclass(frozen=True, slots=True)
class Access:
    """A person's way into one campaign; ``kingdom`` is their own, if they play."""

    campaign: Campaign
    person: Person
    roles: frozenset[Role]
    kingdom: Kingdom | None

    @property
    def seat(self) -> int | None:
        """The seat the person may see as; ``None``: an outsider's view."""
        return self.kingdom.seat if self.kingdom else None

    @property
    def is_game_master(self) -> bool:
        """Whether the person runs this campaign."""
        return Role.GAME_MASTER in self.roles

    def may(self, action: Action) -> bool:
        """Tell whether the person may do that here."""
        return bool(self.roles & roles_allowed(action, self.campaign))


def roles_allowed(action: Action, campaign: Campaign | None) -> frozenset[Role]:
    """Return the roles that may do ``action``; a public campaign is open to every look."""
    if action is Action.LOOK and campaign is not None and campaign.is_public:
        return POLICY[action] | {Role.ANYONE}
    return POLICY[action]


def may_look(person: Person | None, of: str = "") -> Q:
    """Return a filter for the campaigns that a person (``None``: an outsider) may ``LOOK`` at.

    ``of`` leads from the rows that are filtered to their campaign, as in ``campaign__``.
    """
    visible = Q((f"{of}is_public", True))
    if person is not None and _is_known(person):
        member = {f"{of}memberships__user": person.pk, f"{of}memberships__left_at": None}
        visible |= Q(**member)
    return visible


def check_may_create(person: Person) -> User:
    """Return the signed-in person, or raise ``NotAllowed``."""
    if not isinstance(person, User) or not person.is_active:
        raise NotAllowed("not_signed_in", _("Please log in first."))
    return person


def access_campaign(person: Person, campaign_id: int, action: Action = Action.LOOK) -> Access:
    """Return the person's access to that campaign if they may do ``action`` there.

    Raises ``NotThere`` unless they may look, ``NotAllowed`` if they may only look.
    One query for a player, two for another member, three for everybody else.
    """
    access = _as_player(person, campaign_id) or _as_member(person, campaign_id)
    access = access or _as_visitor(person, campaign_id)
    if access is None or not access.may(Action.LOOK):
        raise NotThere("no_campaign", _("There is no such campaign, or it is not open to you."))
    if not access.may(action):
        raise NotAllowed("not_allowed", _("You may not do that in this campaign."))
    return access


def access_to_own(
    person: Person, campaign_id: int, action: Action, columns: tuple[str, ...]
) -> Access:
    """Return a player's access, for the busiest places: ``columns`` of the kingdom and
    its campaign are read and nothing else, not even whether the player runs it too.

    Raises as ``access_campaign`` does.
    """
    if _is_known(person):
        kingdoms = Kingdom.objects.filter(campaign__pk=campaign_id, player=person.pk)
        for kingdom in kingdoms.select_related("campaign").only(*columns).order_by():
            access = Access(kingdom.campaign, person, _member_roles(False, plays=True), kingdom)
            if access.may(action):
                return access
    return access_campaign(person, campaign_id, action)


def is_playing(person: Person, campaign_id: int) -> bool:
    """Whether the person has a kingdom in that campaign."""
    return _as_player(person, campaign_id) is not None


def _as_player(person: Person, campaign_id: int) -> Access | None:
    if not _is_known(person):
        return None
    found = (
        Kingdom.objects.filter(
            campaign__pk=campaign_id,
            player=person.pk,
            campaign__memberships__user=person.pk,
            campaign__memberships__left_at=None,
        )
        .select_related("campaign")
        .defer("campaign__options")
        .annotate(runs_it=F("campaign__memberships__is_game_master"))
        .order_by()
    )
    for kingdom in found:
        roles = _member_roles(kingdom.runs_it, plays=True)
        return Access(kingdom.campaign, person, roles, kingdom)
    return None


def _as_member(person: Person, campaign_id: int) -> Access | None:
    if not _is_known(person):
        return None
    membership = (
        _memberships_of(person)
        .filter(campaign__pk=campaign_id)
        .select_related("campaign")
        .defer("campaign__options")
        .first()
    )
    if membership is None:
        return None
    roles = _member_roles(membership.is_game_master, plays=False)
    return Access(membership.campaign, person, roles, None)


def _as_visitor(person: Person, campaign_id: int) -> Access | None:
    campaign = Campaign.objects.defer("options").filter(pk=campaign_id).first()
    if campaign is None:
        return None
    known = frozenset({Role.SIGNED_IN}) if _is_known(person) else frozenset()
    return Access(campaign, person, known | {Role.ANYONE}, None)


def _is_known(person: Person) -> bool:
    return isinstance(person, User) and person.is_active


def _memberships_of(person: Person) -> QuerySet[Membership]:
    return Membership.objects.filter(user=person.pk, left_at=None)


def _member_roles(is_game_master: bool, *, plays: bool) -> frozenset[Role]:
    roles = {Role.ANYONE, Role.SIGNED_IN, Role.MEMBER}
    if is_game_master:
        roles.add(Role.GAME_MASTER)
    if plays:
        roles.add(Role.PLAYER)
    return frozenset(roles)
