"""Cards between decks, hands and discard piles (courtier.md 7.1)."""

from __future__ import annotations

from games.courtier.deck import DECKS, INFLUENCE, NONE, POWER
from games.courtier.state import Table


def deck_of(table: Table, card: int) -> int:
    """Return the deck a card belongs to."""
    return INFLUENCE if card < len(table.rules.deck.influence) else POWER


def available(table: Table, deck: int) -> bool:
    """Tell whether a face-down card is to be had, a reshuffle included."""
    return bool(table.decks[deck] or table.discards[deck])


def turn_up(table: Table, deck: int) -> int:
    """Take the top card of a deck, shuffling the discard pile when it is empty; or ``NONE``."""
    if not table.decks[deck]:
        _reshuffle(table, deck)
    cards = table.decks[deck]
    if not cards:
        return NONE
    table.decks[deck] = cards[1:]
    return cards[0]


def _reshuffle(table: Table, deck: int) -> None:
    pile = table.discards[deck]
    if not pile:
        return
    assert table.chance
    table.shuffles[deck] += 1
    order = table.chance.shuffle(f"{DECKS[deck]}/{table.shuffles[deck]}", len(pile))
    table.decks[deck] = tuple([pile[place] for place in order])
    table.discards[deck] = ()
    table.tell("deck_shuffled", {"deck": DECKS[deck]}, reveals=True)


def draw(table: Table, deck: int) -> None:
    """Draw a face-down card into the hand of the seat to move, if there is one."""
    card = turn_up(table, deck)
    if card == NONE:
        return
    seat, name = table.to_move, DECKS[deck]
    into_hand(table, seat, card)
    table.tell("drew", {"seat": seat, "deck": name}, reveals=True)
    told = {"seat": seat, "deck": name, "card": table.rules.deck.cards[card]}
    table.tell_seat(seat, "drew_card", told)


def into_hand(table: Table, seat: int, card: int) -> None:
    """Put a card into a hand, which is kept in file order."""
    table.hands[seat] = tuple(sorted((*table.hands[seat], card)))


def discard(table: Table, seat: int, card: int) -> None:
    """Move a card from a hand to the discard pile of its type (7.1)."""
    table.hands[seat] = without(table.hands[seat], card)
    if card in table.known[seat]:
        table.known[seat] = without(table.known[seat], card)
    table.discards[deck_of(table, card)] += (card,)


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the cards with one copy of ``card`` fewer."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def show_offer(table: Table, deck: int) -> None:
    """Turn up a new face-up card beside a deck, if there is one."""
    card = turn_up(table, deck)
    table.offers[deck] = card
    shown = None if card == NONE else table.rules.deck.cards[card]
    table.tell("offer_shown", {"deck": DECKS[deck], "card": shown}, reveals=True)


def renew_offers(table: Table) -> None:
    """Discard both face-up cards and turn up new ones, influence first (10.2 step 5)."""
    for deck, card in enumerate(table.offers):
        if card != NONE:
            table.discards[deck] += (card,)
            table.offers[deck] = NONE
    show_offer(table, INFLUENCE)
    show_offer(table, POWER)
