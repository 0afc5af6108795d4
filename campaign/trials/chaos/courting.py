"""The attacks on a phase of courts: challenges, answers and stakes at the same instant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from campaign.models import Contest, Phase
from campaign.rules.courts.choices import CourtChoices
from campaign.rules.courts.stakes import HONOUR, POT, PRECEDENCE, PURSE, SEATS, TILE
from campaign.services.courts import courts_offered
from campaign.services.policy import access_campaign
from campaign.trials.chaos.matches import last_moves, plays
from campaign.trials.chaos.steps import Attack, Call, at_any_moment, finish, keep_sweeping, sheets
from campaign.trials.chaos.table import Table
from games.engine.contract import Json

COURTIER, WINTER = "courtier", "winter"


def hold_more(table: Table) -> None:
    """Have the game master set a court or two, and people agree on one, before an attack."""
    for _court in range(table.rng.choice((0, 1, 1, 2))):
        set_court(table)
    if table.rng.random() < 0.6 and (number := challenge(table)) is not None:
        answer_all(table, number, accept=True)


def challenges_answered_together(table: Table) -> None:
    """Challenges are made, accepted, declined and taken back, each twice, as the phase ends."""
    numbers = [challenge(table) for _time in range(table.rng.choice((1, 2, 3)))]
    if table.rng.random() < 0.6:
        table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls = sheets(table) if table.rng.random() < 0.5 else []
    for number in filter(None, numbers):
        calls += _answers(table, number)
    calls += [partial(challenge, table, table.key("late")), partial(set_court, table)]
    at_any_moment(table, calls)
    table.together(*plays(table), *sheets(table), partial(keep_sweeping, table))
    finish(table)


def _answers(table: Table, number: int) -> list[Call]:
    """Return what everybody who is seated says at once, more than one thing some of them."""
    calls: list[Call] = []
    people, where = table.people(), (table.campaign_id, table.phase.ordinal, number)
    contest = Contest.objects.get(phase=table.phase, number=number)
    for seat in contest.seats:
        if seat == contest.proposed_by and table.rng.random() < 0.4:
            take_back = partial(table.ledger.withdraw, people[seat], *where, by=seat)
            calls += [take_back, take_back]
        elif seat != contest.proposed_by:
            accepts = table.rng.random() < 0.7
            say = partial(table.ledger.answer, people[seat], *where, by=seat, accept=accepts)
            calls += [say, say]
            if table.rng.random() < 0.3:
                calls.append(
                    partial(table.ledger.answer, people[seat], *where, by=seat, accept=not accepts)
                )
    return calls


def same_stock_staked_twice(table: Table) -> None:
    """Two challenges for the same gold, food or hex are accepted at once: one of them may be."""
    offered = choices(table)
    numbers = _over_staked(table, offered) if offered is not None else []
    calls: list[Call] = []
    people = table.people()
    for number in numbers:
        contest = Contest.objects.get(phase=table.phase, number=number)
        where = table.campaign_id, table.phase.ordinal, number
        for seat in set(contest.seats) - {contest.proposed_by}:
            calls += [partial(table.ledger.answer, people[seat], *where, by=seat, accept=True)] * 2
    table.together(*table.rng.sample(calls, len(calls)))
    table.together(*last_moves(table), *sheets(table), partial(keep_sweeping, table))
    finish(table)


def _over_staked(table: Table, offered: CourtChoices) -> list[int]:
    """Challenge one kingdom twice for more than it has; return the courts' numbers."""
    free = {seat: stock for seat, stock in offered.free if seat in table.people()}
    if len(free) < 3:
        return []
    one, *others = table.rng.sample(sorted(free), 3)
    gold = min(*(free[seat].gold for seat in (one, *others)), offered.purse.gold)
    hexes = [hex.tile for hex in offered.tiles if hex.owner == one and set(others) <= {*hex.others}]
    stake: Json = {"kind": PURSE, "gold": gold, "food": 0, "from": SEATS}
    if hexes and (2 * gold <= free[one].gold or table.rng.random() < 0.5):
        stake = {"kind": TILE, "tile": table.rng.choice(hexes)}
    elif 2 * gold <= free[one].gold:
        return []
    made = [_challenge(table, other, [one], stake, table.key("twice")) for other in others]
    return [number for number in made if number is not None]


def set_court(table: Table) -> int | None:
    """Let the game master set a court, pressed twice with one key; return its number."""
    offered = choices(table)
    if offered is None or len(offered.free) < 2:
        return None
    seats = _some_seats(table, offered)
    call = partial(
        table.ledger.court,
        table.master,
        table.campaign_id,
        table.phase.ordinal,
        by=-1,
        game=COURTIER if len(seats) > 2 else WINTER,
        seats=seats,
        stake=_some_stake(table, offered, seats, is_mastered=True),
        key=table.key("court"),
    )
    call()
    return call()


def challenge(table: Table, key: str | None = None) -> int | None:
    """Let a kingdom challenge others, clicked twice; return the court's number."""
    offered = choices(table)
    if offered is None or len(offered.free) < 2:
        return None
    seats = _some_seats(table, offered)
    stake = _some_stake(table, offered, seats, is_mastered=False)
    key = key or table.key("challenge")
    _challenge(table, seats[0], seats[1:], stake, key)
    return _challenge(table, seats[0], seats[1:], stake, key)


def _challenge(table: Table, by: int, seats: Sequence[int], stake: Json, key: str) -> int | None:
    return table.ledger.court(
        table.people()[by],
        table.campaign_id,
        table.phase.ordinal,
        by=by,
        game=COURTIER if len(seats) > 1 else WINTER,
        seats=seats,
        stake=stake,
        key=key,
    )


def answer_all(table: Table, number: int, *, accept: bool) -> None:
    """Let everybody who is challenged answer the same, one after the other."""
    contest = Contest.objects.get(phase=table.phase, number=number)
    people, where = table.people(), (table.campaign_id, table.phase.ordinal)
    for seat in contest.seats:
        if seat != contest.proposed_by:
            table.ledger.answer(people[seat], *where, number, by=seat, accept=accept)


def choices(table: Table) -> CourtChoices | None:
    """Return what may be played for now; nothing once the phase is over."""
    access = access_campaign(table.master, table.campaign_id)
    phase = Phase.objects.get(pk=table.phase.pk)
    return courts_offered(access, phase, as_master=True)


def _some_seats(table: Table, offered: CourtChoices) -> list[int]:
    living = [seat for seat, _stock in offered.free]
    return table.rng.sample(living, table.rng.choice((2, 2, 2, min(3, len(living)))))


def _some_stake(
    table: Table, offered: CourtChoices, seats: Sequence[int], *, is_mastered: bool
) -> Json:
    """Return a stake that all of them have, as far as they know."""
    rng, free = table.rng, dict(offered.free)
    gold = min(*(free[seat].gold for seat in seats), offered.purse.gold)
    food = min(*(free[seat].food for seat in seats), offered.purse.food)
    fitting: list[Json] = [{"kind": HONOUR}]
    if is_mastered or offered.first in seats:
        fitting.append({"kind": PRECEDENCE})
    if gold or food:
        purse = {"kind": PURSE, "gold": rng.randint(min(gold, 1), gold), "food": food}
        fitting += [{**purse, "from": SEATS}] * 3
    if is_mastered:
        fitting.append({"kind": PURSE, "gold": 1, "food": 2, "from": POT})
    fitting += [
        {"kind": TILE, "tile": hex.tile}
        for hex in offered.tiles
        if hex.owner in seats and {*seats} - {hex.owner} <= {*hex.others}
    ][:2]
    return rng.choice(fitting)


OF_COURTS: tuple[tuple[Attack, int], ...] = (
    (challenges_answered_together, 26),
    (same_stock_staked_twice, 24),
)
"""The attacks on a phase of courts, besides."""
