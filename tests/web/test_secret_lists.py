"""A list that is still secret is in no answer to anybody else, whatever they ask."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches

from campaign.models import RosterDraft, User
from campaign.services.memberships import invite_create
from campaign.services.phases import sweep
from campaign.services.roster_drafts import roster_draft_save
from games.engine.contract import Json
from tests.api.client import Api
from tests.factories import Table, make_table, make_user
from tests.routes import READS, SAMPLE
from tests.services.war import ASIDE, FIELD, FOUGHT, START, TILE, hand_in
from tests.told import told_by
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

COUNTS, HANDED_IN, DRAFTED = "Moon Lancers", "Ash Wardens", "Tide Singers"
"""Units of seat 2, who never fights: on the list that counts, on a sheet, on a draft."""

UNIT: dict[str, Json] = {
    "name": COUNTS, "size": 10, "points": 100, "strength": 1, "legend": False, "ally": False,
    "extras": [], "change": 0, "struck": False,
}  # fmt: skip
MORE = (
    "/campaigns/{pk}/reports/1/",
    "/campaigns/{pk}/reports/1/dice.json",
    "/campaigns/{pk}/history/2/",
    f"/campaigns/{{pk}}/battles/2/{TILE}/",
    f"/campaigns/{{pk}}/map/{ASIDE}/",
    "/api/v1/campaigns/{pk}/phases/2/",
    "/api/v1/campaigns/{pk}/phases/2/position/",
    "/api/v1/campaigns/{pk}/phases/2/reports/",
    "/api/v1/campaigns/{pk}/phases/2/sheet/",
)
"""Addresses of this campaign that the table of routes, made for another, does not name."""


def listed(name: str) -> Json:
    unit = {"name": name, "size": 7, "points": 93, "legend": False, "ally": False, "extras": []}
    return {"units": [unit]}


def draft(table: Table, name: str = DRAFTED) -> None:
    roster_draft_save(
        person=table.players[2],
        campaign_id=table.campaign.pk,
        army=0,
        document=listed(name),
        revision=0,
    )


def laid_out() -> Table:
    """Seats 0 and 1 wait for reports; seat 2 has a list, handed one in, and drafted one."""
    roster = {"kingdom": 2, "army": 1, "ally": "", "open": False, "units": [UNIT]}
    position = {
        **FIELD,
        "rosters": [roster],
        "armies": [*FIELD["armies"], {"kingdom": 2, "tile": ASIDE}],
    }
    table = make_table(
        3, now=START, position=position, options={"rules": {"battle_mode": "tabletop"}},
        is_public=True, ends_early=False,
    )  # fmt: skip
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    hand_in(table, 0, march, phase=1, now=START)
    hand_in(table, 2, {"lists": [{"army": 2, **listed(HANDED_IN)}]}, phase=1, now=START)
    assert sweep(now=FOUGHT) == 1
    draft(table)
    return table


def told(person: User | None, path: str) -> str:
    """Return all that somebody is told: body and headers."""
    return Reader(person).told(path)


class Reader:
    """Somebody who looks at pages, and at the API with a token."""

    def __init__(self, person: User | None) -> None:
        self.pages, self.api = client_of(person), Api(person)

    def told(self, path: str) -> str:
        """Return all that they are told: body and headers."""
        return text_of(self.api.get(path) if path.startswith("/api/") else self.pages.get(path))


def text_of(answer: Any) -> str:
    return "\n".join(told_by(answer)[1:])


def test_f43_no_read_tells_anybody_else_a_secret_list() -> None:
    table = laid_out()
    token = invite_create(person=table.master, campaign_id=table.campaign.pk).token
    filled = {**SAMPLE, "pk": table.campaign.pk, "token": token}
    of_campaigns = {row.path for row in READS if "{pk}" in row.path or row.path == "/"}
    paths = sorted(path.format(**filled) for path in of_campaigns | set(MORE))
    others = (None, make_user(), *table.players[:2], table.master)

    leaks = []
    for person in others:
        caches["default"].clear()
        reader = Reader(person)
        for path in paths:
            text = reader.told(path)
            leaks += [
                (person and person.username, path, mark)
                for mark in (COUNTS, HANDED_IN, DRAFTED)
                if mark in text
            ]

    assert leaks == []


def test_its_own_player_reads_every_list_of_the_kingdom() -> None:
    table = laid_out()
    pk = table.campaign.pk

    page = told(table.players[2], f"/campaigns/{pk}/armies/")
    form = told(table.players[2], f"/campaigns/{pk}/armies/0/")

    assert COUNTS in page
    assert HANDED_IN in page
    assert DRAFTED in form


def test_f43_a_list_that_is_written_changes_no_answer_to_others() -> None:
    table = laid_out()
    RosterDraft.objects.all().delete()
    pk = table.campaign.pk
    paths = (
        f"/campaigns/{pk}/armies/",
        f"/campaigns/{pk}/battles/2/{TILE}/",
        f"/api/v1/campaigns/{pk}/",
        f"/api/v1/campaigns/{pk}/map/",
        f"/api/v1/campaigns/{pk}/kingdoms/",
        f"/api/v1/campaigns/{pk}/phase/",
        f"/api/v1/campaigns/{pk}/export/",
    )
    before = [told(None, path) for path in paths]

    draft(table)

    assert [told(None, path) for path in paths] == before


def test_f45_who_gave_the_kingdom_up_reads_its_lists_no_more_and_the_heir_does() -> None:
    table = laid_out()
    pk, old, heir = table.campaign.pk, table.players[2], make_user()
    client_of(table.master).post(
        f"/campaigns/{pk}/run/hand-over/", {"seat": 2, "username": heir.username}
    )

    answer = client_of(old).get(f"/campaigns/{pk}/armies/0/")

    assert answer.status_code in (403, 404)
    assert DRAFTED not in answer.content.decode()
    assert DRAFTED in told(heir, f"/campaigns/{pk}/armies/0/")


def test_where_lists_are_not_fixed_only_the_race_of_an_allied_army_is_public() -> None:
    allied = {
        "kingdom": 2, "army": 1, "ally": "Dwarfs", "open": False,
        "units": [{**UNIT, "ally": True}],
    }  # fmt: skip
    table = make_table(
        3, position={**FIELD, "rosters": [allied]},
        options={"rules": {"battle_mode": "tabletop", "fixed_lists": False}},
    )  # fmt: skip

    html = told(table.players[0], f"/campaigns/{table.campaign.pk}/armies/")

    assert "allied: Dwarfs" in html
    assert COUNTS not in html


def test_an_open_list_is_read_by_all() -> None:
    roster = {"kingdom": 1, "army": 1, "ally": "", "open": True, "units": [UNIT]}
    table = make_table(
        3, position={**FIELD, "rosters": [roster]}, is_public=True,
        options={"rules": {"battle_mode": "tabletop"}},
    )  # fmt: skip

    for person in (None, table.players[0], table.master):
        assert COUNTS in told(person, f"/campaigns/{table.campaign.pk}/armies/")
