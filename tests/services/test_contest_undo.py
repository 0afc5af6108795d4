"""Taking moves back in a match that decides a battle: by consent of people, never by a bot's."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.services.memberships import kingdom_leave
from games.engine.contract import Json
from games.hosting.errors import Conflict
from games.models import Match, Note, Turn
from games.services.offers import undo_accept, undo_ask
from tests.factories import Table
from tests.services.nested import SOON, at_match, contest, is_sound, match_of, move

pytestmark = pytest.mark.django_db


def notes(match: Match) -> list[str]:
    return list(Note.objects.filter(match=match).order_by("pk").values_list("kind", flat=True))


def moved(table: Table, answer: Json = None) -> dict[str, Any]:
    """Let whoever is asked first move; return what asks for it to be taken back."""
    person = table.players[contest(table).seats[match_of(table).asked[0]]]
    move(table, person, answer)
    match = match_of(table)
    return {"person": person, "match_id": match.pk, "revision": match.turn, "now": SOON}


def test_a_bot_lets_nobody_try_one_move_after_another():
    table = at_match("winter")
    other = table.players[1 - contest(table).seats[match_of(table).asked[0]]]
    kingdom_leave(person=other, campaign_id=table.campaign.pk, now=SOON)
    asking = moved(table)
    before = Turn.objects.filter(match=asking["match_id"]).count()

    undo_ask(**asking)

    assert notes(match_of(table))[-2:] == ["undo_offered", "undo_declined"]
    assert Turn.objects.filter(match=asking["match_id"]).count() == before
    assert match_of(table).undo_asked_by is None
    with pytest.raises(Conflict, match="declined"):
        undo_ask(**asking)
    assert is_sound(table)


def test_people_agree_on_it_as_in_any_match():
    table = at_match("winter")
    seats = contest(table).seats
    first = match_of(table).asked[0]
    asking = moved(table)

    undo_ask(**asking)
    undo_accept(**{**asking, "person": table.players[seats[1 - first]]})

    assert Turn.objects.filter(match=asking["match_id"], kind=Turn.Kind.UNDO).count() == 1
    assert match_of(table).asked == [first]
