"""Who may do what with a match or a saved team: one table each, read by all that lets in.

What a person may not even see raises ``NotThere``, exactly as if it did not exist; what
they see but may not do raises ``NotAllowed``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from games.hosting.errors import NotAllowed, NotThere
from games.hosting.people import Person, User, is_known
from games.models import Match, SavedTeam, Seat
from games.services import listeners


class Role(Enum):
    """How a person stands to a match or a team. ``ANYONE`` includes people not logged in."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    OPENER = "opened it"
    SEATED = "sits at it"
    WATCHER = "is let in by whoever opened it for something else"
    OWNER = "owns it"


class Action(Enum):
    """Everything that can be asked of a match."""

    OPEN = "open a match"
    JOIN = "take a free seat"
    LOOK = "look at a match"
    ANSWER = "answer an ask, and plan answers ahead"
    OFFER = "offer or accept a draw, ask or grant an undo"
    RESIGN = "resign"
    HAND_OVER = "hand over one's own seat, or one whose time ran out"
    LEAVE = "leave a match that has not begun"
    CALL_OFF = "call off a match that has not begun"
    REMATCH = "ask for a rematch"


class TeamAction(Enum):
    """Everything that can be asked of saved teams."""

    KEEP = "keep teams, and list one's own"
    LOOK = "look at a team"
    CHANGE = "change a team"
    DELETE = "delete a team"


POLICY: dict[Action, frozenset[Role]] = {
    Action.OPEN: frozenset({Role.SIGNED_IN}),
    Action.JOIN: frozenset({Role.SIGNED_IN}),
    Action.LOOK: frozenset({Role.SEATED, Role.OPENER, Role.WATCHER}),
    Action.ANSWER: frozenset({Role.SEATED}),
    Action.OFFER: frozenset({Role.SEATED}),
    Action.RESIGN: frozenset({Role.SEATED}),
    Action.HAND_OVER: frozenset({Role.SEATED}),
    Action.LEAVE: frozenset({Role.SEATED}),
    Action.CALL_OFF: frozenset({Role.OPENER}),
    Action.REMATCH: frozenset({Role.SEATED}),
}
"""``LOOK`` at a listed match is open to ``ANYONE`` besides (see ``roles_allowed``)."""

TEAM_POLICY: dict[TeamAction, frozenset[Role]] = {
    TeamAction.KEEP: frozenset({Role.SIGNED_IN}),
    TeamAction.LOOK: frozenset({Role.OWNER}),
    TeamAction.CHANGE: frozenset({Role.OWNER}),
    TeamAction.DELETE: frozenset({Role.OWNER}),
}


@dataclass(frozen=True, slots=True)
class Access:
    """A person's way to one match; ``seat`` is their own, if they sit at it."""

    match: Match
    seats: tuple[Seat, ...]
    person: Person
    roles: frozenset[Role]
    seat: int | None

    def may(self, action: Action) -> bool:
        """Tell whether the person may do that here."""
        return bool(self.roles & roles_allowed(action, self.match))

    @property
    def is_watching(self) -> bool:
        """Whether the person sits nowhere here: an outsider, who sees things late."""
        return self.seat is None


def roles_allowed(action: Action, match: Match | None) -> frozenset[Role]:
    """Return the roles that may do ``action``; a listed match is open to every look."""
    if action is Action.LOOK and match is not None and match.is_listed:
        return POLICY[action] | {Role.ANYONE}
    return POLICY[action]


def access_of(
    match: Match, seats: Iterable[Seat], person: Person, action: Action = Action.LOOK
) -> Access:
    """Return the person's access to a match already read, if they may do ``action`` there.

    Raises ``NotThere`` unless they may look, ``NotAllowed`` if they may only look. One query
    for a match opened for something else that the person does not sit at, else none.
    """
    seats = tuple(seats)
    roles, seat = {Role.ANYONE}, None
    if not isinstance(person, AnonymousUser) and person.is_active:
        roles.add(Role.SIGNED_IN)
        if match.opened_by_id == person.pk:
            roles.add(Role.OPENER)
        for row in seats:
            if row.user_id == person.pk:
                roles.add(Role.SEATED)
                seat = row.number
    if not roles & roles_allowed(Action.LOOK, match) and listeners.may_watch(match, person):
        roles.add(Role.WATCHER)
    access = Access(match, seats, person, frozenset(roles), seat)
    if not access.may(Action.LOOK):
        raise no_match()
    if not access.may(action):
        raise NotAllowed("not_allowed", _("You may not do that in this match."))
    return access


def access_match(person: Person, match_id: int, action: Action = Action.LOOK) -> Access:
    """Read a match and its seats (two queries) and return the access, as ``access_of`` does.

    The name of its deck is read with it, the cards are not.
    """
    matches = Match.objects.select_related("deck").defer("deck__table")
    match = matches.filter(pk=match_id).first()
    if match is None:
        raise no_match()
    return access_of(match, match.seats.select_related("user"), person, action)


def belongs_to(access: Access) -> tuple[str, str] | None:
    """Return what a match belongs to, in words, and its address, if the person may know.

    Two queries at most for a match opened for something else, else none.
    """
    match = access.match
    if Role.WATCHER in access.roles or listeners.may_watch(match, access.person):
        return listeners.place_of(match)
    return None


def signed_in(person: Person) -> User:
    """Return the account of somebody who may sit at a match; raise ``NotAllowed``."""
    if not is_known(person):
        raise NotAllowed("not_signed_in", _("Please log in first."))
    return person


def no_match() -> NotThere:
    """What is said of a match that is not there, or not for that person."""
    return NotThere("no_match", _("There is no such match, or it is not open to you."))


# Saved teams


def may_keep_teams(person: Person) -> bool:
    """Tell whether the person may keep teams at all."""
    return bool(_team_roles(person, None) & TEAM_POLICY[TeamAction.KEEP])


def access_team(
    person: Person, team_id: int, action: TeamAction = TeamAction.LOOK, *, lock: bool = False
) -> SavedTeam:
    """Read a saved team, locked if it will be written, if the person may do ``action`` with it.

    Raises ``NotThere`` (``no_team``) where they may not even look, else ``NotAllowed``.
    """
    rows = SavedTeam.objects.select_for_update(of=("self",)) if lock else SavedTeam.objects.all()
    team = rows.filter(pk=team_id).first()
    roles = _team_roles(person, team)
    if team is None or not roles & TEAM_POLICY[TeamAction.LOOK]:
        raise NotThere("no_team", _("There is no such team, or it is not yours."))
    if not roles & TEAM_POLICY[action]:
        raise NotAllowed("not_allowed", _("You may not do that with this team."))
    return team


def _team_roles(person: Person, team: SavedTeam | None) -> frozenset[Role]:
    if not is_known(person):
        return frozenset({Role.ANYONE})
    owns = team is not None and team.owner_id == person.pk
    return frozenset({Role.ANYONE, Role.SIGNED_IN} | ({Role.OWNER} if owns else set()))
