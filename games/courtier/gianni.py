"""Gianni, the third colour of a game for two (courtier.md 13)."""

from __future__ import annotations

from games.courtier import board, cards
from games.courtier import state as stages
from games.courtier.deck import INFLUENCE, NONE
from games.courtier.draws import turn_up
from games.courtier.notation import Move
from games.courtier.petitions import complete
from games.courtier.state import Table


def begin(table: Table) -> None:
    """Let him score for Culture and turn up his card."""
    rules = table.rules
    gianni, abilities = rules.gianni, rules.deck.abilities
    if points := board.amount(table, abilities["vp"], gianni, gianni):
        board.score(table, gianni, points, "culture")
    table.stage = stages.GIANNI_PETITION
    card = turn_up(table, INFLUENCE)
    if card == NONE:
        return
    table.discards[INFLUENCE] += (card,)
    table.tell("gianni_turned", {"card": rules.deck.cards[card]}, reveals=True)
    if not rules.deck.influence[card].wild:
        further = board.amount(table, abilities["extra_marker"], gianni, gianni)
        table.card, table.left = card, rules.deck.influence[card].markers + further
        table.extra, table.stage = further, stages.GIANNI_PLACE


def do_place(table: Table, move: Move) -> None:
    """Place one of his markers."""
    board.place(table, table.rules.gianni, move.x, move.y)
    table.left -= 1
    if not table.left:
        _placed(table)


def lapse_place(table: Table) -> None:
    """No legal placement: nothing (13)."""
    card = table.rules.deck.influence[table.card]
    if table.left == card.markers + table.extra:
        cards.no_effect(table)
    _placed(table)


def _placed(table: Table) -> None:
    table.card, table.left, table.extra = NONE, 0, 0
    table.stage = stages.GIANNI_PETITION


def do_petition(table: Table, move: Move) -> None:
    """Complete a petition for him."""
    complete(table, table.rules.gianni, move.x, move.covers)
    if table.stage != stages.OVER:
        table.stage = stages.NEXT
