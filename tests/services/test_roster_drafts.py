"""Army lists that wait: which sheet carries them, and when they are used up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.models import RosterDraft
from campaign.services.phases import sweep
from campaign.services.policy import Action, access_campaign
from campaign.services.roster_drafts import (
    drafted_lists,
    own_lists,
    roster_draft_save,
    state_for_lists,
)
from games.engine.contract import Json, Refusal
from tests.factories import Table, make_table
from tests.services.war import FIELD, START, hand_in

pytestmark = pytest.mark.django_db


def listed(name: str = "Spearmen", **facts: Json) -> Json:
    unit = {"name": name, "size": 10, "points": 100, "legend": False, "ally": False, "extras": []}
    return {"units": [{**unit, **facts}]}


def at_peace(**rules: Json) -> Table:
    """Two armies of seat 0 in month 1, on the clock of the tests."""
    armies = [*FIELD["armies"], {"kingdom": 0, "tile": 13}]
    options = {"rules": {"battle_mode": "tabletop", **rules}}
    return make_table(3, now=START, position={**FIELD, "armies": armies}, options=options)


def save(table: Table, army: int, document: Json, revision: int = 0) -> RosterDraft:
    return roster_draft_save(
        person=table.players[0],
        campaign_id=table.campaign.pk,
        army=army,
        document=document,
        revision=revision,
    )


def carried(table: Table, kind: str) -> dict[int, Json]:
    access = access_campaign(table.players[0], table.campaign.pk, Action.WRITE_LISTS)
    return drafted_lists(access, kind, state_for_lists(access.campaign))


def test_each_kind_of_sheet_carries_what_belongs_to_it() -> None:
    table = at_peace()
    save(table, 2, listed("Riders"))
    save(table, 0, listed("Wolves"))

    assert list(carried(table, "month")) == [2]
    assert list(carried(table, "winter")) == [0]
    assert list(carried(table, "build")) == [0]
    assert carried(table, "deploy") == {}
    assert carried(table, "report") == {}


def test_a_list_that_counts_waits_no_more() -> None:
    table = at_peace()
    draft = save(table, 1, listed())
    sheet = {"lists": [{"army": 1, **draft.document}]}
    hand_in(table, 0, sheet, phase=1, now=START)
    assert list(carried(table, "month")) == [1]

    assert sweep(now=START + timedelta(days=3)) == 1

    assert carried(table, "month") == {}
    access = access_campaign(table.players[0], table.campaign.pk, Action.WRITE_LISTS)
    first = own_lists(access, state_for_lists(access.campaign))[0]
    assert first.is_fixed
    assert first.roster is not None
    assert first.draft is None


def test_where_lists_are_not_fixed_a_new_one_is_written_over_the_one_that_counts() -> None:
    table = at_peace(fixed_lists=False)
    draft = save(table, 1, listed())
    hand_in(table, 0, {"lists": [{"army": 1, **draft.document}]}, phase=1, now=START)
    assert sweep(now=START + timedelta(days=3)) == 1
    assert carried(table, "month") == {}

    save(table, 1, listed("Riders"))

    assert carried(table, "month")[1]["units"][0]["name"] == "Riders"
    assert RosterDraft.objects.count() == 1


@pytest.mark.parametrize(
    ("army", "second", "code"),
    [
        (2, listed("Queen Ysolde", legend=True), "not_unique"),
        (2, listed(points=501), "list_too_dear"),
        (1, {"ally": "Dwarfs", **listed(ally=True)}, "ally_first"),
        (2, {"ally": "Dwarfs", **listed(ally=True)}, "ally_too_soon"),
        (2, {"units": []}, "list_empty"),
    ],
)
def test_a_list_that_could_not_be_handed_in_is_not_kept(army: int, second: Json, code: str) -> None:
    table = at_peace()
    if army != 1:
        save(table, 1, listed("Queen Ysolde", legend=True))

    with pytest.raises(Refusal) as refused:
        save(table, army, second)

    assert code in [problem.code for problem in refused.value.problems]
    assert not RosterDraft.objects.filter(army=army).exists()
