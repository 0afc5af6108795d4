"""Agree on the report of a battle on a real table, or let the game master rule any battle.

What one side files about their battle the other side reads at once and may confirm, which
is handing in the same. A contradiction goes to the game master. Nothing counts twice: a line
for a battle replaces the line before, and a ruling replaces both. Of a battle that a match
decides a ruling ends the match and counts instead of it. Source: campaign.md 5.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Ask, Contest, Phase, Submission
from campaign.rules.outside import SIMPLE, TABLETOP
from campaign.rules.state import REPORT
from campaign.services.all_in import close, is_waiting
from campaign.services.campaign_log import is_logged, log_key, needed_reason, write_log
from campaign.services.contest_results import decided_by, entry_of
from campaign.services.contest_rows import battles_of, by_dice, overrule
from campaign.services.contests import end_match
from campaign.services.locks import check_seen
from campaign.services.policy import Access, Action, access_campaign
from campaign.services.reports import Filed, filed, line_of, with_line
from campaign.services.rulebook import game_of, state_of
from campaign.services.submissions import (
    Receipt,
    check_open,
    lock_named_phase,
    sheet_submit,
)
from games.engine.contract import Json
from games.hosting.errors import Conflict, NotThere, ServiceError, Stale
from games.hosting.people import Person


def filed_reports(access: Access, phase: Phase) -> list[Filed]:
    """Return the waiting battles of a phase of reports, and what is filed as this viewer may know.

    A side reads both sides' lines of its own battles, the game master those of all, others
    none until the phase is done.
    """
    if phase.kind != REPORT:
        return []
    reads_all = access.may(Action.RUN) or phase.status == Phase.Status.DONE
    return [
        entry if reads_all or access.seat in entry.sides else entry.hidden()
        for entry in filed(access.campaign, phase)
    ]


def report_confirm(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    tile: int,
    receipt: str | None = None,
    now: datetime | None = None,
) -> Receipt:
    """Hand in, for the battle on a tile, what the other side filed; return the own receipt.

    ``receipt`` names the other side's sheet that was read; if it was replaced since,
    ``Stale`` (``report_changed``). Raises ``Conflict`` (``nothing_filed``), ``NotThere``
    (``no_battle``), and what ``sheet_submit`` raises.
    """
    access = access_campaign(person, campaign_id, Action.HAND_IN)
    with transaction.atomic():
        row = lock_named_phase(access.campaign, phase)
        sides = _battle(access, row, tile).sides
        seat = access.seat
        if seat is None or seat not in sides:
            raise _no_battle()
        other = sides[1] if seat == sides[0] else sides[0]
        theirs, mine = _submission(row, other), _submission(row, seat)
        line = line_of(theirs.sheet, tile) if theirs else None
        if theirs is None or line is None:
            raise Conflict("nothing_filed", _("The other side has filed nothing yet."))
        if receipt is not None and receipt != theirs.receipt:
            raise Stale("report_changed", _("The other side changed its report; read it again."))
        return sheet_submit(
            person=person,
            campaign_id=campaign_id,
            phase=phase,
            sheet=with_line(mine.sheet if mine else {}, line),
            now=now,
        )


def _battle(access: Access, phase: Phase, tile: int) -> Filed:
    battles = filed(access.campaign, phase) if phase.kind == REPORT else []
    for entry in battles:
        if entry.battle.tile == tile:
            return entry
    raise _no_battle()


def _no_battle() -> NotThere:
    return NotThere("no_battle", _("No battle of that hex waits for a report of yours."))


def _submission(phase: Phase, seat: int) -> Submission | None:
    ask = Ask.objects.filter(phase=phase, kingdom__seat=seat).select_related("submission").first()
    return ask.submission if ask else None


def battle_rule(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    tile: int,
    report: Json,
    reason: str,
    key: str,
    revision: int | None = None,
    now: datetime | None = None,
) -> Phase:
    """Rule how the battle on a tile ended, instead of its reports or its match; return the phase.

    ``report`` is ``{"winner": seat or null, "routs": [...]}``, or ``{"simple": true}`` for the
    dice; in a match nobody is routed, and ``{"standing": true}`` ends it as it stands, or lets
    it count as it ended. Everybody reads the ``reason``. The same ``key`` again changes
    nothing; another ruling replaces the one before until the phase is resolved. Once nothing is
    waited for, the phase is due at once. Raises ``Refusal`` for a report that cannot be, for a
    match ``ServiceError`` (``bad_ruling``) and ``Conflict`` (``dice_decide``).
    """
    access = access_campaign(person, campaign_id, Action.RUN)
    said = needed_reason(reason)
    key = log_key("ruling", key)
    with transaction.atomic():
        row = lock_named_phase(access.campaign, phase)
        now = now or timezone.now()
        if is_logged(access.campaign, key):
            return row
        check_open(row, now)
        check_seen(row, revision)
        contest = battles_of(row).get(tile)
        if contest is not None and contest.mode != TABLETOP:
            _rule_match(contest, report, now)
        else:
            line = _checked(access, row, _battle(access, row, tile), report)
            row.rulings = {**row.rulings, str(tile): line}
        row.revision += 1
        row.save(update_fields=["rulings", "revision"])
        entry = {"phase": row.ordinal, "tile": tile}
        write_log(access.campaign, access.person.pk, "ruling", key, now, entry, said)
        if not row.is_paused and not is_waiting(access.campaign, row):
            close(row, now)
        return row


def _rule_match(contest: Contest, report: Json, now: datetime) -> None:
    """Let a ruling count instead of a battle's match, which ends now if it has not."""
    if contest.mode == SIMPLE:
        raise Conflict("dice_decide", _("This battle was left to dice; there is nothing to rule."))
    if isinstance(report, dict) and list(report) == ["standing"] and report["standing"] is True:
        _let_stand(contest, now)
        return
    result = _ruled(contest, report)
    if contest.is_open:
        end_match(contest, now)
    overrule(contest, result, now)


def _let_stand(contest: Contest, now: datetime) -> None:
    finished, _was_over = end_match(contest, now)
    if finished is None:
        raise ServiceError("bad_ruling", _("There is no match that could stand."))
    overrule(contest, entry_of(contest, finished), now, decided_by(finished))


def _ruled(contest: Contest, report: Json) -> Json:
    """Return a ruling as the result of a contest; of three or four the others share a place."""
    given = dict(report) if isinstance(report, dict) else {}
    given.pop("tile", None)  # a line of a sheet has it
    if set(given) == {"simple"} and given["simple"] is True:
        return by_dice(contest)
    winner = given.get("winner", -1)
    is_seat = type(winner) is int and winner in contest.seats
    strange = set(given) - {"winner", "routs", "simple"}
    if strange or given.get("routs") or given.get("simple") or not (winner is None or is_seat):
        raise ServiceError(
            "bad_ruling", _("Say which of those who play won, or that it was a draw.")
        )
    result: dict[str, Json] = {"tile": contest.tile, "winner": winner}
    if len(contest.seats) > 2:
        places = {str(seat): 1 if winner in (None, seat) else 2 for seat in contest.seats}
        result["places"] = places
    return result


def _checked(access: Access, phase: Phase, entry: Filed, report: Json) -> Json:
    """Return a ruling as the line that both sides would have filed."""
    if not isinstance(report, dict):
        raise ServiceError("bad_sheet", _("That is not a sheet."))
    game = game_of(access.campaign)
    sheet = {"reports": [{**report, "tile": entry.battle.tile}]}
    checked = game.check(state_of(game, phase), entry.battle.attacker, sheet)
    return line_of(checked, entry.battle.tile)
