"""Months and reports as services carry them: who is asked, replaced, out, and waited for."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from campaign.models import Army, Campaign, Event, Outbox, Phase, Settlement, Submission
from campaign.rules.state import Summer
from campaign.rules.summer_codec import encode_summer
from campaign.services.board_rows import load_rows, state_from_rows
from campaign.services.campaigns import campaign_start
from campaign.services.memberships import free_kingdoms, kingdom_hand_over, kingdom_leave
from campaign.services.phases import sweep
from campaign.services.rulebook import game_of
from campaign.services.selectors import asks_waiting_for
from games.hosting.errors import Conflict, NotThere, ServiceError
from tests.factories import SETUP, Table, make_table, make_user
from tests.services.nested import is_sound
from tests.services.war import FIELD, FOUGHT, START, TILE, WON, at_war, file, hand_in

pytestmark = pytest.mark.django_db

SOON = START + timedelta(hours=1)
MARCH = {"orders": [{"army": 1, "order": "move", "to": 13}]}
DOOMED: dict[str, Any] = FIELD | {
    "tiles": {number: tile for number, tile in FIELD["tiles"].items() if number != "16"},
}
"""As ``FIELD``, but all that seat 1 has is the hex of the battle and the army on it."""


def kinds(table: Table, ordinal: int) -> list[str]:
    return list(Event.objects.filter(phase=table.phase(ordinal)).values_list("kind", flat=True))


def asked(table: Table, ordinal: int) -> list[int]:
    return sorted(table.phase(ordinal).asks.values_list("kingdom__seat", flat=True))


# Setup


def test_without_a_sheet_setup_is_by_default_and_nobody_stops_it():
    table = make_table(2, now=START, options=SETUP)

    sweep(now=START + timedelta(days=2))

    # A capital, a city, a fortress and two villages each; the army in the capital (2).
    counts = {kind: Settlement.objects.filter(kind=kind).count()
              for kind in ("capital", "city", "fortress", "village")}  # fmt: skip
    assert counts == {"capital": 2, "city": 2, "fortress": 2, "village": 4}
    homes = {army.tile.settlement.kind for army in Army.objects.all()}
    assert homes == {"capital"}
    assert (table.phase(2).kind, table.phase(2).month) == ("month", 1)
    assert table.phase(1).receipts == {}
    assert is_sound(table)


def test_each_kind_of_phase_has_its_own_deadline():
    table = make_table(2, now=START, options=SETUP)

    lengths = []
    for ordinal in range(1, 10):
        phase = table.phase(ordinal)
        lengths.append((phase.kind, phase.month, phase.due_at - phase.opened_at))
        sweep(now=phase.due_at)

    two, one = timedelta(days=2), timedelta(days=1)
    months = [("month", month, two) for month in range(1, 7)]
    assert lengths == [("setup", 0, two), *months, ("winter", 0, two), ("deploy", 0, one)]


def test_a_schedule_from_before_the_summer_still_gives_deadlines():
    schedule = {"sheet": {"kind": "length", "minutes": 60}}
    table = make_table(2, now=START, options=SETUP, started=False)
    Campaign.objects.filter(pk=table.campaign.pk).update(schedule=schedule)

    phase = campaign_start(person=table.master, campaign_id=table.campaign.pk, now=START)

    # The usual one: eight in the evening, every two days, at least half of them away.
    assert phase.due_at == START.replace(day=6, hour=20)


# Replaced


def test_f45_in_a_month_who_is_replaced_loses_all_at_once_and_the_sheet_stays():
    table, heir = make_table(3, now=START, position=FIELD, ends_early=False), make_user()
    first = hand_in(table, 0, MARCH, phase=1, now=SOON)

    kingdom_hand_over(
        person=table.master, campaign_id=table.campaign.pk, seat=0, username=heir.username, now=SOON
    )

    with pytest.raises(NotThere):
        hand_in(table, 0, {}, phase=1, now=SOON)
    assert asks_waiting_for(table.players[0]) == []
    (ask,) = asks_waiting_for(heir)
    assert ask.submission is not None
    assert ask.submission.receipt == first.receipt
    table.players[0] = heir
    second = hand_in(table, 0, {}, phase=1, now=SOON, based_on=first.receipt)
    assert Submission.objects.get(receipt=second.receipt).previous == first.receipt
    sweep(now=FOUGHT)
    assert "moved" not in kinds(table, 1)
    assert is_sound(table)


def test_f23_a_kingdom_that_was_left_defends_and_the_month_goes_on():
    table = make_table(3, now=START, position=FIELD)
    kingdom_leave(person=table.players[1], campaign_id=table.campaign.pk)
    hand_in(table, 0, MARCH, phase=1, now=SOON)
    hand_in(table, 2, {}, phase=1, now=SOON)

    early, due = sweep(now=SOON), sweep(now=FOUGHT)

    assert (early, due) == (0, 1)
    defended = Event.objects.filter(phase=table.phase(1), kind="defended", data__kingdom=1)
    assert defended.count() == 1


def test_f24_the_only_one_who_is_there_does_not_hurry_the_months():
    table = make_table(3, now=START, position=FIELD)

    hand_in(table, 0, MARCH, phase=1, now=SOON)

    assert sweep(now=FOUGHT - timedelta(seconds=1)) == 0


# Out


def test_f22_a_kingdom_destroyed_in_battle_is_out_and_waited_for_by_nobody():
    table = at_war(position=DOOMED)
    file(table, 0, WON)
    file(table, 1, WON)

    sweep(now=FOUGHT + timedelta(hours=1))

    # Nowhere to retreat: destroyed; neither tile nor token left: out (3d, 3e.5).
    assert {"army_lost", "kingdom_out"} <= set(kinds(table, 2))
    assert (table.kingdom(1).is_alive, asked(table, 3)) == (False, [0, 2])
    assert free_kingdoms(table.campaign) == []
    third = Outbox.objects.filter(phase=table.phase(3), kind="reminder")
    assert third.filter(recipient=table.players[1]).count() == 0
    with pytest.raises(Conflict) as refused:
        hand_in(table, 1, {}, phase=3)
    assert refused.value.code == "not_asked"
    for seat in (0, 2):
        hand_in(table, seat, {}, phase=3)
    assert table.phase(3).closing == "all_in"
    assert is_sound(table)


def test_f22_while_a_battle_waits_a_kingdom_whose_last_army_fights_it_is_still_in():
    table = at_war(position=DOOMED, rules={"years": 1})

    assert asked(table, 2) == [0, 1]
    assert table.kingdom(1).is_alive
    kingdom_hand_over(
        person=table.master, campaign_id=table.campaign.pk, seat=1, username=None, now=FOUGHT
    )
    table.campaign.refresh_from_db()
    assert [kingdom.seat for kingdom in free_kingdoms(table.campaign)] == [1]


def test_f22_when_one_kingdom_is_left_the_campaign_ends_in_mid_summer():
    position = DOOMED | {
        "tiles": {n: tile for n, tile in DOOMED["tiles"].items() if n != "51"},
        "armies": DOOMED["armies"][:2],
        "kingdoms": [{}, {}, {"alive": False}],
    }
    table = at_war(position=position)
    file(table, 0, WON)
    file(table, 1, WON)

    sweep(now=FOUGHT + timedelta(hours=1))

    table.campaign.refresh_from_db()
    assert table.campaign.status == Campaign.Status.OVER
    assert not Phase.objects.exclude(status=Phase.Status.DONE).exists()
    assert kinds(table, 2)[-1] == "campaign_ended"
    assert is_sound(table)


# What is refused


def test_f11_f13_a_month_takes_only_what_the_rules_allow_there_and_then():
    table = at_war()

    for sheet, phase, code in (
        (MARCH, 1, "phase_over"),
        (MARCH, 2, "unknown_field"),
        ({"reports": [{"tile": 51, "winner": 0}]}, 2, "not_waiting"),
        ({"reports": [{"tile": TILE, "winner": 2}]}, 2, "not_a_winner"),
    ):
        with pytest.raises((ServiceError, ValueError)) as refused:
            hand_in(table, 0, sheet, phase=phase)
        assert refused.value.code == code
    assert Submission.objects.filter(phase=table.phase(2)).count() == 0


# From before


def test_campaigns_from_before_the_summer_are_brought_up_to_date():
    table = make_table(2, now=START)
    kingdom, phase = table.kingdom(0), table.phase(1)
    kingdom.race, phase.state = "Elves", dict(phase.state)
    kingdom.save()
    del phase.state["summer"], phase.state["rosters"]
    phase.state["kingdoms"] = [
        {key: fact for key, fact in row.items() if key not in ("race", "strategies")}
        for row in phase.state["kingdoms"]
    ]
    phase.save()
    Campaign.objects.update(summer={})

    import_module("campaign.migrations.0002_the_whole_year").tell_of_the_summer(apps, None)

    campaign = Campaign.objects.get()
    game, told = game_of(campaign), table.phase(1).state
    assert told["summer"] == encode_summer(Summer())
    assert game.encode(state_from_rows(campaign, game, load_rows(campaign))) == told
    assert (table.kingdom(0).race, table.kingdom(0).race_wish) == ("", "Elves")
    assert sweep(now=START + timedelta(days=2)) == 1
