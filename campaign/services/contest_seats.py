"""Who sits at the matches of contests, and until when: kingdoms that change hands, the clock.

Both happen in the transaction of their cause, under the phase's lock.
"""

from __future__ import annotations

from datetime import datetime

from campaign.models import Campaign, Contest, Kingdom, Phase
from campaign.services.contests import BOT, Running, seat_for
from campaign.services.court_openings import answer_for_new_bot
from games.services import openings


def pass_on_seats(campaign: Campaign, kingdom: Kingdom, now: datetime) -> None:
    """Seat whoever plays a kingdom by now at all its matches, in the middle of anything.

    Its player, or the bot; the bot too where that player has been given another seat of the
    same match. Challenges to a kingdom that the bot plays from now on are answered. The
    kingdom's row is saved, and the campaign locked.
    """
    occupant = seat_for(kingdom)
    for contest in _under_way(campaign=campaign):
        if kingdom.seat not in contest.seats:
            continue
        assert contest.match_id is not None  # it is under way
        number = contest.seats.index(kingdom.seat)
        match_id = contest.match_id
        if not openings.reseat(match_id=match_id, seat=number, occupant=occupant, now=now):
            openings.reseat(match_id=match_id, seat=number, occupant=BOT, now=now)
    answer_for_new_bot(campaign, kingdom, now)


def set_clocks_anew(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Give the matches of a phase the time that it has by now; none runs while it is paused."""
    running = Running(campaign, phase, now)
    for contest in _under_way(phase=phase):
        assert contest.match_id is not None  # it is under way
        clock = running.clock(len(contest.seats))
        openings.reclock(match_id=contest.match_id, clock=clock, now=now)


def _under_way(**where: Campaign | Phase) -> list[Contest]:
    """Return the open contests that have a match, in the order in which matches are locked."""
    rows = Contest.objects.filter(status=Contest.Status.OPEN, match__isnull=False, **where)
    return list(rows.order_by("match_id"))
