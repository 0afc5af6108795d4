"""The board as it stands now, as a viewer may know it, and who is asked what.

While a campaign runs, the position is the start state of its running phase; when it
is over, what the rows say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from campaign.models import Ask, Campaign, Phase
from campaign.rules.state import State
from campaign.services.board_rows import load_rows, state_from_rows
from campaign.services.policy import Access
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import current_phase
from games.engine.contract import Json


def position_of(access: Access, phase: Phase | None = None) -> Json:
    """Return the viewer's view of the board; ``None`` while the campaign gathers players.

    ``phase``: the running one, if the caller has it already.
    """
    campaign = access.campaign
    if campaign.status == Campaign.Status.FORMING:
        return None
    return game_of(campaign).view(state_now(campaign, phase), access.seat)


def state_now(campaign: Campaign, phase: Phase | None) -> State:
    """Return the whole state of a campaign that has begun; for drawing what all may see."""
    game = game_of(campaign)
    phase = phase or current_phase(campaign)
    if phase is not None:
        return state_of(game, phase)
    return state_from_rows(campaign, game, load_rows(campaign))


def seats_asked(phase: Phase | None) -> list[int]:
    """Return the seats that a phase asks; whether they answered is not said."""
    if phase is None:
        return []
    asks = Ask.objects.filter(phase=phase).order_by("kingdom__seat")
    return list(asks.values_list("kingdom__seat", flat=True))


@dataclass
class Holding:
    """What a kingdom holds on the board."""

    tiles: int = 0
    settlements: Counter[str] = field(default_factory=Counter)
    armies: int = 0
    ships: int = 0


def holdings(position: Json) -> dict[int, Holding]:
    """Count what each kingdom holds in a view of the board (``None``: nothing yet)."""
    held: defaultdict[int, Holding] = defaultdict(Holding)
    for tile in position["tiles"].values() if position else ():
        held[tile["owner"]].tiles += 1
        if tile["settlement"] is not None:
            held[tile["owner"]].settlements[tile["settlement"]] += 1
    for army in position["armies"] if position else ():
        held[army["kingdom"]].armies += 1
    for ship in position["ships"] if position else ():
        held[ship["kingdom"]].ships += 1
    return held
