"""A sheet to hand in by API, and what a refused one must leave as it was."""

from __future__ import annotations

from typing import Any

from campaign.models import Ask, Phase, Submission
from campaign.services.phases import phase_resolve
from tests.factories import Table

GIFT = {"tithes": [{"to": 1, "gold": 1, "food": 0}]}


def stored(table: Table) -> tuple[Any, ...]:
    """Return all that a refused request must leave as it was."""
    return (
        list(Submission.objects.order_by("receipt").values_list("receipt", "sheet")),
        list(Ask.objects.order_by("pk").values_list("submission", flat=True)),
        Phase.objects.values_list("revision", "status", "due_at", "closing").get(ordinal=1),
    )


def resolve(table: Table, ordinal: int = 1) -> None:
    """Resolve a phase at its deadline."""
    phase = table.phase(ordinal)
    assert phase.due_at is not None
    phase_resolve(phase_id=phase.pk, now=phase.due_at)
