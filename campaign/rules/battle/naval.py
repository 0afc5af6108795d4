"""Naval battles: rounds of volleys until one side has no upright ship or gives up.

Source: campaign.md 3c.2.
"""

from __future__ import annotations

from campaign.rules.battle.choosing import BREAK_OFF, plan_of
from campaign.rules.battle.clash import NONE, WIN, Clash, Verdict
from campaign.rules.ruleset import NAVAL_ROUNDS, SINKS_ON


def fight_naval(clash: Clash) -> Verdict:
    """Fight to the end; after the last round the attacker is beaten."""
    for turn in range(1, NAVAL_ROUNDS + 1):
        _volleys(clash, turn)
        standing = [seat for seat in clash.sides if clash.ships(seat)]
        if not standing:
            return Verdict(NONE)
        if len(standing) == 1:
            return Verdict(WIN, standing[0])
        beaten = clash.attacker if turn == NAVAL_ROUNDS else _gives_up(clash)
        if beaten is not None:
            clash.tell("beaten", kingdom=beaten, round=turn)
            return Verdict(WIN, clash.enemy(beaten))
    raise AssertionError("the last round always ends the battle")


def _volleys(clash: Clash, turn: int) -> None:
    """Roll for both sides before any ship goes down: both volleys count together."""
    hits = [_hits(clash, seat, turn) for seat in clash.sides]
    for seat, count in zip(clash.sides, reversed(hits), strict=True):
        _sink(clash, seat, count)


def _hits(clash: Clash, seat: int, turn: int) -> int:
    ships = clash.ships(seat)
    current = 1 if clash.table.board.tiles[clash.tile].river else 0
    dice = clash.roll(seat, len(ships), turn)
    return sum(
        die + ship.is_pair - current >= SINKS_ON for die, ship in zip(dice, ships, strict=True)
    )


def _sink(clash: Clash, seat: int, count: int) -> None:
    """Sink so many of a side's ships; its owner picks which, unless all of them go."""
    ships = clash.ships(seat)
    while ships and count:
        lost = clash.sacrifice(seat, ships) if count < len(ships) else ships[0]
        clash.field.remove(lost, "sunk")
        ships.remove(lost)
        count -= 1


def _gives_up(clash: Clash) -> int | None:
    """Return who declares itself beaten after a round; the attacker is asked first."""
    return next((seat for seat in clash.sides if _breaks_off(clash, seat)), None)


def _breaks_off(clash: Clash, seat: int) -> bool:
    fewer = len(clash.ships(seat)) < len(clash.ships(clash.enemy(seat)))
    wish = int(fewer and plan_of(clash.table, seat).break_off)
    return clash.decide(BREAK_OFF, seat, (False, True), lambda: wish)
