"""Every page and answer takes the same number of queries, however much there is of anything."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.models import Event
from campaign.rules.maps import grid_map
from campaign.services.clock import clock_act
from campaign.services.map_drafts import draft_create
from campaign.services.memberships import invite_create
from campaign.services.phases import phase_resolve
from campaign.services.submissions import sheet_submit
from campaign.services.tokens import token_create
from games.services.answers import answer_give
from games.services.teams import NewTeam, team_save
from tests.factories import make_table
from tests.routes import READS, Row
from tests.scene import Scene, set_matches, set_scene

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

READERS = ("player", "game master")
CAMPAIGN = [row for row in READS if "{pk}" in row.path or row.path in ("/", "/settings/")]
MATCHES = [row for row in READS if {"{match}", "{over}", "{free}"} & set(row.path.split("/"))]
PLAYED = CAMPAIGN + MATCHES
OWN = (
    "/campaigns/", "/campaigns/new/", "/maps/editor/", "/api/v1/campaigns/", "/api/v1/me/asks/",
    "/api/v1/me/tokens/", "/api/v1/maps/drafts/", "/matches/",
    "/skirmish-teams/", "/api/v1/skirmish-teams/",
)  # fmt: skip
LISTS = [row for row in READS if row.path in OWN]
Costs = dict[str, int]


def queries(scene: Scene, row: Row, role: str, expected: int | None = None) -> int:
    """Count the queries of a read; the first may fill this process's caches, so it counts only
    where it already took ``expected``.
    """
    for _ in range(2):
        caches["default"].clear()
        with CaptureQueriesContext(connection) as captured:
            scene.ask(row, role)
        if len(captured) == expected:
            break
    return len(captured)


def costs(scene: Scene, rows: list[Row], few: Costs | None = None) -> Costs:
    """Count each reader's queries at each row, asking again where ``few`` says otherwise."""
    asked = {f"{role}: {row}": (row, role) for row in rows for role in READERS}
    return {key: queries(scene, *what, (few or {}).get(key)) for key, what in asked.items()}


def grow(scene: Scene) -> None:
    """Give the campaign more of everything that grows: sheets, phases, log, links, events."""
    table, pk = scene.table, scene.table.campaign.pk
    for number in range(6):
        sheet = {"tithes": [{"to": 1, "gold": number % 2, "food": 1}]}
        sheet_submit(person=table.players[0], campaign_id=pk, phase=1, sheet=sheet)
        clock_act(person=table.master, campaign_id=pk, phase=1, action="extend",
                  key=f"k{number}", reason="r", minutes=5)  # fmt: skip
        invite_create(person=table.master, campaign_id=pk)
        for person in (*table.players[:2], table.master):
            token_create(user=person)
            draft_create(user=person, document=grid_map(9, 7, 2))
            team_save(person=person, new=NewTeam(f"Team {number}", "blights", {"yeti": 2}))
    play_on(scene)
    Event.objects.bulk_create(
        Event(phase=table.phase(0), index=1000 + n, kind="army_fed",
              data={"kingdom": 0, "army": n + 1}, seen_by=None)
        for n in range(30)
    )  # fmt: skip


def play_on(scene: Scene) -> None:
    """Play three rounds of the match that is under way."""
    match = scene.matches["match"]
    for turn, answer in enumerate(["pass", "draw 1"] * 6):
        person = scene.table.players[turn // 2 % 2]
        answer_give(person=person, match_id=match.pk, revision=turn, answer=answer)


def test_f53_no_read_asks_the_database_more_of_a_campaign_that_has_grown_nor_after_many_phases():
    scene = set_scene()
    few = costs(scene, PLAYED + LISTS)

    grow(scene)

    assert costs(scene, PLAYED + LISTS, few) == few

    for ordinal in (1, 2, 3, 4):
        phase = scene.table.phase(ordinal)
        phase_resolve(phase_id=phase.pk, now=timezone.now() + timedelta(days=9 * ordinal))

    many = costs(scene, [row for row in CAMPAIGN if "/1/" not in row.path], few)
    assert many == {key: few[key] for key in many}


def test_f53_no_list_asks_the_database_more_for_many_campaigns():
    scene = set_scene(is_public=True)
    role, person = "player", scene.table.players[0]
    home = next(row for row in READS if row.path == "/")
    few = {str(row): queries(scene, row, role) for row in [home, *LISTS]}

    for _ in range(4):
        other = make_table(1, seats=2, is_public=True)
        kingdom = other.kingdom(0)
        kingdom.player = person
        kingdom.save()
        other.campaign.memberships.filter(user=other.players[0]).update(user=person)

    assert {str(row): queries(scene, row, role) for row in [home, *LISTS]} == few


def test_f53_no_list_asks_the_database_more_for_many_matches():
    scene = set_scene(is_public=True)
    home = next(row for row in READS if row.path == "/")
    few = {str(row): queries(scene, row, "player") for row in [home, *LISTS]}

    for _ in range(3):
        set_matches(scene.table, is_listed=True)

    assert {str(row): queries(scene, row, "player") for row in [home, *LISTS]} == few
