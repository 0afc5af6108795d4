"""The texts of mails: short, plain, and nothing in them that a page would hide.

Times are absolute, in the reader's own zone, because a mail is read later than sent.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaign.models import Outbox
from campaign.services.deadlines import parse_zone


def mail_for(row: Outbox) -> tuple[str, str]:
    """Return subject and body of a message."""
    name = row.campaign.name
    lead = {
        "begun": _("The campaign has begun."),
        "report": _("A phase has been resolved; the report is there for you."),
        "over": _("The campaign is over; the last report is there for you."),
        "reminder": _("Your sheet is not in yet. Without it the defaults count."),
        "parked": _("A phase could not be resolved and waits for you."),
        "dispute": _(
            "Two reports of one battle differ. Both sides may change theirs, or you rule."
        ),
        "ruling": _(
            "A battle on the table has no report that both sides agree on. Until the deadline"
            " they may still agree and the game master may rule; then the dice decide."
        ),
    }[row.kind]
    parts = [lead]
    if row.kind in {"begun", "report", "reminder", "dispute", "ruling"}:
        parts.append(_deadline_line(row))
    parts.append(settings.SITE_URL.rstrip("/") + reverse("campaign-detail", args=[row.campaign_id]))
    parts.append(_("You can turn these mails off in your settings."))
    return _("Wintertide: %(name)s") % {"name": name}, "\n\n".join(part for part in parts if part)


def _deadline_line(row: Outbox) -> str:
    if row.phase is None or row.phase.due_at is None:
        return ""
    zone = parse_zone(row.recipient.time_zone or row.campaign.time_zone)
    due = row.phase.due_at.astimezone(zone)
    return _("Deadline: %(when)s (%(zone)s)") % {
        "when": date_format(due, "D j M Y, H:i"),
        "zone": zone.key,
    }
