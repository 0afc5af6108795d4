"""A phase of reports: which battles wait, what each side filed, and what counts.

A battle is settled when both sides filed the same line for its tile, or when the game master
ruled; a ruling counts instead of what the sides filed. What a match decides is no matter of
reports (``services.contests``). Source: campaign.md 5 (tabletop).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from campaign.models import Ask, Campaign, Contest, Phase
from campaign.rules.state import Battle, State
from campaign.services import notices
from campaign.services.contest_rows import battles_of, is_reported
from campaign.services.rulebook import game_of, state_of
from games.engine.contract import HOST, Json

Sheets = Mapping[int, Json]
"""What was handed in, by seat."""


@dataclass(frozen=True, slots=True)
class Filed:
    """What is filed of a battle on a table; a side that filed nothing about it is not in ``lines``.

    ``receipts`` are those of the sheets that the lines stand in. A battle that began to wait
    before there were contests has none.
    """

    battle: Battle
    lines: Mapping[int, Json]
    receipts: Mapping[int, str]
    ruling: Json | None
    contest: Contest | None = None

    @property
    def sides(self) -> tuple[int, int]:
        """The two kingdoms, the attacker first."""
        return self.battle.attacker, self.battle.defender

    def hidden(self) -> Filed:
        """The battle without what was filed, for whom it does not concern."""
        return Filed(self.battle, {}, {}, None, self.contest)

    @property
    def is_settled(self) -> bool:
        """Whether its result is known."""
        return self.ruling is not None or (len(self.lines) == 2 and not self.is_disputed)

    @property
    def counts(self) -> Json | None:
        """The line that counts: the ruling, else what both sides say."""
        if self.ruling is not None or not self.is_settled:
            return self.ruling
        return next(iter(self.lines.values()))

    @property
    def is_disputed(self) -> bool:
        """Whether both sides filed, and not the same."""
        said = list(self.lines.values())
        return len(said) == 2 and said[0] != said[1]


def filed(campaign: Campaign, phase: Phase) -> list[Filed]:
    """Return every battle on a table that a phase waits for, with what is filed; two queries."""
    asks = Ask.objects.filter(phase=phase).exclude(submission=None)
    handed_in = {
        seat: (sheet, receipt)
        for seat, sheet, receipt in asks.values_list(
            "kingdom__seat", "submission__sheet", "submission__receipt"
        )
    }
    contests = battles_of(phase)
    return [
        _filed(battle, phase, handed_in, contests.get(battle.tile))
        for battle in waiting(state_of(game_of(campaign), phase))
        if is_reported(battle, contests.get(battle.tile))
    ]


def reported_tiles(phase: Phase) -> set[int]:
    """Return the tiles of the battles of which a person has filed something; one query."""
    asks = Ask.objects.filter(phase=phase, submission__by_regent=False)
    sheets = asks.values_list("submission__sheet", flat=True)
    return {line["tile"] for sheet in sheets for line in sheet.get("reports", [])}


def _filed(
    battle: Battle,
    phase: Phase,
    handed_in: Mapping[int, tuple[Json, str]],
    contest: Contest | None,
) -> Filed:
    lines, receipts = {}, {}
    for seat in (battle.attacker, battle.defender):
        sheet, receipt = handed_in.get(seat, ({}, ""))
        line = line_of(sheet, battle.tile)
        if line is not None:
            lines[seat], receipts[seat] = line, receipt
    return Filed(battle, lines, receipts, phase.rulings.get(str(battle.tile)), contest)


def waiting(state: State) -> list[Battle]:
    """List the battles that wait for their result; there is at most one on a tile."""
    return [battle for battle in state.summer.waiting if battle.report is None]


def line_of(sheet: Json, tile: int) -> Json | None:
    """Return what a sheet of reports says of the battle on a tile."""
    lines = sheet.get("reports", []) if isinstance(sheet, dict) else []
    return next((line for line in lines if line["tile"] == tile), None)


def with_line(sheet: Json, line: Json) -> Json:
    """Return a sheet of reports that says this of a battle, and all else as it did."""
    given = sheet if isinstance(sheet, dict) else {}
    others = [other for other in given.get("reports", []) if other["tile"] != line["tile"]]
    return {**given, "reports": sorted([*others, line], key=lambda each: each["tile"])}


def unsettled(campaign: Campaign, phase: Phase) -> list[Filed]:
    """Return the battles on a table whose result is not known yet in a phase of reports."""
    return [entry for entry in filed(campaign, phase) if not entry.is_settled]


def note_disputes(campaign: Campaign, phase: Phase, now: datetime) -> None:
    """Send every battle of which the sides say different things to the game masters."""
    for entry in unsettled(campaign, phase):
        if entry.is_disputed:
            notices.reports_differ(phase, entry.battle.tile, now)


def with_outside(phase: Phase, answers: Sheets) -> dict[int, Json]:
    """Return the answers with what the rules are told from outside, if there is anything."""
    return {**answers, HOST: phase.outside} if phase.outside else dict(answers)


def with_rulings(state: State, phase: Phase, answers: Sheets) -> dict[int, Json]:
    """Return the answers that are carried out: a ruling replaces what both sides filed."""
    ruled = dict(answers)
    for battle in waiting(state):
        line = phase.rulings.get(str(battle.tile))
        if line is not None:
            for seat in (battle.attacker, battle.defender):
                ruled[seat] = with_line(ruled.get(seat), line)
    return ruled
