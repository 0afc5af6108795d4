"""Mails about matches: who gets them, when, what they say, and when they are dropped."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse

from campaign.models import Outbox
from campaign.services.match_mails import write_mails
from campaign.services.outbox import deliver_outbox
from games.models import Match, Seat
from games.services import news
from games.services.openings import NewMatch, match_join, match_open
from games.services.rematches import rematch_ask
from games.services.seats import seat_link, seat_take, seat_to_bot
from games.services.sweeping import sweep
from tests.factories import make_user
from tests.games.history.matches import resign
from tests.games.hosting.toys import DAY, HEAP, START, Played, at, begun, me, offer_toys

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


def sent(now: datetime) -> list[tuple[str, str]]:
    """Deliver what is due; return recipient and subject of what went out, and forget it."""
    deliver_outbox(now=now)
    found = [(message.to[0], message.subject) for message in mail.outbox]
    mail.outbox.clear()
    return found


def body(now: datetime) -> str:
    """Deliver the one mail that is due and return its text."""
    deliver_outbox(now=now)
    (message,) = mail.outbox
    mail.outbox.clear()
    return str(message.body)


def heap(**new: Any) -> Played:
    """Begin a match of Heap with a day for each answer; no mail of its beginning waits."""
    played = begun(HEAP, now=START, **{"clock": DAY, **new})
    Outbox.objects.all().delete()
    return played


def names(played: Played) -> list[str]:
    return [person.username for person in played.people]


def mails(played: Played) -> list[str]:
    return [person.email for person in played.people]


def test_who_waited_for_an_opponent_is_told_that_the_match_has_begun():
    played = begun(HEAP, now=START, clock=DAY)

    text = body(START)

    assert text.split("\n\n") == [
        "The match has begun.",
        "It is your turn.",
        "Without an answer the default is taken: Tue 6 Jan 2026, 12:00 (UTC)",
        f"{settings.SITE_URL}{reverse('match', args=[played.pk])}",
        "You can turn these mails off in your settings.",
    ]


def test_f52_the_first_turn_is_not_told_twice():
    begun(HEAP, now=START, clock=DAY)
    first = len(sent(START))

    sweep(now=at(minutes=10))

    assert (first, sent(at(minutes=10))) == (1, [])
    assert Outbox.objects.get(kind=news.TURN).status == Outbox.Status.DROPPED


def test_f44_a_mail_names_the_game_and_the_opponent_and_nothing_else():
    played = heap()
    played.say(0, "take 3")

    sweep(now=at(minutes=10))

    expected = f"Heap against {names(played)[0]}: it is your turn"
    assert sent(at(minutes=10)) == [(mails(played)[1], expected)]


def test_f44_no_mail_holds_a_move_or_a_result():
    played = heap()
    played.say(0, "take 3")
    sweep(now=at(minutes=10))
    resign(played, 1, now=at(minutes=11))

    deliver_outbox(now=at(minutes=11))

    texts = [message.subject + message.body for message in mail.outbox]
    assert len(texts) == 2  # that it is over; the turn is nobody's any more
    for text in texts:
        assert all(word not in text.lower() for word in ("take", "resign", "won", "lost"))


def test_who_answers_soon_gets_no_mail():
    played = heap()
    played.say(0, "take 3", now=at(minutes=9))
    played.say(1, "take 1", now=at(minutes=9))

    sweep(now=at(minutes=10))

    assert sent(at(minutes=10)) == []


def test_f52_a_turn_and_a_reminder_are_told_once_each():
    played = heap()
    moments = [at(minutes=10), at(minutes=11), at(hours=18), at(hours=19), at(hours=23)]

    told = []
    for now in moments:
        sweep(now=now)
        told.append([subject for _person, subject in sent(now)])

    assert told == [
        [f"Heap against {names(played)[1]}: it is your turn"],
        [],
        [f"Heap against {names(played)[1]}: your answer by Tue 6 Jan 2026, 12:00 (UTC)"],
        [],
        [],
    ]


def test_f52_a_deadline_is_told_in_the_readers_own_zone():
    played = heap()
    played.people[0].time_zone = "Asia/Tokyo"
    played.people[0].save()
    sweep(now=at(minutes=10))

    assert "Tue 6 Jan 2026, 21:00 (Asia/Tokyo)" in body(at(minutes=10))


def test_a_match_that_ends_at_a_moment_says_so():
    heap(clock={"kind": "until", "at": "2026-01-11T20:00:00+00:00"})
    sweep(now=at(minutes=10))

    text = body(at(minutes=10))

    assert "The match ends as it stands: Sun 11 Jan 2026, 20:00 (UTC)" in text
    assert "default" not in text


def test_a_match_without_a_clock_names_no_moment():
    heap(clock={"kind": "none"})
    sweep(now=at(minutes=10))

    text = body(at(minutes=10))

    assert "2026" not in text


# Dropped


def waiting_turn() -> Played:
    """A mail that it is the first seat's turn waits; turn 2, so that it is not the beginning."""
    played = heap()
    played.say(0, "take 1")
    played.say(1, "take 1")
    sweep(now=at(minutes=10))
    return played


def test_f45_what_is_no_longer_asked_is_dropped():
    played = waiting_turn()
    played.say(0, "take 1", now=at(minutes=10))

    assert sent(at(minutes=10)) == []
    assert Outbox.objects.get().status == Outbox.Status.DROPPED


def test_f45_asked_again_at_another_turn_is_not_that_message():
    played = waiting_turn()
    played.say(0, "take 1", now=at(minutes=10))
    played.say(1, "take 1", now=at(minutes=10))

    assert played.match.asked == [0]
    assert sent(at(minutes=10)) == []


def test_f45_a_seat_handed_over_gets_no_more_mail():
    played = waiting_turn()
    seat_to_bot(
        person=played.people[0], match_id=played.pk, seat=0, bot="random", now=at(minutes=10)
    )

    assert sent(at(minutes=10)) == []


def test_f45_who_left_is_not_told_that_it_is_over():
    played = heap()
    seat_to_bot(person=played.people[0], match_id=played.pk, seat=0, bot="random", now=START)
    resign(played, 1)

    assert [person for person, _subject in sent(START)] == [mails(played)[1]]


def test_a_turn_of_a_match_that_is_over_is_dropped():
    played = waiting_turn()
    resign(played, 0, now=at(minutes=10))

    over = f"Heap against {names(played)[1]}: the match is over"
    told = dict(sent(at(minutes=10)))

    assert told[mails(played)[0]] == over
    assert len(told) == 2


def test_a_match_that_is_over_is_not_told_as_begun():
    played = begun(HEAP, now=START)
    resign(played, 0)

    assert {subject.partition(": ")[2] for _person, subject in sent(START)} == {"the match is over"}


def test_a_turn_of_a_match_that_a_fault_stopped_is_dropped():
    played = waiting_turn()
    Match.objects.filter(pk=played.pk).update(status=Match.Status.PARKED)

    assert sent(at(minutes=10)) == []


def test_f52_what_waited_too_long_is_dropped():
    waiting_turn()

    assert sent(at(days=3)) == []


def test_people_who_want_no_mail_get_none():
    played = waiting_turn()
    played.people[0].wants_mail = False
    played.people[0].save()

    assert sent(at(minutes=10)) == []


# Around a match


def test_who_offered_a_seat_is_told_that_it_was_taken():
    played = heap()
    other = make_user("zoe")
    token = seat_link(person=played.people[0], match_id=played.pk, seat=0, now=START)
    seat_take(person=other, token=token, now=START)

    deliver_outbox(now=START)

    (message,) = mail.outbox
    assert message.to == [mails(played)[0]]
    expected = f"Heap (zoe and {names(played)[1]}): your seat was taken over"
    assert message.subject == expected
    assert f"{settings.SITE_URL}{reverse('match-list')}\n" in message.body
    assert reverse("match", args=[played.pk]) not in message.body


def rematch() -> tuple[Played, Match]:
    played = heap()
    resign(played, 0)
    Outbox.objects.all().delete()
    match = rematch_ask(person=played.people[0], match_id=played.pk, now=START)
    return played, match


def test_a_rematch_is_told_to_whoever_may_take_it_up():
    played, match = rematch()

    deliver_outbox(now=START)

    (message,) = mail.outbox
    assert message.to == [mails(played)[1]]
    assert message.subject == f"Heap against {names(played)[0]}: a rematch waits for you"
    assert reverse("match-invite", args=[match.invite_token]) in message.body


def test_a_rematch_taken_up_is_not_told_any_more():
    played, _match = rematch()
    rematch_ask(person=played.people[1], match_id=played.pk, now=START)

    told = sent(START)

    begun_now = f"Heap against {names(played)[1]}: the match has begun"
    assert told == [(mails(played)[0], begun_now)]


def test_a_bot_is_named_as_one():
    person = make_user()
    match_open(person=person, new=NewMatch(HEAP, seats=me("greedy"), clock=DAY), now=START)
    sweep(now=at(minutes=10))

    assert sent(at(minutes=10)) == [(person.email, "Heap against Greedy (bot): it is your turn")]


def test_nobody_is_told_of_a_match_that_they_filled_themselves():
    opener, joiner = make_user(), make_user()
    match = match_open(person=opener, new=NewMatch(HEAP, seats=me("free")), now=START)
    match_join(person=joiner, token=match.invite_token, now=START)

    assert [person for person, _subject in sent(START)] == [opener.email]


# Rows


def test_f52_the_same_message_twice_is_one_row():
    played = heap()
    seat = Seat.objects.get(match=played.pk, number=0)
    message = news.asked(played.match, seat, news.TURN, START, None)

    write_mails([message, message])
    write_mails([message])

    row = Outbox.objects.get()
    assert (row.kind, row.turn, row.recipient_id) == ("match_turn", 0, played.people[0].pk)


def test_a_message_is_about_a_campaign_or_a_match():
    person = make_user()

    with pytest.raises(IntegrityError), transaction.atomic():
        Outbox.objects.create(
            key="k", kind="match_turn", recipient=person, not_before=START, not_after=START
        )


def test_mails_of_matches_have_an_identity_of_their_own():
    played = waiting_turn()

    deliver_outbox(now=at(minutes=10))

    (message,) = mail.outbox
    key = f"match.{played.pk}.2.match_turn.{played.people[0].pk}"
    assert message.extra_headers["Message-ID"] == f"<{key}.{played.match.public_id}@wintertide>"
