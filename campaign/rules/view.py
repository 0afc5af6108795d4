"""What a viewer may know: the whole board, for in Winter everything on it is public.

Sealed sheets never enter the state. The view is built up field by field in the form
of ``position.py``, which reads it back: views, scenario positions and imagined states
share one form. Source: campaign.md 1 and 4.
"""

from __future__ import annotations

from campaign.rules.board import Board
from campaign.rules.state import Army, Gift, Kingdom, Season, Ship, State
from games.engine.contract import Json


def public_view(board: Board, state: State) -> Json:
    """Return the public state, with tile numbers as keys."""
    return {
        "year": state.year,
        "stage": state.stage,
        "order": list(state.order),
        "kingdoms": [_kingdom(kingdom) for kingdom in state.kingdoms],
        "tiles": {
            str(number): {"owner": owner, "settlement": settlement}
            for number, owner, settlement in zip(
                board.numbers, state.owners, state.settlements, strict=True
            )
            if owner is not None
        },
        "armies": [_army(army) for army in state.armies],
        "ships": [_ship(ship) for ship in state.ships],
        "season": _season(state.season),
    }


def _kingdom(kingdom: Kingdom) -> Json:
    return {
        "gold": kingdom.gold,
        "food": kingdom.food,
        "alive": kingdom.alive,
        "seat_tile": kingdom.seat_tile,
        "original_capital": kingdom.original_capital,
        "years": kingdom.years,
        "might": kingdom.might,
    }


def _army(army: Army) -> Json:
    return {
        "kingdom": army.kingdom,
        "number": army.number,
        "points": army.points,
        "tile": army.tile,
        "upright": army.upright,
        "aboard": army.aboard,
    }


def _ship(ship: Ship) -> Json:
    return {
        "kingdom": ship.kingdom,
        "number": ship.number,
        "tile": ship.tile,
        "upright": ship.upright,
    }


def _gift(gift: Gift) -> Json:
    return {
        "giver": gift.giver,
        "receiver": gift.receiver,
        "gold": gift.gold,
        "food": gift.food,
    }


def _season(season: Season) -> Json:
    return {
        "turn": season.turn,
        "passes": season.passes,
        "gifts": [_gift(gift) for gift in season.gifts],
        "built": list(season.built),
        "recruited": list(season.recruited),
    }
