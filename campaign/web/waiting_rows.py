"""What waits for a person in words: one row each, whatever it is that waits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from campaign.models import Contest
from campaign.services.waiting import Waiting
from campaign.web.contest_words import game_word, stake_words
from campaign.web.report_links import last_report
from campaign.web.words import own_word, task_word
from games.services.selectors import Line


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """One thing that waits: as the next thing to do, or as a line of a list.

    ``headline`` and ``text`` say it as the next thing, with ``action`` on the button; ``title``
    and ``about`` as a line, which shows kingdom and campaign besides. ``report`` is the address
    of what happened before.
    """

    headline: str
    text: str
    action: str
    title: str
    about: str
    address: str
    due: datetime | None
    is_paused: bool
    is_turn: bool
    seat: int | None
    kingdom: str
    campaign: str
    report: str = ""


def waiting_rows(found: Iterable[Waiting]) -> list[WaitingRow]:
    """Return the rows of what waits, in its order."""
    return [_row(one) for one in found]


def _row(one: Waiting) -> WaitingRow:
    return WaitingRow(
        **_words(one),
        address=one.address,
        due=one.due,
        is_paused=one.due is None and one.phase is not None and one.phase.is_paused,
        is_turn=one.match is not None,
        seat=one.kingdom_seat,
        kingdom=one.kingdom or "",
        campaign=one.campaign.name if one.campaign else "",
        report=last_report(one.phase) if one.ask else "",
    )


def _words(one: Waiting) -> dict[str, str]:
    if one.match is not None:
        return _match_words(one.match, one.contest, _place(one))
    if one.court is not None:
        return _court_words(one.court, one.challenger, _place(one))
    return {
        "headline": task_word(one.kind),
        "text": _place(one),
        "action": _("Do it now"),
        "title": own_word(one.kind) if one.is_in else task_word(one.kind),
        "about": "",
    }


def _place(one: Waiting) -> str:
    if one.campaign is None:
        return ""
    words = {"kingdom": one.kingdom, "campaign": one.campaign.name}
    return _("For %(kingdom)s, in %(campaign)s") % words


def _match_words(line: Line, contest: Contest | None, place: str) -> dict[str, str]:
    about = " – ".join(line.names)
    if contest is not None:
        about = _("%(names)s, for %(stake)s.") % {"names": about, "stake": _at_stake(contest)}
    return {
        "headline": _("%(game)s: your turn") % {"game": line.game},
        "text": f"{about} {place}" if place else about,
        "action": _("Your turn"),
        "title": line.game,
        "about": about,
    }


def _at_stake(contest: Contest) -> str:
    if contest.tile is not None:
        return _("hex %(tile)s") % {"tile": contest.tile}
    return stake_words(contest.stake, len(contest.seats))


def _court_words(court: Contest, challenger: str, place: str) -> dict[str, str]:
    """Say who challenges to what, and for what stake."""
    words = {"kingdom": challenger, "game": game_word(court.mode)}
    words["stake"] = stake_words(court.stake, len(court.seats))
    about = _("%(kingdom)s challenges you to %(game)s, for %(stake)s.") % words
    title = _("Accept a challenge or decline")
    return {
        "headline": title,
        "text": f"{about} {place}",
        "action": _("Answer it"),
        "title": title,
        "about": about,
    }
