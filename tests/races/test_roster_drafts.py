"""Drafts of army lists that meet: in two windows, and with the end of their phase."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from campaign.models import Campaign, RosterDraft
from campaign.services.phases import phase_resolve
from campaign.services.roster_drafts import roster_draft_save
from campaign.services.verify import verify_campaign
from tests.factories import Table, make_table
from tests.races.together import at_once, errors, results
from tests.services.war import FIELD, FOUGHT, START, hand_in

pytestmark = pytest.mark.django_db(transaction=True)


def listed(size: int) -> Any:
    unit = {"name": "Spearmen", "size": size, "points": 110, "legend": False, "ally": False}
    return {"units": [unit | {"extras": []}]}


def tabletop() -> Table:
    return make_table(
        3, now=START, position=FIELD, options={"rules": {"battle_mode": "tabletop"}},
        ends_early=False,
    )  # fmt: skip


def save(table: Table, size: int) -> Any:
    return partial(
        roster_draft_save,
        person=table.players[0],
        campaign_id=table.campaign.pk,
        army=1,
        document=listed(size),
        revision=0,
    )


def test_f15_of_windows_that_save_a_list_at_once_one_does_and_the_others_are_told():
    table = tabletop()

    outcomes = at_once(*[save(table, size) for size in (10, 20, 30)])

    (kept,) = results(outcomes)
    assert [getattr(error, "code", error) for error in errors(outcomes)] == ["list_changed"] * 2
    assert RosterDraft.objects.get().document == kept.document


def test_f07_a_list_kept_as_its_army_gets_one_from_a_sheet_is_kept_or_told_that_one_stands():
    table = tabletop()
    sheet = {"lists": [{"army": 1, **listed(10)}]}
    hand_in(table, 0, sheet, phase=1, now=START + timedelta(hours=1))

    saved, resolved = at_once(
        save(table, 20), partial(phase_resolve, phase_id=table.phase().pk, now=FOUGHT)
    )

    assert resolved.next_ordinal == 2
    assert getattr(saved, "code", "kept") in ("kept", "list_stands")
    counted = table.kingdom(0).armies.get(number=1).roster
    assert counted is not None
    assert counted["units"][0]["size"] == 10
    assert verify_campaign(Campaign.objects.get(pk=table.campaign.pk)).differences == []
