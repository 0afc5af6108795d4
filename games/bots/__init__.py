"""Players against the contract: they see a view, never the state.

``BOTS`` holds them by name, for playouts and for seats without a player.
"""

from __future__ import annotations

from games.bots.greedy import GreedyBot
from games.bots.protocol import Bot
from games.bots.random_bot import RandomBot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot"]

BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
