"""What the OpenAPI document says about playing a match; the views wear these."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.api.serializers import inputs, outputs
from games.hosting.api.schema import (
    DRY_RUN,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    KEY,
    NO_PAGE,
    OTHER_VERSION,
    PAGES,
    RUNNING_KEY,
    UNCHANGED,
    got,
    operation,
    page_of,
    sent,
    tag_of,
    text,
    whole,
)

MOST_LEGAL, HIGHEST = 200, 999_999_999

TAG = "matches"
NO_MATCH = {404: "no_match"}
SEATED = {403: "not_allowed, permission_denied", 404: "no_match"}
RULES = "the codes of the rules"
OFFSET = whole("offset", 0, HIGHEST, "How many to leave out.")


def limit(most: int) -> OpenApiParameter:
    """Describe how many entries are asked for."""
    return whole("limit", 1, most, "How many at most.")


GAMES = operation(
    "games",
    "The games: options, bots, asks, answers, events",
    tag="reference",
    answer=outputs.Game(many=True),
    problems={},
    description="Answers are texts; case and spacing do not matter, examples show their form.",
    anyone=True,
)
MATCH = operation(
    "match",
    "A match as I may know it",
    tag=TAG,
    answer=outputs.OneMatch,
    also=UNCHANGED,
    problems=NO_MATCH | OTHER_VERSION | {409: "other_rules"},
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
    description="Whoever sits at it sees it as that seat does, at once; others what outsiders "
    "may, `delay` minutes late. When it is over, everything is open to all who may look.",
    anyone=True,
)
ASK = operation(
    "match_ask",
    "What my seat is asked, with legal answers",
    tag=TAG,
    answer=outputs.MatchAskPage,
    problems=NO_MATCH | {400: "bad_parameter", 409: "other_rules"},
    parameters=[OFFSET, limit(200)],
    description="There can be thousands of legal answers: `more` says that others follow. They "
    "stand in a stable order as long as the revision stays.",
    examples=[
        got(
            "a draw",
            {
                "revision": 12,
                "ask": {
                    "seat": 0,
                    "kind": "draw",
                    "default": "draw 0",
                    "legal": ["draw 0", "draw 1"],
                    "offset": 0,
                    "more": False,
                },
            },
        )
    ],
    anyone=True,
)
ANSWER_POST = operation(
    "match_answer",
    "Answer what my seat is asked",
    tag=TAG,
    answer=outputs.Answered,
    status=201,
    also={200: "The same again, or a dry run."},
    body=inputs.AnswerForm,
    problems=SEATED
    | {
        400: f"invalid, bad_parameter, {KEY}",
        409: f"not_running, parked, other_rules, already_answered, {RUNNING_KEY}",
        412: "moved_on",
        422: RULES,
    },
    parameters=[IDEMPOTENCY_KEY, DRY_RUN],
    description="An answer names the revision it was made for; one for an older revision is "
    "refused (`moved_on`), and the very same answer sent twice counts once.",
    examples=[sent("a play", {"revision": 12, "answer": "play K4 B +K1"})],
)
PLAN = operation(
    "match_plan", "My answers made ahead", tag=TAG, answer=outputs.MatchPlan,
    problems={403: "not_allowed", 404: "no_match"},
)  # fmt: skip
PLAN_PUT = operation(
    "match_plan_write",
    "Answer ahead: if they do this, I do that",
    tag=TAG,
    answer=outputs.MatchPlan,
    body=inputs.PlanForm,
    problems=SEATED
    | {
        400: f"invalid, bad_plan, {KEY}",
        409: f"not_running, parked, your_turn, {RUNNING_KEY}",
        412: "moved_on",
    },
    parameters=[IDEMPOTENCY_KEY],
    description="Known to my seat alone. When it is asked next, the first line counts whose "
    '`if` somebody answered since (`"*"`: anything); its `then` are answered while they are '
    "legal and it stays my turn. A plan that does not fit is dropped.",
    examples=[sent("after a pass", {"revision": 12, "lines": [{"if": "pass", "then": ["pass"]}]})],
)
PLAN_DELETE = operation(
    "match_plan_drop", "Drop my answers made ahead", tag=TAG, status=204, problems=SEATED
)
EVENTS = operation(
    "match_events",
    "What happened since a cursor",
    tag=TAG,
    answer=outputs.MatchEvents,
    problems=NO_MATCH | NO_PAGE,
    parameters=[
        OpenApiParameter("since", text(0), description="A cursor; from the start without it."),
        limit(200),
    ],
    description="Whole turns, one at least. After the end, start again to get what was hidden.",
    examples=[
        got(
            "a draw",
            {
                "events": [
                    {
                        "turn": 7,
                        "at": "2026-12-06T19:00:00Z",
                        "kind": "drew",
                        "data": {"seat": 1, "count": 1},
                        "is_private": False,
                        "is_undone": False,
                    }
                ],
                "next": "7",
                "more": False,
            },
        )
    ],
    anyone=True,
)
NOTES = operation(
    "match_notes", "Offers, hand-overs, defaults", tag=TAG,
    answer=page_of("MatchNotesPage", outputs.MatchNote), problems=NO_MATCH | NO_PAGE,
    parameters=PAGES, anyone=True,
)  # fmt: skip

OFFERED = SEATED | {412: "moved_on"}
DRAW_POST = operation(
    "match_draw",
    "Offer, accept or decline a draw",
    tag=TAG,
    answer=outputs.MatchStanding,
    body=inputs.OfferForm,
    problems=OFFERED
    | {
        400: f"invalid, unknown_action, {KEY}",
        409: f"not_running, parked, other_rules, no_offer, declined_already, {RUNNING_KEY}",
    },
    parameters=[IDEMPOTENCY_KEY],
    description="An offer lapses with the next turn. Bots decline.",
    examples=[sent("offer", {"revision": 12, "action": "offer"})],
)
UNDO_POST = operation(
    "match_undo",
    "Ask for an undo, accept or decline one",
    tag=TAG,
    answer=outputs.MatchStanding,
    body=inputs.OfferForm,
    problems=OFFERED
    | {
        400: f"invalid, unknown_action, {KEY}",
        409: "not_running, parked, other_rules, no_offer, declined_already, undo_asked, "
        f"nothing_to_undo, undo_past_reveal, {RUNNING_KEY}",
    },
    parameters=[IDEMPOTENCY_KEY],
    description="It takes back everything since my last answer, that answer too, never past a "
    "card or die that was shown. Bots agree.",
    examples=[sent("ask", {"revision": 12, "action": "ask"})],
)
RESIGN_POST = operation(
    "match_resign",
    "Resign",
    tag=TAG,
    answer=outputs.MatchStanding,
    problems=SEATED | {400: KEY, 409: f"not_running, parked, other_rules, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
    description="With more than two seats a bot plays on for me, if other people sit there; else "
    "the match ends.",
)

# After the end

REPLAY = operation(
    "match_replay",
    "A match that is over, turn by turn, with all hands",
    tag=TAG,
    answer=outputs.MatchReplay,
    problems=NO_MATCH | {400: "bad_parameter", 409: "not_over, other_rules"},
    parameters=[OFFSET, limit(100)],
    anyone=True,
)
RECORD = operation(
    "match_record",
    "The file of a match that is over",
    tag=TAG,
    answer=outputs.MatchFile,
    problems=NO_MATCH | {409: "not_over"},
    description="With the secret: `dice_check.py` derives every draw from it again. Twenty a "
    "minute.",
    anyone=True,
)
