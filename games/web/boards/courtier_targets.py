"""Answers that name a place on Courtier's board: where they lie, what each would change.

An answer is read by its form (``place king 1``, ``take prince neutral``, ``put king``); which
marker comes or goes follows from the kind of the ask and from what is pending.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Json
from games.web.boards.courtier_changes import changes, said
from games.web.boards.courtier_drawing import mark
from games.web.boards.courtier_table import GIANNI, NEUTRAL, Court, Move, Table
from games.web.boards.courtier_words import marker_of

TARGETED = frozenset(
    ("spend", "place", "place_extra", "place_own", "place_neutral", "remove_neutral")
    + ("move_own", "move_own_to", "move_other", "move_other_to", "remove_other")
    + ("swap", "swap_with", "gianni_place")
)
"""The kinds of ask whose answers name a courtier."""

FIRST_OF_TWO = frozenset(("swap",))
"""The kinds whose answer changes nothing by itself yet."""

LABELS = {
    "spend": gettext_lazy("pay with this marker"),
    "move_own": gettext_lazy("move this marker"),
    "remove_neutral": gettext_lazy("take a neutral marker off"),
    "place_neutral": gettext_lazy("neutral marker here"),
    "move_own_to": gettext_lazy("put it here"),
    "move_other_to": gettext_lazy("put it here"),
    "gianni_place": gettext_lazy("Gianni's marker here"),
}
LABELS_WITH_OWNER = {
    "place": gettext_lazy("in place of %(marker)s"),
    "place_extra": gettext_lazy("in place of %(marker)s"),
    "gianni_place": gettext_lazy("in place of %(marker)s"),
    "move_other": gettext_lazy("move %(marker)s"),
    "remove_other": gettext_lazy("send %(marker)s home"),
    "swap": gettext_lazy("exchange %(marker)s"),
    "swap_with": gettext_lazy("for %(marker)s"),
}
"""What an answer does at its courtier, without and with an owner behind the courtier."""

Options = dict[str, list[dict[str, Any]]]


def options(
    table: Table, court: Court, kind: str, answers: Iterable[str], *, sends: bool = True
) -> Options:
    """Return the answers by courtier, each with its words and what it would change.

    ``sends``: they can be given now; else they are what a card would lead to.
    """
    found: Options = {}
    for answer in answers:
        parts = answer.split()
        if len(parts) < 2 or parts[1] not in court.markers:
            continue
        option = _option(table, court, kind, parts)
        found.setdefault(parts[1], []).append(option | {"answer": answer if sends else ""})
    return found


def _option(table: Table, court: Court, kind: str, parts: Sequence[str]) -> dict[str, Any]:
    owner = parts[2] if len(parts) > 2 else ""
    after = court if kind in FIRST_OF_TWO else court.moved(moves(table, kind, parts))
    changed = changes(court, after)
    return {
        "label": _label(table, kind, owner),
        "mark": mark(table, owner) if owner else None,
        "changes": changed,
        "says": "" if kind in FIRST_OF_TWO else said(changed),
        "is_plain": not owner and kind not in TAKEN,
    }


def _label(table: Table, kind: str, owner: str) -> str:
    """Say what the answer does there, without its courtier."""
    if text := LABELS_WITH_OWNER.get(kind) if owner else None:
        return str(text) % {"marker": marker_of(owner, table.seats, table.reader)}
    return str(LABELS.get(kind, _("your marker here")))


TAKEN = frozenset(("spend", "move_own", "remove_neutral"))
"""The kinds that take a marker off which need not be named."""


def moves(table: Table, kind: str, parts: Sequence[str]) -> list[Move]:
    """Return the moves that an answer stands for; of a swap's second marker both."""
    courtier, owner = parts[1], parts[2] if len(parts) > 2 else ""
    comes = {"place_neutral": NEUTRAL, "gianni_place": GIANNI}.get(kind, table.own)
    if kind in ("place", "place_extra", "place_own", "place_neutral", "gianni_place"):
        gone: list[Move] = [(courtier, owner, -1)] if owner else []
        return [*gone, (courtier, comes, 1)]
    if kind in ("move_own_to", "move_other_to"):
        return _put(table, courtier)
    if kind == "swap_with":
        return _exchange(table, courtier, owner)
    leaves = {"remove_neutral": NEUTRAL}.get(kind, owner or table.own)
    return [(courtier, leaves, -1)]


def _taken(table: Table) -> Json:
    """Return the marker taken up before, if one is: its courtier and owner."""
    pending = table.view["pending"]
    return pending.get("taken") if pending else None


def _put(table: Table, courtier: str) -> list[Move]:
    taken = _taken(table)
    if not taken:
        return []
    return [(taken["courtier"], str(taken["owner"]), -1), (courtier, str(taken["owner"]), 1)]


def _exchange(table: Table, courtier: str, owner: str) -> list[Move]:
    taken = _taken(table)
    if not taken:
        return []
    there, other = taken["courtier"], str(taken["owner"])
    return [
        (there, other, -1),
        (courtier, other, 1),
        (courtier, owner, -1),
        (there, owner, 1),
    ]
