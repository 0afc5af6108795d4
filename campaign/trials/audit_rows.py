"""What every trial asks of a campaign's rows once all has come to rest.

Nothing here asks the code under test how it fared; rows are counted and compared.
"""

from __future__ import annotations

from collections import Counter

from django.db.models import Count
from django.utils import timezone

from campaign.models import Campaign, Event, Phase, Submission
from campaign.trials.findings import Findings


def check_ordinals(campaign: Campaign, findings: Findings) -> None:
    """Every ordinal from 0 on is there once."""
    ordinals = Counter(Phase.objects.filter(campaign=campaign).values_list("ordinal", flat=True))
    for ordinal, times in ordinals.items():
        if times > 1:
            findings.duplicated.append(f"campaign {campaign.pk}: phase {ordinal}, {times} times")
    for ordinal in sorted(set(range(max(ordinals) + 1)) - set(ordinals)):
        findings.lost.append(f"campaign {campaign.pk}: phase {ordinal} is missing")


def check_counted(campaign: Campaign, findings: Findings) -> None:
    """The latest sheet of every kingdom was carried out, and no other."""
    latest: dict[tuple[int, int], str] = {}
    rows = Submission.objects.filter(kingdom__campaign=campaign).order_by("sequence")
    for ordinal, seat, receipt in rows.values_list("phase__ordinal", "kingdom__seat", "receipt"):
        latest[ordinal, seat] = receipt
    done = Phase.objects.filter(campaign=campaign, status=Phase.Status.DONE)
    for ordinal, receipts in done.values_list("ordinal", "receipts"):
        due = {str(seat): receipt for (o, seat), receipt in latest.items() if o == ordinal}
        if due != receipts:
            findings.lost.append(
                f"campaign {campaign.pk}, phase {ordinal}: carried out {receipts}, latest {due}"
            )


def check_rest(campaign: Campaign, findings: Findings) -> None:
    """A campaign that goes on has one open phase that is not due; one that is over has none."""
    running = list(
        Phase.objects.filter(campaign=campaign)
        .exclude(status=Phase.Status.DONE)
        .values_list("ordinal", "status", "due_at")
    )
    wanted = 0 if campaign.status == Campaign.Status.OVER else 1
    if len(running) != wanted:
        findings.stuck.append(f"campaign {campaign.pk}, {campaign.status}: running are {running}")
    for ordinal, status, due_at in running:
        if status != Phase.Status.OPEN or due_at is None or due_at <= timezone.now():
            findings.stuck.append(f"campaign {campaign.pk}, phase {ordinal}: {status}, {due_at}")


def check_events(findings: Findings) -> None:
    """No event of a phase is there twice."""
    twice = (
        Event.objects.values("phase_id", "index").annotate(times=Count("pk")).filter(times__gt=1)
    )
    findings.duplicated += [f"event {row}" for row in twice]
