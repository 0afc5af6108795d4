"""The options of a game: what they may be, and what they are when nobody says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from games.courtier.deck import Deck, compile_deck, house_deck
from games.courtier.deckfile import DeckRefused, check_table, house_table
from games.courtier.problems import problem
from games.courtier.rules import Options, Rules, make_rules
from games.engine.contract import BadOptions, Json, Problem

SWITCHES = {"auction": True, "fast_start": False, "no_cheese": False, "gianni_can_win": True}
"""The options that are true or false, with their defaults."""

STACKS = ("fashion_top", "fashion_bottom")
NAMES = frozenset((*SWITCHES, *STACKS, "first", "turn_cap", "deck"))


def read_options(given: Json, seats: int) -> Rules:
    """Check the options, fill in defaults and return the rules; raise ``BadOptions``."""
    if not isinstance(given, dict):
        raise BadOptions(problem("bad_options"))
    deck = _deck(given.get("deck"))
    found = [*_seat_problems(seats), *_problems(given, seats, deck)]
    if found:
        raise BadOptions(*found)
    setup = deck.setup
    options = Options(
        first=given.get("first"),
        fashion_top=given.get("fashion_top", setup.fashion_top),
        fashion_bottom=given.get("fashion_bottom", setup.fashion_bottom),
        turn_cap=given.get("turn_cap"),
        **{name: given.get(name, default) for name, default in SWITCHES.items()},
    )
    return make_rules(deck, options, seats)


def _deck(table: Json) -> Deck:
    if table is None:
        return house_deck()
    try:
        return compile_deck(check_table(table))
    except DeckRefused as refused:
        raise BadOptions(
            *[problem("bad_deck", "deck", problem=str(one)) for one in refused.problems]
        ) from None


def _seat_problems(seats: int) -> Iterator[Problem]:
    least, most = SEATS[0], SEATS[-1]
    if type(seats) is not int or not least <= seats <= most:
        yield problem("bad_seats", least=least, most=most)


SEATS = (2, 3, 4)


def _problems(given: Mapping[str, Any], seats: int, deck: Deck) -> Iterator[Problem]:
    for name in given:
        if name not in NAMES:
            yield problem("unknown_option", str(name), name=str(name))
    for name, fits in _checks(seats).items():
        if name in given and not fits(given[name]):
            yield problem("bad_option", name, name=name, value=str(given[name])[:40])
    sizes = [given.get(name, getattr(deck.setup, name)) for name in STACKS]
    if all(map(_size, sizes)) and sum(sizes) > len(deck.fashion_copies):
        yield problem("too_many_fashions", STACKS[0], most=len(deck.fashion_copies))


def _checks(seats: int) -> dict[str, Callable[[Any], bool]]:
    return {
        **dict.fromkeys(SWITCHES, _truth),
        **dict.fromkeys(STACKS, _size),
        "first": lambda value: value is None or (_size(value) and value < seats),
        "turn_cap": lambda value: value is None or (_size(value) and value > 0),
    }


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _size(value: Any) -> bool:
    return type(value) is int and value >= 0


CAPS = (10, 20, 30, 60)
"""Random play is given a cap: whoever plays at random rarely completes a petition (H30)."""


def playout_options(rng: Random, seats: int) -> Json:
    """Return legal options for a playout, lively and never endless."""
    given: dict[str, Json] = {"turn_cap": rng.choice(CAPS)}
    for name in ("fast_start", "no_cheese", "auction"):
        if rng.random() < 0.3:
            given[name] = name != "auction"
    if rng.random() < 0.6:
        given["fashion_top"], given["fashion_bottom"] = rng.randint(0, 3), rng.randint(0, 3)
    if rng.random() < 0.3:
        given["first"] = rng.randrange(seats)
    if rng.random() < 0.2:
        given["gianni_can_win"] = False
    if rng.random() < 0.5:
        given["deck"] = easy_table()
    return given


@lru_cache(maxsize=1)
def easy_table() -> dict[str, Any]:
    """Return the house deck with petitions cut down to their two smallest courtiers.

    At random these are completed now and then, so that a playout sees fashions and the end.
    """
    table = house_table()
    slots = {one["id"]: one["slots"] for one in table["courtier"]}
    petitions = []
    for one in table["petition"]:
        least = sorted(one["courtiers"], key=slots.__getitem__)[:2]
        petitions.append({**one, "courtiers": least, "slots": sum(map(slots.__getitem__, least))})
    return {**table, "petition": petitions}
