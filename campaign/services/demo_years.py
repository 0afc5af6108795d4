"""What lies behind the demo: two Summers played by stewards, and the skirmish of the last autumn.

Sheets, phases and the match go through the services that people use, so that the history, the
dice and the receipts are real ones; only the calendar, a day a phase, and how each month's
battles are fought are set by hand. In the second Summer's later months one army is sent
against a neighbour, and bots play the skirmish that decides it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from campaign.models import Ask, Campaign, Contest, Phase
from campaign.rules.outside import SIMPLE, SKIRMISH
from campaign.rules.ruleset import MONTHS
from campaign.rules.state import COURT, ORDERS, Army, Order, State
from campaign.rules.summer.orders import DEFEND, MOVE
from campaign.rules.summer_codec import order_json
from campaign.rules.system import CampaignGame
from campaign.rules.tokens import ways_of
from campaign.services.phases import phase_resolve
from campaign.services.rulebook import game_of, state_of
from campaign.services.selectors import current_phase
from campaign.services.stewards import STEWARD
from campaign.services.submissions import append
from games.engine.contract import Json
from games.models import Match
from games.services.bots import bots_move
from games.services.listeners import tell

AUTUMN = 4
"""The first month in which the army may be sent."""

DAY = timedelta(days=1)
USUAL_PHASES = 17
"""So many phases come before the last month."""

BEGUN = DAY * (USUAL_PHASES + 1)
"""How long ago the campaign began."""

MOST_PHASES = 60
MOST_TURNS = 400


class Attack(NamedTuple):
    """An army beside an enemy's that can enter its hex."""

    attacker: Army
    defender: Army


def play_years(campaign: Campaign, year: int, now: datetime) -> None:
    """Play a campaign that stewards rule up to the courts of that year.

    Within one transaction. The last phases end at ``now``, the others on the days before.
    """
    game, staged = game_of(campaign), False
    for count in range(MOST_PHASES):
        phase = current_phase(campaign)
        if phase is None or (phase.kind == COURT and phase.year == year):
            break
        state = state_of(game, phase)
        if state.stage == ORDERS:
            attack = None if staged or phase.year < year else _attack(game, state)
            _prepare(campaign, phase, attack)
            staged = staged or attack is not None
        _finish_matches(phase)
        is_last = phase.year == year and phase.month in (0, MONTHS)
        _resolve(phase, now if is_last else now - DAY * max(1, USUAL_PHASES - count))


def _prepare(campaign: Campaign, phase: Phase, attack: Attack | None) -> None:
    """Have a month's battles fought by simple dice, all but the one that is staged."""
    board = game_of(campaign).board
    lands = zip(board.numbers, board.land, strict=True)
    modes = {str(number): SIMPLE for number, is_land in lands if is_land}
    if attack is not None:
        modes[str(attack.defender.tile)] = SKIRMISH
        _order(campaign, phase, attack.attacker, MOVE, attack.defender.tile)
        _order(campaign, phase, attack.defender, DEFEND)
    phase.modes = modes
    phase.save(update_fields=["modes"])


def _attack(game: CampaignGame, state: State) -> Attack | None:
    return next(_attacks(game, state), None) if state.summer.month >= AUTUMN else None


def _attacks(game: CampaignGame, state: State) -> Iterator[Attack]:
    """Yield who could attack whom by land, the lowest seats first."""
    board, ways = game.board, ways_of(game.board)
    lone = [army for army in state.armies if army.upright and army.aboard is None]
    for attacker in lone:
        assert attacker.tile is not None  # none is staged in Summer
        near = {board.numbers[n] for n in ways.by_land[board.index[attacker.tile]]}
        for defender in lone:
            if defender.kingdom != attacker.kingdom and defender.tile in near:
                yield Attack(attacker, defender)


def _order(campaign: Campaign, phase: Phase, army: Army, do: str, to: int | None = None) -> None:
    """Hand in the steward's sheet again with another order for one army."""
    asks = Ask.objects.select_related("kingdom", "submission")
    ask = asks.get(phase=phase, kingdom__seat=army.kingdom)
    assert ask.submission is not None  # stewards rule every kingdom
    sheet: dict[str, Json] = dict(ask.submission.sheet)
    others = [line for line in sheet.get("orders", []) if line.get("army") != army.number]
    sheet["orders"] = [order_json(Order(army.number, None, do, to)), *others]
    checked = game_of(campaign).check(state_of(game_of(campaign), phase), army.kingdom, sheet)
    append(campaign, phase, ask, checked, STEWARD, phase.opened_at)


def _finish_matches(phase: Phase) -> None:
    """Let the bots play what a phase waits for to its end, and the campaign hear of it."""
    waiting = Contest.objects.filter(phase=phase, status=Contest.Status.OPEN).exclude(match=None)
    for match_id in waiting.values_list("match_id", flat=True):
        for _ in range(MOST_TURNS):
            if not Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).exists():
                break
            bots_move(match_id)
        tell(match_id)


def _resolve(phase: Phase, now: datetime) -> None:
    """End a phase at the moment it has in the past."""
    Phase.objects.filter(pk=phase.pk).update(due_at=now, closing="all_in")
    phase_resolve(phase_id=phase.pk, now=now)
