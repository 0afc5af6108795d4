"""Nobody reads of a match inside a campaign what is not theirs, to the byte.

As in ``test_twins.py``: every read, by every role, before and after something secret happens;
here while a phase waits for a battle or a court that a match decides.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from campaign.models import Contest, Phase
from campaign.services.contest_modes import battle_propose_mode
from campaign.services.health import beat
from campaign.services.map_drafts import draft_create
from campaign.services.memberships import invite_create
from campaign.services.phases import sweep
from campaign.services.submissions import sheet_submit
from games.engine.contract import Json
from games.models import Held, Match, Turn
from games.services.answers import answer_give
from games.services.plans import plan_write
from games.services.seats import seat_link
from games.services.table import sit
from tests.api.client import Api
from tests.factories import Table, make_user
from tests.routes import READS, ROLES, Row
from tests.scene import HEX, Scene, kept_team, set_matches
from tests.services.courtly import at_court, set_court
from tests.services.war import TILE
from tests.test_twins import IN_PUBLIC, MASTER, SEAT_0, Secrets, are_unseen
from tests.test_twins import frozen as frozen
from tests.test_twins_year import laid, scene_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PAGES = (
    "/", "/matches/", "/campaigns/{pk}/", "/campaigns/{pk}/hand-in/", "/campaigns/{pk}/battles/",
    "/campaigns/{pk}/courts/", "/campaigns/{pk}/status/", "/campaigns/{pk}/season/",
    "/campaigns/{pk}/reports/1/", "/campaigns/{pk}/run/", f"/campaigns/{{pk}}/map/{TILE}/",
)  # fmt: skip
PROGRAMS = (
    "/api/v1/me/asks/", "/api/v1/me/matches/", "/api/v1/matches/?list=running",
    "/api/v1/campaigns/{pk}/", "/api/v1/campaigns/{pk}/ask/", "/api/v1/campaigns/{pk}/contests/",
    "/api/v1/campaigns/{pk}/contests/?phase=1", "/api/v1/campaigns/{pk}/contests/?phase=2",
    "/api/v1/campaigns/{pk}/log/", "/api/v1/campaigns/{pk}/presence/",
    "/api/v1/campaigns/{pk}/phases/2/", "/api/v1/campaigns/{pk}/phases/2/position/",
    "/api/v1/campaigns/{pk}/phases/2/reports/", "/api/v1/campaigns/{pk}/phases/2/sheet/",
)  # fmt: skip
OF_MATCHES = sorted({row.path for row in READS if "{match}" in row.path})
"""All that is to be read of a match; ``match`` is the one inside the campaign here."""

ASKED = [Row("GET", path, None, (), ()) for path in (*PAGES, *PROGRAMS, *OF_MATCHES)]


def battle(mode: str = "winter_court") -> Scene:
    """Seats 0 and 1 wait for the match that decides their battle; seat 2 looks on."""
    table = laid(rules={"battle_mode": mode})
    march = {"orders": [{"army": 1, "order": "move", "to": TILE}]}
    submit(table, 0, march, phase=1)
    assert sweep(now=timezone.now() + timedelta(days=2)) == 1
    scene = scene_of(table)
    match = Contest.objects.get(campaign=table.campaign).match
    return nested(scene, match) if match else scene


def table_battle() -> Scene:
    """The same on a real table: no match, but reports."""
    return battle("tabletop")


def skirmish() -> Scene:
    """The same by a skirmish: seat 1 has chosen its team, seat 0 has not."""
    scene = battle("skirmish")
    match = Match.objects.get(pk=scene.matches["match"].pk)
    with transaction.atomic():
        ask = sit(match.pk).ask_of(Contest.objects.get(match=match).seats.index(1))
    assert ask is not None
    answer_give(
        person=scene.table.players[1], match_id=match.pk, revision=match.turn, answer=ask.default
    )
    return scene


def court() -> Scene:
    """The game master set a court for seats 0 and 1; seat 2 looks on."""
    table = at_court(is_public=True, ends_early=False)
    due = timezone.now() + timedelta(days=2)
    Phase.objects.filter(campaign=table.campaign).update(due_at=due)
    gone = make_user()
    match = set_court(table, 0, 1, game="winter_court", now=timezone.now()).match
    assert match is not None
    beat("sweep")
    invite = invite_create(person=table.master, campaign_id=table.campaign.pk)
    draft = draft_create(user=table.players[0], document={"name": "m", "tiles": [HEX]})
    matches = set_matches(table, is_listed=True)
    token = seat_link(person=table.players[0], match_id=matches["match"].pk, seat=0)
    persons = (None, make_user(), table.players[0], table.players[2], table.master, gone)
    people = dict(zip(ROLES, persons, strict=True))
    scene = Scene(table, invite, people, draft, matches, token, kept_team(table.players[0]))
    return nested(scene, match)


def nested(scene: Scene, match: Match) -> Scene:
    scene.matches["match"] = match
    return scene


def submit(table: Table, seat: int, sheet: Json, *, phase: int) -> None:
    pk = table.campaign.pk
    sheet_submit(person=table.players[seat], campaign_id=pk, phase=phase, sheet=sheet)


# What happens


def other_cards(scene: Scene) -> None:
    """Seat 1 of the campaign holds other cards, the pile is another, and maybe it plans ahead."""
    match = Match.objects.get(pk=scene.matches["match"].pk)
    number = Contest.objects.get(match=match).seats.index(1)
    hand, pile = match.state["hands"][number], match.state["pile"]
    hand[0], pile[-1] = pile[-1], hand[0]
    match.state["pile"] = pile[::-1]
    match.save(update_fields=["state"])
    first = Turn.objects.get(match=match, number=0)
    for event in first.events:
        if event["kind"] == "hand_dealt" and event["seen_by"] == [number]:
            event["data"]["cards"] = hand
    first.save(update_fields=["events"])
    if number not in match.asked:
        person, line = scene.table.players[1], [{"if": "*", "then": ["pass"]}]
        plan_write(person=person, match_id=match.pk, revision=match.turn, lines=line)


def other_team(scene: Scene) -> None:
    """The team that seat 1 has chosen is another, told in more words."""
    held = Held.objects.get(match=scene.matches["match"])
    held.answer = {"team": {"captain": 1, "archer": 3}, "more": str(held.answer)}
    held.save(update_fields=["answer"])


def stepped_back(scene: Scene) -> None:
    """Seat 1 says where its tokens go, and then something longer."""
    for sheet in ({"advance": []}, {"retreat": [16], "advance": []}):
        submit(scene.table, 1, sheet, phase=2)


def wished(scene: Scene) -> None:
    """Seat 1 would have the battle fought otherwise."""
    battle_propose_mode(
        person=scene.table.players[1], campaign_id=scene.table.campaign.pk, phase=2, tile=TILE,
        mode="skirmish", key="w",
    )  # fmt: skip


def reported(scene: Scene) -> None:
    """Seat 1 says how the battle on the table ended."""
    submit(scene.table, 1, {"reports": [{"tile": TILE, "winner": 1}]}, phase=2)


def is_done(scene: Scene) -> None:
    """Seat 1 is done with courts."""
    submit(scene.table, 1, {}, phase=1)


CASES: dict[Callable[[], Scene], Secrets] = {
    battle: {other_cards: set(), wished: {SEAT_0, MASTER}, stepped_back: {MASTER}},
    skirmish: {other_team: set()},
    table_battle: {reported: {SEAT_0, MASTER}},
    court: {other_cards: set(), is_done: {MASTER}},
}
"""A scene, what happens in it, and who of those who look may notice."""


@pytest.mark.parametrize("lay", CASES, ids=lambda lay: lay.__name__)
def test_f43_f44_secrets_of_a_match_inside_leave_no_trace(
    lay: Callable[[], Scene], request: pytest.FixtureRequest
):
    scene = lay()
    request.getfixturevalue("frozen")
    assert scene.clients["stranger"].get(scene.filled("/matches/{match}/")).status_code == 200

    are_unseen(scene, CASES[lay], ASKED, IN_PUBLIC)


def test_who_sits_there_sees_that_the_cards_are_others():
    scene = battle()
    there = Api(scene.table.players[1])
    path = f"matches/{scene.matches['match'].pk}/"
    before = there.get(path).json()

    other_cards(scene)

    assert there.get(path).json()["view"] != before["view"]
