"""The demo campaign: there once, its first year behind it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from campaign.models import Army, Campaign, Settlement, Ship
from campaign.services.demo import demo_logins, demo_seed
from campaign.services.verify import verify_campaign

pytestmark = pytest.mark.django_db


def test_the_demo_is_made_once_and_its_log_ins_are_named(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path

    first, again = demo_seed(), demo_seed()

    assert first is not None
    assert again is None
    assert Campaign.objects.count() == 1
    assert [name for _, name, _ in demo_logins()] == ["keeper", "north", "east", "south", "west"]


def test_the_demo_begins_its_second_year_with_everybody_strong(
    settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path

    campaign = demo_seed()
    assert campaign is not None
    phase = campaign.phases.get(status="open")

    assert (phase.ordinal, phase.kind, phase.year, phase.month) == (1, "month", 2, 1)
    assert phase.asks.count() == 4
    assert list(campaign.kingdoms.values_list("race", flat=True)) == [
        "Dwarfs", "Elves", "Goblins", "Undead",
    ]  # fmt: skip
    held = Counter(Army.objects.values_list("kingdom__seat", flat=True))
    assert all(held[seat] >= 2 for seat in range(4))
    assert Settlement.objects.filter(kind="capital").count() == 4
    assert Ship.objects.exists()
    assert verify_campaign(Campaign.objects.get(pk=campaign.pk)).differences == []
