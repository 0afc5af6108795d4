"""What the tellers of a report share: an event's data as words.

A teller makes one sentence of one event: ``teller(data, names)``; ``names`` are the
kingdoms' by seat. Sentences come in the active language and end with a full stop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaign.rules.events import NAMES as SEATS
from campaign.web.words import BUYS, amount_words, armies_words, token_words

Data = Mapping[str, Any]
Names = Sequence[str]
Teller = Callable[[Data, Names], str]


def teller(template: Promise) -> Teller:
    """Tell an event by filling its data into a sentence."""

    def tell(data: Data, names: Names) -> str:
        return str(template) % facts(data, names)

    return tell


def facts(data: Data, names: Names) -> dict[str, str]:
    """Return an event's data as words: seats by name, amounts, armies and tokens spelt out."""
    words = {key: str(value) for key, value in data.items()}
    for key in SEATS:
        if key in data:
            words[key] = seat_name(data[key], names)
    if "army" in data:
        words["armies"] = armies_words(listed(data["army"]))
        words["token"] = token_words(data["army"], data.get("ship", 0))
    if "gold" in data or "food" in data:
        words["amount"] = amount_words(data.get("gold", 0), data.get("food", 0))
    for key in ("buy", "settlement"):
        if key in data:
            words[key] = str(BUYS.get(data[key], data[key]))
    return words


def seat_name(seat: object, names: Names) -> str:
    """Name a kingdom; a seat that is none (-1: nobody) is named by nothing."""
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else ""


def seats_in(data: Data, names: Names) -> list[int]:
    """Return the seats that an event lists as text, in its order; what is no seat is left out."""
    found = str(data.get("seats", "")).split(",")
    seats = [int(seat) for seat in found if seat.isascii() and seat.isdigit()]
    return [seat for seat in seats if seat < len(names)]


def unit_words(data: Data, names: Names, by: str = "") -> str:
    """Return a unit with its army: by its name where ``report_units`` found one, else its number.

    ``by``: ``by_`` for the unit that routed it.
    """
    words = {
        "unit": data.get(f"{by}unit_name") or data[f"{by}unit"],
        "kingdom": seat_name(data[f"{by}kingdom"], names),
        "army": data[f"{by}army"],
    }
    if f"{by}unit_name" in data:
        return _("%(unit)s (%(kingdom)s’s army %(army)s)") % words
    return _("unit %(unit)s of %(kingdom)s’s army %(army)s") % words


def as_start(text: str) -> str:
    """Return words as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def listed(value: object) -> list[object]:
    """Return one number, or what a merged event lists, as a list."""
    return value if isinstance(value, list) else [value]
