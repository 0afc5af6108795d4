"""What goes on at the matches of a phase: people answer, resign, agree; messages come twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial

from campaign.models import Contest, User
from campaign.trials.chaos.table import Table, send
from games.bots import BOTS
from games.engine.contract import Json
from games.models import Match
from games.services import bots, listeners
from games.services.rulebook import game_of

Call = Callable[[], object]

SECONDS_TO_PLAY = 1.2
"""How long people go on at a match in one attack; a Winter of two is played out by then."""


def contests_open(table: Table) -> list[Contest]:
    """Return the contests of the table's phase that wait for their match."""
    rows = Contest.objects.filter(phase=table.phase, status=Contest.Status.OPEN)
    return list(rows.exclude(match=None).order_by("number", "kind"))


def plays(table: Table) -> list[Call]:
    """Return what happens at the phase's open matches: some are played, some given up."""
    contests = contests_open(table)
    calls: list[Call] = []
    for contest in contests:
        for user in people_at(table, contest):
            does = table.rng.choice((keep_moving, keep_moving, keep_moving, resign, agree))
            calls.append(partial(does, table, match_of(contest), user))
    return calls + (messages(table, contests) if contests else [])


def last_moves(table: Table) -> list[Call]:
    """Return what ends every open match of the phase: somebody resigns, or all agree."""
    contests = contests_open(table)
    calls: list[Call] = []
    for contest in contests:
        people = people_at(table, contest)
        if people and table.rng.random() < 0.7:
            user = table.rng.choice(people)
            calls += [partial(resign, table, match_of(contest), user)] * table.rng.choice((1, 2))
        else:
            calls += [partial(keep_moving, table, match_of(contest), user) for user in people]
    return calls + (messages(table, contests) if contests else [])


def messages(table: Table, contests: Iterable[Contest]) -> list[Call]:
    """Return every message of matches twice and more, and their sweep here as well."""
    calls: list[Call] = [table.sweep_here, partial(send, "campaign.tasks.sweep_matches")]
    for contest in contests:
        match_id = match_of(contest)
        calls += [partial(_tell_often, match_id), partial(_move_bots_often, match_id)]
    return calls


def _tell_often(match_id: int) -> None:
    for _time in range(3):
        send("games.tasks.tell_listener", match_id)
        send("games.tasks.tell_listener", match_id)
        listeners.tell(match_id)
        time.sleep(0.05)


def _move_bots_often(match_id: int) -> None:
    send("games.tasks.move_bot", match_id)
    send("games.tasks.move_bot", match_id)
    bots.bots_move(match_id)


def match_of(contest: Contest) -> int:
    """Return the match of a contest that has one."""
    assert contest.match_id is not None
    return contest.match_id


def people_at(table: Table, contest: Contest) -> list[User]:
    """Return the people whose kingdoms are seated in a contest, as the database has it now."""
    people = table.people()
    return [people[seat] for seat in contest.seats if seat in people]


def keep_moving(table: Table, match_id: int, user: User, seconds: float = SECONDS_TO_PLAY) -> None:
    """Answer at random whenever one is asked, for a while or until one is refused for good."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        seen = _asked(match_id, user)
        if seen is None:
            return
        match, seat = seen
        if seat not in match.asked:
            time.sleep(0.01)
            continue
        answer = _any_answer(match, seat, table)
        code = table.ledger.move(user, match.pk, match.turn, seat, answer)
        if code in ("not_running", "not_allowed", "no_match", "error"):
            return


def move_once(table: Table, match_id: int, user: User) -> str | None:
    """Answer once, asked or not; return the code of a refusal."""
    match = Match.objects.get(pk=match_id)
    seat = match.asked[0] if match.asked else 0
    answer = _any_answer(match, seat, table) if match.asked else None
    return table.ledger.move(user, match_id, match.turn, seat, answer)


def resign(table: Table, match_id: int, user: User) -> str | None:
    """Resign; return the code of a refusal."""
    return table.ledger.resign(user, match_id)


def agree(table: Table, match_id: int, user: User) -> None:
    """Offer a draw, or agree to the one that is offered; play on if it comes to nothing."""
    for _time in range(10):
        match = Match.objects.only("turn").get(pk=match_id)
        if table.ledger.draw(user, match_id, match.turn) not in (None, "moved_on"):
            break
        time.sleep(0.02)
    keep_moving(table, match_id, user)


def _asked(match_id: int, user: User) -> tuple[Match, int] | None:
    """Return a running match and the seat of somebody who sits there."""
    match = Match.objects.get(pk=match_id)
    seat = match.seats.filter(user_id=user.pk).values_list("number", flat=True).first()
    if match.status != Match.Status.RUNNING or seat is None:
        return None
    return match, seat


def _any_answer(match: Match, seat: int, table: Table) -> Json:
    game = game_of(match)
    state = game.decode(match.state)
    ask = next(ask for ask in game.asks(state) if ask.seat == seat)
    return BOTS["random"].answer(game, game.view(state, seat), ask, table.rng)
