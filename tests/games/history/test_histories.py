"""What each may know of a match: at once, late, and after its end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.hosting.errors import Conflict, NotThere, ServiceError
from games.models import Match, Turn
from games.services import histories, replays
from games.services.openings import NewMatch, match_open
from games.services.policy import Access, access_match
from games.services.table import sit
from tests.factories import make_user
from tests.games.history.matches import UNSEEN, heap, hoard, play_round, resign, take_back
from tests.games.hosting.toys import HOARD, START, Played, at, begun

pytestmark = pytest.mark.django_db


def outsider(played: Played) -> Access:
    return access_match(AnonymousUser(), played.pk)


def seated(played: Played, seat: int) -> Access:
    return access_match(played.people[seat], played.pk)


def steps(*kinds: tuple[str, int | None]) -> list[Turn]:
    return [
        Turn(number=number, kind=kind, back_to=back_to)
        for number, (kind, back_to) in enumerate(kinds)
    ]


# Turns that count


def test_the_path_leaves_out_what_was_taken_back():
    turns = steps(("start", None), ("play", None), ("play", None), ("undo", 0), ("play", None))

    assert [turn.number for turn in histories.path(turns)] == [0, 4]


def test_one_may_go_back_to_where_an_undo_led():
    turns = steps(
        ("start", None), ("play", None), ("play", None), ("undo", 1), ("play", None), ("undo", 3)
    )

    assert [turn.number for turn in histories.path(turns)] == [0, 1]


def test_no_turns_make_no_path():
    assert histories.path([]) == []


def test_a_state_of_the_past_is_played_again():
    played = heap("take 3", "take 1", "take 2")

    heaps = [histories.state_at(played.match, number).heap for number in range(4)]

    assert heaps == [10, 7, 6, 4]


def test_the_state_after_an_undo_is_the_one_it_led_to():
    played = heap("take 3", "take 1")
    take_back(played, 1)
    played.say(1, "take 2")

    heaps = [histories.state_at(played.match, number).heap for number in range(5)]

    assert heaps == [10, 7, 6, 7, 5]


def test_there_is_no_state_of_a_turn_that_was_not_played():
    with pytest.raises(NotThere) as refused:
        histories.state_at(heap("take 3").match, 2)

    assert refused.value.code == "no_turn"


# At once


def test_a_seat_sees_its_own_hand_and_what_it_is_asked():
    played = hoard()
    hands = played.match.state["hands"]

    shown = histories.shown(seated(played, 1), START)

    assert (shown.turn, shown.asked, shown.is_late) == (0, [0, 1], False)
    assert shown.view["hand"] == hands[1]
    assert shown.ask is not None
    assert list(shown.ask.legal or ()) == hands[1]
    assert shown.hands is None


def test_who_has_answered_is_asked_no_more():
    played = hoard()
    played.say(0, played.match.state["hands"][0][0])

    own, other = (histories.shown(seated(played, seat), START) for seat in (0, 1))

    assert (own.asked, own.ask) == ([1], None)
    assert other.ask is not None


def test_what_a_seat_sees_costs_no_query():
    access = seated(hoard(1), 0)

    with CaptureQueriesContext(connection) as captured:
        shown = histories.shown(access, START)
        seen = (shown.view, shown.ask, shown.tag)

    assert len(captured) == 0
    assert seen[0]["played"] != []


def test_f43_the_tag_of_a_seat_changes_with_what_it_may_know_and_nothing_else():
    played = hoard()
    before = histories.shown(seated(played, 1), START).tag
    Match.objects.filter(pk=played.pk).update(secret="00" * 32, failure="x", planned=[0])
    same = histories.shown(seated(played, 1), START).tag
    played.say(0, played.match.state["hands"][0][0])

    after = histories.shown(seated(played, 1), START).tag

    assert before == same
    assert after != before


def test_f40_events_of_another_seat_are_not_told():
    played = hoard(1)
    hands = histories.state_at(played.match, 0).hands

    own = histories.events_of(seated(played, 0), START)

    assert [(event.kind, event.is_private) for event in own] == [
        ("dealt", True),
        ("played", False),
        ("prize", False),
    ]
    assert own[0].data == {"seat": 0, "cards": list(hands[0])}
    assert [event.kind for event in histories.events_of(seated(played, 1), START)].count(
        "dealt"
    ) == 1


# Late


def test_f43_an_outsider_sees_nothing_before_the_delay_has_passed():
    played = hoard(1, **UNSEEN)

    shown = histories.shown(outsider(played), at(minutes=9))

    assert (shown.turn, shown.state, shown.view, shown.asked) == (None, None, None, [])
    assert histories.events_of(outsider(played), at(minutes=9)) == []
    assert list(histories.notes_of(outsider(played), at(minutes=9))) == []


def test_f43_an_outsider_sees_the_newest_turn_older_than_the_delay():
    played = hoard(2, **UNSEEN)

    turns = [
        histories.shown(outsider(played), at(minutes=minute)).turn
        for minute in (9, 10, 14, 15, 19, 20)
    ]

    assert turns == [None, 0, 0, 1, 1, 2]


def test_f43_the_late_view_is_the_one_of_that_turn():
    played = hoard(2, **UNSEEN)

    shown = histories.shown(outsider(played), at(minutes=16))

    assert shown.is_late
    assert (len(shown.view["played"]), shown.view["hand"], shown.view["left"]) == (1, [], 2)
    assert (shown.asked, shown.ask) == ([0, 1], None)


def test_f43_who_has_answered_in_time_is_not_told_to_those_who_see_late():
    played = hoard(**UNSEEN)
    played.say(0, played.match.state["hands"][0][0])

    assert histories.shown(outsider(played), at(minutes=11)).asked == [0, 1]


def seen_late(access: Access, now: Any) -> str:
    shown = histories.shown(access, now)
    page = histories.events_since(access, now=now)
    notes = [note.kind for note in histories.notes_of(access, now)]
    return repr([shown.tag, shown.turn, shown.view, shown.asked, page, notes])


def test_f43_nothing_that_happens_within_the_delay_changes_what_is_seen_late():
    played = hoard(1, **UNSEEN)
    now = at(minutes=16)
    before = seen_late(outsider(played), now)

    played.say(0, played.match.state["hands"][0][0], now=at(minutes=14))
    answered = seen_late(outsider(played), now)
    sit(played.pk, at(minutes=14)).note("draw_offered", 0)
    Match.objects.filter(pk=played.pk).update(draw_offered_by=0, undo_asked_by=1, undo_to=0)
    offered = seen_late(outsider(played), now)
    played.say(1, played.match.state["hands"][1][0], now=at(minutes=15))
    moved = seen_late(outsider(played), now)

    assert played.match.turn == 2
    assert before == answered == offered == moved


def test_f43_an_undo_within_the_delay_is_not_seen_before_its_time():
    played = heap("take 3")
    Match.objects.filter(pk=played.pk).update(is_listed=True, delay=10)
    take_back(played, 0, now=at(minutes=5))

    early = histories.events_of(outsider(played), at(minutes=14))
    late = histories.events_of(outsider(played), at(minutes=15))

    assert [(event.kind, event.is_undone) for event in early] == [("taken", False)]
    assert [(event.kind, event.is_undone) for event in late] == [("taken", True)]


def test_without_a_delay_an_outsider_sees_the_public_part_at_once():
    played = hoard(1, is_listed=True)

    shown = histories.shown(outsider(played), at(minutes=5))

    assert (shown.turn, shown.is_late, shown.view["hand"]) == (1, False, [])
    assert [event.kind for event in histories.events_of(outsider(played))] == ["played", "prize"]


def test_who_opened_a_match_and_sits_nowhere_sees_it_late_too():
    opener = make_user()
    seats = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    match = match_open(person=opener, new=NewMatch(HOARD, seats=seats, delay=10), now=START)

    shown = histories.shown(access_match(opener, match.pk), at(minutes=9))

    assert shown.turn is None


def test_f53_what_is_seen_late_costs_the_same_however_long_the_match():
    costs = set()
    for rounds in (1, 3):
        access = outsider(hoard(rounds, options={"hand": 4}, **UNSEEN))
        with CaptureQueriesContext(connection) as captured:
            seen_late(access, at(minutes=60))
        costs.add(len(captured))

    assert len(costs) == 1


# A match that has not begun


def test_a_match_that_waits_for_players_shows_nothing():
    match = match_open(person=make_user(), new=NewMatch(HOARD), now=START)

    shown = histories.shown(access_match(match.opened_by, match.pk), START)

    assert (shown.turn, shown.view, shown.asked, shown.ask) == (None, None, [], None)


# Cursors


def test_events_go_on_from_a_cursor():
    played = hoard(1)
    first = histories.events_since(seated(played, 0))
    play_round(played, START)

    second = histories.events_since(seated(played, 0), first.next)

    assert [event.turn for event in first.events] == [0, 1, 1]
    assert [event.turn for event in second.events] == [2, 2]
    assert not second.more
    assert histories.events_since(seated(played, 0), second.next).events == []


def test_a_page_of_events_holds_whole_turns():
    access = seated(hoard(2), 0)

    first = histories.events_since(access, limit=2)
    second = histories.events_since(access, first.next, limit=2)
    third = histories.events_since(access, second.next, limit=2)

    turns = [[event.turn for event in page.events] for page in (first, second, third)]
    assert turns == [[0], [1, 1], [2, 2]]
    assert [page.more for page in (first, second, third)] == [True, True, False]


def test_f43_a_cursor_counts_nothing_that_its_reader_may_not_know():
    played = hoard(1)

    cursors = {histories.events_since(seated(played, seat)).next for seat in (0, 1)}

    assert cursors == {"1"}


@pytest.mark.parametrize("cursor", ["x", "-1", "1.0", "²", "1" * 10])
def test_a_cursor_that_we_did_not_give_is_refused(cursor: str):
    with pytest.raises(ServiceError) as refused:
        histories.events_since(seated(hoard(), 0), cursor)

    assert refused.value.code == "bad_cursor"


# After the end


def test_f41_the_secret_is_shown_to_nobody_before_the_end():
    played = hoard(2, is_listed=True)
    secret = played.match.secret

    for access in (seated(played, 0), outsider(played)):
        for show in (replays.match_file, replays.replay):
            with pytest.raises(Conflict) as refused:
                show(access)
            assert refused.value.code == "not_over"
        shown = histories.shown(access)
        assert secret not in repr([shown.view, shown.tag, histories.events_of(access)])


def test_f40_the_other_hand_is_in_nothing_that_a_seat_reads():
    played = hoard(1)
    other = played.match.state["hands"][1]
    access = seated(played, 0)

    read = json.dumps(
        [histories.shown(access).view, [event.data for event in histories.events_of(access)]]
    )

    assert json.dumps(other) not in read


def test_after_the_end_everything_is_open_at_once():
    played = hoard(3, **UNSEEN)

    shown = histories.shown(outsider(played), at(minutes=15))

    assert (shown.turn, shown.is_open, shown.asked) == (3, True, [])
    assert shown.hands == [shown.view, shown.view]  # both hands are empty by now
    events = histories.events_of(outsider(played), at(minutes=15))
    assert [event.kind for event in events].count("dealt") == 2


def test_a_replay_shows_every_hand_of_every_turn():
    played = hoard(3)
    hands = histories.state_at(played.match, 0).hands

    steps = replays.replay(seated(played, 0))

    assert [step.number for step in steps] == [0, 1, 2, 3]
    assert [[view["hand"] for view in step.hands] for step in steps] == [
        [list(hand[played:]) for hand in hands] for played in range(4)
    ]
    assert steps[0].view["hand"] == []
    assert steps[1].answers == {0: hands[0][0], 1: hands[1][0]}
    assert [event["kind"] for event in steps[0].events] == ["dealt", "dealt"]


def test_a_replay_leaves_out_what_was_taken_back_and_ends_with_the_end():
    played = heap("take 3", "take 1")
    take_back(played, 1)
    played.say(1, "take 2")
    resign(played, 0)

    steps = replays.replay(seated(played, 0))

    assert [(step.number, step.view["heap"]) for step in steps] == [(0, 10), (1, 7), (4, 5), (5, 5)]
    assert steps[-1].events[0]["kind"] == "match_ended"


def test_a_match_of_other_rules_is_told_and_not_played_again():
    played = heap("take 3")
    resign(played, 0)
    Match.objects.filter(pk=played.pk).update(rules_version="0")

    told = histories.events_of(seated(played, 0))

    assert [event.kind for event in told] == ["taken", "match_ended"]
    with pytest.raises(Conflict) as refused:
        replays.replay(seated(played, 0))
    assert refused.value.code == "other_rules"


def test_begun_matches_have_their_first_turn():
    assert histories.shown(seated(begun(HOARD), 0)).turn == 0
