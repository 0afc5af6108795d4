"""Who may do what with a match: one table, read by every service, page and API route.

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
from games.hosting.people import Person
from games.models import Match, Seat


class Role(Enum):
    """How a person stands to a match. ``ANYONE`` includes people not logged in."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"
    OPENER = "opened it"
    SEATED = "sits at it"


class Action(Enum):
    """Everything that can be asked of a match."""

    OPEN = "open a match"
    JOIN = "take a free seat"
    LOOK = "look at a match"
    ANSWER = "answer an ask, and plan answers ahead"
    OFFER = "offer or accept a draw, ask or grant an undo"
    RESIGN = "resign"
    HAND_OVER = "hand over one's own seat, or one whose time ran out"
    CALL_OFF = "call off a match that has not begun"
    REMATCH = "ask for a rematch"


POLICY: dict[Action, frozenset[Role]] = {
    Action.OPEN: frozenset({Role.SIGNED_IN}),
    Action.JOIN: frozenset({Role.SIGNED_IN}),
    Action.LOOK: frozenset({Role.SEATED, Role.OPENER}),
    Action.ANSWER: frozenset({Role.SEATED}),
    Action.OFFER: frozenset({Role.SEATED}),
    Action.RESIGN: frozenset({Role.SEATED}),
    Action.HAND_OVER: frozenset({Role.SEATED}),
    Action.CALL_OFF: frozenset({Role.OPENER}),
    Action.REMATCH: frozenset({Role.SEATED}),
}
"""``LOOK`` at a listed match is open to ``ANYONE`` besides (see ``roles_allowed``)."""


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

    Raises ``NotThere`` unless they may look, ``NotAllowed`` if they may only look.
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
    access = Access(match, seats, person, frozenset(roles), seat)
    if not access.may(Action.LOOK):
        raise no_match()
    if not access.may(action):
        raise NotAllowed("not_allowed", _("You may not do that in this match."))
    return access


def access_match(person: Person, match_id: int, action: Action = Action.LOOK) -> Access:
    """Read a match and its seats (two queries) and return the access as ``access_of`` does.

    The name of its deck is read with it, the cards are not.
    """
    matches = Match.objects.select_related("deck").defer("deck__table")
    match = matches.filter(pk=match_id).first()
    if match is None:
        raise no_match()
    return access_of(match, match.seats.select_related("user"), person, action)


def no_match() -> NotThere:
    """What is said of a match that is not there, or not for that person."""
    return NotThere("no_match", _("There is no such match, or it is not open to you."))
