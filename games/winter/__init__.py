"""Winter: a tile game for two about a lake that freezes and thaws (docs/rules/winter.md)."""

from games.winter.system import SYSTEM

__all__ = ["SYSTEM"]
