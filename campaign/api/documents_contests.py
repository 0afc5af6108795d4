"""What the OpenAPI document says about nested matches: battles and courts."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from campaign.api.schema import IF_MATCH_PHASE
from campaign.api.serializers import contests, outputs
from games.hosting.api.schema import (
    DRY_RUN,
    IDEMPOTENCY_KEY,
    KEY,
    RUNNING_KEY,
    operation,
    sent,
    tag_of,
)

NOT_NOW = f"phase_over, deadline_passed, phase_parked, {RUNNING_KEY}"
UNSEEN = {403: "not_allowed, permission_denied", 404: "no_campaign, no_phase"}
RULES = {422: "the codes of the rules"}

CONTESTS = operation(
    "contests",
    "Battles and courts of a phase, and their matches",
    tag="battles",
    answer=contests.ContestBody(many=True),
    problems={404: "no_campaign, no_phase", 400: "bad_parameter"},
    parameters=[
        OpenApiParameter("phase", int, description="Its ordinal; the running one without it.")
    ],
    description="What a phase of reports or of courts waits for, or waited for. A match has its "
    "own addresses under `/matches/`; whoever may look at the campaign may watch it.",
    anyone=True,
)
MODE_POST = operation(
    "battle_mode",
    "Say how a battle is fought",
    tag="game master",
    answer=outputs.Phase,
    body=contests.ModeForm,
    problems=UNSEEN
    | {
        400: f"invalid, unknown_mode, reason_missing, bad_precondition, bad_parameter, {KEY}",
        404: "no_campaign, no_phase, no_battle, no_land",
        409: f"battle_begun, same_mode, not_summer, {NOT_NOW}",
        412: "phase_changed",
        428: "precondition_required",
    },
    parameters=[IF_MATCH_PHASE, IDEMPOTENCY_KEY, DRY_RUN, tag_of(200)],
    description="While orders are due: all land battles on that hex this month. While a battle "
    "waits there and nobody has played or reported yet: that one; its match ends, and another is "
    "opened, or it is fought on a table, or by dice at once.",
    examples=[
        sent("a skirmish instead", {"mode": "skirmish", "reason": "You asked.", "key": "m1"})
    ],
)
WISH_POST = operation(
    "battle_wish",
    "Wish that one's battle is fought otherwise, or agree to it",
    tag="battles",
    answer=contests.ContestBody,
    body=contests.WishForm,
    problems=UNSEEN
    | {
        400: f"invalid, unknown_mode, {KEY}",
        404: "no_campaign, no_phase, no_battle",
        409: f"battle_begun, same_mode, {NOT_NOW}",
        412: "wish_changed",
        428: "precondition_required",
    },
    parameters=[IDEMPOTENCY_KEY],
    description="Once all its sides wish the same, it is so.",
    examples=[sent("a duel of wits", {"mode": "winter_court", "key": "w1"})],
)
