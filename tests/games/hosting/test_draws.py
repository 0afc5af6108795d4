"""A draw by agreement, and resigning."""

from __future__ import annotations

import pytest

from games.hosting.errors import Conflict, NotAllowed, NotThere, Stale
from games.models import Match, Note
from games.services.offers import draw_accept, draw_decline, draw_offer, resign
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import START, Played, begun

pytestmark = pytest.mark.django_db


def do(what, played: Played, seat: int, revision: int | None = None) -> Match:
    return what(
        person=played.people[seat],
        match_id=played.pk,
        revision=played.match.turn if revision is None else revision,
        now=START,
    )


def notes(played: Played) -> list[tuple[str, int]]:
    return [(note.kind, note.seat) for note in Note.objects.filter(match=played.pk)]


def test_a_draw_that_is_offered_and_accepted_ends_the_match():
    played = begun()
    played.say(0, "take 3")

    offered = do(draw_offer, played, 0)
    do(draw_accept, played, 1)

    assert offered.draw_offered_by == 0
    match = played.match
    assert (match.status, match.ending) == (Match.Status.OVER, "agreed")
    assert match.outcome == {
        "over": True,
        "reason": "agreed",
        "scores": [3, 0],
        "places": [1, 1],
        "winners": [0, 1],
        "beaten": False,
    }
    assert notes(played) == [("draw_offered", 0), ("draw_agreed", 1)]
    assert verify_match(match) == []


def test_who_offers_a_draw_that_was_offered_accepts_it():
    played = begun()

    do(draw_offer, played, 0)
    do(draw_offer, played, 1)

    assert played.match.ending == "agreed"


def test_an_offer_pressed_twice_is_one_offer():
    played = begun()

    do(draw_offer, played, 0)
    do(draw_offer, played, 0)

    assert played.match.status == Match.Status.RUNNING
    assert notes(played) == [("draw_offered", 0)]


def test_nobody_accepts_ones_own_offer():
    played = begun()
    do(draw_offer, played, 0)

    with pytest.raises(Conflict) as refused:
        do(draw_accept, played, 0)

    assert refused.value.code == "no_offer"
    assert played.match.status == Match.Status.RUNNING


def test_an_offer_lapses_with_the_next_turn():
    played = begun()
    do(draw_offer, played, 1)

    played.say(0, "take 1")

    assert played.match.draw_offered_by is None
    with pytest.raises(Conflict):
        do(draw_accept, played, 0)


def test_a_declined_offer_comes_again_after_a_turn_and_not_before():
    played = begun()
    do(draw_offer, played, 1)
    do(draw_decline, played, 0)

    with pytest.raises(Conflict) as refused:
        do(draw_offer, played, 1)
    played.say(0, "take 1")
    do(draw_offer, played, 1)

    assert refused.value.code == "declined_already"
    assert played.match.draw_offered_by == 1


def test_one_may_take_ones_offer_back():
    played = begun()
    do(draw_offer, played, 0)

    do(draw_decline, played, 0)

    with pytest.raises(Conflict):
        do(draw_accept, played, 1)


def test_f11_an_offer_is_for_the_position_one_has_seen():
    played = begun()
    played.say(0, "take 1")

    for what in (draw_offer, draw_accept, draw_decline):
        with pytest.raises(Stale):
            do(what, played, 0, revision=0)

    assert notes(played) == []


def test_bots_decline_every_draw():
    played = begun("heap", 1, "random")

    do(draw_offer, played, 0)

    assert played.match.status == Match.Status.RUNNING
    assert played.match.draw_offered_by is None
    assert notes(played) == [("draw_offered", 0), ("draw_declined", 1)]


def test_at_a_larger_table_everybody_must_agree():
    played = begun("heap", 3)

    do(draw_offer, played, 0)
    do(draw_accept, played, 2)
    between = played.match.status
    do(draw_accept, played, 1)

    assert between == Match.Status.RUNNING
    assert played.match.ending == "agreed"


def test_at_a_larger_table_one_refusal_is_enough():
    played = begun("heap", 3)
    do(draw_offer, played, 0)
    do(draw_accept, played, 2)

    do(draw_decline, played, 1)

    assert played.match.status == Match.Status.RUNNING
    assert played.match.draw_offered_by is None


def test_who_does_not_sit_there_offers_nothing():
    hidden, listed, stranger = begun(), begun(is_listed=True), make_user()

    with pytest.raises(NotThere):
        draw_offer(person=stranger, match_id=hidden.pk, revision=0)
    with pytest.raises(NotAllowed):
        draw_offer(person=stranger, match_id=listed.pk, revision=0)
    with pytest.raises(NotAllowed):
        resign(person=stranger, match_id=listed.pk)


def test_who_resigns_has_lost_however_it_stood():
    played = begun()
    played.say(0, "take 3")

    resign(person=played.people[0], match_id=played.pk, now=START)

    match = played.match
    assert (match.status, match.ending, match.asked) == (Match.Status.OVER, "resigned", [])
    assert match.outcome["places"] == [2, 1]
    assert match.outcome["winners"] == [1]
    assert match.outcome["reason"] == "resigned"
    assert (played.turns[-1].kind, played.turns[-1].events[0]["data"]["seat"]) == ("end", 0)
    assert verify_match(match) == []


def test_one_may_resign_when_it_is_not_ones_turn_and_only_once():
    played = begun()
    resign(person=played.people[1], match_id=played.pk, now=START)

    with pytest.raises(Conflict) as refused:
        resign(person=played.people[1], match_id=played.pk, now=START)

    assert refused.value.code == "not_running"
    assert len(played.turns) == 2


def test_at_a_larger_table_a_bot_plays_on_for_who_resigns():
    played = begun("heap", 3)

    resign(person=played.people[0], match_id=played.pk, now=START)

    assert played.match.status == Match.Status.RUNNING
    seat = played.seat(0)
    assert (seat.kind, seat.bot, seat.user, seat.is_substitute) == ("bot", "greedy", None, True)
    with pytest.raises(NotAllowed):
        played.say(0, "take 1")
