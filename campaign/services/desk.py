"""What pages show of many campaigns, and the little that tells whether a page is still true."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from campaign.models import Ask, Campaign, Kingdom, LogEntry, Membership, Phase, User
from campaign.services.banners import shown_race
from campaign.services.health import SILENT_AFTER
from campaign.services.presence import WAITED_FOR
from campaign.services.selectors import RUNNING


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """A campaign, the phase it is in, and whether the person runs it."""

    campaign: Campaign
    phase: Phase | None
    is_game_master: bool = False

    @property
    def is_parked(self) -> bool:
        """Whether its phase waits for the game master."""
        return self.phase is not None and self.phase.status == Phase.Status.PARKED

    def is_late(self, now: datetime) -> bool:
        """Whether its phase should have been resolved a good while ago."""
        due = self.phase.due_at if self.phase and not self.is_parked else None
        return due is not None and now - due > SILENT_AFTER

    @property
    def is_forming(self) -> bool:
        """Whether it still gathers players."""
        return self.campaign.status == Campaign.Status.FORMING


def lines_of(user: User, most: int = 100) -> list[CampaignLine]:
    """Return the person's campaigns, newest first."""
    memberships = (
        Membership.objects.filter(user=user, left_at=None)
        .select_related("campaign")
        .defer("campaign__options", "campaign__season", "campaign__secret")
        .order_by("-campaign_id")[:most]
    )
    masters = {row.campaign_id: row.is_game_master for row in memberships}
    return lines_for([row.campaign for row in memberships], masters)


def lines_for(
    campaigns: list[Campaign], masters: dict[int, bool] | None = None
) -> list[CampaignLine]:
    """Return lines for campaigns already loaded and already found to be visible."""
    phases = {
        phase.campaign_id: phase
        for phase in Phase.objects.defer("state", "failure", "draws").filter(
            campaign__in=[campaign.pk for campaign in campaigns], status__in=RUNNING
        )
    }
    masters = masters or {}
    return [
        CampaignLine(campaign, phases.get(campaign.pk), masters.get(campaign.pk, False))
        for campaign in campaigns
    ]


class KingdomName(NamedTuple):
    """What a kingdom is called, its banner, and by whom it is played (empty: nobody)."""

    seat: int
    name: str
    race: str
    player: str
    regent: str = ""


def kingdom_names(campaign: Campaign) -> list[KingdomName]:
    """Return the kingdoms' names by seat, without loading their rows."""
    rows = Kingdom.objects.filter(campaign=campaign).order_by("seat")
    values = rows.values_list("seat", "name", "race", "race_wish", "player__username", "regent")
    return [
        KingdomName(seat, name, shown_race(campaign, race, wish), player or "", regent)
        for seat, name, race, wish, player, regent in values
    ]


def last_log_entry(campaign: Campaign) -> int:
    """Return the newest log entry's key, or 0: the log has changed when this has."""
    rows = LogEntry.objects.filter(campaign=campaign).order_by("-pk")
    return rows.values_list("pk", flat=True).first() or 0


def hand_ins(phase: Phase) -> tuple[int, int]:
    """Return how many asks of a phase are answered, and of how many; for its game master only."""
    asks = Ask.objects.filter(phase=phase)
    found = asks.aggregate(asked=Count("pk"), waited_for=Count("pk", filter=WAITED_FOR))
    return found["asked"] - found["waited_for"], found["asked"]
