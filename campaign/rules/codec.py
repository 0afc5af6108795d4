"""States as JSON for storage: short lists in the order of the dataclasses' fields.

``decode(encode(state)) == state``. The form for people is ``view.py``'s.
"""

from __future__ import annotations

from campaign.rules.state import Army, Gift, Kingdom, Season, Ship, State
from games.engine.contract import Json


def encode(state: State) -> Json:
    """Write a state as plain JSON."""
    season = state.season
    return {
        "year": state.year,
        "stage": state.stage,
        "order": list(state.order),
        "kingdoms": [
            [k.gold, k.food, k.alive, k.seat_tile, k.original_capital, k.years, k.might]
            for k in state.kingdoms
        ],
        "owners": list(state.owners),
        "settlements": list(state.settlements),
        "armies": [
            [a.kingdom, a.number, a.points, a.tile, a.upright, a.aboard] for a in state.armies
        ],
        "ships": [[s.kingdom, s.number, s.tile, s.upright] for s in state.ships],
        "season": {
            "turn": season.turn,
            "passes": season.passes,
            "gifts": [[g.giver, g.receiver, g.gold, g.food] for g in season.gifts],
            "built": list(season.built),
            "recruited": list(season.recruited),
        },
    }


def decode(data: Json) -> State:
    """Read the state that ``encode`` wrote."""
    season = data["season"]
    return State(
        year=data["year"],
        stage=data["stage"],
        order=tuple(data["order"]),
        kingdoms=tuple(Kingdom(*row) for row in data["kingdoms"]),
        owners=tuple(data["owners"]),
        settlements=tuple(data["settlements"]),
        armies=tuple(Army(*row) for row in data["armies"]),
        ships=tuple(Ship(*row) for row in data["ships"]),
        season=Season(
            season["turn"],
            season["passes"],
            tuple(Gift(*row) for row in season["gifts"]),
            tuple(season["built"]),
            tuple(season["recruited"]),
        ),
    )
