"""The shared deck of playing cards: numbers 0 to 51, written ``KS`` or ``10D``.

Source: skirmish.md 9. Suits do not matter to any rule; they tell cards apart.
"""

from __future__ import annotations

CARDS = 52
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_OF = {text: card for card, text in enumerate(TEXT)}

KING, QUEEN, JACK, ACE, NUMBERED = "king", "queen", "jack", "ace", "numbered"
_BY_RANK = {"K": KING, "Q": QUEEN, "J": JACK, "A": ACE}


def kind_of(card: int) -> str:
    """Return the kind of a card: king, queen, jack, ace or numbered."""
    return _BY_RANK.get(RANKS[card % len(RANKS)], NUMBERED)


def texts_of(cards: list[int]) -> list[str]:
    """Return cards as texts."""
    return [TEXT[card] for card in cards]
