"""The skirmish: two teams of chess pieces fight on eight by eight squares.

The rules are in ``docs/rules/skirmish.md``, everything of the core that is ours in
``house_rules.toml``, the factions in ``factions/``; ``SYSTEM`` is the rule system::

    game = SYSTEM.open({"factions": ["blights", "plain_guard"]}, seats=2)
    step = game.start(chance)
    game.check(step.state, 0, "team father_winter 1 arctic_wolf 4")
"""

from games.skirmish.system import SYSTEM

__all__ = ["SYSTEM"]
