"""Addresses of reports."""

from __future__ import annotations

from django.urls import reverse

from campaign.models import Phase


def last_report(phase: Phase | None) -> str:
    """Return where the report of the phase before this one is; empty before the first Winter."""
    if phase is None or phase.ordinal < 2:
        return ""
    return reverse("report", args=[phase.campaign_id, phase.ordinal - 1])
