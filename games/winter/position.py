"""Positions of scenarios: what a case does not name is filled in.

::

    {"lake": ["LDLD@(0,0)180", "LDLD@(2,0)0"], "tokens": {"L": [[1, 0]]}, "to_move": 1}

is a thaw in which seat 1 (dark) is to move and all other cards are out of the game.
Cards are named by id or by pattern; a pattern means the lowest id not named before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from games.engine.contract import BadOptions, Json
from games.winter.codec import lake_of
from games.winter.components import CARDS, DECK, NUMBERS, ROTATIONS, TURNS
from games.winter.ending import is_stuck, mark_of
from games.winter.lattice import Lake, Point, Spot, groups, largest_groups
from games.winter.problems import bad_options
from games.winter.state import (
    CHOOSE_COLOUR,
    FREEZE,
    FREEZE_PLACE,
    KEEP_GROUP,
    OVER,
    SETUP_PLACE,
    STAGES,
    THAW,
    State,
)

FIELDS = {
    "stage", "to_move", "first", "colours", "lake", "tokens", "supply", "deck", "drawn",
    "had_token", "thaw_turns",
}  # fmt: skip
FAR = 99
"""A position's cards lie no further from (0, 0)."""
_TEXT = re.compile(r"\s*(\w+)\s*@\s*\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)\s*(\d+)\s*", re.ASCII)


def read_position(partial: Json) -> State:
    """Return the state that a partial position describes; raise ``BadOptions``."""
    if not isinstance(partial, dict):
        raise _impossible("it must have named fields")
    if unknown := set(partial) - FIELDS:
        raise _impossible(f"it has a field called {min(map(str, unknown))[:20]}")
    try:
        return _settled(_Reader(partial).state())
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadOptions):
            raise
        raise _impossible(f"a field cannot be read ({type(error).__name__})") from error


def _impossible(what: str) -> BadOptions:
    return bad_options("bad_position", what=what)


def _require(fact: bool, what: str) -> None:
    if not fact:
        raise _impossible(what)


def _settled(state: State) -> State:
    """Begin the count of positions; a player who is stuck has lost (Source: winter.md 4.4)."""
    if state.stage != THAW:
        return state
    counted = state._replace(history=(mark_of(state.lake, state.colour),))
    return counted._replace(stage=OVER) if is_stuck(counted) else counted


class _Laid(NamedTuple):
    name: str
    spot: Spot


class _Reader:
    """Reads the fields in an order in which each may rely on those before."""

    def __init__(self, partial: Json) -> None:
        self.partial = partial
        self.used: set[int] = set()
        self.stage = partial.get("stage", THAW)
        _require(self.stage in STAGES, f"there is no stage {str(self.stage)[:20]}")

    def state(self) -> State:
        """Return the state."""
        first, to_move = self._seats()
        spots = self._spots()
        tokens = self._points()
        lake = self._lake(spots, tokens)
        drawn, deck = self._drawn_and_deck()
        rest = tuple(card for card in range(CARDS) if card not in self.used)
        has_deck = self.stage not in (THAW, KEEP_GROUP)
        state = State(
            self.stage,
            to_move,
            first,
            self._colours(),
            (*deck, *rest) if has_deck else (),
            drawn,
            lake,
            self._supply(lake),
            () if has_deck else rest,
            self._had_token(lake),
            self._thaw_turns(),
        )
        _require_stage(state)
        return state

    def _seats(self) -> tuple[int, int]:
        """Return the first player and the player to move, who depend on each other in setup."""
        first, to_move = self.partial.get("first"), self.partial.get("to_move")
        for seat in (first, to_move):
            _require(seat is None or _is_count(seat, 1), "seats are 0 and 1")
        if self.stage == SETUP_PLACE:
            to_move = first if to_move is None else to_move
            to_move = to_move or 0
            _require(first in (None, to_move), "the first player lays the second card")
            return to_move, to_move
        if self.stage == CHOOSE_COLOUR:
            to_move = 1 - first if to_move is None and first is not None else to_move or 0
            _require(first in (None, 1 - to_move), "the second player chooses the colours")
            return 1 - to_move, to_move
        return first or 0, to_move or 0

    def _card(self, name: Json) -> int:
        """Return the card of an id, or the lowest unused card of a pattern, and use it."""
        _require(isinstance(name, str), "a card is named by id or pattern")
        known = NUMBERS.get(name.lower())
        found = [known] if known is not None else _cards_with(name.upper())
        unused = [card for card in found if card not in self.used]
        _require(bool(unused), f"there is no further card {name[:20]}")
        self.used.add(unused[0])
        return unused[0]

    def _spots(self) -> dict[int, Spot]:
        """Return the lake's cards; those named by id first, so that no pattern takes them."""
        laid = [_laid(entry) for entry in self.partial.get("lake", [])]
        ordered = sorted(laid, key=lambda one: one.name.lower() not in NUMBERS)
        spots = {}
        for name, spot in ordered:
            card = self._card(name)
            _require(spot.rot in ROTATIONS, "a rotation is 0 or 180")
            _require(max(abs(spot.x), abs(spot.y)) <= FAR, "a card lies too far away")
            spots[card] = spot._replace(rot=spot.rot % (180 * len(TURNS[card])))
        return spots

    def _points(self) -> dict[str, list[Point]]:
        given = self.partial.get("tokens", {})
        _require(set(given) <= set(DECK.colours), "tokens are named by colour")
        return {
            colour: [_point(point) for point in given.get(colour, [])] for colour in DECK.colours
        }

    def _lake(self, spots: dict[int, Spot], tokens: dict[str, list[Point]]) -> Lake:
        _require_apart(spots.values())
        bare = lake_of(spots, ([], []))
        _require(
            len(groups(bare.anchors)) <= 1 or self.stage == KEEP_GROUP, "the lake has fallen apart"
        )
        for colour, letter in enumerate(DECK.colours):
            points = tokens[letter]
            squares = set(bare.points(bare.squares(colour)))
            _require(set(points) <= squares, f"a token {letter} lies on no square of its colour")
            _require(len(set(points)) == len(points), "two tokens lie on one square")
            _require(len(points) <= DECK.tokens, f"there are too many tokens {letter}")
        light, dark = DECK.colours
        return lake_of(spots, (tokens[light], tokens[dark]))

    def _drawn_and_deck(self) -> tuple[int | None, list[int]]:
        given = self.partial.get("drawn")
        if isinstance(given, dict):
            given = given.get("card", given.get("pattern"))
        drawn = None if given is None else self._card(given)
        deck = [self._card(name) for name in self.partial.get("deck", [])]
        if self.stage in (SETUP_PLACE, FREEZE_PLACE) and drawn is None:
            rest = deck or [card for card in range(CARDS) if card not in self.used]
            _require(bool(rest), "there is no card to draw")
            drawn, deck = rest[0], deck[1:]
            self.used.add(drawn)
        return drawn, deck

    def _colours(self) -> tuple[int, ...]:
        before = self.stage in (SETUP_PLACE, CHOOSE_COLOUR)
        given = self.partial.get("colours")
        if before:
            _require(given is None, "the colours are not chosen yet")
            return ()
        letters = given or list(DECK.colours)
        _require(sorted(letters) == sorted(DECK.colours), "each seat has a colour of its own")
        return tuple(DECK.colours.index(letter) for letter in letters)

    def _supply(self, lake: Lake) -> tuple[int, int]:
        given = self.partial.get("supply", {})
        _require(set(given) <= set(DECK.colours), "the supply is named by colour")
        most = [DECK.tokens - tokens.bit_count() for tokens in lake.tokens]
        light, dark = (given.get(DECK.colours[colour], most[colour]) for colour in (0, 1))
        fits = _is_count(light, most[0]) and _is_count(dark, most[1])
        _require(fits, f"each player has {DECK.tokens} tokens")
        return light, dark

    def _had_token(self, lake: Lake) -> tuple[bool, bool]:
        has = (bool(lake.tokens[0]), bool(lake.tokens[1]))
        given = self.partial.get("had_token", {})
        _require(set(given) <= set(DECK.colours), "had_token is named by colour")
        had = tuple(given.get(DECK.colours[colour], has[colour]) for colour in (0, 1))
        _require(had == has, "who had a token and has none is out of the game")
        return has

    def _thaw_turns(self) -> int:
        turns = self.partial.get("thaw_turns", 0)
        thaw = self.stage in (THAW, KEEP_GROUP)
        most = DECK.turn_limit - 1 if thaw else 0
        _require(_is_count(turns, most), f"thaw_turns is between 0 and {most} here")
        return int(turns)


def _is_count(value: Json, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _cards_with(pattern: str) -> list[int]:
    return [card for card, face in enumerate(DECK.patterns) if face == pattern]


def _laid(entry: Json) -> _Laid:
    if isinstance(entry, str):
        found = _TEXT.fullmatch(entry)
        _require(found is not None, f"{entry[:30]} is no card in the lake")
        assert found is not None, "just required"
        name, x, y, rot = found.groups()
        return _Laid(name, Spot(int(x), int(y), int(rot)))
    name = entry.get("card", entry.get("pattern"))
    x, y = _point([entry["x"], entry["y"]])
    _require(isinstance(name, str), "a card is named by id or pattern")
    rot = entry.get("rot", 0)
    _require(type(rot) is int, "a rotation is 0 or 180")
    return _Laid(name, Spot(x, y, rot))


def _point(given: Json) -> Point:
    x, y = given
    _require(type(x) is int and type(y) is int, "a point is two whole numbers")
    return x, y


def _require_apart(spots: Iterable[Spot]) -> None:
    laid = list(spots)
    for number, one in enumerate(laid):
        for other in laid[:number]:
            apart = max(abs(one.x - other.x), abs(one.y - other.y)) >= 2
            _require(apart, "two cards overlap")


def _require_stage(state: State) -> None:
    """Refuse what cannot be so in this stage (Source: winter.md 3, 4)."""
    stage, laid = state.stage, sum(1 for _ in state.lake.laid())
    tokens = state.lake.tokens[0] | state.lake.tokens[1]
    if stage == SETUP_PLACE:
        _require(laid == 1, "one card lies there while the second is laid")
    elif stage == CHOOSE_COLOUR:
        _require(laid == 2 and not tokens, "two cards lie there while colours are chosen")
    elif stage in (FREEZE, FREEZE_PLACE):
        _require(laid >= 2, "two cards lie there before the first turn")
    else:
        _require(laid >= 1, "an empty lake ends the game")
    _require(stage != FREEZE or bool(state.deck), "freezing ends with the last card")
    drawing = stage in (SETUP_PLACE, FREEZE_PLACE)
    _require(drawing == (state.drawn is not None), "no card is drawn now")
    if stage == KEEP_GROUP:
        _require(len(largest_groups(state.lake)) > 1, "no groups are tied for the most cards")
