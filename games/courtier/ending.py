"""The end, scores and ties (courtier.md 12)."""

from __future__ import annotations

from games.courtier import state as stages
from games.courtier.board import amount
from games.courtier.deck import NONE
from games.courtier.rules import Rules
from games.courtier.state import State, Table
from games.engine.contract import Outcome

CAP = "turn_cap"


def finish(table: Table, reason: str) -> None:
    """End the game here and now."""
    rules = table.rules
    table.stage, table.turn_of = stages.OVER, NONE
    ended = _outcome(rules, table, reason, True)
    told = {"reason": reason, "winners": list(ended.winners), "scores": scores(rules, table)}
    table.tell("game_over", told)


def scores(rules: Rules, there: State | Table) -> list[int]:
    """Return every colour's points, as if the game ended now."""
    cards, bonus = rules.deck.petitions, rules.deck.abilities["end_bonus"]
    return [
        sum([cards[one].points for one in there.completed[colour]])
        + there.track[colour]
        + amount(there, bonus, colour, rules.gianni)
        for colour in range(rules.colours)
    ]


def outcome(rules: Rules, state: State) -> Outcome:
    """Return the outcome of a finished game, or the standing of a running one."""
    if state.stage != stages.OVER:
        return _outcome(rules, state, "standing", False)
    ended = any(rules.deck.fashions[number].ends for number in state.seen)
    return _outcome(rules, state, "queen_arrested" if ended else CAP, True)


def _outcome(rules: Rules, there: State | Table, reason: str, over: bool) -> Outcome:
    points = scores(rules, there)
    ranks = [
        (points[colour], len(there.completed[colour]), _markers(rules, there, colour))
        for colour in range(rules.colours)
    ]
    seats = ranks[: rules.seats]
    places = tuple(1 + sum(other > mine for other in seats) for mine in seats)
    best = max(seats)
    others = ranks[rules.seats :] if rules.options.gianni_can_win else []
    beaten = over and any(rank > best for rank in others)
    first = tuple(seat for seat, place in enumerate(places) if place == 1)
    winners = first if over and not beaten else ()
    return Outcome(over, reason, tuple(points[: rules.seats]), places, winners, beaten)


def _markers(rules: Rules, there: State | Table, colour: int) -> int:
    return sum(there.marks[colour :: rules.owners])
