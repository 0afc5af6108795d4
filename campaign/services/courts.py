"""Hold courts: the game master sets one, a player challenges others, who accept or decline.

A court that is set opens at once, a challenge when everybody challenged has accepted; what
nobody answered lapses with the phase. Stakes are checked when a court is proposed and again by
every answer, under the phase's lock and with what other courts lock by then. Challenges and
answers are public: they stand in the campaign's log. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Contest, LogEntry, Phase
from campaign.rules.courts.choices import CourtChoices, court_choices
from campaign.rules.courts.review import Bound, challenge_problems, stake_problems
from campaign.rules.courts.stakes import Court, Stake, read_stake
from campaign.rules.problems import refuse
from campaign.rules.reader import Reader
from campaign.rules.ruleset import COURTS, MOST_KINGDOMS
from campaign.rules.state import COURT
from campaign.rules.table import Table
from campaign.services import notices
from campaign.services.campaign_log import is_logged, log_key
from campaign.services.contest_rows import courts_of, next_number
from campaign.services.contests import Running, go_on, open_match
from campaign.services.court_openings import (
    Status,
    accept,
    answer_for_bots,
    answer_key,
    decline,
    fits_still,
    is_played_by_bot,
    locked,
    log,
    log_answer,
    new_court,
    withdraw,
    withdrawal_key,
)
from campaign.services.memberships import lock_for_player
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.rulebook import game_of, state_of
from campaign.services.submissions import check_open, lock_named_phase
from games.engine.contract import Json, Problem
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError
from games.hosting.people import Person

Check = Callable[[Table, str, Sequence[int], Stake, Iterable[Bound]], list[Problem]]


# Setting a court, and challenging to one


def court_set(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    game: str,
    seats: Sequence[int],
    stake: Json,
    key: str,
    now: datetime | None = None,
) -> Contest:
    """Set a court between kingdoms (``seats``, as they sit) and open it at once; return it.

    ``game`` is one of ``campaign.rules.courts.stakes.GAMES``, ``stake`` as ``read_stake`` takes
    it. The same ``key`` again changes nothing. Should its match fail to open, the court is
    ``withdrawn``. Raises ``Refusal`` for seats and stake, ``ServiceError`` (``bad_key``,
    ``bad_seats``), ``NotThere`` (``no_phase``), ``Conflict`` (``no_court_now``,
    ``too_many_courts``, ``phase_over``, ``deadline_passed``, ``phase_parked``).
    """
    access = access_campaign(person, campaign_id, Action.SET_COURT)
    key = log_key("court", key)
    _check_seats(seats)
    with transaction.atomic():
        running = _running(access, phase, now)
        done = _done(running, key)
        if done is not None:
            return done
        _check_courts_now(running)
        _check_most_set(running)
        court = _checked(running, game, seats, stake, stake_problems)
        contest = new_court(running, court)
        log(running, contest, "court_set", key, access.person.pk)
        open_match(running, contest)
        return contest


def court_challenge(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    game: str,
    seats: Sequence[int],
    stake: Json,
    key: str,
    now: datetime | None = None,
) -> Contest:
    """Challenge other kingdoms (``seats``) to a court; the challenger has accepted. Return it.

    A kingdom that a bot plays answers at once: it accepts for honour, and declines all else.
    The same ``key`` of the same person again changes nothing. Raises what ``court_set`` raises
    but ``too_many_courts``, and ``Conflict`` (``too_many_challenges``, ``under_regent``,
    ``kingdom_out``).
    """
    key = log_key(f"challenge {person.pk}", key)
    _check_seats(seats)
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.CHALLENGE)
        running = _running(access, phase, now)
        done = _done(running, key)
        if done is not None:
            return done
        _check_courts_now(running)
        mine = _own_seat(access)
        _check_rules_itself(running, mine)
        _check_most_challenges(running, mine)
        court = _checked(running, game, (mine, *seats), stake, challenge_problems)
        contest = new_court(running, court, proposed_by=mine)
        log(running, contest, "court_challenge", key, access.person.pk, mine)
        answer_for_bots(running, contest)
        _tell_challenged(running, contest)
        go_on(running.phase, running.now)
        return contest


def _tell_challenged(running: Running, contest: Contest) -> None:
    if contest.status == Status.PROPOSED:
        waiting = [seat for seat in contest.seats if seat not in contest.accepted]
        players = [running.kingdoms[seat].player_id for seat in waiting]
        people = [player for player in players if player is not None]
        notices.challenged(running.phase, contest.number, people, running.now)


# Answering a challenge, and taking it back


def court_answer(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    number: int,
    accept: bool,
    now: datetime | None = None,
) -> Contest:
    """Accept or decline a challenge to one's own kingdom; return the court.

    When all have accepted, its match opens; one who declines ends it, even after accepting as
    long as others have not. The same answer again changes nothing. Raises ``Refusal`` when the
    stake can no longer be staked (it stays proposed), ``NotThere`` (``no_phase``, ``no_court``),
    ``NotAllowed`` (``not_seated``), ``Conflict`` (``own_challenge``, ``court_settled``,
    ``kingdom_out``, ``phase_over``, ``deadline_passed``, ``phase_parked``).
    """
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.CHALLENGE)
        running = _running(access, phase, now)
        contest = _court(running, number)
        seat = _challenged_seat(access, contest)
        if is_logged(running.campaign, answer_key(contest, seat, accepts=accept)):
            return contest
        _check_proposed(running, contest)
        _answer(running, contest, seat, accepts=accept, actor=access.person.pk)
        return contest


def _answer(
    running: Running, contest: Contest, seat: int, *, accepts: bool, actor: int | None
) -> None:
    if accepts:
        refuse(fits_still(running, contest))
    log_answer(running, contest, seat, accepts=accepts, actor=actor)
    if accepts:
        accept(running, contest, seat)
    else:
        decline(running, contest)
    go_on(running.phase, running.now)


def court_withdraw(
    *, person: Person, campaign_id: int, phase: int, number: int, now: datetime | None = None
) -> Contest:
    """Take one's own challenge back as long as it is not accepted by all; return the court.

    Again changes nothing. Raises ``NotThere`` (``no_phase``, ``no_court``), ``NotAllowed``
    (``not_challenger``), ``Conflict`` (``court_settled``, ``kingdom_out``, ``phase_over``,
    ``deadline_passed``, ``phase_parked``).
    """
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.CHALLENGE)
        running = _running(access, phase, now)
        contest = _court(running, number)
        if contest.proposed_by != _own_seat(access):
            raise NotAllowed("not_challenger", _("Only who challenged takes it back."))
        if is_logged(running.campaign, withdrawal_key(contest)):
            return contest
        _check_proposed(running, contest)
        withdraw(running, contest, access.person.pk)
        go_on(running.phase, running.now)
        return contest


# What a form offers


def courts_offered(access: Access, phase: Phase, *, as_master: bool = False) -> CourtChoices | None:
    """Return what may be played for in a phase: by a player in a challenge, else by the master.

    ``as_master``: what the master may set, even one who plays too.
    ``None`` when no courts are held in it, or it is over. One query beside the state.
    """
    if phase.kind != COURT or phase.status != Phase.Status.OPEN:
        return None
    game = game_of(access.campaign)
    bound = locked(game, courts_of(phase))
    challenger = None if as_master or not access.may(Action.CHALLENGE) else access.seat
    return court_choices(game.table(state_of(game, phase)), bound, challenger=challenger)


# Checks


def _running(access: Access, phase: int, now: datetime | None) -> Running:
    """Lock the phase with that ordinal; the clock is read under its lock."""
    row = lock_named_phase(access.campaign, phase)
    return Running(access.campaign, row, now or timezone.now())


def _done(running: Running, key: str) -> Contest | None:
    """Return the court that an earlier call with this key made."""
    entry = LogEntry.objects.filter(campaign=running.campaign, key=key).first()
    if entry is None:
        return None
    rows = Contest.objects.filter(campaign=running.campaign, kind=Contest.Kind.COURT)
    return rows.get(
        phase__branch=running.phase.branch,
        phase__ordinal=entry.data["phase"],
        number=entry.data["court"],
    )


def _check_seats(seats: object) -> None:
    """Refuse what is no short list of whole numbers; which of them may sit is the rules' word."""
    is_list = isinstance(seats, list | tuple) and len(seats) <= MOST_KINGDOMS
    if not is_list or any(type(seat) is not int for seat in seats):  # type: ignore[attr-defined]
        raise ServiceError("bad_seats", _("Name the kingdoms of a court by their seats."))


def _check_courts_now(running: Running) -> None:
    check_open(running.phase, running.now)
    if running.phase.kind != COURT:
        raise Conflict(
            "no_court_now",
            _("Where the house has courts, they are held in Winter once gold and food are in."),
        )


def _checked(
    running: Running, name: str, seats: Sequence[int], answer: Json, check: Check
) -> Court:
    """Return a new court that may be held; raise ``Refusal`` with everything against it."""
    game, courts = running.game, courts_of(running.phase)
    reader = Reader(game.limits)
    stake = read_stake(reader, answer)
    refuse(reader.problems)
    table = game.table(state_of(game, running.phase))
    refuse(check(table, name, seats, stake, locked(game, courts)))
    return Court(next_number(courts), name, tuple(seats), stake)


def _check_rules_itself(running: Running, seat: int) -> None:
    if is_played_by_bot(running.kingdoms[seat]):
        raise Conflict("under_regent", _("A steward rules your kingdom; take it back first."))


def _check_most_set(running: Running) -> None:
    if len(_proposed_by(running, None)) >= COURTS["set"]:
        raise Conflict(
            "too_many_courts", _("In a Winter %(most)s courts are set at most."), most=COURTS["set"]
        )


def _check_most_challenges(running: Running, seat: int) -> None:
    mine = _proposed_by(running, seat)
    waiting = sum(row.status == Status.PROPOSED for row in mine)
    if waiting >= COURTS["waiting"] or len(mine) >= COURTS["challenges"]:
        raise Conflict(
            "too_many_challenges",
            _("A kingdom has %(most)s challenges waiting at most, and %(all)s in a Winter."),
            most=COURTS["waiting"],
            all=COURTS["challenges"],
        )


def _proposed_by(running: Running, seat: int | None) -> list[Contest]:
    return [row for row in courts_of(running.phase) if row.proposed_by == seat]


def _own_seat(access: Access) -> int:
    kingdom = access.kingdom
    if kingdom is None or not kingdom.is_alive:
        raise Conflict("kingdom_out", _("That kingdom is out of the campaign."))
    return kingdom.seat


def _court(running: Running, number: int) -> Contest:
    for contest in courts_of(running.phase):
        if contest.number == number:
            return contest
    raise NotThere("no_court", _("There is no such court."))


def _challenged_seat(access: Access, contest: Contest) -> int:
    seat = _own_seat(access)
    if seat not in contest.seats:
        raise NotAllowed("not_seated", _("Your kingdom is not challenged there."))
    if seat == contest.proposed_by:
        raise Conflict("own_challenge", _("That is your own challenge; you can take it back."))
    return seat


def _check_proposed(running: Running, contest: Contest) -> None:
    check_open(running.phase, running.now)
    if contest.status != Status.PROPOSED:
        raise Conflict(
            "court_settled", _("That challenge is answered, taken back or over already.")
        )
