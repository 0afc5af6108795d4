"""What the OpenAPI document says about each operation; the views wear these."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from campaign.api import sheet_schema
from campaign.api.schema import IF_MATCH_PHASE, IF_MATCH_SHEET, IF_NONE_MATCH_ANY
from campaign.api.serializers import inputs, outputs, reports
from campaign.services.selectors import MOST_EVENTS
from games.hosting.api.schema import (
    DRY_RUN,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    KEY,
    LOCATION,
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

NO_CAMPAIGN = {404: "no_campaign"}
MASTER = {403: "not_allowed, permission_denied", 404: "no_campaign"}
PLAYER = {403: "not_allowed", 404: "no_campaign"}

# Campaigns

CAMPAIGNS = operation(
    "campaigns",
    "Campaigns I may look at",
    tag="campaigns",
    answer=page_of("CampaignPage", outputs.CampaignLine),
    problems=NO_PAGE,
    parameters=PAGES,
    anyone=True,
)
CAMPAIGNS_POST = operation(
    "campaign_create",
    "Make a campaign",
    tag="campaigns",
    answer=outputs.CampaignLine,
    status=201,
    also={200: "A dry run; `id` is null."},
    body=inputs.CampaignForm,
    problems={
        400: f"invalid, bad_name, bad_seats, bad_time_zone, bad_schedule, bad_parameter, {KEY}",
        403: "permission_denied",
        409: f"too_many_campaigns, {RUNNING_KEY}",
        422: "the codes of the rules for options and maps",
    },
    parameters=[IDEMPOTENCY_KEY, DRY_RUN, LOCATION],
    examples=[
        sent(
            "six kingdoms",
            {
                "name": "The long winter",
                "seats": 4,
                "options": {"edition": "capitals", "rules": {"years": 4}, "hand_in": "steps"},
                "time_zone": "Europe/Vienna",
                "schedule": {"sheet": {"kind": "daily", "at": "20:00", "days": 2}},
            },
        )
    ],
)
CAMPAIGN = operation(
    "campaign", "A campaign with its settings", tag="campaigns",
    answer=outputs.Campaign, problems=NO_CAMPAIGN, anyone=True,
)  # fmt: skip
START_POST = operation(
    "campaign_start",
    "Begin a campaign",
    tag="game master",
    answer=outputs.Phase,
    status=201,
    problems=MASTER | {400: KEY, 409: f"already_begun, nothing_to_play, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
)
JOIN_POST = operation(
    "join",
    "Take a kingdom by invitation",
    tag="campaigns",
    answer=outputs.Joined,
    status=201,
    body=inputs.JoinForm,
    problems={
        400: f"invalid, bad_name, unknown_faction, {KEY}",
        403: "permission_denied",
        404: "no_invite",
        409: "already_playing, kingdom_taken, no_kingdom_free, name_taken, faction_settled, "
        + RUNNING_KEY,
    },
    parameters=[IDEMPOTENCY_KEY, LOCATION],
    examples=[sent("join", {"token": "x1Yz...", "seat": 2, "name": "Hollow Hills"})],
)
INVITATION = operation(
    "invitation", "What an invitation opens", tag="campaigns",
    answer=outputs.Invitation, problems={404: "no_invite"}, anyone=True,
)  # fmt: skip
KINGDOM_PUT = operation(
    "kingdom_rename",
    "Name my kingdom and its banner",
    tag="campaigns",
    answer=outputs.Joined,
    body=inputs.KingdomForm,
    problems=PLAYER
    | {
        400: f"invalid, bad_name, unknown_faction, {KEY}",
        409: f"name_taken, banner_raised, faction_settled, {RUNNING_KEY}",
    },
    parameters=[IDEMPOTENCY_KEY],
    examples=[
        sent("name", {"name": "Hollow Hills", "race": "Dwarfs", "faction": "plain_guard"}),
    ],
)
LEAVE_POST = operation(
    "leave", "Give my kingdom up", tag="campaigns", status=204,
    problems=PLAYER | {400: KEY, 409: RUNNING_KEY}, parameters=[IDEMPOTENCY_KEY],
)  # fmt: skip
MAP = operation(
    "map",
    "The map and the position on it",
    tag="campaigns",
    answer=outputs.Map,
    also=UNCHANGED,
    problems=NO_CAMPAIGN | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
    anyone=True,
)
KINGDOMS = operation(
    "kingdoms", "The kingdoms and what they hold", tag="campaigns",
    answer=outputs.Kingdom(many=True), problems=NO_CAMPAIGN, anyone=True,
)  # fmt: skip

# Phases

PHASE = operation(
    "phase",
    "The running phase and its clock",
    tag="phases",
    answer=outputs.RunningPhase,
    also=UNCHANGED,
    problems={404: "no_campaign, no_phase"} | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
    anyone=True,
)
PHASES = operation(
    "phases",
    "The phases that are done",
    tag="phases",
    answer=page_of("PhasePage", outputs.Phase),
    problems=NO_CAMPAIGN | NO_PAGE,
    parameters=PAGES,
    anyone=True,
)
REPORT = operation(
    "report", "How a phase went", tag="phases", answer=reports.Report,
    problems={404: "no_campaign, no_phase", 409: "phase_running"}, anyone=True,
)  # fmt: skip
DICE = operation(
    "dice", "The dice of a phase, with their secret", tag="phases", answer=reports.Dice,
    problems={404: "no_campaign, no_phase", 409: "phase_running"}, anyone=True,
)  # fmt: skip
EVENTS = operation(
    "events",
    "What happened since a cursor",
    tag="phases",
    answer=reports.Events,
    problems=NO_CAMPAIGN | NO_PAGE,
    parameters=[
        OpenApiParameter("since", text(0), description="A cursor; from the start without it."),
        whole("limit", 1, MOST_EVENTS, "How many at most."),
    ],
    examples=[
        got(
            "tithe",
            {
                "events": [
                    {
                        "cursor": "3.4",
                        "phase": 3,
                        "kind": "tithe_given",
                        "data": {"giver": 0, "receiver": 1, "gold": 1, "food": 0},
                        "is_private": False,
                    }
                ],
                "next": "3.4",
                "more": False,
            },
        )
    ],
    anyone=True,
)
LOG = operation(
    "log", "What the game master did", tag="phases", answer=page_of("LogPage", outputs.LogLine),
    problems=NO_CAMPAIGN | NO_PAGE, parameters=PAGES, anyone=True,
)  # fmt: skip

# Sheets

ASK = operation(
    "ask",
    "What my kingdom must decide now",
    tag="sheets",
    answer=outputs.AskPage,
    also=UNCHANGED,
    problems=PLAYER | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
)
SHEET = operation(
    "sheet",
    "My sheet for a phase",
    tag="sheets",
    answer=outputs.Sheet,
    also=UNCHANGED,
    problems={403: "not_allowed", 404: "no_campaign, no_phase, no_sheet"} | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
)
SHEET_REFUSED = {
    403: "not_allowed, permission_denied",
    404: "no_campaign, no_phase",
    422: "the codes of the rules, each with its line",
}
SHEET_PUT = operation(
    "sheet_submit",
    "Hand in or replace my sheet",
    tag="sheets",
    answer=outputs.Sheet,
    status=201,
    also={200: "Replaced, the same again, or a dry run."},
    body=sheet_schema.BODY,
    problems=SHEET_REFUSED
    | {
        400: f"bad_sheet, bad_parameter, bad_precondition, {KEY}",
        409: f"phase_over, deadline_passed, phase_parked, not_asked, match_decides, {RUNNING_KEY}",
        412: "sheet_changed",
        413: "sheet_too_large",
        428: "precondition_required",
    },
    parameters=[
        IF_MATCH_SHEET,
        IF_NONE_MATCH_ANY,
        IDEMPOTENCY_KEY,
        DRY_RUN,
        tag_of(200, 201),
    ],
    examples=sheet_schema.SENT,
    description="The body is the sheet (or, in open play, the answer). The latest before the "
    "deadline counts; each is kept and has a receipt.",
)
FORECAST_POST = operation(
    "forecast",
    "What would become of a sheet",
    tag="sheets",
    answer=outputs.Forecast,
    body=sheet_schema.BODY,
    problems=SHEET_REFUSED
    | {
        400: f"bad_sheet, {KEY}",
        409: f"phase_over, not_asked, {RUNNING_KEY}",
        413: "sheet_too_large",
    },
    parameters=[IDEMPOTENCY_KEY],
    examples=sheet_schema.SENT,
    description="What the real resolver makes of the sheet if all others do nothing special, "
    "from what my kingdom may know. Nothing is stored.",
)
RECEIPTS = operation(
    "receipts",
    "My kingdom's submissions, chained",
    tag="sheets",
    answer=page_of("ReceiptPage", outputs.Receipt),
    problems=PLAYER | NO_PAGE,
    parameters=PAGES,
)

# The game master

PRESENCE = operation(
    "presence", "Who is in (not what), and whether resolution is on time", tag="game master",
    answer=outputs.PresencePage, problems=MASTER,
)  # fmt: skip
CLOCK_POST = operation(
    "clock_act",
    "Pause, resume, extend, resolve now, retry",
    tag="game master",
    answer=outputs.Phase,
    body=inputs.ClockForm,
    problems={
        400: "invalid, unknown_action, reason_missing, bad_extension, extension_too_long, "
        f"bad_parameter, bad_precondition, {KEY}",
        403: "not_allowed, permission_denied",
        404: "no_campaign, no_phase",
        409: "phase_over, phase_parked, not_parked, already_paused, not_paused, "
        f"deadline_passed, {RUNNING_KEY}",
        412: "phase_changed",
        428: "precondition_required",
    },
    parameters=[IF_MATCH_PHASE, IDEMPOTENCY_KEY, DRY_RUN, tag_of(200)],
    examples=[
        sent(
            "a day more",
            {
                "action": "extend",
                "phase": 3,
                "minutes": 1440,
                "reason": "The mail was down.",
                "key": "extend-3-1",
            },
        )
    ],
)
INVITES = operation(
    "invites", "The invitations", tag="game master", answer=outputs.Invite(many=True),
    problems=MASTER,
)  # fmt: skip
INVITES_POST = operation(
    "invite_create",
    "Make an invitation",
    tag="game master",
    answer=outputs.Invite,
    status=201,
    problems=MASTER | {400: KEY, 409: f"too_many_invites, {RUNNING_KEY}"},
    parameters=[IDEMPOTENCY_KEY],
)
INVITE_DELETE = operation(
    "invite_revoke", "End an invitation", tag="game master", status=204,
    problems={403: "not_allowed, permission_denied", 404: "no_campaign, no_invite"},
)  # fmt: skip
HAND_OVER_POST = operation(
    "hand_over",
    "Give a kingdom to somebody else",
    tag="game master",
    status=204,
    body=inputs.HandOverForm,
    problems={
        400: f"invalid, no_such_person, {KEY}",
        403: "not_allowed, permission_denied",
        404: "no_campaign, no_kingdom",
        409: f"already_playing, {RUNNING_KEY}",
    },
    parameters=[IDEMPOTENCY_KEY],
    examples=[sent("to bert", {"seat": 2, "username": "bert"})],
)
