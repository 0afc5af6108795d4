"""The state of a game of Courtier, and the table on which one resolve changes it.

A state is made of numbers and tuples (``games.courtier.deck`` says of which). Markers
lie in ``marks``, courtier by courtier, a number for each owner; ``free``, ``tally``
(markers of each colour by coterie) and ``holders`` follow from them, and ``legal``,
the answers to what is asked now, from all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.courtier.deck import NONE
from games.courtier.rules import Rules
from games.engine.contract import Chance, Event, Json

HANDS, BID, TRADE, ACTION = "hands", "bid", "trade", "action"
DISCARD_MORE, REVIEW_MORE, SPEND = "discard_more", "review_more", "spend"
PLACE, PLACE_EXTRA, CHOOSE_STEP = "place", "place_extra", "choose_step"
PLACE_OWN, PLACE_NEUTRAL, REMOVE_NEUTRAL = "place_own", "place_neutral", "remove_neutral"
MOVE_OWN, MOVE_OWN_TO = "move_own", "move_own_to"
MOVE_OTHER, MOVE_OTHER_TO, REMOVE_OTHER = "move_other", "move_other_to", "remove_other"
SWAP, SWAP_WITH, DRAW, REPEAT, PLAY_MORE = "swap", "swap_with", "draw", "repeat", "play_more"
PETITION, REFILL = "petition", "refill"
GIANNI_PLACE, GIANNI_PETITION, OVER = "gianni_place", "gianni_petition", "over"
STAGES = (
    HANDS, BID, TRADE, ACTION, DISCARD_MORE, REVIEW_MORE, SPEND, PLACE, PLACE_EXTRA, CHOOSE_STEP,
    PLACE_OWN, PLACE_NEUTRAL, REMOVE_NEUTRAL, MOVE_OWN, MOVE_OWN_TO, MOVE_OTHER, MOVE_OTHER_TO,
    REMOVE_OTHER, SWAP, SWAP_WITH, DRAW, REPEAT, PLAY_MORE, PETITION, REFILL, GIANNI_PLACE,
    GIANNI_PETITION, OVER,
)  # fmt: skip
"""The stages, named as the asks are."""

START, GIANNI_TURN, NEXT = "start", "gianni_turn", "next"
"""Stages in which nobody is asked; no state shows them."""

Cards = tuple[int, ...]


class Lot(NamedTuple):
    """A hand of the auction and the bid that stands on it (courtier.md 6.2)."""

    cards: Cards
    maker: int
    seat: int = NONE
    amount: int = 0


class State(NamedTuple):
    """Everything about a game at one moment; made by ``Table.state`` only.

    Decks and petitions lie top first, discard piles newest last; ``bottom`` counts the
    petitions at the bottom of their deck that everybody knows. ``card`` to ``took_owner``
    belong to the card being resolved, ``after`` is the stage to which a review or the
    payment of a purchase goes back.
    """

    stage: str
    to_move: int
    turn_of: int
    first: int
    turn: int
    marks: bytes
    free: bytes
    tally: bytes
    holders: Cards
    pools: Cards
    reserves: Cards
    track: Cards
    neutral: int
    hands: tuple[Cards, ...]
    known: tuple[Cards, ...]
    offers: Cards
    decks: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    row: Cards
    secrets: Cards
    petition_deck: Cards
    bottom: int
    completed: tuple[Cards, ...]
    fashion: Cards
    seen: Cards
    box: Cards
    played: Cards
    stand_ins: Cards
    plays_any: int
    plays_influence: int
    penalty: int
    lifted: bool
    reviewed: bool
    petition_done: bool
    card: int
    step: int
    left: int
    extra: int
    repeats: int
    repeating: bool
    took: int
    took_owner: int
    after: str
    auction: tuple[Lot, ...]
    legal: tuple[str, ...]


class Table:
    """A state that may be changed, for the time of one resolve, and what happened on it.

    Its fields are those of ``State``; lists and byte arrays stand where a state has
    tuples and bytes.
    """

    __slots__ = (
        "rules", "chance", "events", "shuffles",
        "stage", "to_move", "turn_of", "first", "turn", "marks", "free", "tally", "holders",
        "pools", "reserves", "track", "neutral", "hands", "known", "offers", "decks", "discards",
        "row", "secrets", "petition_deck", "bottom", "completed", "fashion", "seen", "box",
        "played", "stand_ins", "plays_any", "plays_influence", "penalty", "lifted", "reviewed",
        "petition_done", "card", "step", "left", "extra", "repeats", "repeating", "took",
        "took_owner", "after", "auction",
    )  # fmt: skip

    stage: str
    to_move: int
    turn_of: int
    first: int
    turn: int
    row: Cards
    petition_deck: Cards
    bottom: int
    fashion: Cards
    seen: Cards
    box: Cards
    played: Cards
    stand_ins: Cards
    plays_any: int
    plays_influence: int
    penalty: int
    lifted: bool
    reviewed: bool
    petition_done: bool
    card: int
    step: int
    left: int
    extra: int
    repeats: int
    repeating: bool
    took: int
    took_owner: int
    after: str

    def __init__(self, rules: Rules, state: State, chance: Chance | None = None) -> None:
        (
            self.stage, self.to_move, self.turn_of, self.first, self.turn, marks, free, tally,
            holders, pools, reserves, track, self.neutral, hands, known, offers, decks, discards,
            self.row, secrets, self.petition_deck, self.bottom, completed, self.fashion,
            self.seen, self.box, self.played, self.stand_ins, self.plays_any,
            self.plays_influence, self.penalty, self.lifted, self.reviewed, self.petition_done,
            self.card, self.step, self.left, self.extra, self.repeats, self.repeating, self.took,
            self.took_owner, self.after, auction, _,
        ) = state  # fmt: skip
        self.rules, self.chance = rules, chance
        self.events: list[Event] = []
        self.shuffles = [0, 0]
        self.marks, self.free, self.tally = bytearray(marks), bytearray(free), bytearray(tally)
        self.holders, self.pools, self.reserves = list(holders), list(pools), list(reserves)
        self.track, self.hands, self.known = list(track), list(hands), list(known)
        self.offers, self.decks, self.discards = list(offers), list(decks), list(discards)
        self.secrets, self.completed, self.auction = list(secrets), list(completed), list(auction)

    def state(self, legal: tuple[str, ...]) -> State:
        """Return what the table shows; ``legal`` are the answers to what is asked."""
        return State(
            self.stage, self.to_move, self.turn_of, self.first, self.turn, bytes(self.marks),
            bytes(self.free), bytes(self.tally), tuple(self.holders), tuple(self.pools),
            tuple(self.reserves), tuple(self.track), self.neutral, tuple(self.hands),
            tuple(self.known), tuple(self.offers), tuple(self.decks), tuple(self.discards),
            self.row, tuple(self.secrets), self.petition_deck, self.bottom,
            tuple(self.completed), self.fashion, self.seen, self.box, self.played,
            self.stand_ins, self.plays_any, self.plays_influence, self.penalty, self.lifted,
            self.reviewed, self.petition_done, self.card, self.step, self.left, self.extra,
            self.repeats, self.repeating, self.took, self.took_owner, self.after,
            tuple(self.auction), legal,
        )  # fmt: skip

    def tell(self, kind: str, data: Mapping[str, Json], reveals: bool = False) -> None:
        """Note something that everybody sees."""
        self.events.append(Event(kind, data, None, reveals))

    def tell_seat(self, seat: int, kind: str, data: Mapping[str, Json]) -> None:
        """Note a card that one seat alone sees."""
        self.events.append(Event(kind, data, (seat,), True))


@lru_cache(maxsize=16)
def empty_state(rules: Rules) -> State:
    """Return a table before setup: all markers in pool and reserve, no card anywhere."""
    setup, deck = rules.deck.setup, rules.deck
    colours, seats = rules.colours, rules.seats
    stock = setup.markers - setup.track
    pools = [setup.pool] * seats + [stock] * (colours - seats)
    none: tuple[Any, ...] = ()
    return State(
        stage=HANDS, to_move=0, turn_of=NONE, first=0, turn=0,
        marks=bytes(rules.owners * len(deck.courtiers)),
        free=bytes(deck.slots),
        tally=bytes(colours * len(deck.coteries)),
        holders=(NONE,) * len(deck.coteries),
        pools=tuple(pools),
        reserves=tuple(stock - pool for pool in pools),
        track=(0,) * colours, neutral=setup.neutral,
        hands=(none,) * seats, known=(none,) * seats,
        offers=(NONE, NONE), decks=(none, none), discards=(none, none),
        row=none, secrets=(NONE,) * seats, petition_deck=none, bottom=0,
        completed=(none,) * colours, fashion=none, seen=none, box=none,
        played=none, stand_ins=none, plays_any=0, plays_influence=0, penalty=0,
        lifted=False, reviewed=False, petition_done=False,
        card=NONE, step=0, left=0, extra=0, repeats=0, repeating=False,
        took=NONE, took_owner=NONE, after="", auction=none, legal=none,
    )  # fmt: skip
