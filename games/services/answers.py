"""Answering an ask: by a person, by a plan, by a bot, or by the clock with the default."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.contract import EngineError, Json, NotAsked, Problem
from games.hosting.errors import Conflict, ServiceError, Stale
from games.hosting.people import Person
from games.hosting.wake import wake
from games.models import Match, Seat, Turn
from games.services import endings, plans
from games.services.policy import Action, access_of
from games.services.table import BOT, DEFAULT, PERSON, Given, Table, running, sit

BOT_TASK = "games.tasks.move_bot"


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of an answer: the revision afterwards, and the answer in canonical form.

    ``is_new`` is false for a repeat of the very answer that the seat gave at that revision;
    it was taken then and is not taken again. ``waits`` means that others are asked too.
    """

    turn: int
    seat: int
    answer: Json
    is_new: bool = True
    waits: bool = False


def answer_give(
    *,
    person: Person,
    match_id: int,
    revision: int,
    answer: Json,
    dry_run: bool = False,
    now: datetime | None = None,
) -> Answered:
    """Answer what one's own seat is asked at ``revision``; bots and plans move after it.

    Raises ``NotThere``, ``NotAllowed``, ``Conflict`` (``not_running``, ``parked``,
    ``other_rules``, ``already_answered``), ``Stale`` (``moved_on``: made for another
    revision), ``Refusal`` by the rules. A refused answer changes nothing; the second of a
    double click is answered like the first.
    """
    try:
        with transaction.atomic():
            table = sit(match_id, now)
            return _answer(table, person, revision, answer, dry_run=dry_run)
    except (ServiceError, EngineError):
        raise
    except Exception:  # a fault of the rules: the match stands still until somebody looks
        park(match_id, traceback.format_exc())
        raise Conflict("parked", _("This match was stopped by a fault of ours.")) from None


def _answer(
    table: Table, person: Person, revision: int, answer: Json, *, dry_run: bool
) -> Answered:
    seat = access_of(table.match, table.seats, person, Action.ANSWER).seat
    assert seat is not None  # the policy lets in who is seated
    if again := _repeated(table, seat, revision, answer, person):
        return again
    running(table)
    if revision != table.match.turn:
        raise Stale("moved_on", _("The match has moved on since; look at it again."))
    checked = _checked(table, seat, answer)
    if dry_run:
        return Answered(table.match.turn, seat, checked, is_new=False)
    done = table.answer(seat, Given(checked, PERSON, person.pk))
    settle(table) if done else table.save()
    return Answered(table.match.turn, seat, checked, waits=not done)


def _checked(table: Table, seat: int, answer: Json) -> Json:
    if table.ask_of(seat) is None:
        if any(ask.seat == seat for ask in table.asks):
            raise Conflict("already_answered", _("You have answered; the others are asked still."))
        raise NotAsked(Problem("not_asked", _not_your_turn()))
    return table.game.check(table.state, seat, answer)


def _not_your_turn() -> str:
    # Marked for translation here, translated by whoever shows the refusal.
    return "It is not your turn."


def _repeated(
    table: Table, seat: int, revision: int, answer: Json, person: Person
) -> Answered | None:
    """Return what is known of an answer that this person gave at this revision already."""
    if revision >= table.match.turn:
        return None
    turn = Turn.objects.filter(match=table.match, number=revision + 1).first()
    if turn is None or turn.authors.get(str(seat)) != person.pk:
        return None
    given = turn.answers[str(seat)]
    if turn.sources[str(seat)] != PERSON or not _same(given, answer):
        return None
    return Answered(table.match.turn, seat, given, is_new=False)


def _same(given: Json, answer: Json) -> bool:
    if isinstance(given, str) and isinstance(answer, str):
        return given.split() == answer.split()
    return bool(given == answer)


def settle(table: Table) -> None:
    """After a turn: end the match, or ask the next, let plans answer, wake bots; and save."""
    while True:
        if not table.asks:
            endings.end_by_rules(table)
            break
        table.ask()
        if not plans.play_on(table):
            break
    if any(table.seat(number).kind == Seat.Kind.BOT for number in table.match.asked):
        wake(BOT_TASK, table.match.pk)
    table.save()


def take_default(table: Table, seat: int) -> None:
    """Answer for a seat whose time is up; too many such answers in a row end the match."""
    ask = table.ask_of(seat)
    if ask is None:
        return
    done = table.answer(seat, Given(ask.default, DEFAULT))
    table.note("default_taken", seat)
    missed = table.match.timing[str(seat)]["defaults"]
    if 0 < table.match.most_defaults <= missed and table.asks:
        endings.end_as_it_stands(table, endings.ADJUDICATED, seat)
        table.save()
    elif done:
        settle(table)
    else:
        table.save()


def bot_answer(*, match_id: int, seat: int, revision: int, answer: Json) -> bool:
    """Answer for a bot's seat; false if the match has moved on meanwhile."""
    with transaction.atomic():
        table = sit(match_id)
        match = table.match
        if match.status != Match.Status.RUNNING or match.turn != revision:
            return False
        if table.seat(seat).kind != Seat.Kind.BOT or table.ask_of(seat) is None:
            return False
        checked = table.game.check(table.state, seat, answer)
        done = table.answer(seat, Given(checked, BOT))
        settle(table) if done else table.save()
        return True


def park(match_id: int, failure: str) -> None:
    """Stop a match at which the rules, or a bot, failed; nothing of it is lost."""
    Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).update(
        status=Match.Status.PARKED, failure=failure[-4000:], wake_at=None
    )
