"""Answers as text, and as moves: ``play K4 B matchmaker=Wi4 +K1 +Wi2 fool wizard``.

``parse`` takes any case and spacing, and what follows the target in any order;
``write`` gives the one canonical form::

    >>> write(parse("PLAY k4 b +wi2 + K1 matchmaker = wi4"))
    'play K4 B matchmaker=Wi4 +K1 +Wi2'

Neither knows whether a move is legal (``legality``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from games.engine.contract import Json, Problem, Refusal
from games.winter_court.components import (
    CARD_READ,
    FOOL,
    KNIGHT,
    LETTERS,
    LOVER,
    MATCHMAKER,
    MEMBER_READ,
    NONE,
    POWER_OF,
    TEXT,
    WIZARD,
    WORD,
)
from games.winter_court.problems import problem
from games.winter_court.state import ACT, DRAW, KEEP, OVER

PASS, END, DRAWS, KEEPS, PLAY = "pass", "end", "draw", "keep", "play"
TAKE, CLEAR, STOCK = (WORD[POWER_OF[word]] for word in ("sage", "charlatan", "steward"))
LONGEST = 400
"""No answer of a player is longer; a longer one is not looked at."""


class Play(NamedTuple):
    """A play: cards are numbers or ``NONE``, ``boosts`` are sorted (winter_court.md 6)."""

    target: int
    main: int
    knight: int = NONE
    lover: int = NONE
    matchmaker: int = NONE
    boosts: tuple[int, ...] = ()
    fool: bool = False
    wizard: bool = False


class Deed(NamedTuple):
    """Any other move: its verb, and the card, member or number that goes with it."""

    verb: str
    value: int = 0


Move = Play | Deed

STAGE_OF = {PASS: ACT, END: ACT, STOCK: ACT, TAKE: ACT, CLEAR: ACT, DRAWS: DRAW, KEEPS: KEEP}
"""The stage in which a deed may be asked."""

EXAMPLES = {
    ACT: f"play {TEXT[33]} {LETTERS[1]} +{TEXT[30]}",
    DRAW: "draw 1",
    KEEP: f"keep {TEXT[24]}",
    OVER: PASS,
}
ADDERS = (KNIGHT, LOVER, MATCHMAKER)
ADDED = {KNIGHT: "knight", LOVER: "lover", MATCHMAKER: "matchmaker"}
"""The field of ``Play`` that holds what a power adds."""


class _Unreadable(Exception):
    """The text is no move."""


def parse(answer: Json, stage: str = ACT) -> Move:
    """Return the move that an answer means; raise ``Refusal`` (``bad_answer``, ``power_twice``).

    ``stage`` chooses the example that the refusal shows.
    """
    if isinstance(answer, str) and len(answer) <= LONGEST and answer.isascii():
        try:
            return _parsed(answer)
        except (_Unreadable, KeyError):
            pass
    raise Refusal(bad_answer(stage))


def bad_answer(stage: str, code: str = "bad_answer") -> Problem:
    """Return the refusal of an answer that is no move, or none of this stage."""
    return problem(code, example=EXAMPLES[stage])


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Move:
    words = _words(text.lower())
    if words[:1] == ["play"] and len(words) >= 3:
        return _play(words)
    if len(words) == 1 and words[0] in (PASS, END, STOCK):
        return Deed(words[0])
    if len(words) == 2 and words[0] in _VALUES:
        return Deed(words[0], _VALUES[words[0]][words[1]])
    raise _Unreadable


_VALUES = {
    TAKE: CARD_READ,
    CLEAR: MEMBER_READ,
    DRAWS: {"0": 0, "1": 1, "2": 2},
    KEEPS: CARD_READ,
}


def _words(text: str) -> list[str]:
    if "=" in text:
        text = re.sub(r"\s*=\s*", "=", text)
    if "+" in text:
        text = re.sub(r"\s*\+\s*", " +", text)
    return text.split()


def _play(words: list[str]) -> Play:
    added: dict[str, int] = {}
    boosts: list[int] = []
    flags: set[int] = set()
    for word in words[3:]:
        name, equals, card = word.partition("=")
        if word[0] == "+":
            _boost(CARD_READ[word[1:]], boosts)
        elif equals:
            _add(POWER_OF[name], CARD_READ[card], added)
        else:
            _flag(POWER_OF[word], flags)
    return Play(
        MEMBER_READ[words[2]],
        CARD_READ[words[1]],
        **added,
        boosts=tuple(sorted(boosts)),
        fool=FOOL in flags,
        wizard=WIZARD in flags,
    )


def _boost(card: int, boosts: list[int]) -> None:
    if card in boosts:
        raise Refusal(problem("same_card", "boosts", card=TEXT[card]))
    boosts.append(card)


def _add(power: int, card: int, added: dict[str, int]) -> None:
    if power not in ADDED:
        raise _Unreadable
    if ADDED[power] in added:
        raise Refusal(power_twice(power))
    added[ADDED[power]] = card


def _flag(power: int, flags: set[int]) -> None:
    if power not in (FOOL, WIZARD):
        raise _Unreadable
    if power in flags:
        raise Refusal(power_twice(power))
    flags.add(power)


def power_twice(power: int) -> Problem:
    """Return the refusal of a play that names a power twice."""
    return problem("power_twice", WORD[power], power=WORD[power].capitalize())


def write(move: Move) -> str:
    """Return the canonical text of a move."""
    if isinstance(move, Play):
        return (
            PLAY_TEXT[move.main][move.target]
            + KNIGHT_TEXT[move.knight]
            + LOVER_TEXT[move.lover]
            + MATCHMAKER_TEXT[move.matchmaker]
            + "".join([BOOST_TEXT[card] for card in move.boosts])
            + tail(move.fool, move.wizard)
        )
    verb, value = move
    if verb == DRAWS:
        return f"{verb} {value}"
    if verb in (TAKE, KEEPS):
        return f"{verb} {TEXT[value]}"
    return f"{verb} {LETTERS[value]}" if verb == CLEAR else verb


def tail(fool: bool, wizard: bool) -> str:
    """Return how the text of a play with these flags ends."""
    return f" {WORD[FOOL]}" * fool + f" {WORD[WIZARD]}" * wizard


PLAY_TEXT = tuple(
    tuple(f"{PLAY} {TEXT[card]} {letter}" for letter in LETTERS) for card in range(NONE)
)
"""How the text of a play begins, by main card and target; the next ones follow it."""


def _with(prefix: str) -> tuple[str, ...]:
    return (*(f" {prefix}{TEXT[card]}" for card in range(NONE)), "")


KNIGHT_TEXT, LOVER_TEXT, MATCHMAKER_TEXT = (_with(f"{WORD[power]}=") for power in ADDERS)
BOOST_TEXT = _with("+")
