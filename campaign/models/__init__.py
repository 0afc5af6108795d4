"""The campaign's rows. Services are the only writers."""

from campaign.models.board import Army, Kingdom, Settlement, Ship, Tile
from campaign.models.campaigns import Campaign, Invite, LogEntry, Membership
from campaign.models.contests import Contest
from campaign.models.mailbag import Heartbeat, Outbox
from campaign.models.maps import MapDraft
from campaign.models.people import User
from campaign.models.phases import Ask, Event, Phase, Submission
from campaign.models.rosters import RosterDraft

__all__ = [
    "Army",
    "Ask",
    "Campaign",
    "Contest",
    "Event",
    "Heartbeat",
    "Invite",
    "Kingdom",
    "LogEntry",
    "MapDraft",
    "Membership",
    "Outbox",
    "Phase",
    "RosterDraft",
    "Settlement",
    "Ship",
    "Submission",
    "Tile",
    "User",
]
