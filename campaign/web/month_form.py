"""A month's sheet on its way through an HTML form: POST data to sheet JSON, and editing it.

One row a token, in the order of resolution, and lists of preferences whose empty lines
count for nothing::

    draft = read_month_form(request.POST)
    draft, place = edit_month(draft, "up:orders:1")
    month_sheet_of(draft)    # {"orders": [{"army": 2, "order": "move", "to": 14}]}

Nothing is judged here. Source: campaign.md 3a.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from campaign.web.form_values import (
    MOST_LINES,
    Line,
    Posted,
    fields_in,
    filled,
    list_in,
    number,
    place_in,
    plain,
    plain_all,
    swap,
)
from games.engine.contract import Json

STAY = "stay"
"""An order that only a button gives: whatever the token does by default, for the page to name."""

TOKEN = re.compile(r"(?:army-(\d{1,4}))?(?:-?ship-(\d{1,4}))?")
GO = re.compile(r"(army|ship)-(\d{1,4})-(\d{1,6})")


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One token and its order; ``do`` is empty for none."""

    army: Json
    ship: Json
    do: str = ""
    to: Json = None


@dataclass(frozen=True, slots=True)
class MonthDraft:
    """A month's sheet being written; ``lists`` are its army lists, which
    ``list_ticks.py`` puts on the form.
    """

    rows: tuple[OrderLine, ...] = ()
    battles: tuple[Line, ...] = ()
    sacrifice: tuple[Line, ...] = ()
    break_off: Json = False
    retreat: tuple[Json, ...] = ()
    advance: tuple[Line, ...] = ()
    concede: tuple[Json, ...] = ()
    last_stand: Json = True
    lists: tuple[Json, ...] = ()


# From and to sheets


def month_sheet_of(draft: MonthDraft) -> Json:
    """Return the sheet that a draft holds; tokens without an order are left out."""
    sheet = filled(
        orders=[order_json(row) for row in draft.rows if row.do],
        battles=list(draft.battles),
        sacrifice=list(draft.sacrifice),
        retreat=list(draft.retreat),
        advance=list(draft.advance),
        concede=list(draft.concede),
        lists=list(draft.lists),
    )
    if draft.break_off is not False:
        sheet["break_off"] = draft.break_off
    if draft.last_stand is not True:
        sheet["last_stand"] = draft.last_stand
    return sheet


def order_json(row: OrderLine) -> Json:
    """Write one order as the sheet has it."""
    goal = {"to": row.to} if row.do == "move" else {}
    return {**filled(ship=row.ship, army=row.army), "order": row.do, **goal}


def month_draft_of(sheet: Json) -> MonthDraft:
    """Return the draft of a sheet, or of whatever somebody sent as one; never raises."""
    given = fields_in(sheet)
    return MonthDraft(
        rows=tuple(order_of(line) for line in lines_in(given.get("orders"))),
        battles=lines_in(given.get("battles")),
        sacrifice=lines_in(given.get("sacrifice")),
        break_off=flag_in(given.get("break_off", False)),
        retreat=plain_all(given.get("retreat")),
        advance=lines_in(given.get("advance")),
        concede=plain_all(given.get("concede")),
        last_stand=flag_in(given.get("last_stand", True)),
        lists=tuple(list_in(given.get("lists"))),
    )


def order_of(line: Line) -> OrderLine:
    """Read one line of a sheet."""
    return OrderLine(
        line.get("army"), line.get("ship"), str(line.get("order", "?")), line.get("to")
    )


def lines_in(value: Json) -> tuple[Line, ...]:
    """Return a list's objects with plain values."""
    return tuple(
        {str(key)[:20]: plain(part) for key, part in line.items()}
        for line in list_in(value)
        if isinstance(line, dict)
    )


def flag_in(value: Json) -> Json:
    """Return yes or no, or something that the rules refuse."""
    return value if isinstance(value, bool) else str(value)[:20]


# From a form


def read_month_form(posted: Posted) -> MonthDraft:
    """Read what the page's fields hold."""
    return MonthDraft(
        rows=tuple(form_orders(posted)),
        battles=form_lines(posted, "battles", ("tile", "enemy", "kind")),
        sacrifice=tuple(
            token_line(line["token"]) for line in form_lines(posted, "sacrifice", ("token",))
        ),
        break_off=bool(posted.get("break_off")),
        retreat=form_numbers(posted, "retreat"),
        advance=tuple(
            advance_line(line) for line in form_lines(posted, "advance", ("token", "to"))
        ),
        concede=form_numbers(posted, "concede"),
        last_stand=not posted.get("no_last_stand"),
    )


def form_orders(posted: Posted) -> Iterator[OrderLine]:
    """Read the rows of the tokens, in their order."""
    for i in range(MOST_LINES):
        given = posted.get(f"orders.{i}.order")
        if given is None:
            return
        do, _, to = given[:60].partition(":")
        army, ship = (posted.get(f"orders.{i}.{name}", "") for name in ("army", "ship"))
        yield OrderLine(
            number(army) if army else None,
            number(ship) if ship else None,
            do[:40],
            number(to) if do == "move" else None,
        )


def form_lines(posted: Posted, name: str, keys: tuple[str, ...]) -> tuple[Line, ...]:
    """Read the lines of a list that hold anything; what is typed in none of its fields is none."""
    lines = []
    for i in range(MOST_LINES):
        typed = {key: posted.get(f"{name}.{i}.{key}") for key in keys}
        if all(value is None for value in typed.values()):
            break
        lines.append({key: form_value(key, value) for key, value in typed.items() if value})
    return tuple(line for line in lines if line)


def form_value(key: str, value: str) -> Json:
    """Return what one field of a line holds: names of tokens and kinds stay text."""
    return value[:40] if key in ("token", "kind") else number(value)


def form_numbers(posted: Posted, name: str) -> tuple[Json, ...]:
    """Read a list of hexes."""
    typed = [posted.get(f"{name}.{i}", "") for i in range(MOST_LINES)]
    return tuple(number(value) for value in typed if value)


# Tokens as single values of a field


def token_name(line: Line) -> str:
    """Return the name of a token in a field: ``army-2``, ``ship-1``, ``army-2-ship-1``."""
    return "-".join(f"{kind}-{line[kind]}" for kind in ("army", "ship") if line.get(kind))


def token_line(name: Json) -> Line:
    """Return the token that a field's value names; an empty line for none.

    >>> token_line("army-2-ship-1")
    {'army': 2, 'ship': 1}
    """
    found = TOKEN.fullmatch(str(name))
    parts = zip(("army", "ship"), found.groups(), strict=True) if found else ()
    return {kind: int(digits) for kind, digits in parts if digits}


def advance_line(line: Line) -> Line:
    """Return a step after a win as the sheet has it."""
    goal = {"to": line["to"]} if "to" in line else {}
    return token_line(line.get("token", "")) | goal


# Editing


def edit_month(draft: MonthDraft, operation: str) -> tuple[MonthDraft, str]:
    """Carry out one button of the form; return the draft and the place that it touched.

    Operations are ``up|down:orders:LINE``, ``pair:SHIP:ARMY``, ``unpair:SHIP``,
    ``go:army-2-14`` and ``clear``. One that makes no sense changes nothing.
    """
    name, *arguments = operation.split(":")
    try:
        return OPERATIONS[name](draft, *arguments)
    except (KeyError, TypeError, ValueError, IndexError, StopIteration):
        return draft, ""


def _shift(draft: MonthDraft, where: str, place: str, by: int) -> tuple[MonthDraft, str]:
    if where != "orders":
        raise KeyError(where)
    rows, here = list(draft.rows), place_in(place)
    swap(rows, here, here + by)
    return replace(draft, rows=tuple(rows)), f"orders.{here + by}"


def _pair(draft: MonthDraft, ship: str, army: str) -> tuple[MonthDraft, str]:
    """Put a lone army aboard a ship; whoever was aboard goes ashore."""
    here = _row(draft, ship=int(ship))
    aboard = draft.rows[here].army
    rows = [row for i, row in enumerate(draft.rows) if i != _row(draft, army=int(army))]
    here = next(i for i, row in enumerate(rows) if row.ship == int(ship))
    rows[here] = OrderLine(int(army), int(ship), STAY)
    if aboard not in (None, int(army)):
        rows.insert(here + 1, OrderLine(aboard, None, STAY))
    return replace(draft, rows=tuple(rows)), f"orders.{here}"


def _unpair(draft: MonthDraft, ship: str) -> tuple[MonthDraft, str]:
    rows, here = list(draft.rows), _row(draft, ship=int(ship))
    army = rows[here].army
    if army is None:
        raise KeyError(ship)
    rows[here : here + 1] = [OrderLine(None, int(ship), STAY), OrderLine(army, None, STAY)]
    return replace(draft, rows=tuple(rows)), f"orders.{here + 1}"


def _go(draft: MonthDraft, goal: str) -> tuple[MonthDraft, str]:
    """Order a token to a hex, as a tap on the map does; a pair by either half."""
    found = GO.fullmatch(goal)
    if found is None:
        raise ValueError(goal)
    kind, digits, to = found.groups()
    here = _row(draft, **{kind: int(digits)})
    rows = list(draft.rows)
    rows[here] = replace(rows[here], do="move", to=int(to))
    return replace(draft, rows=tuple(rows)), f"orders.{here}"


def _row(draft: MonthDraft, **token: int) -> int:
    """Return the place of the row that names an army or a ship."""
    ((kind, wanted),) = token.items()
    return next(i for i, row in enumerate(draft.rows) if getattr(row, kind) == wanted)


def _clear(draft: MonthDraft) -> tuple[MonthDraft, str]:
    return MonthDraft(lists=draft.lists), ""


OPERATIONS: dict[str, Any] = {
    "up": lambda draft, where, place: _shift(draft, where, place, -1),
    "down": lambda draft, where, place: _shift(draft, where, place, 1),
    "pair": _pair,
    "unpair": _unpair,
    "go": _go,
    "clear": _clear,
}
