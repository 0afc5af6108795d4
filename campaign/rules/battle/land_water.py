"""Land against water, and slaughter: the two short kinds of battle.

Source: campaign.md 3c.1 and 3c.3.
"""

from __future__ import annotations

from campaign.rules.battle.clash import DRAW, SLAUGHTER, WIN, Clash, Verdict


def fight_land_water(clash: Clash) -> Verdict:
    """Let each side roll a die for each upright token, two for a pair: the higher total wins."""
    attacker, defender = (_total(clash, seat) for seat in clash.sides)
    if attacker == defender:
        return Verdict(DRAW)
    return Verdict(WIN, clash.attacker if attacker > defender else clash.defender)


def _total(clash: Clash, seat: int) -> int:
    return sum(clash.roll(seat, sum(1 + token.is_pair for token in clash.upright(seat))))


def slaughter(clash: Clash) -> Verdict:
    """Remove one of the enemy's tokens on their side, of its owner's choice."""
    tokens = clash.field.on(clash.tile, clash.defender)
    clash.field.remove(clash.sacrifice(clash.defender, tokens), SLAUGHTER)
    return Verdict(SLAUGHTER)
