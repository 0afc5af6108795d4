"""Judging an answer: its canonical form, or why it is not legal.

An answer is legal exactly when it is among the options of the choice that is asked;
what is said about any other is looked for here.
"""

from __future__ import annotations

from games.engine.contract import Json, NotAsked, Problem, Refusal
from games.skirmish.flow import TREE_RANKS
from games.skirmish.geometry import SQUARE_OF
from games.skirmish.house import HOUSE
from games.skirmish.problems import EXAMPLES, problem
from games.skirmish.state import HAND, Piece, State, empty
from games.skirmish.tasks import asked
from games.skirmish.teams import read_team, team_problems, write_team

TEAM, MOST_TEXT = "team", 100
TEAMS_TASK = "teams"
VERBS = ("activate", "attack", "castle", "move", "stay")


def choosing_teams(state: State) -> bool:
    """Tell whether teams are being chosen: both seats at once."""
    return bool(state.agenda) and state.agenda[-1][0] == TEAMS_TASK


def choosers(state: State) -> list[int]:
    """Return the seats that choose a team now: those whose team the options leave open."""
    return [seat for seat in (0, 1) if state.setup.teams[seat] is None]


def canonical(state: State, seat: int, answer: Json) -> str:
    """Return the answer in its one form; raise ``Refusal``."""
    if state.over or isinstance(seat, bool):
        raise NotAsked(problem("not_asked"))
    if choosing_teams(state):
        return _team(state, seat, answer)
    mover, kind, options = asked(state)
    if seat != mover:
        raise NotAsked(problem("not_asked"))
    if isinstance(answer, str) and len(answer) <= MOST_TEXT:
        if answer in options:
            return answer
        plain = " ".join(answer.split()).casefold()
        for option in options:
            if option.casefold() == plain:
                return option
        raise Refusal(_why(state, seat, kind, plain.split(), options))
    raise Refusal(problem("bad_answer", example=EXAMPLES.get(kind, options[0])))


def _team(state: State, seat: int, answer: Json) -> str:
    if seat not in choosers(state):
        raise NotAsked(problem("not_asked"))
    faction, points = state.setup.factions[seat], state.setup.points[seat]
    team = read_team(faction, answer)
    problems = team if isinstance(team, list) else team_problems(faction, team, points)
    if problems or isinstance(team, list):
        raise Refusal(*problems)
    return write_team(faction, team)


def _why(state: State, seat: int, kind: str, words: list[str], options: list[str]) -> Problem:
    """Return what is wrong with an answer that is not among the options."""
    verb, rest = (words[0], words[1:]) if words else ("", [])
    squares = [SQUARE_OF[word] for word in rest if word in SQUARE_OF]
    found = None
    if kind in ("activate", "act") and verb in VERBS and squares and len(squares) == len(rest):
        found = _why_not_act(state, seat, kind, verb, squares, rest)
    elif kind == "tree" and verb == kind and len(squares) == len(rest) == 1:
        found = _why_no_tree(squares[0], rest[0])
    elif kind == "deploy" and verb == kind and len(rest) == 2 and squares:
        found = _why_not_deploy(state, seat, rest, squares[0])
    if found:
        return found
    for option in options:
        first, *others = option.split()
        if first == verb and len(others) == len(rest):
            return problem("not_offered", example=option)
    return problem("bad_answer", example=EXAMPLES.get(kind, options[0]))


def _why_no_tree(square: int, name: str) -> Problem:
    low, high = HOUSE.tree_ranks
    if not TREE_RANKS >> square & 1:
        return problem("tree_ranks", low=low, high=high)
    return problem("square_taken", square=name)


def _why_not_deploy(state: State, seat: int, rest: list[str], square: int) -> Problem:
    in_hand = {p.entry.id for p in state.pieces if p.seat == seat and p.square == HAND}
    if rest[0] not in in_hand:
        return problem("not_in_hand", entry=rest[0][:60])
    if not empty(state) >> square & 1:
        return problem("square_taken", square=rest[1])
    return problem("home_ranks", count=HOUSE.deployment_ranks)


def _why_not_act(
    state: State, seat: int, kind: str, verb: str, squares: list[int], names: list[str]
) -> Problem | None:
    number = state.board[squares[0]]
    if number < 0:
        return problem("no_piece", square=names[0])
    piece = state.pieces[number]
    if piece.seat != seat:
        return problem("not_your_piece", square=names[0])
    if kind == "activate" and piece.activated:
        return problem("has_activated", square=names[0])
    entry = piece.entry.name
    if kind == "act" and number != state.active:
        return problem("not_active", square=names[0])
    if kind == "activate" and verb == "activate":
        return problem("no_start", entry=entry)
    if kind == "activate" and piece.entry.starts:
        return problem("starts_first", entry=entry, square=names[0])
    if verb == "stay":
        return problem("must_move", entry=entry)
    if len(squares) != 2:
        return None
    return _why_not_there(state, number, verb, squares[1], names)


def _why_not_there(
    state: State, number: int, verb: str, square: int, names: list[str]
) -> Problem | None:
    piece = state.pieces[number]
    between: dict[str, Json] = {"entry": piece.entry.name, "from": names[0], "to": names[1]}
    if verb == "move":
        if piece.entry.immobile:
            return problem("cannot_move", entry=piece.entry.name)
        return problem("out_of_reach", **between)
    if verb == "castle":
        return problem("cannot_castle", entry=piece.entry.name, to=names[1])
    if verb == "attack":
        return _why_no_attack(state, number, piece, square, between)
    return None


def _why_no_attack(
    state: State, number: int, piece: Piece, square: int, between: dict[str, Json]
) -> Problem:
    target, name = state.board[square], between["to"]
    if target < 0:
        return problem("no_piece", square=name)
    if state.pieces[target].seat == piece.seat:
        return problem("own_piece", square=name)
    if not all(rule.may_attack(state, number) for rule in piece.entry.on["may_attack"]):
        return problem("cannot_attack", entry=piece.entry.name)
    rules = state.pieces[target].entry.on["may_be_attacked"]
    if not all(rule.may_be_attacked(state, target) for rule in rules):
        return problem("protected", square=name)
    return problem("not_on_attack_path", **between)


__all__ = ["canonical", "choosers", "choosing_teams"]
