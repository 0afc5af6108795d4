"""Who may watch a match that something else opened, and what they are told it belongs to."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from games.hosting.errors import Conflict, NotAllowed, NotThere
from games.services import histories, listeners
from games.services.answers import answer_give
from games.services.openings import match_join
from games.services.policy import access_match, belongs_to
from games.services.selectors import lobby_over, lobby_running, matches_of
from tests.factories import make_user
from tests.games.hosting.nested import PLACE, Battles, opened
from tests.games.hosting.toys import HOARD, START, begun

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def test_whom_its_opener_lets_in_watches_as_an_outsider_at_once(battles: Battles):
    friend, played = make_user(), opened(game=HOARD)
    battles.friends = {friend}

    access = access_match(friend, played.pk)
    shown = histories.shown(access, START)

    assert (access.seat, access.is_watching) == (None, True)
    assert (shown.turn, shown.is_late, shown.ask, shown.hands) == (0, False, None, None)
    assert shown.view == shown.game.view(shown.state, None)


def test_nobody_else_learns_that_it_is_there(battles: Battles):
    played = opened()
    battles.friends = {make_user()}

    for person in (make_user(), NOBODY):
        with pytest.raises(NotThere):
            access_match(person, played.pk)


def test_people_who_are_not_logged_in_may_be_let_in(battles: Battles):
    played = opened()
    battles.friends = {NOBODY}

    assert access_match(NOBODY, played.pk).seat is None


def test_who_watches_may_do_nothing_there(battles: Battles):
    friend, played = make_user(), opened()
    battles.friends = {friend}

    with pytest.raises(NotAllowed):
        answer_give(person=friend, match_id=played.pk, revision=0, answer="take 1", now=START)
    with pytest.raises(Conflict) as refused:
        match_join(person=friend, match_id=played.pk)

    assert refused.value.code == "not_open"
    assert played.match.turn == 0


def test_it_is_in_no_list_of_those_who_watch(battles: Battles):
    friend, running, over = make_user(), opened(), opened("8", heap=1)
    battles.friends = {friend}
    over.say(0, "take 1")

    for found in (lobby_running(friend), lobby_over(friend), matches_of(friend)):
        assert not found.exists()
    assert [match.pk for match in lobby_running(running.people[0])] == [running.pk]


def test_the_end_opens_all_of_it_to_those_who_watched(battles: Battles):
    friend, played = make_user(), opened(heap=1)
    battles.friends = {friend}
    with pytest.raises(Conflict):
        histories.replay(access_match(friend, played.pk))

    played.say(0, "take 1")

    steps = histories.replay(access_match(friend, played.pk))
    assert [step.number for step in steps] == [0, 1]


def test_its_opener_is_asked_of_nobody_who_sits_there_and_of_no_other_match(
    battles: Battles, django_assert_num_queries
):
    played, listed, other = opened(), begun(is_listed=True), begun()

    with django_assert_num_queries(2):
        access_match(played.people[0], played.pk)
    access_match(NOBODY, listed.pk)
    with pytest.raises(NotThere):
        access_match(NOBODY, other.pk)

    assert battles.asked_about == []


def test_f05_a_match_whose_opener_is_gone_is_seen_by_those_who_sit_there(
    battles: Battles, monkeypatch: pytest.MonkeyPatch
):
    played = opened()
    battles.friends = {NOBODY}
    monkeypatch.setattr(listeners, "_listeners", {})

    access = access_match(played.people[0], played.pk)

    assert (access.seat, belongs_to(access)) == (0, None)
    with pytest.raises(NotThere):
        access_match(NOBODY, played.pk)


# What it belongs to


def test_what_it_belongs_to_is_told_to_those_who_may_see_that(battles: Battles):
    friend, played = make_user(), opened()
    battles.friends = {friend, played.people[0]}

    watching = belongs_to(access_match(friend, played.pk))
    seated = belongs_to(access_match(played.people[0], played.pk))
    shut_out = belongs_to(access_match(played.people[1], played.pk))

    assert (watching, seated, shut_out) == (PLACE, PLACE, None)


def test_what_belongs_nowhere_says_so(battles: Battles):
    friend, nowhere, plain = make_user(), opened("8"), begun(is_listed=True)
    battles.friends = {friend}

    assert belongs_to(access_match(friend, nowhere.pk)) is None
    assert belongs_to(access_match(friend, plain.pk)) is None
