"""The campaign's log, which all members read: its keys, and the reasons that stand in it.

Whoever writes an entry checks first that its key is not there, under the lock of what the
entry is about, so that the same key again changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, LogEntry
from games.engine.contract import Json
from games.engine.names import INVISIBLE
from games.hosting.errors import ServiceError
from games.hosting.idempotency import fingerprint

LONGEST_REASON = 200


def log_key(action: str, key: str) -> str:
    """Return the log's key for an action's ``key``; the log has keys of its own beside these.

    Raises ``ServiceError`` (``bad_key``).
    """
    if not key or len(key) > 64:
        raise ServiceError("bad_key", _("The key of an action has 1 to 64 characters."))
    return fingerprint(action, key)


def is_logged(campaign: Campaign, key: str) -> bool:
    """Tell whether something was done already: its key stands in the log."""
    return LogEntry.objects.filter(campaign=campaign, key=key).exists()


def next_key(campaign: Campaign, action: str) -> str:
    """Return the log's key for what may happen any number of times, under the campaign's lock."""
    count = LogEntry.objects.filter(campaign=campaign, action=action).count()
    return f"{action.replace('_', '-')} {count + 1}"


def write_log(
    campaign: Campaign,
    actor_id: int | None,
    action: str,
    key: str,
    at: datetime,
    data: Mapping[str, Json],
    reason: str = "",
) -> None:
    """Write an entry, by a person or (``None``) by the site itself; once for each ``key``."""
    LogEntry.objects.create(
        campaign=campaign,
        actor_id=actor_id,
        action=action,
        key=key,
        reason=reason,
        data=dict(data),
        at=at,
    )


def needed_reason(reason: str) -> str:
    """Return a reason as the log keeps it; raise ``ServiceError`` (``reason_missing``) for none."""
    kept = kept_reason(reason)
    if not kept:
        raise ServiceError("reason_missing", _("Say why, so that the players know."))
    return kept


def kept_reason(reason: str) -> str:
    """Return a reason as one line without anything that would turn or hide its letters."""
    line = " ".join(reason.split())
    shown = "".join(c for c in line if c.isprintable() and c not in INVISIBLE)
    return " ".join(shown.split())[:LONGEST_REASON]
