"""`manage.py verify [CAMPAIGN ...] [--match MATCH ...]`: recompute what was played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from campaign.models import Campaign
from campaign.services.verify import verify_campaign
from games.models import Match
from games.services.verify import verify_match


class Command(BaseCommand):
    """Check campaigns (phases, dice, receipts, the board) and matches (every turn)."""

    help = "Recompute every phase, turn, die and receipt and report any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take numbers of campaigns and of matches; none of either means all of both."""
        parser.add_argument("campaign", nargs="*", type=int, help="the campaign's number")
        parser.add_argument("--match", nargs="+", type=int, default=[], help="the match's number")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and end with exit code 1 if anything differs."""
        campaigns, matches = options["campaign"], options["match"]
        is_all = not campaigns and not matches
        found = 0
        if is_all or campaigns:
            rows = _wanted(Campaign.objects.order_by("pk"), campaigns, "campaign")
            found += sum(self._verify_campaign(row) for row in rows)
        if is_all or matches:
            rows = _wanted(Match.objects.order_by("pk"), matches, "match")
            found += sum(self._verify_match(row) for row in rows)
        if found:
            raise CommandError(f"{found} differences")

    def _verify_campaign(self, campaign: Campaign) -> int:
        report = verify_campaign(campaign)
        counted = f"{report.phases} phases, {report.submissions} submissions"
        return self._say(f"campaign {campaign.pk}", counted, report.differences)

    def _verify_match(self, match: Match) -> int:
        return self._say(f"match {match.pk}", f"{match.turns.count()} turns", verify_match(match))

    def _say(self, name: str, counted: str, differences: list[str]) -> int:
        for line in differences:
            self.stdout.write(f"{name}: {line}")
        self.stdout.write(f"{name}: {counted}, {len(differences)} differences")
        return len(differences)


def _wanted(rows: QuerySet[Any], wanted: list[int], what: str) -> Iterable[Any]:
    """Give the rows with these numbers (none: all), one by one."""
    if wanted:
        rows = rows.filter(pk__in=wanted)
        missing = set(wanted) - set(rows.values_list("pk", flat=True))
        if missing:
            raise CommandError(f"no such {what}: {', '.join(map(str, sorted(missing)))}")
    return rows.iterator(chunk_size=20)
