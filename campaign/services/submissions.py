"""Hand in, replace and forecast a sheet.

A submission is made for one phase (named by its ordinal) and, when it replaces a
sheet, for the receipt it replaces; what was written for another phase or over
somebody's newer sheet is refused, and nothing is lost. The latest one before the
deadline counts, and an empty sheet is a sheet.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models import Ask, Campaign, Kingdom, Phase, Submission
from campaign.rules.forecast import Forecast, forecast
from campaign.rules.outside import TABLETOP
from campaign.rules.state import REPORT
from campaign.services.all_in import close_if_all_in
from campaign.services.chances import campaign_commitment
from campaign.services.contest_rows import battles_of
from campaign.services.policy import (
    Access,
    Action,
    access_campaign,
    access_to_own,
)
from campaign.services.receipts import canonical, receipt_of
from campaign.services.reports import note_disputes
from campaign.services.rulebook import game_of, state_of
from games.engine.contract import Json
from games.hosting.errors import Conflict, NotAllowed, NotThere, ServiceError, Stale
from games.hosting.people import Person

MOST_BYTES = 256 * 1024

NEEDED = (
    "seat",
    "campaign__public_id",
    "campaign__is_public",
    "campaign__seats",
    "campaign__branch",
    "campaign__secret",
    "campaign__ends_early",
)
"""What is read of a kingdom and its campaign: this is the busiest minute before a deadline."""


class Author(NamedTuple):
    """Who hands in: a person, or a kingdom's regent (without an account)."""

    pk: int | None
    name: str
    is_regent: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a player gets for a sheet. ``is_new`` is false when theirs was the same already.

    A regent's sheet that a player hands in unchanged is the player's from then on.
    """

    receipt: str
    phase: int
    at: datetime
    sheet: Json
    is_new: bool


def sheet_submit(
    *,
    person: Person,
    campaign_id: int,
    phase: int,
    sheet: Json,
    based_on: str | None = None,
    dry_run: bool = False,
    now: datetime | None = None,
    arrived: datetime | None = None,
) -> Receipt:
    """Hand in a sheet for the phase with that ordinal, and return its receipt.

    ``based_on`` is the receipt of the sheet the writer last saw ("" for none);
    ``None`` replaces whatever is there. ``arrived`` is when it reached the site, if that is
    known: a sheet that came in time and waited for its turn counts, as long as its phase is
    not resolved. Raises ``Refusal`` for the sheet's own faults, ``Stale`` (``sheet_changed``)
    when another was handed in meanwhile, ``Conflict`` (``phase_over``, ``deadline_passed``,
    ``phase_parked``, ``not_asked``, and of a report ``match_decides``).
    """
    access = access_to_own(person, campaign_id, Action.HAND_IN, NEEDED)
    _check_size(sheet)
    with transaction.atomic():
        row = lock_named_phase(access.campaign, phase)
        now = now or arrived or timezone.now()
        check_open(row, now)
        ask = _own_ask(row, access)
        checked = _checked(access.campaign, row, ask.kingdom.seat, sheet)
        current = ask.submission
        _check_reportable(row, checked, current)
        if current is not None and current.sheet == checked and not current.by_regent:
            return _receipt(current, row, is_new=False)
        _check_based_on(current, based_on)
        if dry_run:
            return Receipt("", row.ordinal, now, checked, is_new=True)
        author = Author(access.person.pk, access.person.get_username())
        submission = append(access.campaign, row, ask, checked, author, now)
        if row.kind == REPORT:
            note_disputes(access.campaign, row, now)
        if current is None or current.by_regent or row.kind == REPORT:
            close_if_all_in(access.campaign, row, now)
        return _receipt(submission, row, is_new=True)


def sheet_forecast(*, person: Person, campaign_id: int, phase: int, sheet: Json) -> Forecast:
    """Return what the real resolver makes of a sheet if all others do nothing special.

    Reads only, and only what the person's own view holds.
    """
    access = access_campaign(person, campaign_id, Action.HAND_IN)
    _check_size(sheet)
    row = (
        Phase.objects.defer("state", "failure")
        .filter(campaign=access.campaign, branch=access.campaign.branch, ordinal=phase)
        .first()
    )
    if row is None:
        raise NotThere("no_phase", _("There is no such phase."))
    if row.status == Phase.Status.DONE:
        raise _phase_over()
    ask = _own_ask(row, access)
    checked = _checked(access.campaign, row, ask.kingdom.seat, sheet)
    game = game_of(access.campaign)
    return forecast(game, state_of(game, row), ask.kingdom.seat, checked)


def lock_named_phase(campaign: Campaign, ordinal: int) -> Phase:
    """Lock the phase with that ordinal, as little of it as a hand-in needs."""
    phases = (
        Phase.objects.select_for_update(of=("self",))
        .only(
            "branch",
            "ordinal",
            "kind",
            "status",
            "revision",
            "is_turn",
            "due_at",
            "paused_at",
            "opened_at",
            "commitment",
            "rulings",
            "grace_used",
        )
        .filter(campaign=campaign, branch=campaign.branch, ordinal=ordinal)
        .order_by()
    )
    for phase in phases:
        return phase
    raise NotThere("no_phase", _("There is no such phase."))


def check_open(phase: Phase, now: datetime) -> None:
    """Refuse what comes too late for a phase (``Conflict``)."""
    if phase.status == Phase.Status.DONE:
        raise _phase_over()
    if phase.status == Phase.Status.PARKED:
        raise Conflict("phase_parked", _("This phase waits for the game master; it is locked."))
    if phase.due_at is not None and phase.due_at <= now:
        raise Conflict("deadline_passed", _("The deadline has passed; this phase is locked."))


def _phase_over() -> Conflict:
    return Conflict(
        "phase_over", _("That phase is over. Nothing was changed; look at the current one.")
    )


def _own_ask(phase: Phase, access: Access) -> Ask:
    """Return the person's own ask, read again under the lock: a kingdom may have changed hands."""
    asks = (
        Ask.objects.filter(phase=phase, kingdom__player_id=access.person.pk)
        .select_related("kingdom", "submission")
        .only(
            "kind",
            "kingdom__seat",
            "submission__sequence",
            "submission__sheet",
            "submission__at",
            "submission__receipt",
            "submission__by_regent",
        )
    )
    for ask in asks:
        return ask
    if Kingdom.objects.filter(campaign=access.campaign, player_id=access.person.pk).exists():
        raise Conflict("not_asked", _("Your kingdom has nothing to decide in this phase."))
    raise NotAllowed("not_allowed", _("You may not do that in this campaign."))


def _check_size(sheet: Json) -> None:
    try:
        size = len(canonical(sheet))
    except (RecursionError, TypeError, ValueError):
        raise ServiceError("bad_sheet", _("That is not a sheet.")) from None
    if size > MOST_BYTES:
        error = ServiceError("sheet_too_large", _("A sheet is at most 256 KB."))
        error.status = 413
        raise error


def _checked(campaign: Campaign, phase: Phase, seat: int, sheet: Json) -> Json:
    game = game_of(campaign)
    return game.check(state_of(game, phase), seat, sheet)


def _check_reportable(phase: Phase, sheet: Json, current: Submission | None) -> None:
    """Refuse to be told how a battle ended that is not fought on a table.

    What was filed before it was to be fought by a match may stand; it counts for nothing.
    """
    said = sheet.get("reports", []) if phase.kind == REPORT else []
    before = current.sheet.get("reports", []) if said and current is not None else []
    lines = [line for line in said if line not in before]
    contests = battles_of(phase) if lines else {}
    for line in lines:
        contest = contests.get(line["tile"])
        if contest is not None and contest.mode != TABLETOP:
            raise Conflict(
                "match_decides",
                _("The battle on hex %(tile)s is not fought on a table: do not report it."),
                tile=line["tile"],
            )


def _check_based_on(current: Submission | None, based_on: str | None) -> None:
    if based_on is not None and based_on != (current.receipt if current else ""):
        raise Stale(
            "sheet_changed",
            _("Another sheet was handed in meanwhile. Look at it, then send yours again."),
        )


def append(
    campaign: Campaign, phase: Phase, ask: Ask, sheet: Json, author: Author, now: datetime
) -> Submission:
    """Add a checked sheet to its kingdom's chain, and let it count; under the phase's lock."""
    last = ask.submission or _last_of_chain(ask.kingdom)
    submission = Submission(
        phase=phase,
        kingdom=ask.kingdom,
        author_id=author.pk,
        author_name=author.name,
        by_regent=author.is_regent,
        sequence=last.sequence + 1 if last else 1,
        phase_revision=phase.revision,
        sheet=sheet,
        at=now,
        nonce=secrets.token_hex(16),
        previous=last.receipt if last else campaign_commitment(campaign),
    )
    submission.receipt = receipt_of(submission, campaign, phase.ordinal, ask.kingdom.seat)
    submission.save(force_insert=True)
    Ask.objects.filter(pk=ask.pk).update(submission=submission)
    return submission


def _last_of_chain(kingdom: Kingdom) -> Submission | None:
    """Return the kingdom's submission before this phase; within it the ask has the last one."""
    return kingdom.submissions.only("sequence", "receipt").order_by("-sequence").first()


def _receipt(submission: Submission, phase: Phase, *, is_new: bool) -> Receipt:
    return Receipt(submission.receipt, phase.ordinal, submission.at, submission.sheet, is_new)
