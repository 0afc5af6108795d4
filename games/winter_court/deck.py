"""Read the component data of Winter Court and refuse what the rules cannot honour.

``read(text)`` takes the TOML of ``winter_court_deck.toml``. Every value that is a
house ruling (winter_court.md 12) may be replaced there; a switch whose other value
the code does not know is refused with its name, never ignored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.engine.contract import EngineError

POWERS = (
    "second_play",
    "draw_two",
    "take_from_discard",
    "discard_unclaimed_influence",
    "add_might",
    "add_devotion",
    "add_other_suit",
    "play_lower",
)
"""What the eight powers do, as the data names it (winter_court.md 7)."""

FIXED = {
    "royal_sides_differ": False,
    "power_uses_per_pawn_per_turn": 1,
    "power_without_effect_allowed": False,
    "last_card_ends_at_once": True,
}
"""House switches whose other value no rule describes."""


class DeckError(EngineError):
    """The component data makes no game, or asks for a ruling the code does not know."""

    code = "bad_deck"


class Member(NamedTuple):
    """One member of the court; ``suits`` are numbers, ``power`` is empty for royals."""

    letter: str
    name: str
    royal: bool
    status: int
    suits: tuple[int, ...]
    power: str


class House(NamedTuple):
    """House rulings that may be switched (winter_court.md 12: H12, H9, H10, H7)."""

    charlatan_may_target_itself: bool
    added_card_must_match_target: bool
    fool_allows_equal_rank: bool
    draw_two_needs_pile_of_two: bool


class Deck(NamedTuple):
    """All component data. ``adds`` gives the suit a power adds, by the power's name."""

    suits: tuple[str, ...]
    codes: tuple[str, ...]
    lowest: int
    highest: int
    boost_ranks: tuple[int, ...]
    hands: tuple[int, int]
    members: tuple[Member, ...]
    instant_win: tuple[str, ...]
    adds: Mapping[str, int]
    house: House


def read(text: str) -> Deck:
    """Return the deck that the TOML text describes; raise ``DeckError``."""
    try:
        data = tomllib.loads(text)
        deck = _deck(data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, DeckError):
            raise
        raise DeckError(f"This is no deck of Winter Court: {error!r}") from error
    _verify(deck, data["game"])
    return deck


def _deck(data: Mapping[str, Any]) -> Deck:
    game, suits = data["game"], data["game"]["suits"]
    return Deck(
        suits=tuple(suits),
        codes=tuple(game["suit_codes"]),
        lowest=game["min_rank"],
        highest=game["max_rank"],
        boost_ranks=tuple(game["boost_ranks"]),
        hands=(game["hand_first_player"], game["hand_second_player"]),
        members=tuple(_member(one, suits) for one in data["members"]),
        instant_win=tuple(game["instant_win_members"]),
        adds={
            name: suits.index(power["adds"])
            for name, power in data["powers"].items()
            if "adds" in power
        },
        house=_house(data["house"]),
    )


def _member(one: Mapping[str, Any], suits: list[str]) -> Member:
    return Member(
        one["letter"],
        one["name"],
        one["royal"],
        one["status"],
        tuple(suits.index(suit) for suit in one["suits"]),
        one["power"],
    )


def _house(switches: Mapping[str, Any]) -> House:
    for name, value in FIXED.items():
        if switches[name] != value:
            raise DeckError(
                f"The house switch {name} cannot be {switches[name]!r}, only {value!r}."
            )
    chosen = {name: switches[name] for name in House._fields}
    for name, value in chosen.items():
        if not isinstance(value, bool):
            raise DeckError(f"The house switch {name} is true or false, not {value!r}.")
    if unknown := set(switches) - set(FIXED) - set(chosen):
        raise DeckError(f"There is no house switch called {min(unknown)}.")
    return House(**chosen)


def _verify(deck: Deck, game: Mapping[str, Any]) -> None:
    """Check what the rules take for granted (winter_court.md 1, 10)."""
    cards = len(deck.suits) * (deck.highest - deck.lowest + 1)
    per_suit = [sum(suit in m.suits for m in deck.members) for suit in range(len(deck.suits))]
    letters = [member.letter for member in deck.members]
    named = sorted(member.power for member in deck.members if not member.royal)
    held = {
        "players": game["players"] == 2,
        "suit_codes": len(set(deck.codes)) == len(deck.suits),
        "card_count": cards == game["card_count"],
        "draw_pile_after_deal": cards - sum(deck.hands) == game["draw_pile_after_deal"] > 0,
        "members_per_suit": set(per_suit) == {game["members_per_suit"]},
        "letters": letters == sorted(set(letters)),
        "pawn_count": len(letters) == game["pawn_count"],
        "instant_win_members": set(deck.instant_win) == {m.letter for m in deck.members if m.royal},
        "powers": named == sorted(POWERS),
        "adds": set(deck.adds) == {"add_might", "add_devotion"}
        and len(set(deck.adds.values())) == 2,
        "suits of a member": all(1 <= len(set(m.suits)) == len(m.suits) <= 2 for m in deck.members),
    }
    for name, holds in held.items():
        if not holds:
            raise DeckError(f"The deck contradicts itself or the rules: {name}.")
