"""What an answer means, or why it is refused: the rules word by word.

Nothing here looks at the generated list (``moves``); a place is compared with the cards
around it, and squares before and after a move are compared as they lie.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine.contract import Json
from games.winter.actions import (
    Action,
    Colour,
    DrawCard,
    Keep,
    LegalMove,
    Move,
    Place,
    Remove,
    Take,
    Token,
    read_action,
)
from games.winter.components import DECK, TURNS
from games.winter.lattice import (
    OVERLAPPING,
    TOUCHING,
    Lake,
    Point,
    Spot,
    cards_of_group,
    largest_groups,
    lay,
    lift,
    moved,
)
from games.winter.problems import EXAMPLES, not_asked, refusal
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


def legal_action(state: State, seat: int, answer: Json) -> Action:
    """Return the action that an answer means in this state; raise ``Refusal``."""
    if seat != state.to_move or state.stage == OVER:
        raise not_asked()
    try:
        action = read_action(answer)
    except KeyError as error:
        raise refusal("unknown_card", card=str(error.args[0])) from None
    check = _CHECKS.get((state.stage, type(action)))
    if action is None or check is None:
        raise refusal("bad_answer", example=EXAMPLES[state.stage])
    return check(state, action)


def _place(state: State, action: Place) -> Place:
    assert state.drawn is not None, "a card is laid when one is drawn"
    _require_place(state.lake, state.lake.anchors, state.drawn, action.spot)
    return action


def _require_place(lake: Lake, anchors: int, card: int, spot: Spot) -> None:
    """Refuse a place that is not legal for a card beside these (Source: winter.md 2)."""
    near = lake.near(anchors, spot.x, spot.y)
    if near & OVERLAPPING:
        raise refusal("overlap")
    if not near & TOUCHING:
        raise refusal("no_contact")
    if spot.rot not in TURNS[card]:
        raise refusal("same_face")


def _anything(state: State, action: Colour | DrawCard) -> Colour | DrawCard:
    return action


def _token(state: State, action: Token) -> Token:
    x, y = action.square
    lake, colour = state.lake, state.colour
    if not state.supply[colour]:
        raise refusal("no_supply")
    if not _holds(lake, lake.squares(colour), action.square):
        raise refusal("not_your_square", x=x, y=y)
    if _holds(lake, lake.tokens[colour], action.square):
        raise refusal("has_token", x=x, y=y)
    return action


def _holds(lake: Lake, mask: int, point: Point) -> bool:
    bit = lake.bit(*point)
    return bit >= 0 and bool(mask >> bit & 1)


def _take(state: State, action: Take) -> Take:
    if not _holds(state.lake, state.lake.tokens[state.colour], action.square):
        raise refusal("not_your_token", x=action.square[0], y=action.square[1])
    return action


def _remove(state: State, action: Remove) -> Remove:
    _require_free(state.lake, action.card)
    return action


def _require_free(lake: Lake, card: int) -> None:
    if lake.spots[card] is None:
        raise refusal("not_in_lake", card=DECK.ids[card])
    if not lake.is_free(card):
        raise refusal("carries_token", card=DECK.ids[card])


def _move(state: State, action: Move) -> LegalMove:
    """Check a move in the order of its steps (Source: winter.md 4.2)."""
    card, spot, squares = action
    lake = state.lake
    _require_free(lake, card)
    if not state.supply[state.colour]:
        raise refusal("no_supply")
    old = lake.spots[card]
    assert old is not None, "a free card lies in the lake"
    if (spot.x, spot.y) == (old.x, old.y):
        raise refusal("same_place")
    _require_place(lake, lake.anchors ^ 1 << lake.bit(old.x, old.y), card, spot)
    after = lay(lift(lake, card), card, spot)
    new = new_squares(lake, after, state.colour)
    if not new:
        raise refusal("no_new_square")
    _require_choice(squares, new, state.supply[state.colour])
    return LegalMove(action, after, squares or tuple(new))


def new_squares(before: Lake, after: Lake, colour: int) -> list[Point]:
    """Return the squares of a colour that exist now and did not before (winter.md 4.2)."""
    old = moved(before.squares(colour), before, after)
    return after.points(after.squares(colour) & ~old)


def _require_choice(squares: tuple[Point, ...], new: list[Point], supply: int) -> None:
    """Refuse squares that are named without need, or not as many as tokens are left (H8)."""
    if len(new) <= supply:
        if squares:
            raise refusal("squares_not_needed")
        return
    for square in squares:
        if square not in new:
            raise refusal("not_new_square", x=square[0], y=square[1])
    if len(set(squares)) != len(squares) or len(squares) != supply:
        raise refusal("choose_squares", count=supply)


def _keep(state: State, action: Keep) -> Keep:
    """Any card of a largest group names it; its lowest card is the canonical one (9)."""
    lake, spot = state.lake, state.lake.spots[action.card]
    if spot is None:
        raise refusal("not_in_lake", card=DECK.ids[action.card])
    for group in largest_groups(lake):
        if group >> lake.bit(spot.x, spot.y) & 1:
            return Keep(cards_of_group(lake, group)[0])
    raise refusal("not_largest_group", card=DECK.ids[action.card])


_CHECKS: dict[tuple[str, type[Any]], Callable[[State, Any], Action]] = {
    (SETUP_PLACE, Place): _place,
    (CHOOSE_COLOUR, Colour): _anything,
    (FREEZE, DrawCard): _anything,
    (FREEZE, Token): _token,
    (FREEZE_PLACE, Place): _place,
    (THAW, Move): _move,
    (THAW, Remove): _remove,
    (THAW, Take): _take,
    (KEEP_GROUP, Keep): _keep,
}
