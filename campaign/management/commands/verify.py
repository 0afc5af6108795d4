"""`manage.py verify [CAMPAIGN ...]`: recompute campaigns from their record."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.models import Campaign
from campaign.services.verify import verify_campaign


class Command(BaseCommand):
    """Check phases, dice, receipts and the board of one, several or all campaigns."""

    help = "Recompute every phase, die and receipt and report any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take campaign numbers; none means all."""
        parser.add_argument("campaign", nargs="*", type=int, help="the campaign's number")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and end with exit code 1 if anything differs."""
        wanted = options["campaign"]
        campaigns = Campaign.objects.order_by("pk")
        if wanted:
            campaigns = campaigns.filter(pk__in=wanted)
        missing = set(wanted) - set(campaigns.values_list("pk", flat=True))
        if missing:
            raise CommandError(f"no such campaign: {', '.join(map(str, sorted(missing)))}")
        differences = sum(self._verify(campaign) for campaign in campaigns.iterator(chunk_size=20))
        if differences:
            raise CommandError(f"{differences} differences")

    def _verify(self, campaign: Campaign) -> int:
        report = verify_campaign(campaign)
        for line in report.differences:
            self.stdout.write(f"campaign {campaign.pk}: {line}")
        self.stdout.write(
            f"campaign {campaign.pk}: {report.phases} phases, {report.submissions} submissions, "
            f"{len(report.differences)} differences"
        )
        return len(report.differences)
