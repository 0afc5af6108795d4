"""The four kinds of tokens, and who may be given one (Source: skirmish.md 8)."""

from __future__ import annotations

from games.skirmish.abilities import ADVANTAGE, BLESSING, CURSE, DISADVANTAGE, Giver
from games.skirmish.state import State

__all__ = ["ADVANTAGE", "BLESSING", "CURSE", "DISADVANTAGE", "may_take"]


def may_take(state: State, number: int, token: str, giver: Giver) -> bool:
    """Tell whether a piece is a legal recipient: none is Blessed, or Cursed, twice."""
    piece = state.pieces[number]
    if token == BLESSING and piece.grace > 0 or token == CURSE and piece.grace < 0:
        return False
    rules = piece.entry.on["may_take"]
    return not rules or all(rule.may_take(state, number, token, giver) for rule in rules)
