"""Carry actions out: the state after each, and what happened (Source: winter.md 3, 4).

Every function takes a state and an action that is legal in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import Chance, Event, Json, Step
from games.winter.actions import (
    Action,
    Colour,
    DrawCard,
    Keep,
    LegalMove,
    Place,
    Remove,
    Take,
    Token,
)
from games.winter.components import CARDS, DECK
from games.winter.ending import is_stuck, mark_of, verdict_of
from games.winter.lattice import (
    CENTRE,
    TOUCHING,
    Lake,
    Pair,
    Point,
    Spot,
    are_connected,
    cards_of_group,
    changed,
    groups,
    keep,
    largest_groups,
    lay,
    lift,
    moved,
)
from games.winter.state import (
    CHOOSE_COLOUR,
    FREEZE,
    FREEZE_PLACE,
    KEEP_GROUP,
    OVER,
    SETUP_PLACE,
    THAW,
    State,
)

Moment = tuple[State, list[Event]]


def begin(first: int, chance: Chance) -> Step[State]:
    """Shuffle, lay the top card and reveal the next for the first player (Source: winter.md 3)."""
    order = chance.shuffle("deck", CARDS)
    x, y = DECK.starter
    lake = lay(Lake(), order[0], Spot(x, y, 0))
    supply = (DECK.tokens, DECK.tokens)
    state = State(SETUP_PLACE, first, first, (), order[2:], order[1], lake, supply)
    dealt = Event("dealt", {"first": first, **named(order[0])}, None, reveals=True)
    return Step(state, (dealt, _drawn(first, order[1])))


def play(state: State, action: Action) -> Step[State]:
    """Return what the action of the player to move leads to."""
    after, events = _PLAYS[type(action)](state, action)
    return Step(after, tuple(events))


def named(card: int) -> dict[str, Json]:
    """Return a card as events and views name it."""
    return {"card": DECK.ids[card], "pattern": DECK.patterns[card]}


def _event(kind: str, **data: Json) -> Event:
    return Event(kind, data, None)


def _drawn(seat: int, card: int) -> Event:
    data = {"seat": seat, "card": DECK.ids[card], "pattern": DECK.patterns[card]}
    return Event("card_drawn", data, None, reveals=True)


def _of_card(kind: str, seat: int, card: int, spot: Spot) -> Event:
    data = {
        "seat": seat,
        "card": DECK.ids[card],
        "pattern": DECK.patterns[card],
        "x": spot.x,
        "y": spot.y,
        "rot": spot.rot,
    }
    return Event(kind, data, None)


def _place(state: State, action: Place) -> Moment:
    card, seat, spot = state.drawn, state.to_move, action.spot
    assert card is not None, "a card is laid when one is drawn"
    placed = _of_card("card_placed", seat, card, spot)
    stage = CHOOSE_COLOUR if state.stage == SETUP_PLACE else FREEZE
    lake = lay(state.lake, card, spot)
    after = _frozen(state, stage, 1 - seat, state.deck, None, lake)
    if state.deck or stage == CHOOSE_COLOUR:
        return after, [placed]
    thaw, events = _thaw_begins(after)
    return thaw, [placed, *events]


def _thaw_begins(state: State) -> Moment:
    """The last card lies: the other player makes the first thawing turn (winter.md 4.1, 4.4)."""
    begun = [_event("thaw_began", seat=state.to_move)]
    after = state._replace(stage=THAW, history=(mark_of(state.lake, state.colour),))
    return _over(after, begun) if is_stuck(after) else (after, begun)


def _choose(state: State, action: Colour) -> Moment:
    """The second player chooses a colour and makes the first turn (Source: winter.md 3)."""
    seat, own = state.to_move, action.colour
    colours = (own, 1 - own) if seat == 0 else (1 - own, own)
    chosen = _event("colour_chosen", seat=seat, colour=DECK.colours[own])
    return state._replace(stage=FREEZE, colours=colours), [chosen]


def _draw(state: State, action: DrawCard) -> Moment:
    card = state.deck[0]
    after = _frozen(state, FREEZE_PLACE, state.to_move, state.deck[1:], card, state.lake)
    return after, [_drawn(state.to_move, card)]


def _frozen(
    state: State, stage: str, to_move: int, deck: tuple[int, ...], drawn: int | None, lake: Lake
) -> State:
    """Return what a state before the thaw becomes; ``_replace`` would take twice as long."""
    _, _, first, colours, _, _, _, supply, discarded, had_token, *_ = state
    return State(stage, to_move, first, colours, deck, drawn, lake, supply, discarded, had_token)


def _token(state: State, action: Token) -> Moment:
    x, y = action.square
    after = _with_tokens(state, state.lake, (action.square,), 1 - state.to_move)
    colour = DECK.colours[state.colour]
    placed = _event("token_placed", seat=state.to_move, colour=colour, x=x, y=y)
    return after, [placed]


def _with_tokens(state: State, lake: Lake, squares: tuple[Point, ...], to_move: int) -> State:
    """Put tokens of the player to move on squares of ``lake``, the lake from now on."""
    stage, seat, first, colours, deck, drawn, _, supply, discarded, had_token, turns, history = (
        state
    )
    colour = colours[seat]
    tokens = lake.tokens[colour]
    for x, y in squares:
        tokens |= 1 << lake.bit(x, y)
    lake = lake.with_tokens(colour, tokens)
    supply = changed(supply, colour, supply[colour] - len(squares))
    had_token = (True, had_token[1]) if colour == 0 else (had_token[0], True)
    return State(
        stage,
        to_move,
        first,
        colours,
        deck,
        drawn,
        lake,
        supply,
        discarded,
        had_token,
        turns,
        history,
    )


def _move(state: State, action: LegalMove) -> Moment:
    """Lay a card elsewhere and put a token on each new square (Source: winter.md 4.2)."""
    (card, spot, _), lake, squares = action
    old = state.lake.spots[card]
    assert old is not None, "a moved card lies in the lake"
    after = _with_tokens(state, lake, squares, state.to_move)
    data = {
        "seat": state.to_move,
        "card": DECK.ids[card],
        "pattern": DECK.patterns[card],
        "from": list(old),
        "to": list(spot),
        "squares": [list(square) for square in squares],
    }
    return _parted(after, state.lake, old, [Event("card_moved", data, None)])


def _remove(state: State, action: Remove) -> Moment:
    card = action.card
    spot = state.lake.spots[card]
    assert spot is not None, "a removed card lies in the lake"
    removed = _of_card("card_removed", state.to_move, card, spot)
    after = state._replace(
        lake=lift(state.lake, card), discarded=(*state.discarded, card), history=()
    )
    return _parted(after, state.lake, spot, [removed])


def _take(state: State, action: Take) -> Moment:
    x, y = action.square
    colour, lake = state.colour, state.lake
    tokens = lake.tokens[colour] & ~(1 << lake.bit(x, y))
    taken = _event("token_taken", seat=state.to_move, colour=DECK.colours[colour], x=x, y=y)
    supply = changed(state.supply, colour, state.supply[colour] + 1)
    return _turn_ends(state, lake.with_tokens(colour, tokens), supply, [taken])


def _parted(state: State, before: Lake, spot: Spot, events: list[Event]) -> Moment:
    """Check whether the lake has fallen apart since a card left ``spot`` (winter.md 4.3).

    It was one group, so it still is when the neighbours of that place still belong together.
    """
    neighbours = before.anchors & TOUCHING << before.bit(spot.x, spot.y) - CENTRE
    if are_connected(moved(neighbours, before, state.lake), state.lake.anchors):
        return _turn_ends(state, state.lake, state.supply, events)
    largest = largest_groups(state.lake)
    if len(largest) == 1:
        return _kept(state, largest[0], events)
    sizes = sorted([group.bit_count() for group in groups(state.lake.anchors)], reverse=True)
    asked = _event("groups_parted", groups=sizes)
    return state._replace(stage=KEEP_GROUP, history=()), [*events, asked]


def _keep(state: State, action: Keep) -> Moment:
    lake, spot = state.lake, state.lake.spots[action.card]
    assert spot is not None, "a card that names its group lies in the lake"
    bit = lake.bit(spot.x, spot.y)
    group = next(group for group in groups(lake.anchors) if group >> bit & 1)
    return _kept(state, group, [])


def _kept(state: State, group: int, events: list[Event]) -> Moment:
    """All other groups leave; their tokens go back to their owners (Source: winter.md H9)."""
    before, lake = state.lake, keep(state.lake, group)
    leaving = cards_of_group(before, before.anchors & ~group)
    back = [
        old.bit_count() - new.bit_count()
        for old, new in zip(before.tokens, lake.tokens, strict=True)
    ]
    left = _event(
        "group_left",
        cards=[DECK.ids[card] for card in leaving],
        tokens=dict(zip(DECK.colours, back, strict=True)),
    )
    after = state._replace(discarded=(*state.discarded, *leaving), history=())
    supply = (state.supply[0] + back[0], state.supply[1] + back[1])
    return _turn_ends(after, lake, supply, [*events, left])


def _turn_ends(state: State, lake: Lake, supply: Pair, events: list[Event]) -> Moment:
    """The next player is to move, unless the game is over (Source: winter.md 4.4)."""
    seat = 1 - state.to_move
    after = State(
        THAW,
        seat,
        state.first,
        state.colours,
        (),
        None,
        lake,
        supply,
        state.discarded,
        state.had_token,
        state.thaw_turns + 1,
        (*state.history, mark_of(lake, state.colours[seat])),
    )
    return (after, events) if verdict_of(after) is None else _over(after, events)


def _over(state: State, events: list[Event]) -> Moment:
    verdict = verdict_of(state)
    assert verdict is not None, "the game is over by one of the rules"
    ended = _event("game_over", reason=verdict.reason, winners=list(verdict.winners))
    return state._replace(stage=OVER), [*events, ended]


_PLAYS: dict[type[Any], Callable[[State, Any], Moment]] = {
    Place: _place,
    Colour: _choose,
    DrawCard: _draw,
    Token: _token,
    LegalMove: _move,
    Remove: _remove,
    Take: _take,
    Keep: _keep,
}
