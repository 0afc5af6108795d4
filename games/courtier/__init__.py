"""Courtier: two to four players win influence at a court and complete petitions.

The rules are in ``docs/rules/courtier.md``; every card, courtier and number is data,
in ``courtier_deck.toml``. ``SYSTEM`` is the rule system::

    game = SYSTEM.open({"auction": False}, seats=3)
    step = game.start(chance)
    game.check(step.state, 0, "play inf_king")
"""

from games.courtier.system import SYSTEM

__all__ = ["SYSTEM"]
