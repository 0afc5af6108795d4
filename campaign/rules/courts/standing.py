"""The standing rule: the court that opens by itself each Winter.

Source: campaign.md 4b, "Court"; house rules ``standing_court``, ``standing_game``,
``standing_stake``.
"""

from __future__ import annotations

from campaign.rules.courts.stakes import (
    FAVOUR,
    GAMES,
    HONOUR,
    POT,
    PURSE,
    Court,
    Stake,
)
from campaign.rules.outside import COURTIER
from campaign.rules.ruleset import Ruleset
from campaign.rules.table import Table

NONE, FIRST_TWO, ALL = "none", "first_two", "all"


def standing_court(table: Table) -> Court | None:
    """Return the court that this Winter opens with, as number 1, if the house has one."""
    rules = table.rules
    game = COURTIER if rules.standing_court == ALL else rules.standing_game
    most = 2 if rules.standing_court == FIRST_TWO else GAMES[game][1]
    seats = tuple(table.living()[:most])
    if not rules.courts or rules.standing_court == NONE or len(seats) < GAMES[game][0]:
        return None
    return Court(1, game, seats, _stake(rules))


def _stake(rules: Ruleset) -> Stake:
    """Return the largest such stake that the house allows; honour where it allows none."""
    purse = rules.court_purse
    if rules.standing_stake == POT:
        return Stake(PURSE, purse.gold, purse.food, POT) if any(purse) else Stake(HONOUR)
    if rules.standing_stake == FAVOUR:
        most = rules.court_favour if rules.might else 0
        return Stake(FAVOUR, might=most) if most else Stake(HONOUR)
    return Stake(rules.standing_stake)
