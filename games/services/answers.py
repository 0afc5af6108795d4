"""Answering an ask: by a person, by a plan, by a bot, or by the clock with the default."""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass
from datetime import datetime

from django.db import Error as DatabaseFailure
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.engine.contract import Json, NotAsked, Problem, Refusal
from games.hosting.errors import Conflict, ServiceError, Stale, Stopped
from games.hosting.people import Person
from games.hosting.wake import wake
from games.models import Held, Match, Seat, Turn
from games.services import clocks, endings, plans
from games.services.policy import Action, access_of
from games.services.table import BOT, DEFAULT, PERSON, Given, Table, running, sit

logger = logging.getLogger(__name__)

BOT_TASK = "games.tasks.move_bot"

MOST_AT_ONCE = 60
"""How many defaults in a row an absent seat gets at once; no game has turns of so many asks."""


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
            table.is_last = True
            return _answer(table, person, revision, answer, dry_run=dry_run)
    except (ServiceError, Refusal, DatabaseFailure):
        raise
    except Exception:  # a fault of the rules: the match stands still until somebody looks
        park(match_id)
        raise Stopped("parked", _("This match was stopped by a fault of ours.")) from None


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
        raise NotAsked(Problem("not_asked", gettext_noop("It is not your turn.")))
    return table.game.check(table.state, seat, answer)


def _repeated(
    table: Table, seat: int, revision: int, answer: Json, person: Person
) -> Answered | None:
    """Return what is known of an answer that this person gave at this revision already."""
    given = _given_at(table, seat, revision)
    if given is None or (given.source, given.author) != (PERSON, person.pk):
        return None
    if not same_answer(given.answer, answer):
        return None
    waits = revision == table.match.turn
    return Answered(table.match.turn, seat, given.answer, is_new=False, waits=waits)


def _given_at(table: Table, seat: int, revision: int) -> Given | None:
    """Return what a seat answered at a revision; no query when it is asked just now."""
    match = table.match
    if revision == match.turn and len(match.asked) > 0 and seat not in match.asked:
        held = Held.objects.filter(match=match, turn=revision, seat=seat).first()
        return Given(held.answer, held.source, held.author_id) if held else None
    if 0 <= revision < match.turn:
        turn = Turn.objects.filter(match=match, number=revision + 1).first()
        if turn is not None and str(seat) in turn.answers:
            key = str(seat)
            return Given(turn.answers[key], turn.sources[key], turn.authors[key])
    return None


def same_answer(given: Json, answer: Json) -> bool:
    """Tell whether two answers are the same but for the case of letters and the spacing."""
    if isinstance(given, str) and isinstance(answer, str):
        return given.casefold().split() == answer.casefold().split()
    return bool(given == answer)


def settle(table: Table, *, wakes_bots: bool = True, absent: int | None = None) -> None:
    """After a turn: end the match, or ask the next, let plans answer, wake bots; and save.

    ``absent``: the seat whose time ran out. As long as it alone is asked, nobody waits for it.
    Where a bot stands in for it, that bot has to be called again.
    """
    run = iter(range(MOST_AT_ONCE))
    while True:
        if not table.asks:
            endings.end_by_rules(table)
            break
        table.ask()
        if plans.play_on(table):
            absent = None
        elif next(run, None) is None or not _default_again(table, absent):
            break
    if wakes_bots and is_bot_asked(table):
        wake(BOT_TASK, table.match.pk)
    table.save()


def _default_again(table: Table, absent: int | None) -> bool:
    """Answer the next ask of the same turn for an absent seat; whether that was one."""
    if absent is None or [ask.seat for ask in table.asks] != [absent]:
        return False
    if table.match.stand_in:
        timing = table.match.timing[str(absent)]
        table.match.timing[str(absent)] = clocks.used_up(timing, table.now)
        return False
    return table.answer(absent, Given(table.asks[0].default, DEFAULT, again=True))


def is_bot_asked(table: Table) -> bool:
    """Tell whether a bot has to answer now, for its own seat or for an absent person's."""
    return any(
        awaits_bot(table.match, table.seat(number), table.now) for number in table.match.asked
    )


def awaits_bot(match: Match, seat: Seat, now: datetime) -> bool:
    """Tell whether a seat that is asked is a bot's, or one whose stand-in is to answer."""
    return seat.kind == Seat.Kind.BOT or clocks.is_stood_in(match, seat, now)


def take_default(table: Table, seat: int) -> None:
    """Answer for a seat whose time is up, and for the rest of its turn.

    If that has happened too often in a row, the match ends as it stands.
    """
    ask = table.ask_of(seat)
    if ask is None:
        return
    _miss(table, seat, Given(ask.default, DEFAULT), "default_taken")


def _miss(table: Table, seat: int, given: Given, note: str) -> None:
    """Take an answer that an absent seat did not give itself; the match may end by it."""
    done = table.answer(seat, given)
    if not given.again:
        table.note(note, seat)
    if _is_given_up(table, seat) and table.asks:
        endings.end_as_it_stands(table, endings.ADJUDICATED, seat)
        table.save()
    elif done:
        settle(table, wakes_bots=given.source == DEFAULT, absent=seat)
    else:
        table.save()


def _is_given_up(table: Table, seat: int) -> bool:
    """Tell whether too many answers were missed: of two seats by one, else by all people."""
    match = table.match
    people = [row.number for row in table.seats if row.kind == Seat.Kind.PERSON]
    watched = [seat] if len(table.seats) == 2 or not people else people
    return all(0 < match.most_defaults <= clocks.missed_by(match, one) for one in watched)


def bot_answer(
    *, match_id: int, seat: int, revision: int, answer: Json, now: datetime | None = None
) -> bool:
    """Answer for a bot's seat, or an absent person's; false if the match has moved on meanwhile.

    It wakes no other bot: whoever calls it goes on with them.
    """
    with transaction.atomic():
        table = sit(match_id, now)
        match, row = table.match, table.seat(seat)
        if match.status != Match.Status.RUNNING or match.turn != revision:
            return False
        if not awaits_bot(match, row, table.now) or table.ask_of(seat) is None:
            return False
        checked = table.game.check(table.state, seat, answer)
        if row.kind != Seat.Kind.BOT:
            again = clocks.is_again(match, seat)
            _miss(table, seat, Given(checked, BOT, again=again, missed=True), "stood_in")
            return True
        done = table.answer(seat, Given(checked, BOT))
        settle(table, wakes_bots=False) if done else table.save()
        return True


def park(match_id: int) -> None:
    """Stop a match because of the error being handled; nothing of the match is lost."""
    logger.exception("match %s was stopped by a fault", match_id)
    Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).update(
        status=Match.Status.PARKED, failure=traceback.format_exc()[-4000:], wake_at=None
    )


def resume(match_id: int, now: datetime | None = None) -> bool:
    """Let a match that a fault stopped go on where it stood, its clocks begun anew.

    For whoever runs the site, once the fault is mended. False if it was not stopped.
    """
    with transaction.atomic():
        table = sit(match_id, now)
        match = table.match
        if match.status != Match.Status.PARKED:
            return False
        match.status, match.failure = Match.Status.RUNNING, ""
        table.fields |= {"status", "failure"}
        table.start_clocks()
        if is_bot_asked(table):
            wake(BOT_TASK, match.pk)
        table.save()
        return True
