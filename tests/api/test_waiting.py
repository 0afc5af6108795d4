"""`/me/asks/` and `/me/`: all that waits for the reader, and how much of it is not answered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaign.models import Phase, User
from games.services.openings import NewMatch, match_join, match_open
from tests.api.client import Api
from tests.factories import make_table, make_user
from tests.services import courtly
from tests.services.nested import at_match, match_of
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

ENTRY = {
    "of", "campaign", "seat", "kingdom", "kind", "phase", "due", "address", "is_in", "etag",
    "match", "court",
}  # fmt: skip


def mine(person: User) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Api(person).get("me/asks/").json()
    return found


def test_asks_of_campaigns_are_as_they_were_and_say_where_they_are_answered() -> None:
    table = make_table(2, name="Frostholm")
    me = Api(table.players[1])
    path = f"/api/v1/campaigns/{table.campaign.pk}/phases/1/sheet/"

    (before,) = mine(table.players[1])
    put = me.put(path, {})
    (after,) = mine(table.players[1])

    assert set(before) == ENTRY
    assert before["of"] == "campaign"
    assert before["campaign"] == {"id": table.campaign.pk, "name": "Frostholm"}
    assert (before["seat"], before["kingdom"], before["kind"]) == (1, "Kingdom 2", "winter")
    assert before["phase"]["deadline"] == before["due"]
    assert before["address"] == f"/campaigns/{table.campaign.pk}/hand-in/"
    assert (before["is_in"], before["etag"]) == (False, None)
    assert (before["match"], before["court"]) == (None, None)
    assert (after["is_in"], after["etag"]) == (True, put.headers["ETag"])


def test_a_match_by_itself_is_in_the_list_where_its_deadline_puts_it() -> None:
    table, person = make_table(1), make_user("anna")
    clock = {"kind": "move", "minutes": 60}
    match = match_open(
        person=table.players[0],
        new=NewMatch("winter_court", options={"first": 0}, clock=clock),
    )
    match_join(person=person, token=match.invite_token)

    first, second = mine(table.players[0])

    assert (first["of"], first["kind"], second["of"]) == ("match", "winter_court", "campaign")
    assert first["due"] < second["due"]
    assert first["match"] == {
        "id": match.pk,
        "game": "winter_court",
        "seats": [table.players[0].username, "anna"],
    }
    assert first["address"] == f"/matches/{match.pk}/"
    assert [first[name] for name in ("campaign", "kingdom", "phase", "etag")] == [None] * 4
    assert (first["seat"], first["is_in"]) == (0, False)
    assert mine(person) == []
    assert Api(table.players[0]).get("me/").json()["waiting"] == 2


def test_a_match_that_decides_a_battle_names_its_campaign() -> None:
    table = at_match(name="Frostholm")
    match = match_of(table)
    asked = match.seats.get(number=match.asked[0]).user
    assert asked is not None

    (one,) = [one for one in mine(asked) if one["of"] == "match"]

    seat = table.players.index(asked)
    assert one["campaign"] == {"id": table.campaign.pk, "name": "Frostholm"}
    assert (one["kingdom"], one["phase"]["ordinal"]) == (table.kingdom(seat).name, 2)
    assert one["match"]["id"] == match.pk


def test_a_challenge_to_a_court_says_what_is_played_for_what() -> None:
    table = courtly.at_court(name="Frostholm")
    courtly.challenge(table, 2, 0, stake=courtly.GOLD)

    (court,) = [one for one in mine(table.players[0]) if one["of"] == "court"]

    assert (court["kind"], court["seat"], court["is_in"]) == ("challenge", 0, False)
    assert court["campaign"]["name"] == "Frostholm"
    given = court["court"]
    assert (given["number"], given["game"], given["proposed_by"]) == (1, "winter", 2)
    assert given["seats"] == [2, 0]
    assert given["stake"] == given["stake"] | courtly.GOLD
    assert [one["of"] for person in table.players[1:] for one in mine(person)] == ["campaign"] * 2


def test_the_count_of_the_header_is_that_of_the_api() -> None:
    table = courtly.at_court()
    courtly.challenge(table, 2, 0)
    Phase.objects.filter(campaign=table.campaign).update(due_at=timezone.now() + timedelta(days=1))

    page = client_of(table.players[0]).get("/settings/").content.decode()

    assert Api(table.players[0]).get("me/").json()["waiting"] == 2
    assert page.count("2 things wait for me") == 1
