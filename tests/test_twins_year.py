"""Nobody reads of Setup, months, reports and army lists what is not theirs, to the byte.

As in ``test_twins.py``: every read, by every role, before and after something secret happens;
here in the months of Summer, with battles on a real table and lists that no battle opened yet.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Army, Phase
from campaign.services.health import beat
from campaign.services.map_drafts import draft_create
from campaign.services.memberships import invite_create, kingdom_leave, kingdom_rename
from campaign.services.phases import sweep
from campaign.services.roster_drafts import roster_draft_save
from campaign.services.rulebook import forget_states
from campaign.services.submissions import sheet_submit
from games.engine.contract import Json
from games.services.seats import seat_link
from tests.factories import SETUP, Table, make_table, make_user
from tests.routes import ROLES, Row
from tests.scene import HEX, Scene, kept_team, set_matches
from tests.services.war import ASIDE, FIELD, TILE
from tests.test_twins import IN_PUBLIC, MASTER, OF_CAMPAIGNS, SEAT_0, Secrets, are_unseen
from tests.test_twins import frozen as frozen

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LOOKER = 2
"""The seat of "other player" in these scenes; seat 0 is "player"."""
MORE = [
    Row("GET", path, None, (), ())
    for path in (
        "/campaigns/{pk}/reports/1/",
        "/campaigns/{pk}/reports/1/dice.json",
        "/campaigns/{pk}/history/2/",
        f"/campaigns/{{pk}}/battles/2/{TILE}/",
        f"/campaigns/{{pk}}/map/{ASIDE}/",
        f"/campaigns/{{pk}}/map/{TILE}/",
        "/campaigns/{pk}/armies/2/",
        "/api/v1/campaigns/{pk}/phases/2/",
        "/api/v1/campaigns/{pk}/phases/2/position/",
        "/api/v1/campaigns/{pk}/phases/2/reports/",
        "/api/v1/campaigns/{pk}/phases/2/sheet/",
    )
]
TABLETOP = {"rules": {"battle_mode": "tabletop"}}


def unit(name: str, size: int) -> Json:
    return {"name": name, "size": size, "points": 90, "strength": 1, "legend": False,
            "ally": False, "extras": []}  # fmt: skip


def lines(*names: str) -> Json:
    return {"units": [unit(name, 7) for name in names]}


def scene_of(table: Table) -> Scene:
    """Let seat 0, seat 2 and the game master look, and somebody who left seat 3."""
    beat("sweep")
    gone = table.players[3]
    kingdom_leave(person=gone, campaign_id=table.campaign.pk)
    persons = (None, make_user(), table.players[0], table.players[LOOKER], table.master, gone)
    invite = invite_create(person=table.master, campaign_id=table.campaign.pk)
    draft = draft_create(user=table.players[0], document={"name": "m", "tiles": [HEX]})
    matches = set_matches(table, is_listed=True)
    token = seat_link(person=table.players[0], match_id=matches["match"].pk, seat=0)
    people = dict(zip(ROLES, persons, strict=True))
    return Scene(table, invite, people, draft, matches, token, kept_team(table.players[0]))


def laid(*, rules: Json = None, **new: Any) -> Table:
    """Four kingdoms in the orders of a month; seat 1 has a second army aside with a list."""
    position = {
        **FIELD,
        "kingdoms": [{}] * 4,
        "tiles": {**FIELD["tiles"], "81": {"owner": 3, "settlement": "capital"}},
        "armies": [*FIELD["armies"], {"kingdom": 1, "tile": 16}, {"kingdom": 3, "tile": 81}],
        "rosters": [_roster(1, 2, "Moon Lancers")],
    }
    options = {"rules": {"battle_mode": "tabletop", **(rules or {})}}
    return make_table(
        4, now=timezone.now(), position=position, options=options,
        is_public=True, ends_early=False, **new,
    )  # fmt: skip


def _roster(kingdom: int, army: int, *names: str) -> Json:
    units = [{**unit(name, 9), "change": 0, "struck": False} for name in names]
    return {"kingdom": kingdom, "army": army, "ally": "", "open": False, "units": units}


def month() -> Scene:
    return scene_of(laid())


def reports() -> Scene:
    """Seats 0 and 1 wait for reports; seat 1's other list is secret still."""
    table = laid()
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    submit(table, 0, march, phase=1)
    assert sweep(now=timezone.now() + timedelta(days=2)) == 1
    return scene_of(table)


def setup() -> Scene:
    options = {**SETUP, **TABLETOP}
    table = make_table(4, now=timezone.now(), options=options, is_public=True, ends_early=False)
    return scene_of(table)


def submit(table: Table, seat: int, sheet: Json, *, phase: int) -> None:
    pk = table.campaign.pk
    sheet_submit(person=table.players[seat], campaign_id=pk, phase=phase, sheet=sheet)


def ordered(scene: Scene) -> None:
    """Seat 1 hands in a month with standing instructions and a list."""
    sheet = {
        "orders": [{"army": 1, "order": "move", "to": 27}],
        "retreat": [16],
        "lists": [{"army": 1, **lines("Ash Wardens", "Tide Singers")}],
    }
    submit(scene.table, 1, sheet, phase=1)


def drafted(scene: Scene) -> None:
    """Seat 1 drafts a list."""
    roster_draft_save(
        person=scene.table.players[1], campaign_id=scene.table.campaign.pk, army=1,
        document=lines("Ash Wardens"), revision=0,
    )  # fmt: skip


def change_lists(scene: Scene, hidden: list[Json]) -> None:
    campaign = scene.table.campaign
    for phase in Phase.objects.filter(campaign=campaign):
        others = [r for r in phase.state["rosters"] if (r["kingdom"], r["army"]) != (1, 2)]
        phase.state["rosters"] = [*others, *hidden]
        phase.save()
    forget_states()
    kept = {key: hidden[0][key] for key in ("ally", "open", "units")} if hidden else None
    Army.objects.filter(kingdom__campaign=campaign, kingdom__seat=1, number=2).update(roster=kept)


def disputed(scene: Scene) -> None:
    """The sides say different things."""
    for seat in (0, 1):
        submit(scene.table, seat, {"reports": [{"tile": TILE, "winner": seat}]}, phase=2)


def set_up(scene: Scene) -> None:
    """Seat 1 hands in its Setup, its banner and a list with it."""
    submit(scene.table, 1, {"race": "Fen folk", "list": lines("Ash Wardens")}, phase=1)


def wished(scene: Scene) -> None:
    """Seat 1 wishes for a race."""
    name = scene.table.kingdom(1).name
    kingdom_rename(
        person=scene.table.players[1], campaign_id=scene.table.campaign.pk, name=name,
        race="Fen folk",
    )  # fmt: skip


def hidden_lists(scene: Scene) -> None:
    """Seat 1 drafts a list, and the one that no battle opened yet is another, longer one."""
    drafted(scene)
    change_lists(scene, [_roster(1, 2, "Ash Wardens", "Tide Singers", "Sea Hounds")])


def no_lists(scene: Scene) -> None:
    """The list that no battle opened yet is not there at all, but a draft is."""
    drafted(scene)
    change_lists(scene, [])


CASES: dict[Callable[[], Scene], Secrets] = {
    month: {ordered: {MASTER}, hidden_lists: set()},
    reports: {disputed: {SEAT_0, MASTER}, no_lists: set()},
    setup: {set_up: {MASTER}, wished: set()},
}
"""A scene, what happens in it, and who of those who look may notice."""


@pytest.mark.parametrize("lay", CASES, ids=lambda lay: lay.__name__)
def test_f43_f44_secrets_of_a_year_leave_no_trace(
    lay: Callable[[], Scene], request: pytest.FixtureRequest
):
    scene = lay()
    request.getfixturevalue("frozen")

    are_unseen(scene, CASES[lay], [*OF_CAMPAIGNS, *MORE], IN_PUBLIC)
