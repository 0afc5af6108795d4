"""Courts as rows of a phase: what they lock, how one begins, what a steward says to a challenge.

Everything here happens under the lock of a phase of courts. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from campaign.models import Campaign, Contest, Kingdom
from campaign.rules.courts.review import Bound, stake_problems
from campaign.rules.courts.stakes import HONOUR, Court, Stake, read_stake, stake_json
from campaign.rules.courts.standing import standing_court
from campaign.rules.reader import Reader
from campaign.rules.state import State
from campaign.rules.system import CampaignGame
from campaign.services.campaign_log import write_log
from campaign.services.contest_rows import AWAITED, COURT, courts_of, end_without_result
from campaign.services.contests import BOT, Running, go_on, open_match, seat_for
from campaign.services.rulebook import state_of
from games.engine.contract import Problem
from games.hosting.idempotency import fingerprint

Status = Contest.Status


def stake_of(game: CampaignGame, contest: Contest) -> Stake:
    """Return the stake of a court that was checked when it was set."""
    return read_stake(Reader(game.limits), contest.stake)


def locked(
    game: CampaignGame, courts: Iterable[Contest], besides: Contest | None = None
) -> list[Bound]:
    """Return what courts lock that are open, proposed or still to be paid, but for one of them."""
    others = (row for row in courts if row.status in (*AWAITED, Status.OVER) and row != besides)
    return [Bound(_bound_seats(row), stake_of(game, row)) for row in others]


def _bound_seats(contest: Contest) -> tuple[int, ...]:
    """In an open court all are bound; in a proposed one who has accepted, in a lost one who lost.

    Courts are paid when the stage ends: till then a stake that is lost is still to be had.
    """
    if contest.status == Status.OVER:
        winner = contest.result["winner"] if contest.result else None
        return () if winner is None else tuple(seat for seat in contest.seats if seat != winner)
    return tuple(contest.seats if contest.is_open else contest.accepted)


def new_court(running: Running, court: Court, proposed_by: int | None = None) -> Contest:
    """Write a court down: a challenge that its challenger has accepted, or one that is set."""
    is_challenge = proposed_by is not None
    return Contest.objects.create(
        campaign=running.campaign,
        phase=running.phase,
        kind=COURT,
        number=court.number,
        mode=court.game,
        seats=list(court.seats),
        stake=stake_json(court.stake),
        status=Status.PROPOSED if is_challenge else Status.OPEN,
        proposed_by=proposed_by,
        accepted=[proposed_by] if is_challenge else [],
        created_at=running.now,
    )


def open_standing_court(running: Running, state: State) -> None:
    """Open the court that the standing rule sets, within the transaction that opens its phase."""
    court = standing_court(running.game.table(state))
    if court is not None:
        open_match(running, new_court(running, court))


def accept(running: Running, contest: Contest, seat: int) -> None:
    """Note that a kingdom accepts a challenge; the court opens once all have."""
    contest.accepted = [one for one in contest.seats if one in {*contest.accepted, seat}]
    if len(contest.accepted) == len(contest.seats):
        contest.status = Status.OPEN
    contest.save(update_fields=["accepted", "status"])
    if contest.is_open:
        open_match(running, contest)


def decline(running: Running, contest: Contest) -> None:
    """End a challenge that somebody declined."""
    end_without_result(contest, Status.DECLINED, running.now)


def withdraw(running: Running, contest: Contest, actor: int | None) -> None:
    """End a challenge that its challenger takes back."""
    end_without_result(contest, Status.WITHDRAWN, running.now)
    key = withdrawal_key(contest)
    log(running, contest, "court_withdrawn", key, actor, contest.proposed_by)


def answer_for_bots(running: Running, contest: Contest) -> None:
    """Answer a challenge for the kingdoms that a bot would play: they play for honour alone.

    One that plays by now for the challenger takes back what was for more.
    """
    for seat in contest.seats:
        waits = contest.status == Status.PROPOSED
        if waits and is_played_by_bot(running.kingdoms[seat]):
            _answer_for_bot(running, contest, seat)


def is_played_by_bot(kingdom: Kingdom) -> bool:
    """Tell whether a kingdom's matches are played for it."""
    return seat_for(kingdom) == BOT


def _answer_for_bot(running: Running, contest: Contest, seat: int) -> None:
    accepts = contest.stake == {"kind": HONOUR}
    if accepts and seat in contest.accepted:
        return
    if seat == contest.proposed_by:
        withdraw(running, contest, None)
        return
    log_answer(running, contest, seat, accepts=accepts)
    if accepts:
        accept(running, contest, seat)
    else:
        decline(running, contest)


def answer_for_new_bot(campaign: Campaign, kingdom: Kingdom, now: datetime) -> None:
    """Answer the challenges of a kingdom that a bot plays from now on, under the campaign's lock.

    The kingdom's row is saved. Its phase may have waited for nothing else.
    """
    if not is_played_by_bot(kingdom):
        return
    waiting = Contest.objects.filter(campaign=campaign, status=Status.PROPOSED)
    rows = waiting.select_related("phase").defer("phase__state", "phase__failure")
    for contest in rows.order_by("number"):
        if kingdom.seat in contest.seats:
            running = Running(campaign, contest.phase, now)
            answer_for_bots(running, contest)
            go_on(running.phase, now)


def fits_still(running: Running, contest: Contest) -> list[Problem]:
    """Return what forbids a proposed court by now: what its kingdoms staked elsewhere since."""
    game = running.game
    table = game.table(state_of(game, running.phase))
    bound = locked(game, courts_of(running.phase), besides=contest)
    stake = stake_of(game, contest)
    return stake_problems(table, contest.mode, contest.seats, stake, bound)


# The log


def withdrawal_key(contest: Contest) -> str:
    """Return the log's key for taking a challenge back."""
    return fingerprint("court withdrawn", str(contest.pk))


def answer_key(contest: Contest, seat: int, *, accepts: bool) -> str:
    """Return the log's key for an answer: each kingdom gives each answer once."""
    return fingerprint("court answer", f"{contest.pk} {seat} {'yes' if accepts else 'no'}")


def log_answer(
    running: Running, contest: Contest, seat: int, *, accepts: bool, actor: int | None = None
) -> None:
    """Write an answer to a challenge in the campaign's log."""
    action = "court_accepted" if accepts else "court_declined"
    log(running, contest, action, answer_key(contest, seat, accepts=accepts), actor, seat)


def log(
    running: Running,
    contest: Contest,
    action: str,
    key: str,
    actor: int | None,
    seat: int | None = None,
) -> None:
    """Write what was done to a court in the campaign's log, for everybody to read."""
    by = {} if seat is None else {"seat": seat}
    entry = {
        "phase": running.phase.ordinal,
        "court": contest.number,
        "game": contest.mode,
        "seats": contest.seats,
        "stake": contest.stake["kind"],
        **by,
    }
    write_log(running.campaign, actor, action, key, running.now, entry)
