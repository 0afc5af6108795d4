"""Setup and the course of a turn (courtier.md 6, 7)."""

from __future__ import annotations

from games.courtier import board, cards
from games.courtier import state as stages
from games.courtier.auction import deal
from games.courtier.deck import DECKS, INFLUENCE, NONE, POWER
from games.courtier.draws import discard, draw, into_hand, show_offer
from games.courtier.ending import CAP, finish
from games.courtier.fashions import next_petitions
from games.courtier.legality import PRICE
from games.courtier.notation import BUY, COMPLETE, DISCARD, DRAW, GAIN, PLAY, REVIEW, Move
from games.courtier.petitions import complete_as_seat
from games.courtier.rules import Rules
from games.courtier.state import Table, empty_state
from games.engine.contract import Chance


def set_up(rules: Rules, chance: Chance) -> Table:
    """Shuffle, deal and choose who begins (6.1)."""
    table = Table(rules, empty_state(rules), chance)
    first = rules.options.first
    table.first = chance.roll("first", rules.seats)[0] - 1 if first is None else first
    table.to_move = table.first
    table.tell("began", {"first": table.first}, reveals=True)
    if rules.options.fast_start:
        _fast_start(table)
    _petitions(table, chance)
    _fashions(table, chance)
    for deck, name in enumerate(DECKS):
        copies = rules.deck.copies[deck]
        table.decks[deck] = tuple([copies[n] for n in chance.shuffle(name, len(copies))])
        show_offer(table, deck)
    if not rules.options.auction:
        _deal_hands(table)
    return table


def _fast_start(table: Table) -> None:
    deck = table.rules.deck
    begin = [c for c, coterie in enumerate(deck.coterie_of) if deck.fast_start[coterie]]
    table.tell("neutral_placed", {"courtiers": board.sprinkle(table, begin, 1)})


def _petitions(table: Table, chance: Chance) -> None:
    """Deal a secret petition to each seat in turn order, then the row."""
    rules, ids = table.rules, table.rules.deck.petition_ids
    table.petition_deck = chance.shuffle("petitions", len(ids))
    for seat in _in_turn(table) if rules.deck.setup.secret else ():
        (table.secrets[seat],) = next_petitions(table, 1)
        told = {"seat": seat, "petition": ids[table.secrets[seat]]}
        table.tell_seat(seat, "petition_dealt", told)
    table.row = next_petitions(table, rules.deck.setup.public)
    table.tell("petitions_shown", {"petitions": [ids[one] for one in table.row]}, reveals=True)


def _in_turn(table: Table) -> list[int]:
    seats = table.rules.seats
    return [(table.first + step) % seats for step in range(seats)]


def _fashions(table: Table, chance: Chance) -> None:
    """Lay two stacks, the end card shuffled into the lower one; the others stay unseen."""
    options, deck = table.rules.options, table.rules.deck
    copies = deck.fashion_copies
    order = [copies[n] for n in chance.shuffle("fashions", len(copies))]
    top, both = options.fashion_top, options.fashion_top + options.fashion_bottom
    lower = (*order[top:both], deck.end_card)
    shuffled = [lower[n] for n in chance.shuffle("fashions/end", len(lower))]
    table.fashion = (*order[:top], *shuffled)
    table.box = tuple(order[both:])


def _deal_hands(table: Table) -> None:
    """Deal the first-game hands (6.3)."""
    setup, names = table.rules.deck.setup, table.rules.deck.cards
    for seat in _in_turn(table):
        hand = table.hands[seat] = deal(table, setup.first_influence, setup.first_power)
        told = {"seat": seat, "cards": [names[card] for card in hand]}
        table.tell_seat(seat, "hand_dealt", told)
    table.stage = stages.START


# A turn (7)


def begin(table: Table) -> None:
    """Begin the turn of the seat to move: Culture's point, then Commerce's draw."""
    seat, rules = table.to_move, table.rules
    table.turn += 1
    table.turn_of = seat
    table.played, table.reviewed, table.petition_done = (), False, False
    table.tell("turn_began", {"seat": seat, "turn": table.turn})
    abilities, gianni = rules.deck.abilities, rules.gianni
    if points := board.amount(table, abilities["vp"], seat, gianni):
        board.score(table, seat, points, "culture")
    table.left = board.amount(table, abilities["draw"], seat, gianni)
    table.stage = stages.TRADE if table.left else stages.ACTION


def do_trade(table: Table, move: Move) -> None:
    """Draw a card for Commerce, or none."""
    if move.verb == DRAW:
        draw(table, move.x)
        table.left -= 1
    else:
        table.left = 0
    if not table.left:
        table.stage = stages.ACTION


def lapse_trade(table: Table) -> None:
    """There is no card to draw."""
    table.left = 0
    table.stage = stages.ACTION


def do_action(table: Table, move: Move) -> None:
    """Carry out the action of the turn, or a review before it."""
    seat = table.to_move
    if move.verb == PLAY:
        cards.play(table, move.x)
    elif move.verb == REVIEW:
        _review(table, move.x)
    elif move.verb == DISCARD:
        do_discard(table, move)
    else:
        table.stage = stages.PETITION
        if move.verb == GAIN:
            board.gain(table, seat, 1, "action")
        else:
            table.tell("passed", {"seat": seat})


def do_discard(table: Table, move: Move) -> None:
    """Discard a card as the action, or be done with it."""
    if move.verb == DISCARD:
        _throw(table, move.x, False)
        table.stage = stages.DISCARD_MORE
    else:
        table.stage = stages.PETITION


def lapse_discard(table: Table) -> None:
    """The hand is empty: the action is over."""
    table.stage = stages.PETITION


def _throw(table: Table, card: int, free: bool) -> None:
    discard(table, table.to_move, card)
    name = table.rules.deck.cards[card]
    table.tell("discarded", {"seat": table.to_move, "card": name, "free": free})


def _review(table: Table, card: int) -> None:
    """Begin Atheneum's free discard; afterwards the turn goes on where it was (4)."""
    table.after, table.reviewed = table.stage, True
    _throw(table, card, True)
    table.stage = stages.REVIEW_MORE


def do_review(table: Table, move: Move) -> None:
    """Discard one card more, or be done with the review."""
    if move.verb == REVIEW:
        _throw(table, move.x, True)
    else:
        lapse_review(table)


def lapse_review(table: Table) -> None:
    """The review is over."""
    table.stage, table.after = table.after, ""


def do_play_more(table: Table, move: Move) -> None:
    """Play a further card, review, or leave the plays that are left."""
    if move.verb == REVIEW:
        _review(table, move.x)
    elif move.verb == PLAY:
        if table.plays_influence and move.x < table.rules.deck.first_power:
            table.plays_influence -= 1
        else:
            table.plays_any -= 1
        cards.play(table, move.x)
    else:
        lapse_play_more(table)


def lapse_play_more(table: Table) -> None:
    """No further card will be played."""
    table.plays_any = table.plays_influence = 0
    table.stage = stages.PETITION


def do_petition(table: Table, move: Move) -> None:
    """Complete a petition, review, or go on to the refill."""
    if move.verb == COMPLETE:
        complete_as_seat(table, move.x, move.covers)
    elif move.verb == REVIEW:
        _review(table, move.x)
    else:
        lapse_petition(table)


def lapse_petition(table: Table) -> None:
    """Go on to the refill."""
    table.stage = stages.REFILL


def do_refill(table: Table, move: Move) -> None:
    """Draw or buy one card; ``done`` only where there is nothing to draw."""
    if move.verb == DRAW:
        draw(table, move.x)
    elif move.verb == BUY:
        _buy(table, move.x)
    else:
        end(table)


def _buy(table: Table, deck: int) -> None:
    table.left = board.spend_from_pool(table, table.to_move, PRICE)
    table.card = table.offers[deck]
    if table.left:
        table.stage, table.after = stages.SPEND, stages.REFILL
    else:
        _bought(table)


def do_spend(table: Table, move: Move) -> None:
    """Pay for a purchase with a marker from the board, or for the card being played."""
    if not table.after:
        cards.do_spend(table, move)
        return
    board.spend_from_board(table, table.to_move, move.x)
    table.left -= 1
    if not table.left:
        _bought(table)


def _bought(table: Table) -> None:
    """Take the face-up card, which everybody has seen, and turn up the next (7.1)."""
    seat, card = table.to_move, table.card
    deck = POWER if card == table.offers[POWER] else INFLUENCE
    told = {"seat": seat, "deck": DECKS[deck], "card": table.rules.deck.cards[card]}
    table.tell("bought", told)
    into_hand(table, seat, card)
    table.known[seat] = tuple(sorted((*table.known[seat], card)))
    table.card, table.after, table.stage = NONE, "", stages.REFILL
    show_offer(table, deck)


def end(table: Table) -> None:
    """End the seat's turn; with two seats Gianni's part follows."""
    table.stand_ins, table.lifted, table.penalty = (), False, 0
    table.stage = stages.NEXT if table.rules.gianni == NONE else stages.GIANNI_TURN


def following(table: Table) -> None:
    """Begin the turn of the seat on the left, or end the game at the turn cap (12)."""
    rules = table.rules
    cap = rules.options.turn_cap
    if cap is not None and table.turn >= cap:
        finish(table, CAP)
        return
    table.to_move = (table.turn_of + 1) % rules.seats
    table.stage = stages.START
