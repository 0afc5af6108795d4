"""How one battle is fought: the game master changes it, or both sides by consent.

While orders are due the game master says so of a hex, for the month. While a battle waits it can
be changed as long as nobody has played, reported or ruled: then its match ends, and the battle is
fought by another, on a table, or by dice. Source: campaign.md 5.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Contest, Phase
from campaign.rules.outside import MODES, SIMPLE, TABLETOP
from campaign.rules.ruleset import MODE_CHANGES
from campaign.rules.state import SUMMER_STAGES, Battle, State
from campaign.services import notices
from campaign.services.campaign_log import is_logged, log_key, needed_reason, write_log
from campaign.services.contest_rows import battles_of, by_dice, decide
from campaign.services.contest_views import matches_begun
from campaign.services.contests import Running, end_match, go_on, open_battle_match
from campaign.services.locks import check_seen
from campaign.services.memberships import lock_for_player
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.reports import reported_tiles, waiting
from campaign.services.rulebook import game_of, state_of
from campaign.services.stewards import report_for_regents
from campaign.services.submissions import check_open, lock_named_phase
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError, Stale
from games.hosting.people import Person
from games.models import Match

# The game master


def battle_set_mode(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    tile: int,
    mode: str,
    reason: str,
    key: str,
    revision: int | None = None,
    now: datetime | None = None,
) -> Phase:
    """Say how land battles on a hex are fought this month, or the one that waits there.

    ``mode`` is one of ``campaign.rules.outside.MODES``; ``simple`` decides a waiting battle at
    once. Everybody reads the ``reason``. The same ``key`` again changes nothing. Who fights the
    battle has it dealt anew by nobody's word but all its sides'. Raises ``ServiceError``
    (``unknown_mode``, ``reason_missing``, ``bad_key``), ``NotThere`` (``no_phase``,
    ``no_battle``, ``no_land``), ``NotAllowed`` (``own_battle``), ``Conflict``
    (``battle_begun``, ``same_mode``, ``too_many_changes``, ``not_summer``, ``phase_over``,
    ``deadline_passed``, ``phase_parked``), ``Stale``.
    """
    access = access_campaign(person, campaign_id, Action.RUN)
    _check_mode(mode)
    said = needed_reason(reason)
    key = log_key("mode", key)
    with transaction.atomic():
        row = lock_named_phase(access.campaign, phase)
        now = now or timezone.now()
        if is_logged(access.campaign, key):
            return row
        check_open(row, now)
        check_seen(row, revision)
        contest = battles_of(row).get(tile)
        if contest is not None:
            _check_not_own(access, contest)
            change_mode(Running(access.campaign, row, now), contest, mode)
        else:
            _set_ahead(access, row, tile, mode)
        _log(access, row, tile, mode, key, now, said)
        return row


def _check_not_own(access: Access, contest: Contest) -> None:
    if access.seat in contest.seats:
        raise NotAllowed(
            "own_battle", _("Your own battle is fought otherwise only if all its sides agree.")
        )


def _set_ahead(access: Access, phase: Phase, tile: int, mode: str) -> None:
    """Keep how land battles on a hex are fought from the phase's end on, to the month's end.

    The battle of open play that stands at a choice has begun, so it stays as it is.
    """
    game = game_of(access.campaign)
    state = state_of(game, phase)
    if state.stage not in SUMMER_STAGES:
        raise Conflict("not_summer", _("Battles are fought in Summer."))
    if waiting(state):
        raise _no_battle()
    place = game.board.index.get(tile)
    if place is None or not game.board.land[place]:
        raise NotThere("no_land", _("There is no such hex of land."))
    if tile == game.tile_fought_on(state):
        raise _begun()
    phase.modes = {**phase.modes, str(tile): mode}
    phase.save(update_fields=["modes"])


# Both sides


def battle_propose_mode(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    tile: int,
    mode: str,
    key: str,
    now: datetime | None = None,
) -> Contest:
    """Wish that one's own waiting battle is fought otherwise; it is, once all sides agree.

    Of a Courtier for three or four all who sit there must. A wish replaces the one before,
    whoever's it was; wishing for what the others wish for agrees to it, and wishing for the
    mode as it is takes every wish back. A ``key`` by which all agreed changes nothing again;
    before, the same wish is only wished again. Raises ``ServiceError`` (``unknown_mode``,
    ``bad_key``), ``NotThere`` (``no_battle``), ``Conflict`` (as ``battle_set_mode``).
    """

    def wish(contest: Contest, seat: int) -> None:
        if mode == contest.mode:
            contest.proposed_mode, contest.mode_proposed_by, contest.accepted = "", None, []
        elif mode == contest.proposed_mode:
            contest.accepted = sorted({*contest.accepted, seat})
        else:
            contest.proposed_mode, contest.mode_proposed_by = mode, seat
            contest.accepted = [seat]

    return _by_consent(person, campaign_id, phase, tile, mode, key, now, wish)


def battle_agree_mode(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    tile: int,
    mode: str,
    key: str,
    now: datetime | None = None,
) -> Contest:
    """Agree to the wish that one's own waiting battle is fought by ``mode``.

    Once all sides agree it is changed. Raises ``Stale`` (``wish_changed``) when that is not
    the wish any more, and what ``battle_propose_mode`` raises.
    """

    def agree(contest: Contest, seat: int) -> None:
        if mode != contest.proposed_mode:
            raise Stale("wish_changed", _("That is not what is wished for any more; look again."))
        contest.accepted = sorted({*contest.accepted, seat})

    return _by_consent(person, campaign_id, phase, tile, mode, key, now, agree)


def _by_consent(
    person: Person,
    campaign_id: int,
    phase: int,
    tile: int,
    mode: str,
    key: str,
    now: datetime | None,
    say: Callable[[Contest, int], None],
) -> Contest:
    _check_mode(mode)
    key = log_key(f"wish {person.pk}", key)
    with transaction.atomic():
        access = lock_for_player(person, campaign_id, Action.HAND_IN)
        row = lock_named_phase(access.campaign, phase)
        now = now or timezone.now()
        contest, seat = _own_battle(access, row, tile)
        if is_logged(access.campaign, key):
            return contest
        check_open(row, now)
        check_changeable(row, contest)
        say(contest, seat)
        if set(contest.accepted) >= set(contest.seats):
            change_mode(Running(access.campaign, row, now), contest, mode)
            _log(access, row, tile, mode, key, now)
        else:
            contest.save(update_fields=["proposed_mode", "mode_proposed_by", "accepted"])
        return contest


def _own_battle(access: Access, phase: Phase, tile: int) -> tuple[Contest, int]:
    contest = battles_of(phase).get(tile)
    if contest is None or access.seat is None or access.seat not in contest.seats:
        raise _no_battle()
    return contest, access.seat


# The change


def change_mode(running: Running, contest: Contest, mode: str) -> None:
    """Have a waiting battle that has not begun fought otherwise, under the phase's lock."""
    check_changeable(running.phase, contest)
    if mode == contest.mode:
        raise Conflict("same_mode", _("That is how this battle is fought already."))
    if contest.changes >= MODE_CHANGES:
        raise Conflict(
            "too_many_changes",
            _("How this battle is fought was changed %(most)s times; now it stays."),
            most=MODE_CHANGES,
        )
    if contest.match_id is not None:
        end_match(contest, running.now)
        notices.matches_over(running.campaign, [contest.match_id])
    state = state_of(running.game, running.phase)
    battle = _battle(state, contest)
    contest.mode, contest.match, contest.accepted = mode, None, []
    contest.proposed_mode, contest.mode_proposed_by = "", None
    contest.changes += 1
    contest.seats = [battle.attacker, battle.defender]
    contest.save(update_fields=CHANGED)
    if mode == SIMPLE:
        decide(contest, by_dice(contest), Contest.Decided.DICE, running.now)
    elif mode == TABLETOP:
        report_for_regents(running.campaign, running.phase, running.now)
    else:
        open_battle_match(running, contest, state, battle)
    go_on(running.phase, running.now)


CHANGED = ["mode", "match", "seats", "changes", "accepted", "proposed_mode", "mode_proposed_by"]


def check_changeable(phase: Phase, contest: Contest) -> None:
    """Refuse to change a battle that has begun (``battle_begun``); its match stays locked."""
    if contest.match_id is not None:
        # Under the match's lock nobody moves any more before it is ended.
        lock = Match.objects.select_for_update(of=("self",)).only("status")
        if lock.get(pk=contest.match_id).status == Match.Status.OVER:
            raise _begun()
    if not contest.is_open or _has_begun(phase, contest):
        raise _begun()


def _has_begun(phase: Phase, contest: Contest) -> bool:
    if contest.mode == TABLETOP:
        return str(contest.tile) in phase.rulings or contest.tile in reported_tiles(phase)
    return contest.match_id is not None and bool(matches_begun([contest.match_id]))


def _begun() -> Conflict:
    return Conflict("battle_begun", _("This battle has begun; how it is fought stays as it is."))


def _battle(state: State, contest: Contest) -> Battle:
    return next(battle for battle in waiting(state) if battle.number == contest.number)


def _no_battle() -> NotThere:
    return NotThere("no_battle", _("No battle of that hex waits here."))


def _check_mode(mode: str) -> None:
    if mode not in MODES:
        raise ServiceError("unknown_mode", _("Battles are not fought that way."))


def _log(
    access: Access, phase: Phase, tile: int, mode: str, key: str, now: datetime, reason: str = ""
) -> None:
    entry = {"phase": phase.ordinal, "tile": tile, "mode": mode, "by_consent": not reason}
    write_log(access.campaign, access.person.pk, "battle_mode", key, now, entry, reason)
