"""Nothing of theirs works any more: people who left, were put out, or gave their seat away.

They may go on using the site, as an outsider does: they are told what a stranger is told, to
the byte but for their own name. Links of before are dead, and say so in a friendly way.
"""

from __future__ import annotations

import re

import pytest
from django.core.cache import caches
from django.test import Client

from campaign.services.memberships import (
    invite_create,
    invite_revoke,
    kingdom_hand_over,
    kingdom_leave,
)
from games.services.openings import NewMatch, match_join, match_open
from games.services.seats import seat_link, seat_take
from tests.api.client import Api, is_problem
from tests.factories import make_table, make_user
from tests.routes import READS, Row
from tests.scene import Scene, set_scene
from tests.told import Told, difference, told_by
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TOLD = [row for row in READS if "{pk}" in row.path]
LISTS = [
    Row("GET", path, None, (), ()) for path in ("/", "/api/v1/me/asks/", "/api/v1/me/matches/")
]
LEFT, STRANGER = "left", "stranger"


def told_to(scene: Scene, role: str, row: Row) -> Told:
    """Return what that role is told, but for who they are; a tag names that too."""
    caches["default"].clear()
    told = told_by(scene.ask(row, role))
    names = [person.username for who in (LEFT, STRANGER) if (person := scene.people[who])]
    return Told(told.status, re.sub(rf"\b({'|'.join(names)})\b", "NAME", told.body), "")


def test_f45_who_left_a_public_campaign_is_told_what_a_stranger_is_told():
    scene = set_scene(is_public=True)

    for row in [*TOLD, *LISTS]:
        assert difference(told_to(scene, LEFT, row), told_to(scene, STRANGER, row)) == "nothing"


def test_f45_sessions_and_tokens_of_before_are_an_outsiders_once_one_is_put_out():
    table = make_table(2, is_public=False)
    pk, old = table.campaign.pk, table.players[1]
    browser, program = client_of(old), Api(old)
    assert browser.get(f"/campaigns/{pk}/hand-in/").status_code == 200
    assert program.get(f"campaigns/{pk}/ask/").status_code == 200

    kingdom_hand_over(person=table.master, campaign_id=pk, seat=1, username=make_user().username)

    assert browser.get("/settings/").status_code == 200
    for path in ("", "hand-in/", "receipts/", "kingdom/", "armies/", "history.json"):
        assert browser.get(f"/campaigns/{pk}/{path}").status_code == 404
    for path in ("", "ask/", "receipts/", "events/", "export/", "phases/1/sheet/"):
        assert is_problem(program.get(f"campaigns/{pk}/{path}"), 404, "no_campaign")
    refused = program.put(f"campaigns/{pk}/phases/1/sheet/", {})
    assert is_problem(refused, 404, "no_campaign")


def test_f45_whose_seat_was_taken_over_is_told_what_a_stranger_is_told():
    one, old, new, stranger = (make_user() for _ in range(4))
    free = {"kind": "free"}
    match = match_open(
        person=make_user(), new=NewMatch("winter_court", seats=[free, free], is_listed=True)
    )
    for person in (one, old):
        match_join(person=person, token=match.invite_token)
    browser, program = client_of(old), Api(old)
    token = seat_link(person=old, match_id=match.pk, seat=1)

    seat_take(person=new, token=token)

    outside, outsider = client_of(stranger), Api(stranger)
    for part in ("", "board/", "?log=all"):
        path = f"/matches/{match.pk}/{part}"
        told = told_by(browser.get(path)).body.replace(old.username, "NAME")
        assert told == told_by(outside.get(path)).body.replace(stranger.username, "NAME")
    for part in ("", "ask/", "events/", "plan/", "notes/"):
        path = f"matches/{match.pk}/{part}"
        assert told_by(program.get(path))[:2] == told_by(outsider.get(path))[:2]
    answer = {"revision": 0, "answer": "pass"}
    assert is_problem(program.post(f"matches/{match.pk}/answer/", answer), 403, "not_allowed")
    assert is_dead(browser, f"/match-seats/{token}/")


def is_dead(browser: Client, path: str) -> bool:
    """Check that a link leads nowhere any more, says so, and does nothing either."""
    for answer in (browser.get(path), browser.post(path, {})):
        assert answer.status_code == 404
        assert "no longer valid" in answer.content.decode()
    return True


@pytest.mark.parametrize("end", ["revoked", "campaign full of players", "of those who left"])
def test_an_invitation_to_a_campaign_ends_and_says_so(end: str):
    table = make_table(2, seats=2)
    pk = table.campaign.pk
    invite = invite_create(person=table.master, campaign_id=pk)
    person = make_user()
    if end == "revoked":
        invite_revoke(person=table.master, campaign_id=pk, invite_id=invite.pk)
        assert is_dead(client_of(person), f"/invites/{invite.token}/")
        return
    if end == "of those who left":
        person = table.players[1]
        kingdom_leave(person=person, campaign_id=pk)
        kingdom_hand_over(
            person=table.master, campaign_id=pk, seat=1, username=make_user().username
        )

    shown = client_of(person).get(f"/invites/{invite.token}/")
    tried = client_of(person).post(f"/invites/{invite.token}/", {"seat": 1, "name": "Mine"})

    assert "All kingdoms are taken" in shown.content.decode()
    assert tried.status_code == 422
    assert "All kingdoms are taken" in tried.content.decode()
    assert client_of(person).get(f"/campaigns/{pk}/").status_code == 404


def test_an_invitation_to_a_match_is_used_up_when_it_begins():
    match = match_open(person=make_user(), new=NewMatch("winter_court"))
    match_join(person=make_user(), token=match.invite_token)

    assert is_dead(client_of(make_user()), f"/match-invites/{match.invite_token}/")
