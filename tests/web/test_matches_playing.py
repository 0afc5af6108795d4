"""The page of a match while it is played: answers, refusals, news, plans."""

from __future__ import annotations

import pytest

from games.models import Plan, Turn
from games.services.answers import answer_give
from games.services.offers import resign
from games.services.seats import seat_to_bot
from games.web.views.acting import ANSWERS_A_MINUTE
from tests.web.matches import address, make_match, text
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db


def test_whose_turn_it_is_is_the_heading_of_the_page():
    match, one, other = make_match()

    assert '<h1 id="headline">Your turn</h1>' in text(client_of(one), address(match))
    heading = f'<h1 id="headline">Waiting for {one.username}</h1>'
    assert heading in text(client_of(other), address(match))


def test_who_does_not_know_the_game_finds_how_it_is_played_above_the_board():
    match, one, _other = make_match()

    page = text(client_of(one), address(match))

    assert 0 < page.index("How it is played") < page.index('id="headline"')


def test_an_answer_moves_the_match_on_and_leads_back_to_its_page():
    match, one, _other = make_match()

    answer = client_of(one).post(address(match, "answer/"), {"revision": 0, "answer": " PASS "})

    assert answer["Location"] == address(match)
    assert Turn.objects.get(match=match, number=1).answers == {"0": "pass"}


def test_f14_a_refused_answer_comes_back_with_its_reason_and_all_that_was_chosen():
    match, one, _other = make_match()

    answer = client_of(one).post(
        address(match, "answer/?card=L7&on=A"), {"revision": 0, "answer": "steward"}
    )

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "You cannot use the Steward" in html
    assert 'name="answer" value="steward"' in html
    assert "answer/?card=L7&amp;on=A" in html
    assert Turn.objects.filter(match=match).count() == 1


def test_f11_an_answer_made_for_another_revision_is_not_taken():
    match, one, _other = make_match()
    client = client_of(one)
    client.post(address(match, "answer/"), {"revision": 0, "answer": "pass"})

    answer = client.post(address(match, "answer/"), {"revision": 0, "answer": "draw 2"})

    assert answer.status_code == 412
    assert "The match has moved on since; look at it again." in answer.content.decode()
    assert Turn.objects.filter(match=match).count() == 2


def test_f16_a_double_click_answers_once():
    match, one, _other = make_match()
    client, sent = client_of(one), {"revision": 0, "answer": "pass"}

    statuses = [client.post(address(match, "answer/"), sent).status_code for _ in range(2)]

    assert statuses == [302, 302]
    assert Turn.objects.filter(match=match).count() == 2


@pytest.mark.parametrize("revision", ["", "x", "-1", "²", "9" * 400, "0.0"])
def test_an_odd_revision_fits_no_state(revision: str):
    match, one, _other = make_match()

    answer = client_of(one).post(
        address(match, "answer/"), {"revision": revision, "answer": "pass"}
    )

    assert answer.status_code == 412


@pytest.mark.parametrize("typed", ["", "x" * 9000, "\x01", "play", "<b>pass</b>", "pass pass"])
def test_an_odd_answer_is_refused_and_shown_as_text(typed: str):
    match, one, _other = make_match()

    answer = client_of(one).post(address(match, "answer/"), {"revision": 0, "answer": typed})

    assert answer.status_code in (400, 422)
    assert "<b>pass" not in answer.content.decode()


@pytest.mark.parametrize(
    "query",
    ["?card=w99&to=9,9&rot=7", "?to=x,y", "?on=&card=", "?from=²", "?main=Z9&target=Q&fool=1"],
)
@pytest.mark.parametrize("game", ["winter", "winter_court"])
def test_odd_choices_on_the_board_choose_nothing_and_break_nothing(game: str, query: str):
    match, one, _other = make_match(game)

    statuses = [
        client_of(one).get(address(match, part) + query).status_code for part in ("", "board/")
    ]

    assert statuses == [200, 200]


def test_answers_have_a_limit_that_keeps_what_was_typed():
    match, one, _other = make_match()
    client, sent = client_of(one), {"revision": 0, "answer": "draw 7"}

    answers = [client.post(address(match, "answer/"), sent)]
    # A minute may end in between, and then counting begins anew, once.
    while answers[-1].status_code == 422 and len(answers) <= 2 * ANSWERS_A_MINUTE + 1:
        answers.append(client.post(address(match, "answer/"), sent))

    assert len(answers) > ANSWERS_A_MINUTE
    assert [answer.status_code for answer in answers[-2:]] == [422, 429]
    assert answers[-1]["Retry-After"] == "60"
    assert 'value="draw 7"' in answers[-1].content.decode()


def test_the_poll_says_nothing_until_something_has_changed():
    match, one, other = make_match()
    client = client_of(other)
    seen = text(client, address(match)).split("status/?seen=")[1].split('"')[0]
    path = address(match, f"status/?seen={seen}")
    quiet = client.get(path)
    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")

    changed = client.get(path)

    assert (quiet.status_code, quiet.content) == (204, b"")
    assert changed.status_code == 200
    assert 'id="match"' in changed.content.decode()


def test_a_reader_who_has_the_page_gets_no_second_copy_of_it():
    match, one, _other = make_match()
    client = client_of(one)
    tag = client.get(address(match))["ETag"]
    again = client.get(address(match), headers={"If-None-Match": tag})
    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")

    later = client.get(address(match), headers={"If-None-Match": tag})

    assert (again.status_code, later.status_code) == (304, 200)


def test_a_match_that_is_over_has_news_of_a_rematch_for_its_players_alone():
    match, one, _other = make_match(is_listed=True)
    running = text(client_of(None), address(match))
    resign(person=one, match_id=match.pk)

    for_a_player, for_others = (text(client_of(person), address(match)) for person in (one, None))

    assert 'id="watch"' in running
    assert 'id="watch"' in for_a_player
    assert 'id="watch"' not in for_others


# Plans


def test_a_plan_is_written_shown_to_its_owner_and_dropped():
    match, _one, other = make_match()
    client = client_of(other)
    sent = {"revision": 0, "do": "add", "if": "", "then": "pass\n\n draw  1 \n"}
    client.post(address(match, "plan/"), sent)
    written = Plan.objects.get().lines

    html = text(client, address(match))
    client.post(address(match, "plan/"), {"revision": 0, "do": "drop", "line": 0})

    assert written == [{"if": "*", "then": ["pass", "draw 1"]}]
    assert "Whatever they answer" in html
    assert Plan.objects.count() == 0


def test_a_plan_that_was_refused_keeps_what_was_typed():
    match, one, other = make_match()
    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")
    sent = {"revision": 0, "do": "add", "if": "play L7 A", "then": "draw 1"}

    answer = client_of(other).post(address(match, "plan/"), sent)

    html = answer.content.decode()
    assert answer.status_code == 412
    assert 'value="play L7 A"' in html
    assert ">draw 1</textarea>" in html


def test_what_the_other_may_answer_is_listed_only_where_nothing_is_hidden():
    winter, _one, waits = make_match("winter")
    court, _first, waits_too = make_match("winter_court")

    open_game = text(client_of(waits), address(winter))
    hidden = text(client_of(waits_too), address(court))

    assert 'id="plan-listed"' in open_game
    assert 'id="plan-listed"' not in hidden
    assert 'id="plan-if"' in hidden


def test_the_time_that_is_left_stands_beside_the_seat():
    match, one, _other = make_match(clock={"kind": "move", "minutes": 1440})

    html = text(client_of(one), address(match)).replace("\xa0", " ")

    assert "23 hours, 59 minutes" in html
    assert "1 day for each answer" in html


def test_a_page_asks_for_news_soon_when_a_bot_is_to_move_and_later_for_a_person():
    match, one, other = make_match()
    waiting = text(client_of(other), address(match))

    seat_to_bot(person=one, match_id=match.pk, seat=0, bot="random")
    bot_moves = text(client_of(other), address(match))

    assert 'hx-trigger="every 4s"' in waiting
    assert 'hx-trigger="every 1s"' in bot_moves
