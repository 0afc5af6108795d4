"""Conditional answers: what a seat will answer by itself when its turn comes.

A plan is a list of lines ``{"if": answer, "then": [answers]}``. When the seat is asked next,
the first line counts whose ``if`` is among the answers that others gave since the plan was
made (``"*"``: whatever they answered); its ``then`` are answered one after another as long
as each is legal and it stays that seat's turn. What is left, or does not fit, is dropped: then
the person is asked as usual. A plan is known to nobody but its seat, and gone once it was
played or could not be.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json, Refusal
from games.engine.names import is_plain, one_line
from games.hosting.errors import Conflict, ServiceError, Stale
from games.hosting.people import Person
from games.models import Plan, Turn
from games.services.policy import Access, Action, access_of
from games.services.table import PLAN, Given, Table, running, sit

ANY = "*"
GOES_ON = ""
"""The ``if`` of what is left of a line that is being played."""
MOST_LINES, MOST_ANSWERS, LONGEST = 20, 8, 200


def plan_write(
    *, person: Person, match_id: int, revision: int, lines: Any, now: datetime | None = None
) -> Plan | None:
    """Keep a plan for one's own seat, instead of the one before; no lines: none any more.

    Raises ``Conflict`` (``your_turn``: answer instead), ``Stale`` (``moved_on``),
    ``ServiceError`` (``bad_plan``).
    """
    checked = parse_lines(lines)
    with transaction.atomic():
        table = sit(match_id, now)
        seat = access_of(table.match, table.seats, person, Action.ANSWER).seat
        assert seat is not None  # the policy lets in who is seated
        running(table)
        if revision != table.match.turn:
            raise Stale("moved_on", _("The match has moved on since; look at it again."))
        if seat in table.match.asked:
            raise Conflict("your_turn", _("It is your turn: answer instead of planning."))
        forget(table, seat)
        plan = None
        if checked:
            table.match.planned = sorted({*table.match.planned, seat})
            table.fields.add("planned")
            plan = Plan.objects.create(
                match=table.match, seat=seat, turn=revision, lines=checked, author_id=person.pk or 0
            )
        table.save()
        return plan


def plan_of(access: Access) -> Plan | None:
    """Return the plan of the reader's own seat."""
    if access.seat is None:
        return None
    return Plan.objects.filter(match=access.match, seat=access.seat).first()


def plan_drop(*, person: Person, match_id: int, now: datetime | None = None) -> None:
    """Forget the plan of one's own seat, whatever the match is at; twice is harmless."""
    with transaction.atomic():
        table = sit(match_id, now)
        seat = access_of(table.match, table.seats, person, Action.ANSWER).seat
        assert seat is not None  # the policy lets in who is seated
        forget(table, seat)
        table.save()


def parse_lines(lines: Any) -> list[dict[str, Json]]:
    """Return a plan's lines; raise ``ServiceError`` (``bad_plan``)."""
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        raise _bad()
    return [_line(line) for line in lines]


def _line(line: Any) -> dict[str, Json]:
    if not isinstance(line, dict) or set(line) != {"if", "then"}:
        raise _bad()
    then = line["then"]
    if not isinstance(then, list) or not 1 <= len(then) <= MOST_ANSWERS:
        raise _bad()
    return {"if": _text(line["if"]), "then": [_text(text) for text in then]}


def _text(text: Any) -> str:
    """Return an answer on one line; what nobody could ever answer is no plan."""
    kept = one_line(text) if isinstance(text, str) else ""
    if not 1 <= len(kept) <= LONGEST or not is_plain(kept):
        raise _bad()
    return kept


def _bad() -> ServiceError:
    return ServiceError(
        "bad_plan",
        _(
            'A plan is a list of lines like {"if": "draw", "then": ["draw"]}: %(lines)s lines at'
            " most, each with %(answers)s answers of %(letters)s characters at most."
        ),
        lines=MOST_LINES,
        answers=MOST_ANSWERS,
        letters=LONGEST,
    )


def play_on(table: Table) -> bool:
    """Let a plan of a seat that is asked now complete the turn; whether one did."""
    for seat in [seat for seat in table.match.asked if seat in table.match.planned]:
        plan = Plan.objects.filter(match=table.match, seat=seat).first()
        if plan is not None and _answered(table, plan):
            return True
    return False


def _answered(table: Table, plan: Plan) -> bool:
    then = _next(table, plan)
    try:
        checked = table.game.check(table.state, plan.seat, then[0]) if then else None
    except Refusal:
        then = []
    if then[1:]:
        plan.lines, plan.turn = [{"if": GOES_ON, "then": then[1:]}], table.match.turn
        plan.save(update_fields=["lines", "turn"])
    else:
        forget(table, plan.seat)
    return bool(then) and table.answer(plan.seat, Given(checked, PLAN, plan.author_id))


def forget(table: Table, seat: int) -> None:
    """Drop a seat's plan, if it has one; the caller saves the table."""
    if seat in table.match.planned:
        Plan.objects.filter(match=table.match, seat=seat).delete()
        table.match.planned = [number for number in table.match.planned if number != seat]
        table.fields.add("planned")


def forget_all(table: Table) -> None:
    """Drop every plan: the match is over, or was taken back to where none of them fits."""
    for seat in list(table.match.planned):
        forget(table, seat)


def _next(table: Table, plan: Plan) -> list[Json]:
    """Return what the plan answers to what others have answered since it was made."""
    table.write()  # the turns to look at, the newest among them
    turns = Turn.objects.filter(match=table.match, number__gt=plan.turn)
    given = {
        _folded(answer)
        for turn in turns
        for seat, answer in turn.answers.items()
        if int(seat) != plan.seat and isinstance(answer, str)
    }
    for line in plan.lines:
        fits = not given if line["if"] == GOES_ON else _folded(line["if"]) in {ANY, *given}
        if fits:
            return list(line["then"])
    return []


def _folded(answer: str) -> str:
    return " ".join(answer.casefold().split())
