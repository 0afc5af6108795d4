"""Answers as text, and as moves: ``place king 1``, ``complete pet_19 princess=card``.

All answers but completions are known beforehand: a ``Texts`` holds them, made once
for a deck and a number of seats, and what each of them means. ``canonical`` takes
any case and spacing, and coverage in any order. Nothing here knows what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.courtier.deck import DECKS, Deck
from games.engine.contract import Json

PLAY, GAIN, DISCARD, REVIEW, PASS = "play", "gain", "discard", "review", "pass"
HAND, BID, SPEND, PLACE, STEP, TAKE, PUT = "hand", "bid", "spend", "place", "step", "take", "put"
REPEAT, STOP, SKIP, DONE, COMPLETE, DRAW, BUY = (
    "repeat", "stop", "skip", "done", "complete", "draw", "buy",
)  # fmt: skip

USED, BY_CARD, BY_MINISTER = 0, 1, 2
"""How a listed courtier is covered (courtier.md 10.1)."""

COVERS = {"card": BY_CARD, "minister": BY_MINISTER}
COVER_WORDS = ("", "card", "minister")
NEUTRAL, GIANNI = "neutral", "gianni"
LONGEST = 400
"""No answer is longer; a longer one is not looked at."""


class Move(NamedTuple):
    """What an answer means: its verb, and the numbers that go with it.

    ``play`` and its like: a card; ``place``, ``take``: a courtier and an owner (-1: none
    named); ``bid``: a hand, counted from 0, and an amount; ``complete``: a petition and
    how each of its courtiers is covered.
    """

    verb: str
    x: int = -1
    y: int = -1
    covers: tuple[int, ...] = ()


class Texts:
    """Every answer as text, by what it means; ``moves`` is the way back."""

    def __init__(self, deck: Deck, owners: tuple[str, ...], seats: int) -> None:
        self.moves: dict[str, Move] = {}
        steps = max([len(one.steps) for one in deck.power], default=0)
        self.play, self.discard, self.review = (
            self._each(verb, deck.cards) for verb in (PLAY, DISCARD, REVIEW)
        )
        self.place, self.take, self.put, self.spend = (
            self._each(verb, deck.courtiers) for verb in (PLACE, TAKE, PUT, SPEND)
        )
        self.over, self.take_of = (
            self._pairs(verb, deck.courtiers, owners) for verb in (PLACE, TAKE)
        )
        self.draw, self.buy = (self._each(verb, DECKS) for verb in (DRAW, BUY))
        self.hand = self._each(HAND, map(str, range(deck.setup.auction_hand + 1)))
        self.step = self._each(STEP, map(str, range(1, steps + 1)))
        hands = tuple(str(number + 1) for number in range(seats))
        amounts = tuple(map(str, range(deck.setup.markers + 1)))
        self.bid = self._pairs(BID, hands, amounts)
        for word in (GAIN, PASS, REPEAT, STOP, SKIP, DONE):
            self._text(word, Move(word))

    def _text(self, text: str, move: Move) -> str:
        self.moves[text] = move
        return text

    def _each(self, verb: str, words: Iterable[str]) -> tuple[str, ...]:
        """Return the answers of a verb with one word, by the word's number."""
        return tuple(self._text(f"{verb} {word}", Move(verb, n)) for n, word in enumerate(words))

    def _pairs(
        self, verb: str, words: tuple[str, ...], others: tuple[str, ...]
    ) -> tuple[tuple[str, ...], ...]:
        """Return the answers of a verb with two words, by the numbers of both."""
        return tuple(
            tuple(
                self._text(f"{verb} {one} {two}", Move(verb, n, m)) for m, two in enumerate(others)
            )
            for n, one in enumerate(words)
        )


@lru_cache(maxsize=64)
def texts_of(deck: Deck, owners: tuple[str, ...], seats: int) -> Texts:
    """Return the answers of a deck played by these owners."""
    return Texts(deck, owners, seats)


def completion(deck: Deck, petition: int, covers: tuple[int, ...]) -> str:
    """Return the answer that completes a petition in one way."""
    text = f"{COMPLETE} {deck.petition_ids[petition]}"
    for courtier, cover in zip(deck.petitions[petition].courtiers, covers, strict=True):
        if cover:
            text += f" {deck.courtiers[courtier]}={COVER_WORDS[cover]}"
    return text


def meaning(deck: Deck, texts: Texts, text: str) -> Move | None:
    """Return the move that a tidy text means, ``None`` when it means none."""
    move = texts.moves.get(text)
    if move is None and text.startswith(COMPLETE):
        return _completion(deck, text.split())
    return move


def _completion(deck: Deck, words: list[str]) -> Move | None:
    if len(words) < 2 or words[0] != COMPLETE or words[1] not in deck.petition_of:
        return None
    number = deck.petition_of[words[1]]
    listed = deck.petitions[number].courtiers
    covers: dict[int, int] = {}
    for word in words[2:]:
        name, _, how = word.partition("=")
        courtier = deck.courtier_of.get(name, -1)
        if courtier not in listed or courtier in covers or how not in COVERS:
            return None
        covers[courtier] = COVERS[how]
    return Move(COMPLETE, number, covers=tuple(covers.get(one, USED) for one in listed))


def tidy(answer: Json) -> str | None:
    """Return an answer in small letters and single spaces; ``None`` for what is no text."""
    if not isinstance(answer, str) or len(answer) > LONGEST or not answer.isascii():
        return None
    text = answer.lower()
    if "=" in text:
        text = re.sub(r"\s*=\s*", "=", text)
    return " ".join(text.split())
