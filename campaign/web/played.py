"""What became of the reader's last sheet, before anything is asked of them anew."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from campaign.models import Phase
from campaign.services.policy import Access
from campaign.services.selectors import own_submissions
from campaign.web.words import phase_title


@dataclass(frozen=True, slots=True)
class Played:
    """A phase that is over, for which the reader's kingdom had handed in."""

    title: str
    year: int
    report: str


def played_before(access: Access, current: Phase | None) -> Played | None:
    """Return the phase before the current one, if the reader's kingdom handed in for it.

    With no current phase (the campaign is over) the last one for which it did. One query.
    """
    last = own_submissions(access).first()
    if last is None or last.phase.status != Phase.Status.DONE:
        return None
    phase, campaign = last.phase, access.campaign
    if phase.branch != campaign.branch or current and phase.ordinal != current.ordinal - 1:
        return None
    report = reverse("report", args=[campaign.pk, phase.ordinal])
    return Played(phase_title(phase.kind, phase.month), phase.year, report)
