"""Recompute everything a campaign rests on, from what was kept, and report differences.

Each phase is resolved again from its start state, the sheets named by its receipts (and the
game master's rulings, and how its matches ended) and dice drawn anew from the campaign's secret;
the result, the events and the dice must be those on record. What the rules were told of matches
must be how those ended. Receipts and their chains are recomputed, and the board's rows must be
the state of the latest phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise

from campaign.models import Ask, Campaign, Event, Phase, Submission
from campaign.rules import SYSTEM
from campaign.rules.state import State
from campaign.rules.system import CampaignGame
from campaign.services.board_rows import load_rows, state_from_rows
from campaign.services.chances import campaign_commitment, phase_chance, phase_commitment
from campaign.services.contest_results import check_contests
from campaign.services.receipts import canonical, receipt_of
from campaign.services.reports import with_outside, with_rulings
from campaign.services.rulebook import game_of
from games.engine.contract import Json, Step


@dataclass
class Report:
    """What was checked, and every difference as one line of text."""

    phases: int = 0
    submissions: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether everything is as recorded."""
        return not self.differences


def verify_campaign(campaign: Campaign) -> Report:
    """Check one campaign; writes nothing."""
    report = Report()
    if campaign.rules_version != SYSTEM.version:
        report.differences.append(
            f"played with rules {campaign.rules_version}, these are {SYSTEM.version}"
        )
        return report
    game = game_of(campaign)
    last: Phase | None = None
    for phase, following in pairwise(chain(_phases(campaign), [None])):
        assert phase is not None  # only the last of all is followed by none
        last = phase
        report.phases += 1
        report.differences += [
            f"phase {phase.ordinal}: {line}"
            for line in _check_phase(campaign, game, phase, following)
        ]
    report.differences += _check_chains(campaign, report)
    report.differences += _check_rows(campaign, game, last)
    return report


def _phases(campaign: Campaign) -> Iterator[Phase]:
    """Give a campaign's phases in order, read one by one: there may be thousands."""
    phases = Phase.objects.filter(campaign=campaign, branch=campaign.branch).order_by("ordinal")
    for key in phases.values_list("pk", flat=True):
        yield Phase.objects.get(pk=key)


def _check_phase(
    campaign: Campaign, game: CampaignGame, phase: Phase, following: Phase | None
) -> Iterator[str]:
    if phase.commitment != phase_commitment(campaign, phase.branch, phase.ordinal):
        yield "the published commitment is not that of its secret"
    if phase.status != Phase.Status.DONE or phase.closing == "given":
        return
    chance = phase_chance(campaign, phase.branch, phase.ordinal)
    if phase.ordinal == 0:
        step: Step[State] = game.start(chance)
    else:
        before = game.decode(phase.state)
        answers = with_rulings(before, phase, _answers(phase))
        step = game.resolve(before, with_outside(phase, answers), chance)
        yield from _check_receipts(phase)
        yield from check_contests(phase)
    if [draw.to_json() for draw in chance.draws] != phase.draws:
        yield "the dice on record are not those of its secret"
    if _events(step) != _recorded_events(phase):
        yield "the events on record are not those of the rules"
    after = following.state if following else None
    if phase.ordinal == 0 and canonical(game.encode(step.state)) != canonical(phase.state):
        yield "the start is not that of the rules"
    if after is not None and canonical(game.encode(step.state)) != canonical(after):
        yield "the state after it is not that of the rules"


def _answers(phase: Phase) -> dict[int, Json]:
    receipts = {receipt: int(seat) for seat, receipt in phase.receipts.items()}
    used = Submission.objects.filter(phase=phase, receipt__in=receipts)
    return {receipts[submission.receipt]: submission.sheet for submission in used}


def _check_receipts(phase: Phase) -> Iterator[str]:
    counted = {
        str(ask.kingdom.seat): ask.submission.receipt
        for ask in Ask.objects.filter(phase=phase).select_related("kingdom", "submission")
        if ask.submission is not None
    }
    if counted != phase.receipts:
        yield "the receipts carried out are not the latest that were handed in"


def _events(step: Step[State]) -> str:
    return canonical(
        [
            [event.kind, dict(event.data), None if event.seen_by is None else list(event.seen_by)]
            for event in step.events
        ]
    )


def _recorded_events(phase: Phase) -> str:
    return canonical(
        [[event.kind, event.data, event.seen_by] for event in Event.objects.filter(phase=phase)]
    )


def _check_chains(campaign: Campaign, report: Report) -> list[str]:
    differences = []
    submissions = (
        Submission.objects.filter(kingdom__campaign=campaign)
        .select_related("kingdom", "phase")
        .defer("phase__state")
        .order_by("kingdom__seat", "sequence")
    )
    last: dict[int, tuple[int, str]] = {}
    genesis = (0, campaign_commitment(campaign))
    for submission in submissions:
        report.submissions += 1
        seat, ordinal = submission.kingdom.seat, submission.phase.ordinal
        name = f"seat {seat}, submission {submission.sequence}"
        sequence, previous = last.get(seat, genesis)
        if submission.sequence != sequence + 1 or submission.previous != previous:
            differences.append(f"{name}: the chain is broken")
        if submission.receipt != receipt_of(submission, campaign, ordinal, seat):
            differences.append(f"{name}: the receipt is not that of its content")
        last[seat] = (submission.sequence, submission.receipt)
    return differences


def _check_rows(campaign: Campaign, game: CampaignGame, last: Phase | None) -> list[str]:
    if last is None or last.status == Phase.Status.DONE:
        return []
    rows = state_from_rows(campaign, game, load_rows(campaign))
    if canonical(game.encode(rows)) != canonical(last.state):
        return ["the board's rows are not the state of the latest phase"]
    return []
