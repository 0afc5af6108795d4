"""The opening auction (courtier.md 6.2)."""

from __future__ import annotations

from games.courtier import state as stages
from games.courtier.deck import INFLUENCE, NONE, POWER
from games.courtier.notation import Move
from games.courtier.state import Lot, Table


def make_hand(table: Table, move: Move) -> None:
    """Draw a hand of so many influence cards, the rest power cards, and lay it open."""
    rules, seat = table.rules, table.to_move
    cards = deal(table, move.x, rules.deck.setup.auction_hand - move.x)
    table.auction.append(Lot(cards, seat))
    names = [rules.deck.cards[card] for card in cards]
    told = {"seat": seat, "hand": len(table.auction), "cards": names}
    table.tell("hand_made", told, reveals=True)
    table.to_move = (seat + 1) % rules.seats
    if len(table.auction) == rules.seats:
        table.stage = stages.BID


def deal(table: Table, influence: int, power: int) -> tuple[int, ...]:
    """Take cards from the tops of both decks."""
    cards: tuple[int, ...] = ()
    for deck, count in ((INFLUENCE, influence), (POWER, power)):
        cards += table.decks[deck][:count]
        table.decks[deck] = table.decks[deck][count:]
    return tuple(sorted(cards))


def bid(table: Table, move: Move) -> None:
    """Place a bid; whoever it outbids bids next, else the next seat without a bid."""
    seat, lot = table.to_move, table.auction[move.x]
    table.pools[seat] -= move.y
    table.auction[move.x] = lot._replace(seat=seat, amount=move.y)
    outbid = None if lot.seat == NONE else lot.seat
    told = {"seat": seat, "hand": move.x + 1, "amount": move.y, "outbid": outbid}
    table.tell("bid", told)
    if outbid is not None:
        table.pools[outbid] += lot.amount
        table.to_move = outbid
        return
    bidding = {one.seat for one in table.auction}
    seats = table.rules.seats
    order = [(seat + step) % seats for step in range(1, seats)]
    following = [one for one in order if one not in bidding]
    if following:
        table.to_move = following[0]
    else:
        _settle(table)


def _settle(table: Table) -> None:
    """Everybody has a hand: the standing bids go to the reserves."""
    for number, lot in enumerate(table.auction):
        table.reserves[lot.seat] += lot.amount
        table.hands[lot.seat] = table.known[lot.seat] = lot.cards
        told = {"seat": lot.seat, "hand": number + 1, "amount": lot.amount}
        table.tell("hand_won", told)
    table.auction = []
    table.to_move, table.stage = table.first, stages.START
