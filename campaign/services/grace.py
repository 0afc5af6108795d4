"""The grace that a phase of reports gives when its deadline finds battles without a result.

Once, and for as long as reports have anyway, it waits on: for the sides to agree or for the
game master to rule. After that the dice decide. Battles in matches have no grace: they end at
the deadline, whatever else waits on. Source: campaign.md 5 (tabletop).
"""

from __future__ import annotations

from datetime import datetime

from campaign.models import Campaign, Kingdom, Phase
from campaign.rules.state import REPORT
from campaign.services import notices
from campaign.services.contests import Running, end_contests
from campaign.services.reports import unsettled
from campaign.services.schedules import rule_of
from games.hosting.deadlines import next_deadline, parse_zone


def grace_given(phase: Phase, now: datetime) -> bool:
    """Make a due phase of reports wait once more, if it should; tell whether it does.

    Not when all its battles are settled, nor when the game master said to resolve it now.
    """
    if phase.grace_used or phase.closing == "resolve_now":
        return False
    campaign = Campaign.objects.defer("options").get(pk=phase.campaign_id)
    open_battles = unsettled(campaign, phase)
    if not open_battles:
        return False
    end_contests(Running(campaign, phase, now))
    rule, zone = rule_of(campaign.schedule, REPORT), parse_zone(campaign.time_zone)
    phase.due_at = phase.planned_at = next_deadline(rule, zone, now, phase.planned_at)
    phase.grace_used, phase.closing = True, ""
    phase.revision += 1
    phase.save(update_fields=["due_at", "planned_at", "grace_used", "closing", "revision"])
    sides = {seat for each in open_battles for seat in each.sides}
    players = Kingdom.objects.filter(campaign=campaign, seat__in=sides, regent="")
    known = players.exclude(player=None).values_list("player_id", flat=True)
    notices.ruling_wanted(phase, known, now)
    return True
