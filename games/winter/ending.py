"""When the game ends, who has won, and how it would be adjudicated (Source: winter.md 4.4)."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from games.engine.contract import Outcome
from games.winter.components import DECK
from games.winter.lattice import Lake
from games.winter.state import KEEP_GROUP, OVER, SEATS, State

STANDING = "standing"
BOTH = tuple(range(SEATS))


class Verdict(NamedTuple):
    """Why the game is over, and whose it is; both seats: a draw."""

    reason: str
    winners: tuple[int, ...]


def verdict_of(state: State) -> Verdict | None:
    """Judge the end of a thawing turn, by the first rule that applies; ``None``: play on."""
    light, dark = state.lake.tokens
    if (state.had_token[0] and not light) or (state.had_token[1] and not dark):
        winners = tuple(seat for seat in BOTH if state.lake.tokens[state.colours[seat]])
        return Verdict("tokens", winners) if winners else Verdict("no_tokens", BOTH)
    if not state.lake.anchors:
        return Verdict("empty_lake", BOTH)
    if is_stuck(state):
        return Verdict("stuck", (1 - state.to_move,))
    if repeats(state) >= DECK.repetitions:
        return Verdict("repetition", BOTH)
    if state.thaw_turns >= DECK.turn_limit:
        return Verdict("turn_limit", BOTH)
    return None


def is_stuck(state: State) -> bool:
    """Tell whether the player to move has nothing to do in the thaw (Source: winter.md 4.4)."""
    return not state.lake.tokens[state.colour] and not state.lake.free_anchors()


def repeats(state: State) -> int:
    """Return how often the present position has occurred; 0 before the thaw, between turns."""
    if not state.history or state.stage == KEEP_GROUP:
        return 0
    return state.history.count(state.history[-1])


def mark_of(lake: Lake, colour: int) -> str:
    """Return a text for the lake with a colour to move: equal positions only have it in common.

    The lake's bits know nothing of where it lies; anchors and light cells show the faces
    and their rotations (Source: winter.md 4.4 rule 5).
    """
    light, dark = lake.tokens
    text = f"{lake.anchors:x}.{lake.cells[0]:x}.{light:x}.{dark:x}.{colour}"
    return blake2b(text.encode(), digest_size=10).hexdigest()


def outcome_of(state: State) -> Outcome:
    """Return the result, or the standing: more tokens, then more own squares without one."""
    worth = [_worth(state, seat) for seat in BOTH]
    scores = tuple(tokens for tokens, _ in worth)
    verdict = verdict_of(state) if state.stage == OVER else None
    if verdict:
        places = tuple(1 if seat in verdict.winners else 2 for seat in BOTH)
        return Outcome(True, verdict.reason, scores, places, verdict.winners)
    places = tuple(1 + (worth[1 - seat] > worth[seat]) for seat in BOTH)
    return Outcome(False, STANDING, scores, places)


def _worth(state: State, seat: int) -> tuple[int, int]:
    """Return a seat's tokens on the lake and its squares without one."""
    if not state.colours:
        return 0, 0
    colour = state.colours[seat]
    tokens = state.lake.tokens[colour].bit_count()
    return tokens, state.lake.open_squares(colour).bit_count()
