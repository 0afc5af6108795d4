"""What happened to markers and coteries in a match of Courtier, in plain words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.web.boards.courtier_telling import Telling
from games.web.boards.courtier_words import GIANNI, NEUTRAL, marker_of, whose


def marker_placed(told: Telling) -> str:
    """Say where a marker went, and whose place it took."""
    owner, replaced, seat = told.data["owner"], told.data["replaced"], told.data["seat"]
    if owner == NEUTRAL:
        mine = _("You put a neutral marker on the %(courtier)s")
        theirs = _("%(name)s put a neutral marker on the %(courtier)s")
    else:
        mine = _("You placed a marker on the %(courtier)s")
        theirs = _("%(name)s placed a marker on the %(courtier)s")
    doer = owner if owner == GIANNI else seat
    said = told.says(mine, theirs, doer, courtier=told.courtier())
    if replaced is None:
        return f"{said}."
    other = whose(replaced, told.seats, told.reader)
    return _("%(placed)s in place of %(whose)s.") % {"placed": said, "whose": other}


def marker_taken(told: Telling) -> str:
    """Say that a marker left the board."""
    owner = told.data["owner"]
    if owner == NEUTRAL:
        mine = _("You took a neutral marker off the %(courtier)s.")
        theirs = _("%(name)s took a neutral marker off the %(courtier)s.")
    else:
        mine = _("You sent %(marker)s on the %(courtier)s back to its pool.")
        theirs = _("%(name)s sent %(marker)s on the %(courtier)s back to its pool.")
    things = {"courtier": told.courtier(), "marker": _marker(told, owner)}
    return told.says(mine, theirs, told.data["seat"], **things)


def marker_moved(told: Telling) -> str:
    """Say from where to where a marker went."""
    owner, seat = told.data["owner"], told.data["seat"]
    marker = _("a marker") if owner == str(seat) else _marker(told, owner)
    mine = _("You moved %(marker)s from the %(before)s to the %(after)s.")
    theirs = _("%(name)s moved %(marker)s from the %(before)s to the %(after)s.")
    things = {"before": told.courtier("from"), "after": told.courtier("to"), "marker": marker}
    return told.says(mine, theirs, seat, **things)


def _marker(told: Telling, owner: str) -> str:
    return marker_of(owner, told.seats, told.reader)


def markers_swapped(told: Telling) -> str:
    """Say which two markers changed places."""
    (first, second), (here, there) = told.data["owners"], told.data["courtiers"]
    mine = _("You exchanged %(marker)s on the %(here)s with %(whose)s on the %(there)s.")
    theirs = _("%(name)s exchanged %(marker)s on the %(here)s with %(whose)s on the %(there)s.")
    things = {
        "marker": _marker(told, first),
        "whose": whose(second, told.seats, told.reader),
        "here": told.names.courtier(here),
        "there": told.names.courtier(there),
    }
    return told.says(mine, theirs, told.data["seat"], **things)


def holder_changed(told: Telling) -> str:
    """Say whose card a coterie is now."""
    before, after = told.data["before"], told.data["after"]
    things = {
        "coterie": told.names.coterie(told.data["coterie"]),
        "before": told.name(before),
        "after": told.name(after),
    }
    return _passing(told, before, after) % things


def _passing(told: Telling, before: str | None, after: str | None) -> str:
    if after is None:
        return (
            _("You lose %(coterie)s.")
            if told.is_mine(before)
            else _("%(before)s loses %(coterie)s.")
        )
    if before is None:
        return (
            _("%(coterie)s goes to you.")
            if told.is_mine(after)
            else _("%(coterie)s goes to %(after)s.")
        )
    if told.is_mine(after):
        return _("%(coterie)s passes from %(before)s to you.")
    if told.is_mine(before):
        return _("%(coterie)s passes from you to %(after)s.")
    return _("%(coterie)s passes from %(before)s to %(after)s.")


def protection_lifted(told: Telling) -> str:
    """Say whom the protection does not stop this turn."""
    mine = _("%(coterie)s does not stop you this turn.")
    theirs = _("%(coterie)s does not stop %(name)s this turn.")
    return told.says(mine, theirs, told.data["seat"], coterie=told.names.able("protect"))


def no_effect(told: Telling) -> str:
    """Say that a card did nothing."""
    return _("%(card)s had no effect.") % {"card": told.names.card(told.data["card"])}
