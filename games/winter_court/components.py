"""The cards and members of Winter Court as numbers, and tables about them.

A card is a number (suit by suit, rank by rank, ``TEXT[card]`` such as ``Mi9``), a
member one of 0..11 (``LETTERS[member]``, A to L), a power the member that has it.
Sets of cards or members are bit masks. ``NONE`` stands where no card is: it has
rank 0, no bit and no suit, so that sums need no question.
"""

from __future__ import annotations

from pathlib import Path

from games.winter_court.deck import read

DECK = read(Path(__file__).with_name("winter_court_deck.toml").read_text("utf-8"))
HOUSE = DECK.house
"""The switches in force."""

RANKS = DECK.highest - DECK.lowest + 1
CARDS = len(DECK.suits) * RANKS
NONE = CARDS
EVERY = (1 << CARDS) - 1
"""All cards, as a mask."""

SUIT = tuple(card // RANKS for card in range(CARDS))
RANK = (*(card % RANKS + DECK.lowest for card in range(CARDS)), 0)
BIT = (*(1 << card for card in range(CARDS)), 0)
TEXT = (*(f"{DECK.codes[SUIT[card]]}{RANK[card]}" for card in range(CARDS)), "")
CARD_OF = {TEXT[card]: card for card in range(CARDS)}
CARD_READ = {TEXT[card].lower(): card for card in range(CARDS)}
"""Cards by what people type, in small letters."""

SUIT_BIT = (*(1 << SUIT[card] for card in range(CARDS)), 0)
CARDS_OF_SUIT = tuple(((1 << RANKS) - 1) << suit * RANKS for suit in range(len(DECK.suits)))
IS_BOOST = tuple(RANK[card] in DECK.boost_ranks for card in range(CARDS))
_BOOSTS = sum(BIT[card] for card in range(CARDS) if IS_BOOST[card])
BOOSTS_OF = tuple(
    sum(CARDS_OF_SUIT[suit] & _BOOSTS for suit in range(len(DECK.suits)) if suits >> suit & 1)
    for suits in range(1 << len(DECK.suits))
)
"""The boost cards of a mask of suits, as a mask of cards."""

MEMBERS = DECK.members
COUNT = len(MEMBERS)
LETTERS = tuple(member.letter for member in MEMBERS)
MEMBER_OF = {letter: number for number, letter in enumerate(LETTERS)}
MEMBER_READ = {letter.lower(): number for letter, number in MEMBER_OF.items()}
SUITS_OF = tuple(sum(1 << suit for suit in member.suits) for member in MEMBERS)
"""The suits of each member, as a mask."""

TARGETS = tuple(
    tuple(number for number, member in enumerate(MEMBERS) if suit in member.suits)
    for suit in range(len(DECK.suits))
)
"""The members that take cards of a suit, by letter (winter_court.md 1.2)."""

ROYALS = sum(1 << MEMBER_OF[letter] for letter in DECK.instant_win)
OTHERS = sum(1 << number for number, member in enumerate(MEMBERS) if not member.royal)
STATUS_OF = tuple(
    sum(member.status for number, member in enumerate(MEMBERS) if held >> number & 1)
    for held in range(1 << COUNT)
)
"""The status of a mask of members."""

_BY_POWER = {member.power: number for number, member in enumerate(MEMBERS) if member.power}
WIZARD, STEWARD, SAGE, CHARLATAN = (
    _BY_POWER[power]
    for power in ("second_play", "draw_two", "take_from_discard", "discard_unclaimed_influence")
)
KNIGHT, LOVER, MATCHMAKER, FOOL = (
    _BY_POWER[power] for power in ("add_might", "add_devotion", "add_other_suit", "play_lower")
)
ADDS = {KNIGHT: DECK.adds["add_might"], LOVER: DECK.adds["add_devotion"]}
"""The suit that a power adds; the Matchmaker's depends on the play."""

NAME = tuple(member.name for member in MEMBERS)
WORD = tuple(member.name.lower() for member in MEMBERS)
"""How a power is written in an answer: its member's name in small letters."""

POWER_OF = {WORD[number]: number for number in _BY_POWER.values()}

_HAND_OF_SUIT = tuple(
    tuple(
        tuple(suit * RANKS + rank for rank in range(RANKS) if held >> rank & 1)
        for held in range(1 << RANKS)
    )
    for suit in range(len(DECK.suits))
)


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask, suit by suit and rank by rank."""
    cards: tuple[int, ...] = ()
    for held in _HAND_OF_SUIT:
        if mask & _FULL_SUIT:
            cards += held[mask & _FULL_SUIT]
        mask >>= RANKS
    return cards


_FULL_SUIT = (1 << RANKS) - 1


def texts_of(mask: int) -> list[str]:
    """Return the cards of a mask as texts, in the order of ``cards_of``."""
    return [TEXT[card] for card in cards_of(mask)]


def letters_of(members: int) -> list[str]:
    """Return the letters of a mask of members, in order."""
    return [letter for number, letter in enumerate(LETTERS) if members >> number & 1]


def members_in(letters: list[str]) -> int:
    """Return the mask of some letters; raise ``KeyError`` for one that is none."""
    return sum(1 << MEMBER_OF[letter] for letter in dict.fromkeys(letters))


def mask_of(texts: list[str]) -> int:
    """Return the mask of cards written as ``TEXT``; raise ``KeyError`` for one that is none."""
    mask = 0
    for text in texts:
        mask |= BIT[CARD_OF[text]]
    return mask
