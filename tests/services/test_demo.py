"""The demo campaign: there once, and a first Winter in which nobody is lost before a decision."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from campaign.models import Campaign
from campaign.rules.choices import choices
from campaign.services.demo import demo_logins, demo_seed
from campaign.services.rulebook import game_of, state_of

pytestmark = pytest.mark.django_db


def test_the_demo_is_made_once_and_its_log_ins_are_named(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path

    first, again = demo_seed(), demo_seed()

    assert first is not None
    assert again is None
    assert Campaign.objects.count() == 1
    assert [name for _, name, _ in demo_logins()] == ["keeper", "north", "east", "south", "west"]


def test_every_kingdom_of_the_demo_can_feed_its_armies_and_some_have_a_berth(
    settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path

    campaign = demo_seed()
    assert campaign is not None
    game = game_of(campaign)
    state = state_of(game, campaign.phases.get(status="open"))
    each = [choices(game, state, seat) for seat in range(4)]

    assert [can.meals.starving for can in each] == [()] * 4
    assert [bool(can.ships and can.home.berths) for can in each] == [True, True, True, False]
