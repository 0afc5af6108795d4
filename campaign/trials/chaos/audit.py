"""After chaos has come to rest: compare what people were told with what is on record.

Nothing here asks the code under test how it fared; rows are counted and compared
with the ledger. Only the recomputation of phases and receipts is ``verify_campaign``'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from email import message_from_bytes
from itertools import groupby
from pathlib import Path

from django.db.models import Count
from django.utils import timezone

from campaign.models import Campaign, Event, LogEntry, Outbox, Phase, Submission
from campaign.services.outbox import deliver_outbox
from campaign.services.verify import verify_campaign
from campaign.trials.audit_rows import check_counted, check_events, check_ordinals, check_rest
from campaign.trials.chaos import witness
from campaign.trials.chaos.audit_contests import audit_contests
from campaign.trials.chaos.ledger import Accepted, Ledger
from campaign.trials.findings import Findings

FINAL = {
    Outbox.Status.SENT,
    Outbox.Status.DROPPED,
    Outbox.Status.UNSURE,
    Outbox.Status.FAILED,
}


def audit(ledger: Ledger, campaign_ids: Iterable[int], mail: Path) -> Findings:
    """Check everything that happened to these campaigns; a year passes for the outbox."""
    findings = Findings(other=list(ledger.odd))
    accepted = {
        campaign_id: list(entries)
        for campaign_id, entries in groupby(
            sorted(ledger.accepted, key=lambda entry: entry.campaign_id),
            key=lambda entry: entry.campaign_id,
        )
    }
    for campaign in Campaign.objects.filter(pk__in=list(campaign_ids)).order_by("pk"):
        check_ordinals(campaign, findings)
        _check_chain(campaign, accepted.get(campaign.pk, []), findings)
        check_counted(campaign, findings)
        _check_regents(campaign, findings)
        _check_rulings(campaign, ledger, findings)
        check_rest(campaign, findings)
        audit_contests(campaign, ledger, findings)
        findings.other += [
            f"campaign {campaign.pk}: {line}" for line in verify_campaign(campaign).differences
        ]
    findings.duplicated += witness.doubled()
    check_events(findings)
    _check_outbox(findings)
    _check_mail(mail, findings)
    return findings


def _check_chain(campaign: Campaign, accepted: list[Accepted], findings: Findings) -> None:
    """What was acknowledged is on record, once, and nothing that was refused is."""
    told = Counter((entry.phase, entry.seat, entry.receipt) for entry in accepted)
    kept = Counter(
        Submission.objects.filter(kingdom__campaign=campaign, by_regent=False).values_list(
            "phase__ordinal", "kingdom__seat", "receipt"
        )
    )
    where = f"campaign {campaign.pk}: (phase, seat, receipt)"
    findings.lost += [f"{where} {entry} was acknowledged" for entry in (told - kept).elements()]
    findings.duplicated += [
        f"{where} {entry} is kept, but nobody was told" for entry in (kept - told).elements()
    ]


def _check_regents(campaign: Campaign, findings: Findings) -> None:
    """A regent hands in once a phase, and never over what its player has handed in.

    Once more it comes only to report a battle that has come to the table since.
    """
    rows = Submission.objects.filter(kingdom__campaign=campaign).order_by("sequence")
    before: dict[tuple[int, int], Submission] = {}
    for row in rows.select_related("phase", "kingdom"):
        place = (row.phase.ordinal, row.kingdom.seat)
        if row.by_regent and place in before and not _says_more(before[place], row):
            findings.duplicated.append(
                f"campaign {campaign.pk}: (phase, seat) {place}, a regent came second"
            )
        before[place] = row


def _says_more(before: Submission, after: Submission) -> bool:
    """Tell whether a regent's sheet is its own of before and reports on more battles."""
    old, new = before.sheet.get("reports", []), after.sheet.get("reports", [])
    rest = [{**sheet, "reports": None} for sheet in (before.sheet, after.sheet)]
    is_added_to = len(new) > len(old) and all(line in new for line in old)
    return before.by_regent and rest[0] == rest[1] and is_added_to


def _check_rulings(campaign: Campaign, ledger: Ledger, findings: Findings) -> None:
    """Every ruling that was acknowledged is on record once, and the last one was carried out."""
    told = Counter(entry[1:3] for entry in ledger.ruled if entry[0] == campaign.pk)
    log = LogEntry.objects.filter(campaign=campaign, action="ruling").values_list("data", flat=True)
    kept = Counter((data["phase"], data["tile"]) for data in log)
    where = f"campaign {campaign.pk}: ruling (phase, tile)"
    findings.lost += [f"{where} {entry} was acknowledged" for entry in (told - kept).elements()]
    findings.duplicated += [f"{where} {entry}, nobody was told" for entry in (kept - told)]
    for phase in Phase.objects.filter(campaign=campaign, status=Phase.Status.DONE):
        for tile, line in phase.rulings.items():
            winner = line.get("winner")
            wanted = (int(tile), -1 if winner is None else winner, int("simple" in line))
            events = Event.objects.filter(phase=phase, kind="reported").values_list("data")
            told_all = {(data["tile"], data["winner"], data["simple"]) for (data,) in events}
            if wanted not in told_all:
                findings.lost.append(f"{where} {(phase.ordinal, tile)} was not carried out")


def _check_outbox(findings: Findings) -> None:
    """Every message comes to an end, and none is there twice."""
    later = timezone.now() + timedelta(minutes=10)
    deliver_outbox(now=later)
    while Outbox.objects.filter(status=Outbox.Status.WAITING).exists():
        waiting = Outbox.objects.filter(status=Outbox.Status.WAITING).count()
        deliver_outbox(now=timezone.now() + timedelta(days=400))
        if Outbox.objects.filter(status=Outbox.Status.WAITING).count() == waiting:
            break
    for row in Outbox.objects.exclude(status__in=FINAL):
        findings.stuck.append(f"message {row.key} is {row.status}")
    twice = Outbox.objects.values("key").annotate(times=Count("pk")).filter(times__gt=1)
    findings.duplicated += [f"message {row['key']}" for row in twice]


def _check_mail(mail: Path, findings: Findings) -> None:
    """No mail left the house twice."""
    sent: Counter[str] = Counter()
    for file in mail.glob("*") if mail.is_dir() else ():
        for part in file.read_bytes().split(b"-" * 79 + b"\n"):
            name = message_from_bytes(part)["Message-ID"]
            if name:  # a worker may have been killed before it had written that far
                sent[str(name)] += 1
    findings.duplicated += [f"mail {name} left {n} times" for name, n in sent.items() if n > 1]
