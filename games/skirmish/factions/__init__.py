"""The factions, each a folder with ``faction.toml`` and, if it needs them, ``abilities.py``."""
