"""The attacks on a phase that waits for matches: their outcomes come home as it ends."""

from __future__ import annotations

import threading
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from campaign.models import Contest, Kingdom, Phase, User
from campaign.rules.outside import MODES
from campaign.rules.state import Battle
from campaign.services.regents import kingdom_take_back
from campaign.trials.chaos.audit_contests import wrong_seats
from campaign.trials.chaos.matches import (
    contests_open,
    keep_moving,
    last_moves,
    match_of,
    messages,
    move_once,
    people_at,
    plays,
    resign,
)
from campaign.trials.chaos.steps import (
    Attack,
    Call,
    at_any_moment,
    finish,
    hand_over,
    keep_sweeping,
    keep_waking,
    sheets,
)
from campaign.trials.chaos.table import STEWARD, Table, backend
from games.engine.contract import Json
from games.hosting.errors import ServiceError
from games.models import Match

GONE = ("no_match", "not_allowed")
"""How whoever sits at a match no more is refused, in it or once it is over."""

BRIEFLY = 0.3
"""For so many seconds people play on where a match should not end too soon."""


def last_moves_at_the_deadline(table: Table) -> None:
    """Every match ends, by resignation, agreement or its rules, as the deadline passes."""
    table.cut_deadline(table.rng.uniform(0.02, 0.5))
    wakes: list[Call] = [partial(keep_waking, table), partial(keep_sweeping, table)]
    table.together(*wakes, *last_moves(table), *sheets(table))
    finish(table)


def last_moves_beside_the_button(table: Table) -> None:
    """Every match ends as the game master resolves now, twice and with two keys."""
    key = table.key("now")
    calls: list[Call] = [*sheets(table), *last_moves(table)]
    calls += [partial(table.press, "resolve_now", key)] * 2
    calls += [partial(table.press, "resolve_now", table.key("again"))]
    at_any_moment(table, calls)
    finish(table)


def last_moves_when_all_are_in(table: Table) -> None:
    """All have handed in; the last matches end, and that ends the phase where it may."""
    table.together(*sheets(table))
    table.together(*last_moves(table), partial(keep_sweeping, table))
    finish(table)


def clock_over_matches(table: Table) -> None:
    """Pause, extend and resume, each pressed twice, beside moves: the clocks follow."""
    stop = partial(table.press, "pause", table.key("pause"))
    more = partial(table.press, "extend", table.key("extend"), minutes=10, reason="chaos")
    table.together(stop, stop, more, more, *plays(table))
    _check_clocks(table)
    go = partial(table.press, "resume", table.key("resume"))
    table.together(go, go, *plays(table))
    _check_clocks(table)
    finish(table)


def _check_clocks(table: Table) -> None:
    """Under the phase's lock: no match is hurried while it is paused, and each is otherwise."""
    with transaction.atomic():
        phase = Phase.objects.select_for_update().get(pk=table.phase.pk)
        wanted = "none" if phase.is_paused else "total"
        rows = Contest.objects.filter(phase=phase, status=Contest.Status.OPEN)
        clocks = rows.filter(match__status=Match.Status.RUNNING).values_list(
            "match_id", "match__clock"
        )
        for match_id, clock in clocks if phase.status == Phase.Status.OPEN else ():
            if clock["kind"] != wanted:
                table.ledger.note(f"match {match_id}: its clock is {clock}, not {wanted}")


def seats_change_hands(table: Table) -> None:
    """A kingdom is handed over, or gets a regent, in the middle of a match that is played on."""
    contest = table.rng.choice(contests_open(table))
    people = table.people()
    seats = [seat for seat in contest.seats if seat in people]
    seat = table.rng.choice(seats)
    before, match_id = people[seat], match_of(contest)
    calls = _to_regent(table, seat, before) if table.rng.random() < 0.5 else []
    calls += _to_another(table, seat, match_id) if not calls else []
    calls += [
        partial(keep_moving, table, match_id, user, BRIEFLY) for user in people_at(table, contest)
    ]
    calls += [partial(table.wake, 2), *messages(table, [contest])]
    if table.rng.random() < 0.3:
        calls.append(partial(resign, table, match_id, before))
    table.together(*table.rng.sample(calls, len(calls)))
    if table.rng.random() < 0.5:
        table.appoint(seat, table.rng.choice(("", STEWARD)), table.key("regent"))
    _check_seat(table, contest, seat, before)
    finish(table)


def _to_another(table: Table, seat: int, match_id: int) -> list[Call]:
    after = table.substitute()
    return [
        partial(hand_over, table, seat, after),
        partial(keep_moving, table, match_id, after, BRIEFLY),
        partial(move_once, table, match_id, after),
    ]


def _to_regent(table: Table, seat: int, player: User) -> list[Call]:
    came, went = table.key("regent"), table.key("no-regent")
    return [
        partial(table.appoint, seat, STEWARD, came),
        partial(table.appoint, seat, STEWARD, came),
        partial(table.appoint, seat, "", went),
        partial(_take_back, table, player),
    ]


def _take_back(table: Table, player: User) -> None:
    try:
        kingdom_take_back(person=player, campaign_id=table.campaign_id)
    except ServiceError as refusal:
        if refusal.code not in ("kingdom_out", "no_kingdom"):
            table.ledger.note(f"campaign {table.campaign_id}: not taken back, {refusal.code}")


def _check_seat(table: Table, contest: Contest, seat: int, before: User) -> None:
    """Who plays a kingdom sits at its match, if it goes on, and is let in; nobody else is."""
    with transaction.atomic():
        Phase.objects.select_for_update().get(pk=table.phase.pk)
        contest.refresh_from_db()
        kingdom = Kingdom.objects.get(campaign_id=table.campaign_id, seat=seat)
        plays_on = kingdom.player_id == before.pk and not kingdom.regent
        is_checked = contest.is_open and not plays_on
        if contest.is_open and contest.match is not None:
            for line in wrong_seats(contest, contest.match):
                table.ledger.note(f"match {contest.match_id}: {line}")
    if is_checked and contest.match_id is not None:
        code = move_once(table, contest.match_id, before)
        if code not in (*GONE, "not_running"):
            table.ledger.note(f"match {contest.match_id}: whoever has left may move, {code}")


def mode_changes_beside_a_move(table: Table) -> None:
    """A battle is to be fought otherwise, by the game master and by consent, as it begins."""
    if table.rng.random() < 0.4:
        table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls: list[Call] = []
    for contest in contests_open(table):
        if contest.tile is not None:
            calls += _changes(table, contest, contest.tile)
    calls += table.rng.choice((plays, last_moves))(table)
    at_any_moment(table, calls)
    table.together(*last_moves(table), partial(keep_sweeping, table))
    finish(table)


def _changes(table: Table, contest: Contest, tile: int) -> list[Call]:
    key = table.key("mode")
    mode, other = table.rng.sample([mode for mode in MODES if mode != contest.mode], 2)
    calls: list[Call] = [partial(table.set_mode, tile, mode, key)] * 2
    if table.rng.random() < 0.5:
        calls.append(partial(table.set_mode, tile, other, table.key("mode")))
    people = table.people()
    where = table.campaign_id, table.phase.ordinal, tile, other
    calls += [
        partial(table.ledger.wish, people[seat], *where, table.key("wish"))
        for seat in contest.seats
        if seat in people
    ]
    calls += [partial(move_once, table, match_of(contest), people_at(table, contest)[0])]
    return calls


def ruling_beside_the_last_move(table: Table) -> None:
    """The game master rules a battle, twice, as its match ends and maybe the phase."""
    if table.rng.random() < 0.5:
        table.cut_deadline(table.rng.uniform(0.02, 0.4))
    calls: list[Call] = [*sheets(table), *last_moves(table)]
    nested = {contest.tile for contest in contests_open(table)}
    for battle in table.battles():
        calls += rulings(table, battle, is_nested=battle.tile in nested)
    at_any_moment(table, calls)
    finish(table)


def rulings(table: Table, battle: Battle, *, is_nested: bool = False) -> list[Call]:
    """Return one ruling pressed twice, and another beside it."""
    calls: list[Call] = []
    where = table.campaign_id, table.phase.ordinal
    for times in (2, 1):
        winner = table.rng.choice((battle.attacker, battle.defender, None))
        words: list[Json] = [{"winner": winner}, {"simple": True}]
        report = table.rng.choice([*words, {"standing": True}] if is_nested else words)
        key = table.key("ruling")
        calls += [
            partial(table.ledger.rule, table.master, *where, battle.tile, report, key)
        ] * times
    return calls


def worker_dies_as_it_listens(table: Table) -> None:
    """A worker hears how a match ended; it is held up half-way and killed there.

    Either before it has written the result, or when only "was heard" is missing.
    """
    contest = table.rng.choice(contests_open(table))
    people = people_at(table, contest)
    if len(contest.seats) > 2 or not people:  # nobody's resignation need end that match
        last_moves_when_all_are_in(table)
        return
    table.together(*sheets(table))
    kill = table.rng.choice((_kill_before_result, _kill_before_heard))
    with table.fleet.hunt():
        kill(table, contest, people[0])
    table.together(*messages(table, [contest]), *last_moves(table))
    finish(table)


def _kill_before_result(table: Table, contest: Contest, loser: User) -> None:
    with transaction.atomic():
        _lock(Contest.objects.filter(pk=contest.pk))
        running = table.start(partial(resign, table, match_of(contest), loser))
        _kill_held_up(table, backend())
    table.finish(running)


def _kill_before_heard(table: Table, contest: Contest, loser: User) -> None:
    """Let the worker run into the match's row once the contest's is free again."""
    match_id, is_held, may_go = match_of(contest), threading.Event(), threading.Event()
    backends: list[int] = []

    def hold_match() -> None:
        with transaction.atomic():
            backends.append(backend())
            _lock(Match.objects.filter(pk=match_id))
            is_held.set()
            may_go.wait(20)

    running = []
    try:
        with transaction.atomic():
            _lock(Contest.objects.filter(pk=contest.pk))
            # Whoever holds the match meanwhile may wait for us: wait for nobody here.
            running = table.start(partial(resign, table, match_id, loser))
            if table.watch.submit(table.worker_held_up, backend()).result() is None:
                return
            running += table.start(hold_match)
            is_held.wait(5)
        if is_held.is_set():
            _kill_held_up(table, backends[0])
    finally:
        may_go.set()
        table.finish(running)


def _lock(rows: QuerySet[Contest] | QuerySet[Match]) -> None:
    list(rows.select_for_update(of=("self",)).values_list("pk"))


def _kill_held_up(table: Table, holder: int) -> None:
    victim = table.watch.submit(table.worker_held_up, holder).result()
    if victim is not None:
        table.fleet.kill(victim)
        table.killed_listening += 1


OF_MATCHES: tuple[tuple[Attack, int], ...] = (
    (last_moves_at_the_deadline, 16),
    (last_moves_beside_the_button, 14),
    (last_moves_when_all_are_in, 10),
    (clock_over_matches, 10),
    (seats_change_hands, 14),
    (worker_dies_as_it_listens, 16),
)
"""The attacks on a phase with open matches, besides."""

OF_BATTLES: tuple[tuple[Attack, int], ...] = (
    (mode_changes_beside_a_move, 16),
    (ruling_beside_the_last_move, 16),
)
"""The attacks on battles that matches decide, besides."""
