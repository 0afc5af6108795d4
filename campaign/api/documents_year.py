"""What the OpenAPI document says about battles on a real table and about the past."""

from __future__ import annotations

from campaign.api.documents import MASTER, NO_CAMPAIGN, PLAYER
from campaign.api.schema import IF_MATCH_PHASE
from campaign.api.serializers import inputs, outputs, reports
from campaign.api.serializers.season import SeasonTable
from campaign.services.season import NEWEST
from games.hosting.api.schema import (
    DRY_RUN,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    KEY,
    OTHER_VERSION,
    RUNNING_KEY,
    UNCHANGED,
    operation,
    sent,
    tag_of,
    whole,
)

NO_PHASE = {404: "no_campaign, no_phase"}

# Battles on a real table

REPORTS = operation(
    "filed_reports",
    "Battles that wait for a report, and what is filed",
    tag="battles",
    answer=reports.FiledBattle(many=True),
    problems=NO_PHASE,
    description="The two sides of a battle read what both filed, the game master all, others "
    "nothing until the phase is done. A report is filed as a sheet of the phase.",
    anyone=True,
)
CONFIRM_POST = operation(
    "report_confirm",
    "Confirm what the other side filed",
    tag="battles",
    answer=outputs.Sheet,
    body=inputs.ConfirmForm,
    problems={
        400: f"invalid, {KEY}",
        403: "not_allowed, permission_denied",
        404: "no_campaign, no_phase, no_battle",
        409: f"nothing_filed, phase_over, deadline_passed, phase_parked, not_asked, {RUNNING_KEY}",
        412: "report_changed",
        422: "the codes of the rules, each with its line",
    },
    parameters=[IDEMPOTENCY_KEY, tag_of(200)],
    description="Hands in the same for that battle, beside what the own sheet says of others.",
    examples=[sent("the battle on hex 17", {"tile": 17})],
)
RULING_POST = operation(
    "battle_rule",
    "Rule how a battle on a real table, or in a match, ended",
    tag="game master",
    answer=outputs.Phase,
    body=inputs.RulingForm,
    problems={
        400: "invalid, reason_missing, bad_sheet, bad_ruling, bad_parameter, bad_precondition, "
        f"{KEY}",
        403: "not_allowed, permission_denied",
        404: "no_campaign, no_phase, no_battle",
        409: f"phase_over, deadline_passed, phase_parked, dice_decide, {RUNNING_KEY}",
        412: "phase_changed",
        422: "the codes of the rules, each with its line",
        428: "precondition_required",
    },
    parameters=[IF_MATCH_PHASE, IDEMPOTENCY_KEY, DRY_RUN, tag_of(200)],
    description="It counts instead of what both sides filed, or of the match, which ends. Once "
    "nothing is waited for, the phase is resolved at once.",
    examples=[
        sent(
            "a draw",
            {
                "phase": 9,
                "tile": 17,
                "report": {"winner": None, "routs": []},
                "reason": "Both sides told me so.",
                "key": "ruling-9-17",
            },
        )
    ],
)

# The past

POSITION = operation(
    "position",
    "A phase opened again",
    tag="history",
    answer=reports.PastPhase,
    also=UNCHANGED,
    problems=NO_PHASE | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
    description="The position it began with; once it is done also what happened, its dice and "
    "the sheets that are open to all: of Setup, the months and reports.",
    anyone=True,
)
EXPORT = operation(
    "export",
    "The whole campaign in one document",
    tag="history",
    answer=reports.Export,
    problems=NO_CAMPAIGN,
    description="Options with the map, and every phase with its position, events, dice and open "
    "sheets, as the reader may know it. Twenty a minute.",
    anyone=True,
)
SEASON = operation(
    "season",
    "The season's table: the kingdoms year by year",
    tag="history",
    answer=SeasonTable,
    also=UNCHANGED,
    problems=NO_CAMPAIGN | OTHER_VERSION | {400: "bad_parameter"},
    parameters=[
        IF_NONE_MATCH,
        tag_of(200, 304),
        whole("until", 1, NEWEST, "The last year shown; the newest without it."),
    ],
    description="What each kingdom held at the end of each year, what its Winter brought, and its "
    "battles, matches and courts. Only what all may know is counted.",
    anyone=True,
)

# Regents

REGENT_POST = operation(
    "regent",
    "Let the steward play a kingdom, or no longer",
    tag="game master",
    status=204,
    body=inputs.RegentForm,
    problems=MASTER
    | {
        400: f"invalid, unknown_regent, bad_parameter, bad_precondition, {KEY}",
        404: "no_campaign, no_kingdom",
        409: f"kingdom_out, {RUNNING_KEY}",
        412: "phase_changed",
        428: "precondition_required",
    },
    parameters=[IF_MATCH_PHASE, IDEMPOTENCY_KEY, DRY_RUN],
    description="The steward hands in from the next phase on, and in the running one if nothing "
    "is in yet.",
    examples=[sent("while Bert is away", {"seat": 2, "regent": "steward", "key": "bert-away"})],
)
TAKE_BACK_POST = operation(
    "take_back",
    "Take my kingdom back from the steward",
    tag="campaigns",
    status=204,
    problems=PLAYER | {400: KEY, 409: f"kingdom_out, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
    description="What the steward has handed in stands until a sheet replaces it. Without a "
    "regent nothing changes.",
)
