"""Build a state from a scenario's partial position; refuse what play cannot lead to.

What is not named is filled in: markers so that each colour has all of its own, cards,
petitions and fashions in file order. Lists by colour or by seat may be shorter than
that; the others have the default. An empty text stands for no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from games.courtier import state as stages
from games.courtier.auction import deal
from games.courtier.codec import as_state, lay_markers
from games.courtier.deck import DECKS, NONE
from games.courtier.problems import problem
from games.courtier.rules import Rules
from games.courtier.state import Lot, State, Table, empty_state
from games.engine.contract import BadOptions, Json
from games.engine.reading import number, truth

FIELDS = frozenset(
    (
        "courtiers", "pools", "reserves", "track", "hands", "offers", "decks", "deck_sizes",
        "discards", "petitions", "secrets", "petition_deck", "completed", "fashion",
        "fashion_left", "stage", "to_move", "first", "turn", "stand_ins", "lifted", "penalty",
        "plays", "reviewed", "petition_done",
    )
)  # fmt: skip

BEFORE = (stages.HANDS, stages.BID)
"""The stages before the first turn."""

BEGINNINGS = (
    *BEFORE, stages.TRADE, stages.ACTION, stages.DISCARD_MORE, stages.REVIEW_MORE,
    stages.PLAY_MORE, stages.PETITION, stages.REFILL, stages.GIANNI_PETITION,
)  # fmt: skip
"""The stages in which a position may begin: those without a card being resolved."""

Value = TypeVar("Value")
Cards = tuple[int, ...]
Partial = Mapping[str, Any]


def position(rules: Rules, partial: Json) -> State:
    """Return the state; raise ``BadOptions``."""
    if not isinstance(partial, dict):
        _refuse("bad_position")
    for name in partial:
        if name not in FIELDS:
            _refuse("unknown_field", str(name), name=str(name))
    table = Table(rules, empty_state(rules))
    _turn(table, partial)
    _board(table, partial)
    _cards(table, partial)
    _petitions(table, partial)
    _fashions(table, partial)
    _begin(table)
    state = as_state(table)
    if not state.legal:
        _refuse("bad_stage", "stage")
    return state


def _refuse(code: str, where: str = "", **params: Json) -> NoReturn:
    raise BadOptions(problem(code, where, **params))


def _maybe(partial: Partial, name: str, read: Callable[[Any], Value]) -> Value | None:
    """Read a field if it is there; whatever is wrong in it is refused with its name."""
    if name not in partial:
        return None
    try:
        return read(partial[name])
    except BadOptions:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, IndexError):
        _refuse("bad_field", name, name=name)


def _read(partial: Partial, name: str, default: Value, read: Callable[[Any], Value]) -> Value:
    """Read a field, or give its default."""
    found = _maybe(partial, name, read)
    return default if found is None else found


def _list(given: Any, most: int | None = None) -> list[Any]:
    if not isinstance(given, list) or (most is not None and len(given) > most):
        raise TypeError
    return given


def _table(given: Any, names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(given, dict) or not set(given) <= set(names):
        raise TypeError
    return given


def _ids(numbers: Mapping[str, int], most: int | None = None) -> Callable[[Any], Cards]:
    return lambda given: tuple(numbers[one] for one in _list(given, most))


def _named(numbers: Mapping[str, int]) -> Callable[[Any], int]:
    return lambda given: NONE if given == "" else numbers[given]


# The turn


def _turn(table: Table, partial: Partial) -> None:
    rules = table.rules
    seat = number(0, rules.seats - 1)
    table.stage = _read(partial, "stage", stages.ACTION, str)
    if table.stage not in BEGINNINGS:
        _refuse("bad_stage", "stage")
    before = table.stage in BEFORE
    table.first = _read(partial, "first", 0, seat)
    table.to_move = _read(partial, "to_move", table.first if before else 0, seat)
    table.turn_of = NONE if before else table.to_move
    table.turn = _read(partial, "turn", int(not before), number(0))
    coteries = {name: number for number, name in enumerate(rules.deck.coteries)}
    table.stand_ins = _maybe(partial, "stand_ins", _ids(coteries)) or ()
    table.lifted = _read(partial, "lifted", False, truth)
    table.penalty = _read(partial, "penalty", 0, number(0))
    table.reviewed = _read(partial, "reviewed", table.stage == stages.REVIEW_MORE, truth)
    table.petition_done = _read(partial, "petition_done", False, truth)
    plays = _maybe(partial, "plays", lambda given: _table(given, ("any", "influence"))) or {}
    table.plays_any = _read(plays, "any", 0, number(0))
    table.plays_influence = _read(plays, "influence", 0, number(0))


# Markers


def _board(table: Table, partial: Partial) -> None:
    rules = table.rules
    names = rules.deck.courtiers
    courtiers = _maybe(partial, "courtiers", lambda given: _table(given, names)) or {}
    for name, there in courtiers.items():
        _check_courtier(rules, name, there)
    lay_markers(table, courtiers)
    table.neutral -= sum(table.marks[rules.neutral :: rules.owners])
    if table.neutral < 0:
        neutral, markers = rules.names[-1], rules.deck.setup.neutral
        _refuse("markers_lost", "courtiers", owner=neutral, markers=markers)
    numbers = _by_colour(number(0), rules.colours)
    pools, reserves = (_maybe(partial, name, numbers) or {} for name in ("pools", "reserves"))
    for colour in range(rules.colours):
        _stock(table, colour, pools.get(colour), reserves.get(colour))
    track = _maybe(partial, "track", numbers) or {}
    table.track = [track.get(colour, 0) for colour in range(rules.colours)]


def _check_courtier(rules: Rules, name: str, there: Any) -> None:
    try:
        counts = [number(0)(count) for count in _table(there, rules.names).values()]
    except (TypeError, ValueError):
        _refuse("bad_field", f"courtiers.{name}", name=name)
    slots = rules.deck.slots[rules.deck.courtier_of[name]]
    if sum(counts) > slots:
        _refuse("too_many_markers", f"courtiers.{name}", courtier=name, slots=slots)


def _by_colour(read: Callable[[Any], Value], most: int) -> Callable[[Any], dict[int, Value]]:
    return lambda given: {n: read(one) for n, one in enumerate(_list(given, most))}


def _stock(table: Table, colour: int, pool: int | None, reserve: int | None) -> None:
    """Fill in a colour's pool and reserve: nothing is lost, as much as usual is in the pool."""
    rules, setup = table.rules, table.rules.deck.setup
    left = setup.markers - setup.track - sum(table.marks[colour :: rules.owners])
    if pool is None:
        usual = left if colour == rules.gianni else min(left, setup.pool)
        pool = usual if reserve is None else left - reserve
    if reserve is None:
        reserve = left - pool
    if pool < 0 or reserve < 0 or pool + reserve != left:
        _refuse("markers_lost", "pools", owner=rules.names[colour], markers=setup.markers)
    table.pools[colour], table.reserves[colour] = pool, reserve


# Cards


def _cards(table: Table, partial: Partial) -> None:
    cards, seats = _ids(table.rules.deck.card_of), table.rules.seats
    hands = _maybe(partial, "hands", _by_colour(cards, seats)) or {}
    table.hands = [tuple(sorted(hands.get(seat, ()))) for seat in range(seats)]
    tops = _maybe(partial, "decks", _by_deck(cards)) or {}
    piles = _maybe(partial, "discards", _by_deck(cards)) or {}
    sizes = _maybe(partial, "deck_sizes", _by_deck(number(0))) or {}
    offers = _maybe(partial, "offers", _by_deck(_named(table.rules.deck.card_of))) or {}
    for deck, name in enumerate(DECKS):
        top, pile, offer = tops.get(name, ()), piles.get(name, ()), offers.get(name)
        named = (*top, *pile, *([] if offer in (None, NONE) else [offer]))
        _check_kind(table, name, named)
        rest = _unnamed(table, deck, named)
        table.offers[deck] = offer if offer is not None else rest.pop(0) if rest else NONE
        down = sizes.get(name, len(top) + len(rest)) - len(top)
        if not 0 <= down <= len(rest):
            _refuse("too_many_cards", "deck_sizes", deck=name)
        table.decks[deck] = (*top, *rest[:down])
        table.discards[deck] = (*rest[down:], *pile)


def _by_deck(read: Callable[[Any], Value]) -> Callable[[Any], dict[str, Value]]:
    return lambda given: {name: read(one) for name, one in _table(given, DECKS).items()}


def _check_kind(table: Table, name: str, cards: Cards) -> None:
    """Refuse a card among those of the other deck."""
    first_power = table.rules.deck.first_power
    if any((card >= first_power) != (name == DECKS[1]) for card in cards):
        _refuse("bad_field", name, name=name)


def _unnamed(table: Table, deck: int, named: Cards) -> list[int]:
    """Return a deck's cards that lie nowhere yet, in file order."""
    left = Counter(table.rules.deck.copies[deck])
    kinds = set(left)
    left.subtract(named)
    left.subtract(card for hand in table.hands for card in hand if card in kinds)
    for card, count in left.items():
        if count < 0:
            _refuse("card_twice", card=table.rules.deck.card_names[card])
    return list(left.elements())


# Petitions and fashions


def _petitions(table: Table, partial: Partial) -> None:
    deck, seats = table.rules.deck, table.rules.seats
    ids = _ids(deck.petition_of)
    completed = _maybe(partial, "completed", _by_colour(ids, table.rules.colours)) or {}
    table.completed = [completed.get(colour, ()) for colour in range(table.rules.colours)]
    row = _maybe(partial, "petitions", ids)
    secrets = _maybe(partial, "secrets", _by_colour(_named(deck.petition_of), seats)) or {}
    top = _maybe(partial, "petition_deck", ids) or ()
    named = [*(row or ()), *top, *(one for stack in table.completed for one in stack)]
    named += [one for one in secrets.values() if one != NONE]
    for one in named:
        if named.count(one) > 1:
            _refuse("card_twice", card=deck.petition_names[one])
    rest = [one for one in range(len(deck.petitions)) if one not in named]
    if row is None:
        row, rest = tuple(rest[: deck.setup.public]), rest[deck.setup.public :]
    for seat in range(seats if deck.setup.secret else 0):
        if seat not in secrets:
            secrets[seat] = rest.pop(0) if rest else NONE
    table.row = row
    table.secrets = [secrets.get(seat, NONE) for seat in range(seats)]
    table.petition_deck = (*top, *rest)


def _fashions(table: Table, partial: Partial) -> None:
    deck, options = table.rules.deck, table.rules.options
    top = _maybe(partial, "fashion", _ids(deck.fashion_of)) or ()
    size = options.fashion_top + options.fashion_bottom + 1
    left = Counter((*deck.fashion_copies, deck.end_card))
    left.subtract(top)
    if min(left.values()) < 0:
        _refuse("card_twice", "fashion", card="fashion")
    usual = size
    if deck.end_card in top:
        usual = min(size, top.index(deck.end_card) + options.fashion_bottom + 1)
    down = _read(partial, "fashion_left", max(usual, len(top)), number(1, len(deck.fashions)))
    rest = [one for one in left.elements() if one != deck.end_card]
    last = () if deck.end_card in top else (deck.end_card,)
    between = down - len(top) - len(last)
    if not 0 <= between <= len(rest):
        _refuse("bad_field", "fashion_left", name="fashion_left")
    table.fashion = (*top, *rest[:between], *last)
    gone = max(0, size - down)
    table.seen, table.box = tuple(rest[between:][:gone]), tuple(rest[between:][gone:])


def _begin(table: Table) -> None:
    """Prepare what a stage needs besides: the hands of the auction, Commerce's draw."""
    setup = table.rules.deck.setup
    if table.stage == stages.BID:
        hands = [
            hand or deal(table, setup.first_influence, setup.first_power) for hand in table.hands
        ]
        table.auction = [Lot(hand, number) for number, hand in enumerate(hands)]
        table.hands = [() for _ in hands]
    elif table.stage == stages.TRADE:
        table.left = max([one.amount for one in table.rules.deck.abilities["draw"]], default=1)
    elif table.stage == stages.REVIEW_MORE:
        table.after = stages.ACTION
