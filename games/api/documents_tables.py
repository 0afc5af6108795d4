"""What the OpenAPI document says about opening and joining matches, and about seats."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from games.api.documents import NO_MATCH, SEATED, TAG
from games.api.serializers import inputs, outputs
from games.hosting.api.schema import (
    IDEMPOTENCY_KEY,
    KEY,
    LOCATION,
    NO_PAGE,
    PAGES,
    RUNNING_KEY,
    operation,
    page_of,
    sent,
)

RULES = "the codes of the rules"
WRITES = [IDEMPOTENCY_KEY, LOCATION]
SIGNED_IN = {403: "not_signed_in, permission_denied"}
"""``not_signed_in``: the account is closed."""

MATCHES = operation(
    "matches",
    "My matches, or a part of the lobby",
    tag=TAG,
    answer=page_of("MatchPage", outputs.MatchLine),
    problems=NO_PAGE,
    parameters=[
        OpenApiParameter(
            "list",
            enum=("open", "running", "over"),
            description="`open` (free seats), `running` or `over`; left out: mine, newest first.",
        ),
        *PAGES,
    ],
    anyone=True,
)
MY_MATCHES = operation(
    "my_matches",
    "Matches that wait for my answer, soonest due first",
    tag="me",
    answer=outputs.MatchLine(many=True),
    problems={},
)
MATCHES_POST = operation(
    "match_open",
    "Open a match",
    tag=TAG,
    answer=outputs.OpenedMatch,
    status=201,
    body=inputs.MatchForm,
    problems=SIGNED_IN
    | {
        400: "invalid, unknown_game, unknown_deck, bad_seats, bad_clock, bad_time_zone, "
        f"bad_settings, {KEY}",
        409: f"too_many_matches, {RUNNING_KEY}",
        422: RULES,
    },
    parameters=WRITES,
    description="It begins at once when no seat is free, else when the last is taken.",
    examples=[
        sent(
            "against a bot",
            {
                "game": "winter",
                "options": {"first": 0},
                "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
            },
        ),
        sent(
            "for four",
            {
                "game": "courtier",
                "options": {"auction": False},
                "seats": [
                    {"kind": "me"},
                    {"kind": "free"},
                    {"kind": "free"},
                    {"kind": "bot", "bot": "greedy"},
                ],
            },
        ),
        sent(
            "for anybody, a day for each answer",
            {
                "game": "winter_court",
                "is_listed": True,
                "delay": 30,
                "clock": {"kind": "move", "minutes": 1440},
            },
        ),
    ],
)
SEAT_TAKEN = f"not_open, already_seated, seat_taken, {RUNNING_KEY}"
JOIN_POST = operation(
    "match_join",
    "Take a free seat of a listed match",
    tag=TAG,
    answer=outputs.OpenedMatch,
    status=201,
    body=inputs.SeatForm,
    problems=SIGNED_IN | NO_MATCH | {400: f"invalid, bad_clock, {KEY}", 409: SEAT_TAKEN},
    parameters=WRITES,
    examples=[sent("any seat", {})],
)
INVITATION = operation(
    "match_invitation", "The match behind an invitation", tag=TAG,
    answer=outputs.MatchInvitation, problems={404: "no_invite"}, anyone=True,
)  # fmt: skip
INVITATION_POST = operation(
    "match_invitation_take",
    "Take a free seat by invitation",
    tag=TAG,
    answer=outputs.OpenedMatch,
    status=201,
    body=inputs.SeatForm,
    problems=SIGNED_IN | {400: f"invalid, bad_clock, {KEY}", 404: "no_invite", 409: SEAT_TAKEN},
    parameters=WRITES,
    examples=[sent("the second seat", {"seat": 1})],
)
LEAVE_POST = operation(
    "match_leave",
    "Leave a match that has not begun",
    tag=TAG,
    status=204,
    problems=SEATED | {400: KEY, 409: f"not_open, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
    description="The seat is free again.",
)
CALL_OFF_POST = operation(
    "match_call_off",
    "Call off a match that has not begun",
    tag=TAG,
    status=204,
    problems=SEATED | {400: KEY, 409: f"not_open, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
)
REMATCH_POST = operation(
    "match_rematch",
    "Play once more with the seats changed round",
    tag=TAG,
    answer=outputs.OpenedMatch,
    status=201,
    problems={
        400: f"bad_clock, {KEY}",
        403: "not_signed_in, not_allowed, permission_denied",
        404: "no_match",
        409: f"not_over, no_rematch, seat_taken, not_open, too_many_matches, {RUNNING_KEY}",
    },
    parameters=WRITES,
    description="The first who asks opens it, the calls of the others join it.",
)
SEAT_BOT_POST = operation(
    "seat_to_bot",
    "Give my seat, or an absent person's, to a bot",
    tag=TAG,
    status=204,
    body=inputs.BotForm,
    problems={
        400: f"invalid, unknown_bot, {KEY}",
        403: "not_allowed, not_absent, not_your_seat, permission_denied",
        404: "no_match, no_seat",
        409: f"not_running, parked, bot_already, {RUNNING_KEY}",
    },
    parameters=[IDEMPOTENCY_KEY],
    examples=[sent("while I am away", {"bot": "search"})],
)
OWN_SEAT = {
    403: "not_allowed, not_your_seat, permission_denied",
    404: "no_match, no_seat",
}
SEAT_LINK_POST = operation(
    "seat_link",
    "A link by which somebody takes my seat over",
    tag=TAG,
    answer=outputs.SeatToken,
    status=201,
    problems=OWN_SEAT | {400: KEY, 409: f"not_running, parked, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
    description="The same link until it is used or dropped; until then I play on.",
)
SEAT_LINK_DELETE = operation(
    "seat_link_drop", "End that link", tag=TAG, status=204,
    problems=OWN_SEAT | {409: "not_running, parked"},
)  # fmt: skip
SEAT = operation(
    "seat_offered", "The seat behind such a link", tag=TAG, answer=outputs.SeatOffer,
    problems={404: "no_seat_link"}, anyone=True,
)  # fmt: skip
SEAT_POST = operation(
    "seat_take",
    "Take that seat over",
    tag=TAG,
    answer=outputs.OpenedMatch,
    status=201,
    problems=SIGNED_IN
    | {
        400: KEY,
        404: "no_seat_link",
        409: f"not_running, parked, already_seated, {RUNNING_KEY}",
    },
    parameters=WRITES,
)
