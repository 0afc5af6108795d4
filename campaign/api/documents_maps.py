"""What the OpenAPI document says about maps that people draw or have made."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

from campaign.api.serializers import maps
from campaign.rules.maps.generator import BOUNDS
from games.hosting.api.schema import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    KEY,
    LOCATION,
    OTHER_VERSION,
    RUNNING_KEY,
    UNCHANGED,
    operation,
    sent,
    tag_of,
    whole,
)

MAP_RULES = "the codes of the rules for maps"
IF_MATCH_DRAFT = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The tag of the map that you saw and now replace.",
)
SHORE = sent("as text", {"text": "Wintertide map\nname: A shore\n1 at 0 0: p p f c o\n"})

MAP_DRAFTS = operation(
    "map_drafts", "My maps", tag="maps", answer=maps.MapDraftLine(many=True), problems={}
)
MAP_DRAFTS_POST = operation(
    "map_draft_create",
    "Keep a new map",
    tag="maps",
    answer=maps.MapDraft,
    status=201,
    body=maps.MapForm,
    problems={
        400: f"invalid, {KEY}",
        403: "permission_denied",
        409: f"too_many_drafts, {RUNNING_KEY}",
        422: MAP_RULES,
    },
    parameters=[IDEMPOTENCY_KEY, LOCATION, tag_of(201)],
    examples=[SHORE],
)
MAP_DRAFT = operation(
    "map_draft",
    "One of my maps, as document and as text",
    tag="maps",
    answer=maps.MapDraft,
    also=UNCHANGED,
    problems={404: "no_draft"} | OTHER_VERSION,
    parameters=[IF_NONE_MATCH, tag_of(200, 304)],
)
MAP_DRAFT_PUT = operation(
    "map_draft_save",
    "Replace one of my maps",
    tag="maps",
    answer=maps.MapDraft,
    body=maps.MapForm,
    problems={
        400: f"invalid, bad_precondition, {KEY}",
        403: "permission_denied",
        404: "no_draft",
        409: RUNNING_KEY,
        412: "draft_changed",
        422: MAP_RULES,
        428: "precondition_required",
    },
    parameters=[IF_MATCH_DRAFT, IDEMPOTENCY_KEY, tag_of(200)],
    examples=[SHORE],
)
MAP_DRAFT_DELETE = operation(
    "map_draft_delete",
    "Delete one of my maps",
    tag="maps",
    status=204,
    problems={
        400: "bad_precondition",
        403: "permission_denied",
        404: "no_draft",
        412: "draft_changed",
    },
    parameters=[IF_MATCH_DRAFT],
)
MAP_CHECK_POST = operation(
    "map_check",
    "What the rules say of a map",
    tag="maps",
    answer=maps.MapVerdict,
    body=maps.CheckForm,
    problems={
        400: f"invalid, {KEY}",
        403: "permission_denied",
        409: RUNNING_KEY,
        422: MAP_RULES,
    },
    parameters=[IDEMPOTENCY_KEY],
    examples=[sent("for two", {"kingdoms": 2, "text": "Wintertide map\n1 at 0 0: p p p\n"})],
    description="422 only for what cannot be read as a map; what keeps it from being played by "
    "so many kingdoms is in `problems`, what is merely odd in `warnings`. Nothing is stored.",
)
MAP_MADE = operation(
    "map_made",
    "A map made from a seed",
    tag="maps",
    answer=maps.MadeMap,
    problems={422: MAP_RULES},
    parameters=[
        whole(name, low, high, f"{low} to {high}.", required=True)
        for name, (low, high) in BOUNDS.items()
    ],
    description="The same parameters give the same map. `mountains` is a percentage of the land.",
)
MAP_TEXT = operation(
    "map_text", "One of the site's maps in text form", tag="reference",
    answer=maps.MapText, problems={404: "no_map"}, anyone=True,
)  # fmt: skip
