"""Playing a card and carrying it out, choice by choice (courtier.md 8, 4)."""

from __future__ import annotations

from collections.abc import Callable

from games.courtier import board
from games.courtier import state as stages
from games.courtier.deck import DECKS, NONE, Effect
from games.courtier.draws import deck_of, discard, draw
from games.courtier.notation import REPEAT, Move
from games.courtier.state import Table

STAGE_OF = {
    op: op
    for op in (
        stages.PLACE_OWN, stages.PLACE_NEUTRAL, stages.REMOVE_NEUTRAL, stages.MOVE_OWN,
        stages.MOVE_OTHER, stages.REMOVE_OTHER, stages.SWAP, stages.DRAW,
    )
}  # fmt: skip
"""Ops that need choices, and the stage in which the first of them is asked."""


def play(table: Table, card: int) -> None:
    """Play a card from the hand: it lies on the discard pile before its effect (7.1)."""
    seat, deck = table.to_move, table.rules.deck
    discard(table, seat, card)
    table.played += (card,)
    told = {"seat": seat, "deck": DECKS[deck_of(table, card)], "card": deck.cards[card]}
    table.tell("card_played", told)
    table.card, table.repeating, table.step = card, False, 0
    if card < deck.first_power:
        table.left = deck.influence[card].markers
        table.extra = _ability(table, "extra_marker")
        table.stage = stages.PLACE
        return
    power = deck.power[card - deck.first_power]
    table.repeats = _ability(table, "repeat") if power.repeatable else 0
    table.left = board.spend_from_pool(table, seat, power.cost) if power.cost else 0
    if table.left:
        table.stage, table.after = stages.SPEND, ""
    else:
        begin(table)


def _ability(table: Table, op: str) -> int:
    rules = table.rules
    return board.amount(table, rules.deck.abilities[op], table.to_move, rules.gianni)


def begin(table: Table) -> None:
    """Carry out what a power card says, its cost being paid."""
    deck, seat = table.rules.deck, table.to_move
    power = deck.power[table.card - deck.first_power]
    if power.lifts:
        table.lifted = True
        table.tell("protection_lifted", {"seat": seat})
    table.penalty += power.penalty
    if power.extra_plays:
        _grant(table, power.extra_play, power.extra_plays, power.penalty)
    _resolve(table)


def _grant(table: Table, kind: str, count: int, penalty: int) -> None:
    if kind == "any":
        table.plays_any += count
    elif kind == "influence":
        table.plays_influence += count
    told = {"seat": table.to_move, "kind": kind, "count": count, "penalty": penalty}
    table.tell("plays_granted", told)


def _resolve(table: Table) -> None:
    """Begin a resolution, the first or a repeated one."""
    deck = table.rules.deck
    if deck.power[table.card - deck.first_power].choose:
        table.stage = stages.CHOOSE_STEP
    else:
        _from_step(table, 0)


def _from_step(table: Table, step: int) -> None:
    """Carry out the steps from here to the next choice."""
    deck = table.rules.deck
    steps = deck.power[table.card - deck.first_power].steps
    while step < len(steps):
        if _begin_step(table, step, steps[step]):
            return
        step += 1
    _resolved(table)


def _begin_step(table: Table, step: int, effect: Effect) -> bool:
    """Carry out a step, or prepare its first choice; tell whether there is one."""
    table.step, table.left = step, effect.amount
    stage = STAGE_OF.get(effect.op)
    if stage:
        table.stage = stage
        return True
    if effect.op == "gain":
        if not board.gain(table, table.to_move, effect.amount, "card"):
            no_effect(table)
    elif effect.op == "substitute":
        table.stand_ins += (effect.coterie,)
        coterie = table.rules.deck.coteries[effect.coterie]
        table.tell("stand_in", {"seat": table.to_move, "coterie": coterie})
    return False


def no_effect(table: Table) -> None:
    """Say that a card, or a step of it, finds nothing to do (8.1)."""
    name = table.rules.deck.cards[table.card]
    table.tell("no_effect", {"seat": table.to_move, "card": name})


def _resolved(table: Table) -> None:
    """One resolution is complete: Military may follow with another (4)."""
    if table.repeats:
        table.stage, table.left = stages.REPEAT, 0
    else:
        finish(table)


def finish(table: Table) -> None:
    """The card is done; extra plays come next, then the petition."""
    table.card, table.left, table.extra, table.repeats = NONE, 0, 0, 0
    table.step, table.repeating = 0, False
    table.stage = stages.PLAY_MORE


def _next(table: Table) -> None:
    """One time of a step is done: again, or on to the next step."""
    table.left -= 1
    table.took = table.took_owner = NONE
    if table.left:
        table.stage = _op(table).op
    else:
        after_step(table)


def after_step(table: Table) -> None:
    """Go on behind the step that is being carried out."""
    deck = table.rules.deck
    if deck.power[table.card - deck.first_power].choose:
        _resolved(table)
    else:
        _from_step(table, table.step + 1)


def _op(table: Table) -> Effect:
    deck = table.rules.deck
    return deck.power[table.card - deck.first_power].steps[table.step]


def lapse_step(table: Table) -> None:
    """The step has no legal target, or none any more (8.3)."""
    if table.left == _op(table).amount:
        no_effect(table)
    after_step(table)


# Carrying out the choices, stage by stage


def do_place(table: Table, move: Move) -> None:
    """Place the marker of an influence card; Church's further ones come after it."""
    board.place(table, table.to_move, move.x, move.y)
    table.left -= 1
    if not table.left:
        _extra(table)


def lapse_place(table: Table) -> None:
    """No legal placement: the card is discarded without effect (8.1)."""
    card = table.rules.deck.influence[table.card]
    if table.left == card.markers:
        no_effect(table)
    finish(table)


def _extra(table: Table) -> None:
    if table.extra:
        table.stage = stages.PLACE_EXTRA
    else:
        finish(table)


def do_place_extra(table: Table, move: Move) -> None:
    """Place Church's further marker, or decline it."""
    if move.x == NONE:
        finish(table)
        return
    board.place(table, table.to_move, move.x, move.y)
    table.extra -= 1
    _extra(table)


def do_spend(table: Table, move: Move) -> None:
    """Pay with a marker from the board."""
    board.spend_from_board(table, table.to_move, move.x)
    table.left -= 1
    if not table.left:
        begin(table)


def do_choose(table: Table, move: Move) -> None:
    """Carry out the one step chosen."""
    deck = table.rules.deck
    effect = deck.power[table.card - deck.first_power].steps[move.x]
    if not _begin_step(table, move.x, effect):
        _resolved(table)


def do_place_own(table: Table, move: Move) -> None:
    """Place an own marker on an empty slot."""
    board.place(table, table.to_move, move.x, NONE)
    _next(table)


def do_place_neutral(table: Table, move: Move) -> None:
    """Put a neutral marker from the reserve on an empty slot."""
    table.neutral -= 1
    neutral = table.rules.neutral
    board.put(table, move.x, neutral)
    told = {"seat": table.to_move, "owner": table.rules.names[neutral]}
    courtier = table.rules.deck.courtiers[move.x]
    table.tell("marker_placed", {**told, "courtier": courtier, "replaced": None})
    _next(table)


def do_remove(table: Table, move: Move) -> None:
    """Return a neutral or another player's marker to where it belongs."""
    owner = table.rules.neutral if move.y == NONE else move.y
    courtier = table.rules.deck.courtiers[move.x]
    told = {"seat": table.to_move, "owner": table.rules.names[owner], "courtier": courtier}
    table.tell("marker_taken", told)
    board.go_home(table, owner)
    board.lift(table, move.x, owner)
    _next(table)


def do_take(after: str) -> Callable[[Table, Move], None]:
    """Return what chooses the first marker of a step; ``after``: where the rest is asked."""

    def do(table: Table, move: Move) -> None:
        table.took = move.x
        table.took_owner = table.to_move if move.y == NONE else move.y
        table.stage = after

    return do


def do_put(table: Table, move: Move) -> None:
    """Move the marker that was chosen to another courtier."""
    ids, owner = table.rules.deck.courtiers, table.took_owner
    told = {"seat": table.to_move, "owner": table.rules.names[owner]}
    table.tell("marker_moved", {**told, "from": ids[table.took], "to": ids[move.x]})
    board.move(table, owner, table.took, move.x)
    _next(table)


def do_swap(table: Table, move: Move) -> None:
    """Exchange the marker that was chosen with another one."""
    names, ids = table.rules.names, table.rules.deck.courtiers
    one, other = table.took_owner, move.y
    table.tell(
        "markers_swapped",
        {
            "seat": table.to_move,
            "owners": [names[one], names[other]],
            "courtiers": [ids[table.took], ids[move.x]],
        },
    )
    board.swap(table, table.took, one, move.x, other)
    _next(table)


def do_draw(table: Table, move: Move) -> None:
    """Draw a face-down card."""
    draw(table, move.x)
    _next(table)


def do_repeat(table: Table, move: Move) -> None:
    """Resolve the card once more with new choices, or leave it."""
    if move.verb != REPEAT:
        finish(table)
        return
    table.repeats -= 1
    table.repeating = True
    _resolve(table)
