"""Which faction a kingdom fields in skirmishes: the one of its banner, else one by its seat.

Source: campaign.md 2.1; skirmish.md 15-17 has the factions.
"""

from __future__ import annotations

from games.skirmish.faction import faction_ids


def fielded(seat: int, chosen: str) -> str:
    """Return the faction that a kingdom fields; ``chosen`` is what its banner says, or empty.

    >>> fielded(1, ""), fielded(1, "plain_guard")
    ('briar_host', 'plain_guard')
    """
    ids = faction_ids()
    return chosen if chosen in ids else ids[seat % len(ids)]
