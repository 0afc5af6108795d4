"""The state as JSON and back: cards, courtiers and petitions by their ids, owners by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.courtier import board
from games.courtier.deck import DECKS, NONE
from games.courtier.flow import listed
from games.courtier.rules import Rules
from games.courtier.state import Lot, State, Table, empty_state
from games.engine.contract import Json


def encode(rules: Rules, state: State) -> Json:
    """Return the state as JSON; a courtier without markers is not named, nor a count of 0."""
    deck, names = rules.deck, rules.names
    cards, petitions, fashions = deck.cards, deck.petition_ids, deck.fashion_ids
    influence, power = state.decks
    return {
        **public(rules, state),
        "to_move": state.to_move,
        "courtiers": _courtiers(rules, state),
        "holders": {
            coterie: None if holder < 0 else names[holder]
            for coterie, holder in zip(deck.coteries, state.holders, strict=True)
        },
        "hands": [[cards[one] for one in hand] for hand in state.hands],
        "decks": {
            "influence": [cards[one] for one in influence],
            "power": [cards[one] for one in power],
        },
        "secrets": [None if one < 0 else petitions[one] for one in state.secrets],
        "petition_deck": [petitions[one] for one in state.petition_deck],
        "petition_bottom": state.bottom,
        "fashion": [fashions[one] for one in state.fashion],
        "seen": [fashions[one] for one in state.seen],
        "box": [fashions[one] for one in state.box],
        "pending": pending(rules, state),
        "left": state.left,
    }


def public(rules: Rules, state: State) -> dict[str, Json]:
    """Return what everybody may know and a state and a view write alike."""
    deck, cards, petitions = rules.deck, rules.deck.cards, rules.deck.petition_ids
    return {
        "stage": state.stage,
        "turn_of": _or_null(state.turn_of),
        "first": state.first,
        "turn": state.turn,
        "pools": list(state.pools),
        "reserves": list(state.reserves),
        "track": list(state.track),
        "neutral": state.neutral,
        "bids": _bids(rules, state.auction),
        "known": [[cards[one] for one in hand] for hand in state.known],
        "offers": {
            name: None if card < 0 else cards[card]
            for name, card in zip(DECKS, state.offers, strict=True)
        },
        "discards": {
            name: [cards[one] for one in pile]
            for name, pile in zip(DECKS, state.discards, strict=True)
        },
        "petitions": [petitions[one] for one in state.row],
        "completed": [[petitions[one] for one in stack] for stack in state.completed],
        "played": [cards[one] for one in state.played],
        "stand_ins": [deck.coteries[one] for one in state.stand_ins],
        "plays": {"any": state.plays_any, "influence": state.plays_influence},
        "penalty": state.penalty,
        "lifted": state.lifted,
        "reviewed": state.reviewed,
        "petition_done": state.petition_done,
        "after": state.after or None,
    }


def _or_null(number: int) -> int | None:
    return None if number == NONE else number


def _courtiers(rules: Rules, state: State) -> Json:
    names, width, marks = rules.names, rules.owners, state.marks
    found = {}
    for courtier, (free, slots) in enumerate(zip(state.free, rules.deck.slots, strict=True)):
        if free != slots:
            counts = marks[courtier * width : (courtier + 1) * width]
            found[rules.deck.courtiers[courtier]] = _there(names, counts).copy()
    return found


@lru_cache(maxsize=4096)
def _there(names: tuple[str, ...], counts: bytes) -> dict[str, int]:
    """Name the owners that have markers on a courtier."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def pending(rules: Rules, state: State) -> Json:
    """Return the card that is being resolved, ``None`` without one."""
    if state.card == NONE:
        return None
    taken = None
    if state.took != NONE:
        taken = {
            "courtier": rules.deck.courtiers[state.took],
            "owner": rules.names[state.took_owner],
        }
    return {
        "card": rules.deck.cards[state.card],
        "step": state.step,
        "extra": state.extra,
        "repeats": state.repeats,
        "repeating": state.repeating,
        "taken": taken,
    }


def _bids(rules: Rules, auction: Sequence[Lot]) -> Json:
    """Return the hands of the auction with the bids on them, ``None`` without an auction."""
    if not auction:
        return None
    cards = rules.deck.cards
    return [
        {
            "cards": [cards[one] for one in lot.cards],
            "seat": _or_null(lot.seat),
            "amount": lot.amount,
            "maker": lot.maker,
        }
        for lot in auction
    ]


def decode(rules: Rules, data: Json) -> State:
    """Return the state that ``encode`` wrote; raise ``KeyError`` for what it never writes."""
    return as_state(read_table(rules, data))


def read_table(rules: Rules, data: Json) -> Table:
    """Return the table that an encoded state shows."""
    deck = rules.deck
    card, petition, fashion = deck.card_of, deck.petition_of, deck.fashion_of
    table = Table(rules, empty_state(rules))
    table.stage, table.to_move = data["stage"], data["to_move"]
    table.turn_of = NONE if data["turn_of"] is None else data["turn_of"]
    table.first, table.turn = data["first"], data["turn"]
    lay_markers(table, data["courtiers"])
    table.pools, table.reserves = list(data["pools"]), list(data["reserves"])
    table.track, table.neutral = list(data["track"]), data["neutral"]
    table.hands = [tuple([card[one] for one in hand]) for hand in data["hands"]]
    table.known = [tuple([card[one] for one in hand]) for hand in data["known"]]
    offers, decks, piles = data["offers"], data["decks"], data["discards"]
    table.offers = [NONE if offers[name] is None else card[offers[name]] for name in DECKS]
    table.decks = [tuple([card[one] for one in decks[name]]) for name in DECKS]
    table.discards = [tuple([card[one] for one in piles[name]]) for name in DECKS]
    table.row = tuple([petition[one] for one in data["petitions"]])
    table.secrets = [NONE if one is None else petition[one] for one in data["secrets"]]
    table.petition_deck = tuple([petition[one] for one in data["petition_deck"]])
    table.bottom = data["petition_bottom"]
    table.completed = [tuple([petition[one] for one in stack]) for stack in data["completed"]]
    table.fashion, table.seen, table.box = (
        tuple([fashion[one] for one in data[name]]) for name in ("fashion", "seen", "box")
    )
    _read_turn(table, data)
    return table


def lay_markers(table: Table, courtiers: Json) -> None:
    """Lay markers on an empty board, and hand out the coteries' cards."""
    rules = table.rules
    courtier_of, owner_of, coterie_of = (
        rules.deck.courtier_of, rules.owner_of, rules.deck.coterie_of,
    )  # fmt: skip
    marks, tally, free = table.marks, table.tally, table.free
    for name, there in courtiers.items():
        courtier = courtier_of[name]
        base, part = courtier * rules.owners, coterie_of[courtier] * rules.colours
        for owner_name, count in there.items():
            owner = owner_of[owner_name]
            marks[base + owner] = count
            free[courtier] -= count
            if owner != rules.neutral:
                tally[part + owner] += count
    for coterie in range(len(table.holders)):
        table.holders[coterie] = board.leader(tally, coterie, rules.colours)


def _read_turn(table: Table, data: Json) -> None:
    deck = table.rules.deck
    table.played = tuple([deck.card_of[one] for one in data["played"]])
    table.stand_ins = tuple([deck.coteries.index(one) for one in data["stand_ins"]])
    table.plays_any, table.plays_influence = data["plays"]["any"], data["plays"]["influence"]
    table.penalty, table.lifted = data["penalty"], data["lifted"]
    table.reviewed, table.petition_done = data["reviewed"], data["petition_done"]
    table.left, table.after = data["left"], data["after"] or ""
    if card := data["pending"]:
        table.card, table.step = deck.card_of[card["card"]], card["step"]
        table.extra, table.repeats = card["extra"], card["repeats"]
        table.repeating = card["repeating"]
        if taken := card["taken"]:
            table.took = deck.courtier_of[taken["courtier"]]
            table.took_owner = table.rules.owner_of[taken["owner"]]
    table.auction = [
        Lot(
            tuple([deck.card_of[one] for one in lot["cards"]]),
            lot["maker"],
            NONE if lot["seat"] is None else lot["seat"],
            lot["amount"],
        )
        for lot in data["bids"] or ()
    ]


def as_state(table: Table) -> State:
    """Return the state a table shows, with the answers to what is asked."""
    return table.state(listed(table))
