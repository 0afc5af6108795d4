"""Contests and their matches: opened with a phase, heard when they end, ended with the phase.

The lock order is the phase's row, then a match. Whether a match's last move or the phase's
deadline comes first, both write the result under the phase's lock, and whoever comes second
finds the contest over. A match that cannot be opened, or ended, never stops a campaign: the
battle is left to dice, the court is called off. Source: campaign.md 4b, 5.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max

from campaign.models import Campaign, Contest, Kingdom, Phase, Submission, User
from campaign.rules.battle.nested import match_setup
from campaign.rules.outside import MATCHES, SIMPLE, TABLETOP
from campaign.rules.state import Battle, State
from campaign.rules.system import CampaignGame
from campaign.services.all_in import close_if_all_in
from campaign.services.campaign_log import write_log
from campaign.services.contest_results import decided_by, entry_of
from campaign.services.contest_rows import (
    AWAITED,
    BATTLE,
    by_dice,
    decide,
    end_without_result,
)
from campaign.services.locks import lock_phase
from campaign.services.reports import Filed, filed, waiting
from campaign.services.rulebook import game_of
from games.engine.contract import Json
from games.models import Match
from games.services import clocks, sourced
from games.services.answers import park
from games.services.listeners import Finished

logger = logging.getLogger(__name__)

SOURCE = "campaign"
"""What the matches of contests bear as their source."""

BOT = "greedy"
"""Who plays for a kingdom that a regent has, or nobody."""

MOST_DEFAULTS = 3
"""How often in a row a side may miss its answer before the match ends as it stands; where a bot
stands in, it plays on."""


@dataclass(frozen=True)
class Running:
    """A running phase under its lock, and what opening matches for it needs to know."""

    campaign: Campaign
    phase: Phase
    now: datetime

    @property
    def game(self) -> CampaignGame:
        """The campaign's rules, opened."""
        return game_of(self.campaign)

    @cached_property
    def kingdoms(self) -> Mapping[int, Kingdom]:
        """The kingdoms by seat, their players loaded; one query."""
        rows = Kingdom.objects.filter(campaign=self.campaign).select_related("player")
        return {kingdom.seat: kingdom for kingdom in rows}

    def clock(self, seats: int) -> Json:
        """Return the clock of a match of so many: all their time together ends with the phase."""
        if self.phase.due_at is None:
            return dict(clocks.NONE)
        left = (self.phase.due_at - self.now) // timedelta(minutes=1)
        each = max(clocks.SHORTEST, left // seats)
        return {"kind": "total", "minutes": min(clocks.LONGEST, each)}


# Opening


def open_battles(running: Running, state: State) -> None:
    """Open what a phase of reports waits for: a contest for each battle, and its match.

    Within the transaction that opens the phase. A battle on a table has no match.
    """
    for battle in waiting(state):
        contest = Contest.objects.create(
            campaign=running.campaign,
            phase=running.phase,
            kind=BATTLE,
            number=battle.number,
            tile=battle.tile,
            mode=battle.mode,
            seats=list(battle.seats or (battle.attacker, battle.defender)),
            created_at=running.now,
        )
        if battle.mode in MATCHES:
            open_battle_match(running, contest, state, battle)


def open_battle_match(running: Running, contest: Contest, state: State, battle: Battle) -> bool:
    """Open the match of a battle as its contest's ``mode`` says; see ``open_match``."""

    def opened() -> Match:
        setup = match_setup(running.game.board, state, battle, contest.mode)
        contest.seats = list(setup.seats)
        return _opened(running, contest, setup.options)

    return _try(running, contest, opened)


def open_match(running: Running, contest: Contest, options: Json = None) -> bool:
    """Open the match of an open contest: its ``mode`` is the game, its ``seats`` sit there.

    The contest is saved and open; ``running`` is its phase, locked in this transaction. A
    kingdom's player sits there, or the bot. False: it could not be opened, which is logged, and
    the contest is over (a battle: by dice) or ``withdrawn`` (a court). Never raises but for a
    database in trouble.
    """
    return _try(running, contest, lambda: _opened(running, contest, options or {}))


def _opened(running: Running, contest: Contest, options: Json) -> Match:
    stand_in = stand_in_of(running.game)
    return sourced.open_for(
        source=SOURCE,
        key=key_of(contest),
        game=contest.mode,
        options=options,
        seats=[seat_for(running.kingdoms[seat]) for seat in contest.seats],
        labels=[running.kingdoms[seat].name for seat in contest.seats],
        clock=running.clock(len(contest.seats)),
        most_defaults=0 if stand_in else MOST_DEFAULTS,
        stand_in=stand_in,
        now=running.now,
    )


def key_of(contest: Contest) -> str:
    """Return the key of a contest's match; each change of mode has a match of its own."""
    return f"contest-{contest.pk}" + (f"-{contest.changes}" if contest.changes else "")


def seat_for(kingdom: Kingdom) -> User | str:
    """Return who plays a kingdom's matches: its player, or the bot."""
    player = kingdom.player
    return BOT if kingdom.regent or player is None or not player.is_active else player


def stand_in_of(game: CampaignGame) -> str:
    """Return the bot that plays on for people whose time runs out; empty: the defaults do."""
    return BOT if game.rules.absent == "steward" else ""


# A match is over


def heard(finished: Finished) -> None:
    """Write down the result of a contest whose match is over: the listener of ``SOURCE``.

    Nothing happens for a contest that was decided otherwise meanwhile (the phase is over, the
    game master ruled, it is fought by another match): then too the listener was told.
    """
    contest = Contest.objects.filter(match=finished.match_id).first()
    if contest is None:
        return
    phase = lock_phase(contest.phase_id)
    contest.refresh_from_db()
    if phase is None or not contest.is_open or contest.match_id != finished.match_id:
        return
    ended = Match.objects.only("ended_at").get(pk=finished.match_id).ended_at
    assert ended is not None  # it is over
    decide(contest, entry_of(contest, finished), decided_by(finished), ended)
    go_on(phase, max(ended, _last_sheet(phase) or ended))


def _last_sheet(phase: Phase) -> datetime | None:
    """Return when a phase's last sheet came; no phase ends before it, however late one hears."""
    last: datetime | None = Submission.objects.filter(phase=phase).aggregate(at=Max("at"))["at"]
    return last


def go_on(phase: Phase, now: datetime) -> None:
    """Make a phase due if it waits for nothing any more and its deadline has not passed."""
    is_late = phase.due_at is not None and phase.due_at <= now
    if phase.status == Phase.Status.OPEN and not is_late:
        campaign = Campaign.objects.defer("options").get(pk=phase.campaign_id)
        close_if_all_in(campaign, phase, now)


# The phase is over


def end_contests(running: Running) -> list[int]:
    """End everything that a phase still waits for outside the rules, so that it can be resolved.

    Matches end as they stand, or battles by dice where the campaign prefers that; challenges
    that nobody answered lapse; battles on a table are what their reports say. Returns the
    keys of the matches that were waited for.
    """
    rows = Contest.objects.filter(phase=running.phase, status__in=AWAITED)
    waited_for = list(rows.order_by("kind", "number"))
    for contest in waited_for:
        if contest.status == Contest.Status.PROPOSED:
            end_without_result(contest, Contest.Status.LAPSED, running.now)
        elif contest.mode != TABLETOP:
            end_contest(running, contest)
    return [contest.match_id for contest in waited_for if contest.match_id is not None]


def end_contest(running: Running, contest: Contest) -> None:
    """End an open contest that a match decides as it stands, or a battle by dice.

    A match that cannot be ended is parked: nobody plays on for nothing.
    """
    try:
        with transaction.atomic():
            _end(running, contest)
    except (OperationalError, InterfaceError):
        raise  # the whole transaction is tried again
    except Exception:  # whatever it was, the campaign goes on
        logger.exception("contest %s could not be ended as its match stood", contest.pk)
        if contest.match_id is not None:
            park(contest.match_id)
        _give_up(running, contest)


def _end(running: Running, contest: Contest) -> None:
    finished, was_over = end_match(contest, running.now)
    by_chance = running.game.rules.unfinished == SIMPLE and not was_over
    if finished is not None and not (by_chance and contest.kind == BATTLE):
        decide(contest, entry_of(contest, finished), decided_by(finished), running.now)
    elif contest.kind == BATTLE:
        decide(contest, by_dice(contest), Contest.Decided.DICE, running.now)
    else:
        _call_off(contest, running.now)


def end_match(contest: Contest, now: datetime) -> tuple[Finished | None, bool]:
    """End a contest's match, if it has one: how it ended, and whether it was over already.

    Nobody is told of it any more.
    """
    if contest.match_id is None:
        return None, False
    found = Match.objects.select_for_update(of=("self",)).only("status").get(pk=contest.match_id)
    was_over = found.status == Match.Status.OVER
    return sourced.abort(match_id=found.pk, now=now), was_over


def end_reported(running: Running) -> None:
    """Write down how the battles on a table were decided, as a phase of reports is resolved."""
    for entry in filed(running.campaign, running.phase):
        if entry.contest is not None and entry.contest.is_open:
            decide(entry.contest, *_reported(entry), running.now)


def _reported(entry: Filed) -> tuple[Json, str]:
    line = entry.counts
    if entry.ruling is not None:
        return line, Contest.Decided.RULING
    if line is not None and not line.get("simple"):
        return line, Contest.Decided.REPORTS
    assert entry.contest is not None
    return by_dice(entry.contest), Contest.Decided.DICE


# A match that could not be opened, or ended


def _try(running: Running, contest: Contest, opened: Callable[[], Match]) -> bool:
    try:
        with transaction.atomic():
            contest.match = opened()
    except (OperationalError, InterfaceError):
        raise  # the whole transaction is tried again
    except Exception:  # whatever it was, the campaign goes on
        logger.exception("contest %s could not be opened", contest.pk)
        contest.match = None
        _give_up(running, contest)
        return False
    contest.save(update_fields=["match", "seats"])
    return True


def _give_up(running: Running, contest: Contest) -> None:
    """Decide a contest without its match, for everybody to read in the campaign's log."""
    if contest.kind == BATTLE:
        decide(contest, by_dice(contest), Contest.Decided.FAULT, running.now)
    else:
        _call_off(contest, running.now)
    place = {"tile": contest.tile} if contest.kind == BATTLE else {"court": contest.number}
    entry = {"phase": running.phase.ordinal, **place}
    key = f"no match {contest.pk} {contest.changes}"
    write_log(running.campaign, None, "no_match", key, running.now, entry)


def _call_off(contest: Contest, now: datetime) -> None:
    end_without_result(contest, Contest.Status.WITHDRAWN, now, Contest.Decided.FAULT)
