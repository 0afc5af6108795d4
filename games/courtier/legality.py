"""What may be answered in each stage: whole lists, in a stable order (courtier.md 7 to 9).

Hand cards come in file order, each kind once, courtiers in board order, owners in
theirs; what declines comes last. An empty list means that there is nothing to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.courtier import board
from games.courtier import state as stages
from games.courtier.deck import NONE
from games.courtier.draws import available
from games.courtier.notation import DONE, GAIN, PASS, REPEAT, SKIP, STOP
from games.courtier.state import Table

PRICE = 1
"""What a face-up card costs (courtier.md 7.1)."""


def nobody(table: Table) -> Sequence[str]:
    """Answer for the stages in which nobody is asked."""
    return ()


def hands(table: Table) -> Sequence[str]:
    """Return the ways to make a hand of the auction; both decks must have the cards (6.2)."""
    size = table.rules.deck.setup.auction_hand
    influence, power = map(len, table.decks)
    texts = table.rules.texts.hand
    fits = [texts[n] for n in range(size + 1) if n <= influence and size - n <= power]
    return fits or [texts[min(size, influence)]]


def bid(table: Table) -> Sequence[str]:
    """Return the bids the seat may make (6.2)."""
    texts, pool = table.rules.texts.bid, table.pools[table.to_move]
    return [
        texts[hand][amount]
        for hand, lot in enumerate(table.auction)
        for amount in range(lot.amount + 1, pool + 1)
    ]


def trade(table: Table) -> Sequence[str]:
    """Return Commerce's draws (4)."""
    found = _draws(table)
    if found and _optional(table, "draw"):
        found.append(SKIP)
    return found


def _draws(table: Table) -> list[str]:
    return [text for deck, text in enumerate(table.rules.texts.draw) if available(table, deck)]


def action(table: Table) -> Sequence[str]:
    """Return the actions of a turn (7)."""
    seat, texts = table.to_move, table.rules.texts
    kinds = list(dict.fromkeys(table.hands[seat]))
    found = _plays(table, kinds)
    if table.reserves[seat]:
        found.append(GAIN)
    found += [texts.discard[card] for card in kinds]
    return found + _reviews(table, kinds) or [PASS]


def _plays(table: Table, kinds: Sequence[int]) -> list[str]:
    """Return the plays of these cards whose cost can be paid (5)."""
    cost, texts = table.rules.deck.cost, table.rules.texts.play
    seat = table.to_move
    found, means = [], -1
    for card in kinds:
        if cost[card]:
            if means < 0:
                means = table.pools[seat] + board.on_board(table, seat)
            if cost[card] > means:
                continue
        found.append(texts[card])
    return found


def may_review(table: Table) -> bool:
    """Tell whether Atheneum's free discard is possible now (4)."""
    seat = table.to_move
    if table.reviewed or not table.hands[seat]:
        return False
    holders = table.holders
    return any(holders[a.coterie] == seat for a in table.rules.deck.abilities["free_discard"])


def _reviews(table: Table, kinds: Sequence[int]) -> list[str]:
    if not may_review(table):
        return []
    texts = table.rules.texts.review
    return [texts[card] for card in kinds]


def discard_more(table: Table) -> Sequence[str]:
    """Return the further discards of a discard action (7)."""
    return _more(table, table.rules.texts.discard)


def review_more(table: Table) -> Sequence[str]:
    """Return the further discards of a review (4)."""
    return _more(table, table.rules.texts.review)


def _more(table: Table, texts: Sequence[str]) -> Sequence[str]:
    hand = table.hands[table.to_move]
    return [*[texts[card] for card in dict.fromkeys(hand)], DONE] if hand else ()


def play_more(table: Table) -> Sequence[str]:
    """Return the further cards that may be played; nothing when the hand has none of the kind."""
    if not table.plays_any and not table.plays_influence:
        return ()
    hand = table.hands[table.to_move]
    kinds = list(dict.fromkeys(hand))
    fit = kinds
    if not table.plays_any:
        first_power = len(table.rules.deck.influence)
        fit = [card for card in kinds if card < first_power]
    if not fit:
        return ()
    return [*_plays(table, fit), *_reviews(table, kinds), STOP]


def spend(table: Table) -> Sequence[str]:
    """Return the courtiers from which a marker may be spent (5)."""
    texts, seat = table.rules.texts.spend, table.to_move
    return [text for text, count in zip(texts, _own(table, seat), strict=True) if count]


def _own(table: Table, owner: int) -> bytearray:
    """Return how many markers an owner has on each courtier."""
    return table.marks[owner :: table.rules.owners]


def place(table: Table) -> Sequence[str]:
    """Return where an influence card's marker may go (8.1)."""
    card = table.rules.deck.influence[table.card]
    return board.placements(table, table.to_move, card.targets, card.empty_only, table.lifted)


def place_extra(table: Table) -> Sequence[str]:
    """Return where Church's further marker may go (4)."""
    found = list(place(table))
    if found and _optional(table, "extra_marker"):
        found.append(SKIP)
    return found


def _optional(table: Table, op: str) -> bool:
    """Tell whether an ability may be declined; its card may have changed hands since (4)."""
    return all(ability.optional for ability in table.rules.deck.abilities[op])


def gianni_place(table: Table) -> Sequence[str]:
    """Return where Gianni's marker may go; a lifted protection is not lifted for him (13)."""
    card = table.rules.deck.influence[table.card]
    gianni = table.rules.gianni
    return board.placements(table, gianni, card.targets, card.empty_only, False)


def choose_step(table: Table) -> Sequence[str]:
    """Return the steps of a card that lets choose, with a legal target or without (8.3)."""
    deck = table.rules.deck
    return table.rules.texts.step[: len(deck.power[table.card - deck.first_power].steps)]


def repeat(table: Table) -> Sequence[str]:
    """Return Military's choice (4)."""
    return (REPEAT, STOP) if _optional(table, "repeat") else (REPEAT,)


def draw(table: Table) -> Sequence[str]:
    """Return the decks with a face-down card (8.3)."""
    return _draws(table)


# The ops on markers (8.3)


def _open(table: Table, texts: Sequence[str]) -> list[str]:
    return [text for text, free in zip(texts, table.free, strict=True) if free]


def place_own(table: Table) -> Sequence[str]:
    """Return the open courtiers, if the pool has a marker."""
    return _open(table, table.rules.texts.place) if table.pools[table.to_move] else ()


def place_neutral(table: Table) -> Sequence[str]:
    """Return the open courtiers, if the reserve has a neutral marker."""
    return _open(table, table.rules.texts.place) if table.neutral else ()


def remove_neutral(table: Table) -> Sequence[str]:
    """Return the courtiers with a neutral marker."""
    texts, counts = table.rules.texts.take, _own(table, table.rules.neutral)
    return [text for text, count in zip(texts, counts, strict=True) if count]


def move_own(table: Table) -> Sequence[str]:
    """Return the courtiers with an own marker that can go to another courtier."""
    open_ones = len(table.free) - table.free.count(0)
    if not open_ones:
        return ()
    texts, counts, free = table.rules.texts.take, _own(table, table.to_move), table.free
    return [
        texts[courtier]
        for courtier, count in enumerate(counts)
        if count and (open_ones > 1 or not free[courtier])
    ]


def move_own_to(table: Table) -> Sequence[str]:
    """Return the other open courtiers."""
    texts, took = table.rules.texts.put, table.took
    return [texts[c] for c, free in enumerate(table.free) if free and c != took]


def _others(table: Table) -> list[int]:
    """Return the other players whose markers may be touched (4)."""
    guard = board.guarded(table, table.lifted) | 1 << table.to_move
    return [colour for colour in range(table.rules.colours) if not guard >> colour & 1]


def move_other(table: Table) -> Sequence[str]:
    """Return others' markers that can go to another courtier of the same coterie."""
    rules, free = table.rules, table.free
    others = _others(table)
    found: list[str] = []
    for members in rules.deck.members:
        open_ones = [courtier for courtier in members if free[courtier]]
        if not open_ones:
            continue
        for courtier in members:
            if len(open_ones) > 1 or not free[courtier]:
                found += _takes(table, courtier, others)
    return found


def _takes(table: Table, courtier: int, owners: Sequence[int]) -> list[str]:
    base, texts = courtier * table.rules.owners, table.rules.texts.take_of[courtier]
    return [texts[owner] for owner in owners if table.marks[base + owner]]


def move_other_to(table: Table) -> Sequence[str]:
    """Return the other open courtiers of the coterie."""
    deck, texts = table.rules.deck, table.rules.texts.put
    took = table.took
    members = deck.members[deck.coterie_of[took]]
    return [texts[c] for c in members if table.free[c] and c != took]


def remove_other(table: Table) -> Sequence[str]:
    """Return the other players' markers that may be touched."""
    others = _others(table)
    found: list[str] = []
    for courtier in range(len(table.free)):
        found += _takes(table, courtier, others)
    return found


def _swappable(table: Table) -> list[int]:
    """Return the owners whose markers may be exchanged: the seat itself and neutral too."""
    guard = board.guarded(table, table.lifted) & ~(1 << table.to_move)
    return [owner for owner in range(table.rules.owners) if not guard >> owner & 1]


def swap(table: Table) -> Sequence[str]:
    """Return the markers that have one of another owner on another courtier to go with."""
    rules, marks = table.rules, table.marks
    owners, width = _swappable(table), rules.owners
    sums = {owner: sum(1 for n in marks[owner::width] if n) for owner in owners}
    total = sum(sums.values())
    found = []
    for courtier, texts in enumerate(rules.texts.take_of):
        base = courtier * width
        there = [owner for owner in owners if marks[base + owner]]
        # Every marker on another courtier, less those of the same owner there.
        elsewhere = total - len(there)
        found += [texts[owner] for owner in there if elsewhere > sums[owner] - 1]
    return found


def swap_with(table: Table) -> Sequence[str]:
    """Return the markers of another owner on another courtier."""
    owners = [owner for owner in _swappable(table) if owner != table.took_owner]
    found: list[str] = []
    for courtier in range(len(table.free)):
        if courtier != table.took:
            found += _takes(table, courtier, owners)
    return found


# Refilling (7.1)


def to_draw(table: Table) -> int:
    """Return how many cards the seat to move still draws."""
    hand = len(table.hands[table.to_move])
    return max(0, table.rules.deck.setup.hand_size - hand - table.penalty)


def refill(table: Table) -> Sequence[str]:
    """Return what the next card may be; ``done`` only where no face-down card is to be had."""
    if not to_draw(table):
        return ()
    seat, found = table.to_move, _draws(table)
    forced = bool(found)
    if table.pools[seat] + board.on_board(table, seat) >= PRICE:
        texts = table.rules.texts.buy
        found += [texts[deck] for deck, card in enumerate(table.offers) if card != NONE]
    return found if forced else [*found, DONE]


Answers = Callable[[Table], Sequence[str]]

LISTS: dict[str, Answers] = {
    stages.HANDS: hands,
    stages.BID: bid,
    stages.TRADE: trade,
    stages.ACTION: action,
    stages.DISCARD_MORE: discard_more,
    stages.REVIEW_MORE: review_more,
    stages.SPEND: spend,
    stages.PLACE: place,
    stages.PLACE_EXTRA: place_extra,
    stages.CHOOSE_STEP: choose_step,
    stages.PLACE_OWN: place_own,
    stages.PLACE_NEUTRAL: place_neutral,
    stages.REMOVE_NEUTRAL: remove_neutral,
    stages.MOVE_OWN: move_own,
    stages.MOVE_OWN_TO: move_own_to,
    stages.MOVE_OTHER: move_other,
    stages.MOVE_OTHER_TO: move_other_to,
    stages.REMOVE_OTHER: remove_other,
    stages.SWAP: swap,
    stages.SWAP_WITH: swap_with,
    stages.DRAW: draw,
    stages.REPEAT: repeat,
    stages.PLAY_MORE: play_more,
    stages.REFILL: refill,
    stages.GIANNI_PLACE: gianni_place,
    stages.OVER: nobody,
    stages.START: nobody,
    stages.GIANNI_TURN: nobody,
    stages.NEXT: nobody,
}
"""The list of each stage but those of ``games.courtier.petitions``."""
