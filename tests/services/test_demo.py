"""The demo campaign: there once, two Summers behind it, a court before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from campaign.models import Campaign, Contest, Kingdom, Phase
from campaign.services.demo import PLAYERS, demo_logins, demo_seed
from campaign.services.verify import verify_campaign
from games.models import Match, Seat
from games.services.verify import verify_match

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_demo_has_two_years_to_read_and_something_to_do_for_everybody(
    settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path

    demo = demo_seed()

    assert demo is not None
    stands_in_its_second_winter(demo)
    has_something_to_do(demo)


def stands_in_its_second_winter(demo: Campaign) -> None:
    again = demo_seed()

    assert again is None
    assert list(Campaign.objects.all()) == [demo]
    assert [name for _, name, _ in demo_logins()] == ["keeper", "north", "east", "south", "west"]
    running = demo.phases.get(status="open")
    assert (running.kind, running.year, running.asks.count()) == ("court", 2, 4)
    assert running.due_at is not None
    done = Phase.objects.filter(campaign=demo, status="done")
    months = done.filter(kind="month").values_list("year", "month")
    assert list(months) == [(year, month) for year in (1, 2) for month in range(1, 7)]
    assert done.filter(kind="winter", year=1).count() == 1
    assert verify_campaign(Campaign.objects.get(pk=demo.pk)).differences == []


def has_something_to_do(demo: Campaign) -> None:
    kingdoms = Kingdom.objects.filter(campaign=demo)
    opened, proposed = Contest.objects.filter(campaign=demo, kind="court").order_by("number")
    battle = Contest.objects.get(campaign=demo, kind="battle")

    assert set(kingdoms.values_list("regent", flat=True)) == {""}
    assert list(kingdoms.values_list("player__username", flat=True)) == list(PLAYERS)
    assert list(kingdoms.values_list("race", "faction")) == [
        ("Dwarfs", "plain_guard"),
        ("Elves", "briar_host"),
        ("Goblins", "plain_guard"),
        ("Undead", "blights"),
    ]
    assert (opened.status, opened.mode, opened.seats) == ("open", "winter_court", [0, 1])
    assert (proposed.status, proposed.proposed_by, proposed.seats) == ("proposed", 3, [3, 2])
    sitting = Seat.objects.filter(match=opened.match).values_list("user__username", flat=True)
    assert list(sitting) == ["north", "east"]
    assert opened.match.asked == [0]  # as the README says to whoever tries it
    assert (battle.mode, battle.decided_by, battle.phase.year) == ("skirmish", "match", 2)
    assert battle.phase.month >= 4
    match = Match.objects.get(pk=battle.match_id)
    assert (match.status, match.ending) == ("over", "rules")
    assert verify_match(match) == []
