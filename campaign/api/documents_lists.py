"""What the OpenAPI document says about army lists."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from campaign.api.serializers import lists
from games.hosting.api.schema import IDEMPOTENCY_KEY, KEY, RUNNING_KEY, operation, sent, tag_of

IF_MATCH_LIST = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description='The tag of the list that you saw: `"list.ARMY.REVISION"`. '
    "`If-None-Match: *` instead when there was none.",
)
SPEARMEN = sent("one unit", {"list": {"units": [{"name": "Spearmen", "size": 20, "points": 110}]}})

LIST_READ = operation(
    "list_read",
    "Read an army list as list builders print it",
    tag="battles",
    answer=lists.PastedList,
    body=lists.TextForm,
    problems={400: f"invalid, {KEY}", 403: "permission_denied", 409: RUNNING_KEY},
    parameters=[IDEMPOTENCY_KEY],
    description="Nothing is stored and nothing is dropped: lines that are not understood are in "
    "`unread`, doubts in `warnings`.",
    examples=[sent("a unit", {"text": "20 Spearmen 110 pts\n- Banner [15]\nTotal: 125"})],
)
ARMY_LISTS = operation(
    "army_lists",
    "My armies, their lists, and those that wait for a sheet",
    tag="battles",
    answer=lists.OwnArmy(many=True),
    problems={403: "not_allowed", 404: "no_campaign"},
)
ARMY_LIST_PUT = operation(
    "army_list_save",
    "Keep the list of an army until a sheet carries it",
    tag="battles",
    answer=lists.KeptList,
    body=lists.ListForm,
    problems={
        400: f"invalid, bad_precondition, {KEY}",
        403: "not_allowed, permission_denied",
        404: "no_campaign, no_army",
        409: f"lists_unused, list_stands, {RUNNING_KEY}",
        412: "list_changed",
        422: "the codes of the rules, each with its place",
        428: "precondition_required",
    },
    parameters=[IF_MATCH_LIST, IDEMPOTENCY_KEY, tag_of(200)],
    description="It counts for nothing until it is handed in as part of a sheet.",
    examples=[SPEARMEN],
)
ARMY_LIST_DELETE = operation(
    "army_list_drop",
    "Throw away a list that waits",
    tag="battles",
    status=204,
    problems={
        400: "bad_precondition",
        403: "not_allowed, permission_denied",
        404: "no_campaign",
        412: "list_changed",
    },
    parameters=[IF_MATCH_LIST],
)
