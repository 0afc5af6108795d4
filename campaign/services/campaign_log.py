"""The campaign's log, which all members read: its keys, and the reasons that stand in it.

Whoever writes an entry checks first that its key is not there, under the lock of what the
entry is about, so that the same key again changes nothing.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, LogEntry
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


def needed_reason(reason: str) -> str:
    """Return a reason as the log keeps it; raise ``ServiceError`` (``reason_missing``) for none."""
    kept = kept_reason(reason)
    if not kept:
        raise ServiceError("reason_missing", _("Say why, so that the players know."))
    return kept


def kept_reason(reason: str) -> str:
    """Return a reason as one line without anything that would turn or hide its letters."""
    shown = "".join(letter for letter in " ".join(reason.split()) if letter.isprintable())
    return " ".join(shown.split())[:LONGEST_REASON]
