"""A site moves from one database to another as docs/hosting.md says, and nothing of it changes."""

import re
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from campaign.models import Submission
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from campaign.services.verify import verify_campaign
from tests.factories import make_table

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, 0, 0, 123456, tzinfo=UTC)


def documented(command: str) -> list[str]:
    """Return the arguments that the page gives ``command``, without the file it names."""
    text = (Path(settings.BASE_DIR) / "docs/hosting.md").read_text()
    found = re.search(rf"manage\.py {command} (.*)$", text, re.MULTILINE)
    assert found
    return [each for each in shlex.split(found[1]) if each != "--output"]


def test_receipts_still_fit_their_sheets_after_the_move(tmp_path: Path):
    table = make_table(players=2, now=START)
    sheet_submit(
        person=table.players[0], campaign_id=table.campaign.pk, phase=1, sheet={}, now=START
    )
    sweep(now=START + timedelta(days=2))
    *options, name = documented("dumpdata")
    moved = str(tmp_path / name)

    call_command("dumpdata", *options, output=moved, verbosity=0)
    Submission.objects.update(at=START + timedelta(days=1))
    call_command("loaddata", moved, verbosity=0)

    assert documented("loaddata") == [name]
    table.campaign.refresh_from_db()
    assert verify_campaign(table.campaign).differences == []
    assert Submission.objects.get().at == START
