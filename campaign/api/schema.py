"""What a request about a sheet or a phase demands, as the OpenAPI document says it."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter

IF_MATCH_SHEET = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The tag of the sheet that you saw and now replace; needed once one is in.",
)
IF_NONE_MATCH_ANY = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="`*`: only if no sheet is in yet.",
)
IF_MATCH_PHASE = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The tag of the phase that you saw; refused when its clock was changed since.",
)
