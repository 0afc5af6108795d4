"""Whether a written position can be at its stage: can the game go on from there?

Source: campaign.md 2 (Setup's steps), 3a (the stages of open play).
"""

from __future__ import annotations

from campaign.rules.setup.steps import setup_turn
from campaign.rules.state import BANNER, BATTLE, FOUND, HOMELAND, MUSTER, SETUP, SETUP_STAGES
from campaign.rules.table import Table

IN_TURNS = (BANNER, FOUND, HOMELAND, MUSTER, BATTLE)
"""The stages that open play alone has; sealed Setup is one stage, which open play has not."""


def stage_fault(table: Table, *, open_play: bool) -> str:
    """Return what makes the stage of a position impossible, or nothing."""
    stage = table.stage
    if stage == SETUP and open_play:
        return "open play has no stage setup, it begins with banner"
    if stage in IN_TURNS and not open_play:
        return f"only open play has a stage {stage}"
    return _setup_fault(table) if stage in SETUP_STAGES else ""


def _setup_fault(table: Table) -> str:
    """Setup needs a free start hex for everybody who has yet to found, and somebody to act."""
    stage = table.stage
    founded = [] if stage in (SETUP, BANNER) else [home for home in table.original if home]
    missing = len(table.kingdoms) - len(founded)
    free = sum(table.owners[tile] is None for tile in table.board.starts)
    if stage in (HOMELAND, MUSTER) and missing:
        return f"at stage {stage} every kingdom has its original_capital"
    if free < missing:
        return "there are not enough free start hexes"
    if stage in (FOUND, HOMELAND, MUSTER) and setup_turn(table) is None:
        return f"nobody has anything to do at stage {stage}"
    return ""
