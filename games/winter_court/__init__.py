"""Winter Court: two players win the favour of a court with cards of influence.

The rules are in ``docs/rules/winter_court.md``, the cards, the court and the house
rulings in ``winter_court_deck.toml``; ``SYSTEM`` is the rule system::

    game = SYSTEM.open({"first": 0}, seats=2)
    step = game.start(chance)
    game.check(step.state, 0, "play K4 B +K1")
"""

from games.winter_court.system import SYSTEM

__all__ = ["SYSTEM"]
