"""The whole state of a Winter Court as headings and texts, for who reads instead of looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Json
from games.web.boards.winter_court_words import (
    cards_words,
    influence_words,
    member_name,
    place_words,
)
from games.winter_court.components import LETTERS

STAGES = {
    "act": gettext_lazy("Powers and plays"),
    "draw": gettext_lazy("Drawing"),
    "keep": gettext_lazy("One of two drawn cards is kept"),
    "over": gettext_lazy("The game is over"),
}


def as_text(view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the turn, the hands one may see, the court and the piles."""
    return [
        *_turn(view, names),
        *((name, _player_words(view, seat)) for seat, name in enumerate(names)),
        *(
            (f"{letter} {member_name(letter)}", _member_words(view["court"][letter], names))
            for letter in LETTERS
        ),
        (_("Draw pile"), str(view["pile"])),
        (_("Discard pile"), cards_words(view["discard"])),
    ]


def _turn(view: Json, names: Sequence[str]) -> list[tuple[str, str]]:
    """Say whose turn it is, which part of it, and which powers it has used."""
    turn = [(_("Part of the turn"), str(STAGES[view["stage"]]))]
    if view["to_move"] is not None:
        turn.insert(0, (_("To move"), names[view["to_move"]]))
    if view["returned"]:
        used = ", ".join(map(member_name, view["returned"]))
        turn.append((_("Powers used this turn"), used))
    return turn


def _player_words(view: Json, seat: int) -> str:
    """Say a player's status and hand, as far as the reader sees it."""
    count, hand = view["hand_sizes"][seat], view["hands"][seat]
    text = ngettext(
        "status %(status)s, %(count)s card", "status %(status)s, %(count)s cards", count
    )
    held = cards_words(hand) if hand else _("not to be seen")
    words = text % {"status": view["status"][seat], "count": count}
    return f"{words}: {held}" if count else words


def _member_words(there: Mapping[str, Any], names: Sequence[str]) -> str:
    place = place_words(there["holder"], names, None)
    return f"{place}, {influence_words(there, names, None)}" if there["cards"] else place
