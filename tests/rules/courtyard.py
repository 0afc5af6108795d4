"""A small table for tests of the Winter's courts: three kingdoms around one hex.

Hexes lie row by row on a grid of 9 x 7. A holds 1 (capital), 2 (village), 3; B 11 (village),
12 (capital), 13; C 4, 5 (capital), 6 (village). Around 3 lie 2, 4, 11 and 12, around 13
lie 4, 5, 12, 14, 22 and 23.
"""

from __future__ import annotations

from typing import Any

from campaign.rules import SYSTEM
from campaign.rules.courts.stakes import Court, Stake, read_stake
from campaign.rules.problems import refuse
from campaign.rules.reader import Reader
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from games.engine.contract import Event, Json

A, B, C = 0, 1, 2
STARTS = [{"n": 11, "start": 1}, {"n": 14, "start": 2}, {"n": 17, "start": 3}]
MAP = {"grid": [9, 7], "tiles": [*STARTS, {"n": 57, "terrain": "ocean"}]}
HELD = {
    A: {1: "capital", 2: "village", 3: None},
    B: {11: "village", 12: "capital", 13: None},
    C: {4: None, 5: "capital", 6: "village"},
}
TILES = {
    str(tile): {"owner": seat, "settlement": settlement}
    for seat, tiles in HELD.items()
    for tile, settlement in tiles.items()
}


def court_game(edition: str = "classic", hand_in: str = "sheet", **rules: Json) -> CampaignGame:
    """Open a campaign of three kingdoms in which courts are held."""
    options = {"edition": edition, "map": MAP, "hand_in": hand_in}
    return SYSTEM.open({**options, "rules": {"courts": True, **rules}}, 3)


def court_table(game: CampaignGame | None = None, **position: Any) -> Table:
    """Lay out the stage of courts; every kingdom has 3 gold and 2 food unless it is said."""
    game = game or court_game()
    stock = [{"gold": 3, "food": 2} for _ in range(3)]
    written = {"stage": "court", "kingdoms": stock, "tiles": TILES, **position}
    return game.table(game.position(written))


def stake_of(game: CampaignGame, answer: Json) -> Stake:
    """Read a stake; raise ``Refusal`` when its shape is wrong."""
    reader = Reader(game.limits)
    stake = read_stake(reader, answer)
    refuse(reader.problems)
    return stake


def court(seats: tuple[int, ...], number: int = 1, **stake: Any) -> Court:
    """Return a court of these kingdoms."""
    game = "courtier" if len(seats) > 2 else "winter"
    return Court(number, game, seats, Stake(**stake))


def told(table: Table, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the events that were told, or those of some kinds."""
    return [(e.kind, dict(e.data)) for e in table.events if not kinds or e.kind in kinds]


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    """Return what kinds of events were told, in their order."""
    return [event.kind for event in events]
