"""A sheet on its way through an HTML form: POST data to sheet JSON, and editing it.

The form carries everything that was typed, line by line, so that no press of a
button loses anything and no script is needed. Every kind of sheet is edited as a
``Draft`` with the same parts; ``sheet_of`` takes out what an ask wants::

    draft = read_draft(request.POST)
    draft, place = edited(draft, "up:purchases:1")
    sheet_of("winter", draft)    # {"purchases": [...]}

Nothing is judged here: what was typed goes to the rules as it is, numbers as
numbers where they are some. Source: campaign.md 4c (sheets).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from campaign.web.form_values import (
    MOST_CONDITIONS,
    MOST_LINES,
    Line,
    Posted,
    amount_of,
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
from games.hosting.errors import ServiceError
from games.hosting.strict_json import read_json

LISTS = ("tithes", "purchases")

PARTS: dict[str, tuple[str, ...]] = {
    "winter": ("recall", "tithes", "purchases", "feed"),
    "recall": ("recall",),
    "tithe": ("tithes",),
    "build": ("purchases",),
    "feed": ("feed",),
    "deploy": ("placements",),
}
"""Which parts an ask's sheet has, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A sheet being written. ``berths`` and ``placements`` are pairs, ``""`` for the default."""

    place: Json = None
    berths: tuple[tuple[Json, Json], ...] = ()
    tithes: tuple[Line, ...] = ()
    purchases: tuple[Line, ...] = ()
    first: tuple[Json, ...] = ()
    dismiss: tuple[Json, ...] = ()
    placements: tuple[tuple[Json, Json], ...] = ()
    order: tuple[Json, ...] = field(default=(), compare=False)
    """The feeding order as the page showed it; ``first`` is its beginning."""


# From and to sheets


def sheet_of(kind: str, draft: Draft) -> Json:
    """Return the sheet that an ask of this kind takes."""
    parts = {
        "recall": filled(place=draft.place, berths=_pairs(draft.berths)),
        "tithes": list(draft.tithes),
        "purchases": list(draft.purchases),
        "feed": filled(first=list(draft.first), dismiss=list(draft.dismiss)),
        "placements": _pairs(draft.placements),
    }
    if kind in ("recall", "feed"):
        return parts[kind]
    return filled(**{name: parts[name] for name in PARTS[kind]})


def draft_of(kind: str, sheet: Json) -> Draft:
    """Return the draft of a sheet, or of whatever somebody sent as one; never raises."""
    whole = {kind: sheet} if kind in ("recall", "feed") else sheet
    whole = whole if isinstance(whole, dict) else {}
    recall, feed = fields_in(whole.get("recall")), fields_in(whole.get("feed"))
    return Draft(
        place=plain(recall.get("place")),
        berths=_read_pairs(recall.get("berths")),
        tithes=_read_lines(whole.get("tithes")),
        purchases=_read_lines(whole.get("purchases")),
        first=plain_all(feed.get("first")),
        dismiss=plain_all(feed.get("dismiss")),
        placements=_read_pairs(whole.get("placements")),
    )


def draft_from_text(kind: str, text: str) -> Draft:
    """Return the draft of a sheet written as JSON; an empty one if it is none."""
    try:
        return draft_of(kind, read_json(text))
    except ServiceError:
        return Draft()


def where_in_form(kind: str, where: str) -> str:
    """Turn the rules' path into the form's: parts of a step's sheet stand alone there."""
    return f"{kind}.{where}" if kind in ("recall", "feed") and where else where


def _pairs(pairs: tuple[tuple[Json, Json], ...]) -> list[list[Json]]:
    return [list(pair) for pair in pairs if pair[1] != ""]


def _read_pairs(value: Json) -> tuple[tuple[Json, Json], ...]:
    pairs = [pair for pair in list_in(value) if isinstance(pair, list) and len(pair) == 2]
    return tuple((plain(first), plain(second)) for first, second in pairs)


def _read_lines(value: Json) -> tuple[Line, ...]:
    return tuple(_read_line(line) for line in list_in(value) if isinstance(line, dict))


def _read_line(line: Line) -> Line:
    bare = {key: plain(part) for key, part in line.items() if key not in ("if", "list")}
    carried = {"list": line["list"]} if "list" in line else {}  # a recruit's army list
    return bare | carried | ({"if": _read_conditions(line["if"])} if "if" in line else {})


def _read_conditions(value: Json) -> list[Json]:
    conditions = (
        {kind: {key: plain(part) for key, part in fields_in(amount).items()}}
        for condition in list_in(value)
        if isinstance(condition, dict)
        for kind, amount in condition.items()
    )
    return list(islice(conditions, MOST_CONDITIONS))


# From a form


def read_draft(posted: Posted) -> Draft:
    """Read what the page's fields hold."""
    order = _numbers(posted, "feed.order")
    named = number(posted.get("feed.named", "0"))
    listed = posted.getlist("feed.dismiss") if hasattr(posted, "getlist") else []
    dismissed = tuple(number(value) for value in listed)
    beginning = order[: named if isinstance(named, int) and named > 0 else 0]
    return Draft(
        place=number(posted.get("recall.place", "")) if posted.get("recall.place") else None,
        berths=_form_pairs(posted, "recall.berths", "ship"),
        tithes=tuple(_form_lines(posted, "tithes", _form_tithe)),
        purchases=tuple(_form_lines(posted, "purchases", _form_purchase)),
        first=tuple(_kept(list(beginning), dismissed)),
        dismiss=dismissed,
        placements=_form_pairs(posted, "placements", "army"),
        order=order,
    )


def _numbers(posted: Posted, name: str) -> tuple[Json, ...]:
    return tuple(
        number(posted[f"{name}.{i}"]) for i in range(MOST_LINES) if f"{name}.{i}" in posted
    )


def _form_pairs(posted: Posted, name: str, token: str) -> tuple[tuple[Json, Json], ...]:
    return tuple(
        (number(posted[f"{name}.{i}.{token}"]), number(posted.get(f"{name}.{i}.tile", "")))
        for i in range(MOST_LINES)
        if f"{name}.{i}.{token}" in posted
    )


def _form_lines(posted: Posted, name: str, read: Any) -> list[Line]:
    lines = []
    for i in range(MOST_LINES):
        line = read(posted, f"{name}.{i}")
        if line is None:
            break
        conditions = _form_conditions(posted, f"{name}.{i}.if")
        lines.append(line | ({"if": conditions} if conditions else {}))
    return lines


def _form_tithe(posted: Posted, at: str) -> Line | None:
    if f"{at}.to" not in posted:
        return None
    return {
        "to": number(posted[f"{at}.to"]),
        "gold": amount_of(posted.get(f"{at}.gold", "")),
        "food": amount_of(posted.get(f"{at}.food", "")),
    }


def _form_purchase(posted: Posted, at: str) -> Line | None:
    if f"{at}.buy" not in posted:
        return None
    line: Line = {"buy": posted[f"{at}.buy"][:40], "tile": number(posted.get(f"{at}.tile", ""))}
    if posted.get(f"{at}.disband"):
        line["disband"] = number(posted[f"{at}.disband"])
    return line


def _form_conditions(posted: Posted, at: str) -> list[Json]:
    conditions: list[Json] = []
    for i in range(MOST_CONDITIONS):
        kind = posted.get(f"{at}.{i}.kind")
        if kind is None:
            break
        amount: dict[str, Json] = {
            "gold": amount_of(posted.get(f"{at}.{i}.gold", "")),
            "food": amount_of(posted.get(f"{at}.{i}.food", "")),
        }
        source = posted.get(f"{at}.{i}.from", "all")
        if kind == "received":
            amount = {"from": "all" if source == "all" else number(source), **amount}
        conditions.append({kind[:40]: amount})
    return conditions


# Editing


def edited(draft: Draft, operation: str) -> tuple[Draft, str]:
    """Carry out one button of the form; return the draft and the place that it touched.

    Operations are ``add:purchases:BUY:TILE``, ``add:tithes:SEAT:GOLD:FOOD``,
    ``up|down|remove:LIST:LINE``, ``condition:LIST:LINE``, ``uncondition:LIST:LINE:NUMBER``,
    ``up|down:feed:PLACE`` and ``clear``. One that makes no sense changes nothing.

    >>> edited(Draft(), "add:purchases:village:12")[0].purchases
    ({'buy': 'village', 'tile': 12},)
    """
    name, *arguments = operation.split(":")
    try:
        return OPERATIONS[name](draft, *arguments)
    except (KeyError, TypeError, ValueError, IndexError):
        return draft, ""


def _add(draft: Draft, where: str, *values: str) -> tuple[Draft, str]:
    if where == "purchases":
        buy, tile = values
        line: Line = {"buy": buy, "tile": int(tile)}
    else:
        to, gold, food = (int(value) for value in values)
        line = {"to": to, "gold": gold, "food": food}
    lines = (*_lines(draft, where), line)
    return _with(draft, where, lines[:MOST_LINES]), f"{where}.{len(lines) - 1}"


def _shift(draft: Draft, where: str, place: str, by: int) -> tuple[Draft, str]:
    here = int(place)
    there = here + by
    if where == "feed":
        return _shift_feed(draft, here, there)
    lines = list(_lines(draft, where))
    swap(lines, here, there)
    return _with(draft, where, tuple(lines)), f"{where}.{there}"


def _shift_feed(draft: Draft, here: int, there: int) -> tuple[Draft, str]:
    """Move an army in the feeding order; all down to the lower of the two are named then."""
    order = list(draft.order)
    swap(order, here, there)
    named = max(len(draft.first), here + 1, there + 1)
    return (
        replace(draft, order=tuple(order), first=tuple(_kept(order[:named], draft.dismiss))),
        f"feed.order.{there}",
    )


def _kept(order: list[Json], dismissed: tuple[Json, ...]) -> list[Json]:
    return [army for army in order if army not in dismissed]


def _remove(draft: Draft, where: str, place: str) -> tuple[Draft, str]:
    lines = list(_lines(draft, where))
    del lines[place_in(place)]
    return _with(draft, where, tuple(lines)), where


def _condition(draft: Draft, where: str, place: str) -> tuple[Draft, str]:
    lines = list(_lines(draft, where))
    line = lines[place_in(place)]
    new: Json = {"received": {"from": "all", "gold": 1, "food": 0}}
    lines[int(place)] = line | {"if": [*list_in(line.get("if")), new]}
    return _with(draft, where, tuple(lines)), f"{where}.{place}"


def _uncondition(draft: Draft, where: str, place: str, number: str) -> tuple[Draft, str]:
    lines = list(_lines(draft, where))
    line = dict(lines[place_in(place)])
    conditions = list(list_in(line.pop("if", [])))
    del conditions[place_in(number)]
    lines[int(place)] = line | ({"if": conditions} if conditions else {})
    return _with(draft, where, tuple(lines)), f"{where}.{place}"


def _clear(draft: Draft) -> tuple[Draft, str]:
    return Draft(), ""


def _lines(draft: Draft, where: str) -> tuple[Line, ...]:
    if where not in LISTS:
        raise KeyError(where)
    lines: tuple[Line, ...] = getattr(draft, where)
    return lines


def _with(draft: Draft, where: str, lines: tuple[Line, ...]) -> Draft:
    if where == "tithes":
        return replace(draft, tithes=lines)
    return replace(draft, purchases=lines)


OPERATIONS: dict[str, Any] = {
    "add": _add,
    "up": lambda draft, where, place: _shift(draft, where, place, -1),
    "down": lambda draft, where, place: _shift(draft, where, place, 1),
    "remove": _remove,
    "condition": _condition,
    "uncondition": _uncondition,
    "clear": _clear,
}
