"""Who sits at the matches of contests, and until when: kingdoms that change hands, the clock.

Both happen in the transaction of their cause, under the phase's lock.
"""

from __future__ import annotations

from datetime import datetime

from campaign.models import Campaign, Contest, Kingdom, Phase
from campaign.services.contests import BOT, Running, seat_for
from campaign.services.court_openings import answer_for_new_bot
from games.services import sourced


def pass_on_seats(campaign: Campaign, kingdom: Kingdom, now: datetime) -> None:
    """Seat whoever plays a kingdom by now at all its matches, in the middle of anything.

    Its player, or the bot; the bot too where that player has been given another seat of the
    same match. What it wished, or agreed to, of how its battles are fought was another's word
    and lapses. Challenges to a kingdom that the bot plays from now on are answered. The
    kingdom's row is saved, and the campaign locked.
    """
    rows = Contest.objects.filter(campaign=campaign, status=Contest.Status.OPEN)
    for contest in rows.order_by("match_id"):  # the order in which matches are locked
        if kingdom.seat in contest.seats:
            _take_back_wishes(contest, kingdom.seat)
            _seat(contest, kingdom, now)
    answer_for_new_bot(campaign, kingdom, now)


def _seat(contest: Contest, kingdom: Kingdom, now: datetime) -> None:
    match_id, number = contest.match_id, contest.seats.index(kingdom.seat)
    if match_id is None:
        return
    occupant = seat_for(kingdom)
    if not sourced.reseat(match_id=match_id, seat=number, occupant=occupant, now=now):
        sourced.reseat(match_id=match_id, seat=number, occupant=BOT, now=now)


def _take_back_wishes(contest: Contest, seat: int) -> None:
    if not contest.proposed_mode or seat not in contest.accepted:
        return
    contest.accepted = [other for other in contest.accepted if other != seat]
    if contest.mode_proposed_by == seat:
        contest.proposed_mode, contest.mode_proposed_by, contest.accepted = "", None, []
    contest.save(update_fields=["proposed_mode", "mode_proposed_by", "accepted"])


def set_clocks_anew(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Give the matches of a phase the time that it has by now; none runs while it is paused."""
    running = Running(campaign, phase, now)
    rows = Contest.objects.filter(phase=phase, status=Contest.Status.OPEN, match__isnull=False)
    for contest in rows.order_by("match_id"):
        assert contest.match_id is not None  # it is under way
        clock = running.clock(len(contest.seats))
        sourced.reclock(match_id=contest.match_id, clock=clock, now=now)
