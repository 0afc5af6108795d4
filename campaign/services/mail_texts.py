"""The texts of mails about campaigns: short, plain, and nothing in them that a page would hide.

A mail says which part of which year it is about and what is asked of its reader: both are
public or the reader's own. It names no kingdom, no place and no result. Times are absolute,
in the reader's own zone, because a mail is read later than sent.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Ask, Campaign, Outbox, Phase
from campaign.rules.state import SETUP_STAGES
from campaign.services.presence import HAS_NO_REGENT
from games.hosting.deadlines import parse_zone

SUBJECTS: dict[str, Promise] = {
    "begun": gettext_lazy("the campaign has begun"),
    "over": gettext_lazy("the campaign is over"),
    "parked": gettext_lazy("%(part)s could not be resolved"),
    "dispute": gettext_lazy("%(part)s, two reports of one battle differ"),
    "ruling": gettext_lazy("%(part)s, a battle waits for a ruling"),
    "challenge": gettext_lazy("%(part)s, you are challenged to a court"),
}

LEADS: dict[str, Promise] = {
    "begun": gettext_lazy("The campaign has begun."),
    "over": gettext_lazy("The campaign is over; the last report is there for you."),
    "reminder": gettext_lazy("Your sheet is not in yet. Without it the defaults count."),
    "parked": gettext_lazy("A phase could not be resolved and waits for you."),
    "dispute": gettext_lazy(
        "Two reports of one battle differ. Both sides may change theirs, or you rule."
    ),
    "ruling": gettext_lazy(
        "A battle on the table has no report that both sides agree on. Until the deadline"
        " they may still agree and the game master may rule; then the dice decide."
    ),
    "challenge": gettext_lazy(
        "Another kingdom challenges yours to a court. Accept or decline; unanswered it lapses."
    ),
}

WANTED: dict[str, Promise] = {
    "setup": gettext_lazy("your Setup"),
    "banner": gettext_lazy("your banner"),
    "found": gettext_lazy("your capital"),
    "homeland": gettext_lazy("your homeland"),
    "muster": gettext_lazy("your first army"),
    "month": gettext_lazy("your orders"),
    "order": gettext_lazy("your order"),
    "report": gettext_lazy("your battles"),
    "winter": gettext_lazy("your Winter"),
    "recall": gettext_lazy("your recall"),
    "court": gettext_lazy("your courts"),
    "tithe": gettext_lazy("your tithes"),
    "build": gettext_lazy("what you build"),
    "feed": gettext_lazy("whom you feed"),
    "deploy": gettext_lazy("where your armies go"),
}
"""What an ask wants; the choices of a battle in open play are one to a mail."""

TOLD_NEXT = ("begun", "report", "reminder")
"""The messages that say what comes next and what is asked of the reader."""


def mail_for(row: Outbox) -> tuple[str, str]:
    """Return subject and body of a message about a campaign."""
    parts = [_lead(row), _next_line(row)]
    if row.kind in {*TOLD_NEXT, "dispute", "ruling", "challenge"}:
        parts.append(_deadline_line(row))
    parts.append(settings.SITE_URL.rstrip("/") + reverse("campaign-detail", args=[row.campaign_id]))
    parts.append(_("You can turn these mails off in your settings."))
    subject = _("%(name)s: %(what)s") % {"name": _campaign(row).name, "what": _subject(row)}
    return subject, "\n\n".join(part for part in parts if part)


def _campaign(row: Outbox) -> Campaign:
    assert row.campaign is not None  # ``match_mails`` writes the others
    return row.campaign


def _subject(row: Outbox) -> str:
    if row.kind == "report":
        return _played(row)
    if row.kind == "reminder":
        return _reminder(row)
    return str(SUBJECTS[row.kind]) % {"part": part_words(row.phase) if row.phase else ""}


def _lead(row: Outbox) -> str:
    if row.kind == "report":
        return _("%(played)s; the report is there for you.") % {"played": _capital(_played(row))}
    return str(LEADS[row.kind])


def part_words(phase: Phase) -> str:
    """Say which part of which year a phase belongs to.

    >>> part_words(Phase(kind="month", year=2, month=3))
    'month 3 of year 2'
    """
    if phase.kind == "start":
        return _("the beginning")
    if phase.kind in SETUP_STAGES:
        return _("Setup")
    if phase.month:
        return _("month %(month)s of year %(year)s") % {"month": phase.month, "year": phase.year}
    return _("the winter of year %(year)s") % {"year": phase.year}


def _played(row: Outbox) -> str:
    """Say what was resolved; a part that the phase now open belongs to as well only goes on."""
    if row.phase is None:
        return _("a phase has been resolved")
    before = Phase.objects.filter(
        campaign=_campaign(row), branch=row.phase.branch, ordinal=row.phase.ordinal - 1
    )
    done = before.defer("state").first() or row.phase
    part = part_words(done)
    if part == part_words(row.phase):
        return _("%(part)s goes on") % {"part": part}
    return _("%(part)s has been played") % {"part": part}


def _reminder(row: Outbox) -> str:
    if row.phase is None:
        return _("your sheet is not in yet")
    says = {"part": part_words(row.phase), "wanted": wanted_words(row.phase), "when": _when(row)}
    if not says["when"]:
        return _("%(part)s, %(wanted)s") % says
    return _("%(part)s, %(wanted)s by %(when)s") % says


def wanted_words(phase: Phase) -> str:
    """Say what a phase asks of who is asked.

    >>> wanted_words(Phase(kind="month", year=2, month=3))
    'your orders'
    """
    return str(WANTED.get(phase.kind, _("your choice in a battle")))


def _next_line(row: Outbox) -> str:
    """Say what is open now, and what it asks of the reader."""
    phase = row.phase
    if row.kind not in TOLD_NEXT or phase is None or phase.status != Phase.Status.OPEN:
        return ""
    says = {"part": _capital(part_words(phase)), "wanted": wanted_words(phase)}
    asked = Ask.objects.filter(HAS_NO_REGENT, phase=phase, kingdom__player=row.recipient_id)
    if not asked.exists():
        return _("%(part)s: nothing is asked of you now.") % says
    return _("%(part)s: %(wanted)s.") % says


def _deadline_line(row: Outbox) -> str:
    when = _when(row)
    return _("Deadline: %(when)s") % {"when": when} if when else ""


def _when(row: Outbox) -> str:
    """Say a phase's deadline in the reader's zone, with its name; empty while there is none."""
    if row.phase is None or row.phase.due_at is None:
        return ""
    zone = parse_zone(row.recipient.time_zone or _campaign(row).time_zone)
    due = row.phase.due_at.astimezone(zone)
    return _("%(when)s (%(zone)s)") % {"when": date_format(due, "D j M Y, H:i"), "zone": zone.key}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
