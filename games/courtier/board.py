"""Markers: where they may go, how they move, and who controls whom (courtier.md 5, 8.1, 9).

Every function that changes something keeps the counts and the holders up to date
and notes a coterie that changes hands.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.courtier.deck import NONE, Ability
from games.courtier.state import State, Table


def put(table: Table, courtier: int, owner: int) -> None:
    """Lay a marker on a free slot; where it comes from is the caller's business."""
    rules = table.rules
    table.marks[courtier * rules.owners + owner] += 1
    table.free[courtier] -= 1
    if owner != rules.neutral:
        coterie = rules.deck.coterie_of[courtier]
        table.tally[coterie * rules.colours + owner] += 1
        recount(table, coterie)


def lift(table: Table, courtier: int, owner: int) -> None:
    """Take a marker off a courtier; where it goes is the caller's business."""
    rules = table.rules
    table.marks[courtier * rules.owners + owner] -= 1
    table.free[courtier] += 1
    if owner != rules.neutral:
        coterie = rules.deck.coterie_of[courtier]
        table.tally[coterie * rules.colours + owner] -= 1
        recount(table, coterie)


def exchange(table: Table, courtier: int, old: int, new: int) -> None:
    """Let a marker of ``new`` take the slot of one of ``old``; one movement, one recount."""
    rules = table.rules
    base, coterie = courtier * rules.owners, rules.deck.coterie_of[courtier]
    table.marks[base + old] -= 1
    table.marks[base + new] += 1
    if old != rules.neutral:
        table.tally[coterie * rules.colours + old] -= 1
    if new != rules.neutral:
        table.tally[coterie * rules.colours + new] += 1
    recount(table, coterie)


def move(table: Table, owner: int, here: int, there: int) -> None:
    """Move a marker to a free slot of another courtier; within a coterie nothing changes hands."""
    rules = table.rules
    table.marks[here * rules.owners + owner] -= 1
    table.marks[there * rules.owners + owner] += 1
    table.free[here] += 1
    table.free[there] -= 1
    _shift(table, owner, rules.deck.coterie_of[here], rules.deck.coterie_of[there])


def swap(table: Table, here: int, one: int, there: int, other: int) -> None:
    """Exchange a marker of ``one`` on a courtier with one of ``other`` on another."""
    rules = table.rules
    table.marks[here * rules.owners + one] -= 1
    table.marks[here * rules.owners + other] += 1
    table.marks[there * rules.owners + other] -= 1
    table.marks[there * rules.owners + one] += 1
    near, far = rules.deck.coterie_of[here], rules.deck.coterie_of[there]
    if near != far:
        for owner, loses, gains in ((one, near, far), (other, far, near)):
            if owner != rules.neutral:
                table.tally[loses * rules.colours + owner] -= 1
                table.tally[gains * rules.colours + owner] += 1
        recount(table, near)
        recount(table, far)


def _shift(table: Table, owner: int, near: int, far: int) -> None:
    rules = table.rules
    if near != far and owner != rules.neutral:
        table.tally[near * rules.colours + owner] -= 1
        table.tally[far * rules.colours + owner] += 1
        recount(table, near)
        recount(table, far)


def leader(tally: bytes | bytearray, coterie: int, colours: int) -> int:
    """Return the colour with strictly most markers in a coterie, or ``NONE``."""
    counts = tally[coterie * colours : (coterie + 1) * colours]
    most = max(counts)
    return counts.index(most) if most and counts.count(most) == 1 else NONE


def recount(table: Table, coterie: int) -> None:
    """Hand the coterie's card to whoever leads in it now."""
    before = table.holders[coterie]
    after = leader(table.tally, coterie, table.rules.colours)
    if after == before:
        return
    table.holders[coterie] = after
    names = table.rules.names
    table.tell(
        "holder_changed",
        {
            "coterie": table.rules.deck.coteries[coterie],
            "before": None if before == NONE else names[before],
            "after": None if after == NONE else names[after],
        },
    )


def go_home(table: Table, owner: int, count: int = 1) -> None:
    """Put markers into their owner's pool, neutral ones into the reserve (5)."""
    if owner == table.rules.neutral:
        table.neutral += count
    else:
        table.pools[owner] += count


def clear(table: Table, courtier: int) -> None:
    """Clear a courtier: all markers go home (5)."""
    rules = table.rules
    base = courtier * rules.owners
    for owner in range(rules.owners):
        if count := table.marks[base + owner]:
            table.marks[base + owner] = 0
            go_home(table, owner, count)
            if owner != rules.neutral:
                coterie = rules.deck.coterie_of[courtier]
                table.tally[coterie * rules.colours + owner] -= count
    table.free[courtier] = rules.deck.slots[courtier]
    recount(table, rules.deck.coterie_of[courtier])


def sprinkle(table: Table, courtiers: Iterable[int], most: int) -> dict[str, int]:
    """Put up to ``most`` neutral markers on each courtier; return what was put where (11)."""
    rules = table.rules
    done: dict[str, int] = {}
    for courtier in courtiers:
        count = min(table.free[courtier], most, table.neutral)
        if count:
            table.marks[courtier * rules.owners + rules.neutral] += count
            table.free[courtier] -= count
            table.neutral -= count
            done[rules.deck.courtiers[courtier]] = count
    return done


# Who holds what


def amount(table: Table | State, abilities: tuple[Ability, ...], owner: int, gianni: int) -> int:
    """Return how much of an ability an owner has now (4); 0 without the card."""
    total = 0
    for ability in abilities:
        if table.holders[ability.coterie] == owner and (ability.gianni or owner != gianni):
            total += ability.amount
    return total


def guarded(table: Table, lifted: bool) -> int:
    """Return the owners whose markers others cannot touch, as a mask (4)."""
    mask = 0
    if not lifted:
        for ability in table.rules.deck.abilities["protect"]:
            holder = table.holders[ability.coterie]
            if holder != NONE and (ability.gianni or holder != table.rules.gianni):
                mask |= 1 << holder
    return mask


def on_board(table: Table, colour: int) -> int:
    """Return how many markers a colour has on courtiers; only where no bid stands."""
    setup = table.rules.deck.setup
    return setup.markers - setup.track - table.pools[colour] - table.reserves[colour]


def ruled(table: Table, colour: int) -> int:
    """Return the courtiers that are full and controlled by a colour on its turn (9), as a mask."""
    rules, marks, slots = table.rules, table.marks, table.rules.deck.slots
    owners, neutral = rules.owners, rules.neutral
    mask = 0
    for courtier, free in enumerate(table.free):
        if free:
            continue
        base = courtier * owners
        mine = marks[base + colour]
        if mine:
            players = marks[base : base + neutral]
            if max(players) == mine and players.count(mine) == 1:
                mask |= 1 << courtier
        elif marks[base + neutral] == slots[courtier]:
            mask |= 1 << courtier
    return mask


def controller(marks: bytes, base: int, colours: int) -> int:
    """Return the colour with strictly most markers on a courtier, or ``NONE`` (9)."""
    counts = marks[base : base + colours]
    most = max(counts)
    return counts.index(most) if most and counts.count(most) == 1 else NONE


# Placing by a card


def placements(
    table: Table, colour: int, targets: tuple[int, ...], empty_only: bool, lifted: bool
) -> list[str]:
    """Return the ways to place a marker on one of these courtiers (8.1)."""
    if not table.pools[colour]:
        return []
    rules, free = table.rules, table.free
    texts, guard = rules.texts, -1
    found = []
    for courtier in targets:
        if free[courtier]:
            found.append(texts.place[courtier])
        elif not empty_only:
            if guard < 0:
                guard = guarded(table, lifted) | 1 << colour
            base = courtier * rules.owners
            for owner, text in enumerate(texts.over[courtier]):
                if table.marks[base + owner] and not guard >> owner & 1:
                    found.append(text)
    return found


def place(table: Table, colour: int, courtier: int, over: int) -> None:
    """Place a marker of ``colour`` from its pool, on a free slot or over another's (8.1)."""
    names = table.rules.names
    table.pools[colour] -= 1
    table.tell(
        "marker_placed",
        {
            "seat": table.to_move,
            "owner": names[colour],
            "courtier": table.rules.deck.courtiers[courtier],
            "replaced": None if over == NONE else names[over],
        },
    )
    if over == NONE:
        put(table, courtier, colour)
    else:
        go_home(table, over)
        exchange(table, courtier, over, colour)


def spend_from_board(table: Table, colour: int, courtier: int) -> None:
    """Spend a marker that lies on a courtier, the pool being empty (5)."""
    table.reserves[colour] += 1
    _tell_spent(table, colour, 1, table.rules.deck.courtiers[courtier])
    lift(table, courtier, colour)


def spend_from_pool(table: Table, colour: int, most: int) -> int:
    """Spend up to ``most`` markers of the pool; return how many are still to be spent."""
    count = min(most, table.pools[colour])
    if count:
        table.pools[colour] -= count
        table.reserves[colour] += count
        _tell_spent(table, colour, count, None)
    return most - count


def _tell_spent(table: Table, seat: int, count: int, courtier: str | None) -> None:
    table.tell("spent", {"seat": seat, "count": count, "courtier": courtier})


def gain(table: Table, colour: int, most: int, why: str) -> int:
    """Move up to ``most`` markers from reserve to pool; return how many (5)."""
    count = min(most, table.reserves[colour])
    if count:
        table.reserves[colour] -= count
        table.pools[colour] += count
        table.tell("gained", {"owner": table.rules.names[colour], "count": count, "why": why})
    return count


def score(table: Table, colour: int, points: int, why: str) -> None:
    """Move a colour's marker on the scoring track."""
    table.track[colour] += points
    table.tell("scored", {"owner": table.rules.names[colour], "points": points, "why": why})
