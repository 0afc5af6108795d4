"""Why an answer is refused: a sentence for each fact, found after the answer was."""

from __future__ import annotations

from games.courtier.notation import COMPLETE, Move, completion, meaning, tidy
from games.courtier.problems import problem
from games.courtier.rules import Rules
from games.courtier.state import State
from games.engine.contract import Json, Problem, Refusal


def judged(rules: Rules, state: State, answer: Json) -> str:
    """Return the answer in canonical form; raise ``Refusal``."""
    if isinstance(answer, str) and answer in state.legal:
        return answer
    text = tidy(answer)
    move = None if text is None else meaning(rules.deck, rules.texts, text)
    if move is None:
        raise Refusal(problem("bad_answer", example=state.legal[0]))
    if move.verb == COMPLETE:
        text = completion(rules.deck, move.x, move.covers)
    if text in state.legal:
        return text
    raise Refusal(why(rules, state, move))


def why(rules: Rules, state: State, move: Move) -> Problem:
    return problem("not_legal", example=state.legal[0])
