"""What the OpenAPI document says about nested matches: battles and courts."""

from __future__ import annotations

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
    whole,
)

MOST_ORDINAL = 1_000_000

NOT_NOW = f"phase_over, deadline_passed, phase_parked, {RUNNING_KEY}"
UNSEEN = {403: "not_allowed, permission_denied", 404: "no_campaign, no_phase"}
RULES = {422: "the codes of the rules"}

SET = {"game": "winter_court", "seats": [0, 2], "stake": {"kind": "precedence"}, "key": "c1"}
PURSE = {"kind": "purse", "gold": 1, "food": 0, "from": "seats"}
CHALLENGE = {"game": "winter", "seats": [2], "stake": PURSE, "key": "c2"}

CONTESTS = operation(
    "contests",
    "Battles and courts of a phase, and their matches",
    tag="battles",
    answer=contests.ContestBody(many=True),
    problems={404: "no_campaign, no_phase", 400: "bad_parameter"},
    parameters=[whole("phase", 1, MOST_ORDINAL, "Its ordinal; the running one without it.")],
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
        403: "not_allowed, own_battle, permission_denied",
        404: "no_campaign, no_phase, no_battle, no_land",
        409: f"battle_begun, same_mode, too_many_changes, not_summer, {NOT_NOW}",
        412: "phase_changed",
        428: "precondition_required",
    },
    parameters=[IF_MATCH_PHASE, IDEMPOTENCY_KEY, DRY_RUN, tag_of(200)],
    description="While orders are due: all land battles on that hex this month. While a battle "
    "waits there and nobody has played or reported yet: that one; its match ends, and another is "
    "opened, or it is fought on a table, or by dice at once. Who fights there wishes for it "
    "like the other sides.",
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
        400: f"invalid, unknown_mode, bad_parameter, {KEY}",
        404: "no_campaign, no_phase, no_battle",
        409: f"battle_begun, same_mode, too_many_changes, {NOT_NOW}",
        412: "wish_changed",
        428: "precondition_required",
    },
    parameters=[IDEMPOTENCY_KEY, DRY_RUN],
    description="Once all its sides wish the same, it is so.",
    examples=[sent("a duel of wits", {"mode": "winter_court", "key": "w1"})],
)
COURTS_POST = operation(
    "court_set",
    "Set a court",
    tag="game master",
    answer=contests.ContestBody,
    status=201,
    body=contests.CourtForm,
    problems=UNSEEN
    | RULES
    | {
        400: f"invalid, bad_seats, bad_precondition, bad_parameter, {KEY}",
        409: f"no_court_now, too_many_courts, {NOT_NOW}",
        428: "precondition_required",
    },
    parameters=[IDEMPOTENCY_KEY, DRY_RUN],
    description="It opens at once, and its match begins. Stakes are checked, and locked while it "
    "lasts.",
    examples=[sent("for the first place", SET)],
)
CHALLENGE_POST = operation(
    "court_challenge",
    "Challenge other kingdoms to a court",
    tag="courts",
    answer=contests.ContestBody,
    status=201,
    body=contests.ChallengeForm,
    problems=UNSEEN
    | RULES
    | {
        400: f"invalid, bad_seats, bad_parameter, {KEY}",
        409: f"no_court_now, too_many_challenges, under_regent, kingdom_out, {NOT_NOW}",
        428: "precondition_required",
    },
    parameters=[IDEMPOTENCY_KEY, DRY_RUN],
    description="Its match begins when all have accepted; what nobody answers lapses with the "
    "phase.",
    examples=[sent("for a gold each", CHALLENGE)],
)
CHALLENGE_ANSWER = operation(
    "court_answer",
    "Accept or decline a challenge",
    tag="courts",
    answer=contests.ContestBody,
    body=contests.ChallengeAnswerForm,
    problems=UNSEEN
    | RULES
    | {
        400: f"invalid, bad_parameter, {KEY}",
        403: "not_allowed, not_seated, permission_denied",
        404: "no_campaign, no_phase, no_court",
        409: f"own_challenge, court_settled, kingdom_out, {NOT_NOW}",
    },
    parameters=[IDEMPOTENCY_KEY, DRY_RUN],
    description="The same answer again changes nothing.",
)
CHALLENGE_DELETE = operation(
    "court_withdraw",
    "Take one's own challenge back",
    tag="courts",
    status=204,
    problems=UNSEEN
    | {
        400: "bad_parameter",
        403: "not_allowed, not_challenger, permission_denied",
        404: "no_campaign, no_phase, no_court",
        409: "court_settled, kingdom_out, phase_over, deadline_passed, phase_parked",
    },
    parameters=[DRY_RUN],
    description="As long as not all have accepted it.",
)
