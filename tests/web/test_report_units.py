"""Reports of battles on a real table name the units of open lists, and of no other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Phase
from campaign.rules.rosters import Roster, Unit
from campaign.services.phases import phase_resolve
from campaign.services.rulebook import game_of
from campaign.services.selectors import SeenEvent
from campaign.web.report_units import with_unit_names
from tests.factories import Table
from tests.web.pages import client_of
from tests.web.war import at_war_now, file

ROUTED = "Wolves (Kingdom 2’s army 1) is routed by Riders (Kingdom 1’s army 1)."
BY_NUMBER = "Unit 1 of Kingdom 2’s army 1 is routed by Riders (Kingdom 1’s army 1)."


def fought() -> Table:
    """Kingdom 1 beats Kingdom 2 on the table; both say that its Riders routed the Wolves."""
    table = at_war_now(lists=True)
    for seat in (0, 1):
        file(table, seat, **{"winner": "0", "rout.1.1.1": "0.1.2"})
    phase_resolve(phase_id=table.phase(2).pk)
    return table


def close_list(table: Table, seat: int) -> None:
    """Make a list secret as it stood before the reports, as if it had never been opened."""
    game, phase = game_of(table.campaign), table.phase(2)
    state = game.decode(phase.state)
    rosters = tuple(replace(r, open=r.open and r.kingdom != seat) for r in state.rosters)
    encoded = game.encode(replace(state, rosters=rosters))
    Phase.objects.filter(pk=phase.pk).update(state=encoded, commitment="changed")


def read(table: Table, page: str, seat: int = 0) -> str:
    address = f"/campaigns/{table.campaign.pk}/{page}"
    return client_of(table.players[seat]).get(address).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["reports/2/", "history/2/", "years/1/"])
def test_units_of_open_lists_are_named(page: str) -> None:
    assert ROUTED in read(fought(), page)


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["reports/2/", "history/2/", "years/1/"])
def test_f43_a_unit_of_a_list_that_the_reader_may_not_see_keeps_its_number(page: str) -> None:
    table = fought()
    close_list(table, 1)

    foreign, own = read(table, page), read(table, page, seat=1)

    assert BY_NUMBER in foreign
    assert "Wolves" not in foreign
    assert ROUTED in own


@pytest.mark.django_db
def test_f53_a_report_with_lists_takes_one_query_more_for_all_of_them() -> None:
    table = fought()
    address = f"/campaigns/{table.campaign.pk}/reports/"
    client = client_of(table.players[0])

    def queries(ordinal: int) -> int:
        client.get(f"{address}{ordinal}/")
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{address}{ordinal}/")
        return len(captured)

    assert queries(2) == queries(1) + 1


def test_names_come_from_the_list_of_the_army_and_from_its_places() -> None:
    unit = Unit("Boyz", 10, 100)
    rosters = [Roster(0, 1, (unit, replace(unit, name="Nobs"))), Roster(1, 1, ())]
    data = {"kingdom": 0, "army": 1, "unit": 2, "by_kingdom": 1, "by_army": 1, "by_unit": 4}
    beyond = {"kingdom": 0, "army": 1, "unit": 3, "change": 1}

    found = with_unit_names(
        [
            SeenEvent("1.1", 1, "unit_routed", data, is_private=False),
            SeenEvent("1.2", 1, "unit_grew", beyond, is_private=False),
            SeenEvent("1.3", 1, "army_lost", data, is_private=False),
        ],
        rosters,
    )

    assert [event.data for event in found] == [{**data, "unit_name": "Nobs"}, beyond, data]
