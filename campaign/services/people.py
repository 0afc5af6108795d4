"""A person's own settings."""

from __future__ import annotations

from campaign.models import User
from games.hosting.deadlines import parse_zone


def settings_change(*, user: User, time_zone: str, wants_mail: bool) -> None:
    """Store a person's time zone (empty: each campaign's own) and whether they get mail."""
    user.time_zone = parse_zone(time_zone).key if time_zone else ""
    user.wants_mail = wants_mail
    user.save(update_fields=["time_zone", "wants_mail"])
