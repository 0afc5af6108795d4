"""Players against the contract: they see a view, never the state.

``BOTS`` holds them by name, for playouts and for seats without a player.
"""

from __future__ import annotations

from games.bots.greedy import GreedyBot
from games.bots.protocol import Bot, Estimating
from games.bots.random_bot import RandomBot
from games.bots.search import SearchBot

__all__ = ["BOTS", "Bot", "Estimating", "GreedyBot", "RandomBot", "SearchBot"]

BOTS: dict[str, Bot] = {
    "random": RandomBot(),
    "greedy": GreedyBot(),
    "search": SearchBot(),
}
