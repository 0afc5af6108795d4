"""Entity tags of sheets and phases, and what a request demands of them.

A tag is made of what its reader may know anyway: a kingdom's own receipt, a phase's
public revision. So no tag changes because somebody else handed in.
"""

from __future__ import annotations

from rest_framework.request import Request

from campaign.models import Phase
from campaign.services.locks import clock_changed
from games.hosting.api.preconditions import single_tag


def sheet_tag(receipt: str) -> str:
    """Return the tag of a sheet that was handed in."""
    return f'"{receipt}"'


def phase_tag(phase: Phase) -> str:
    """Return the tag of a phase and its clock."""
    return f'"{phase.branch}.{phase.ordinal}.{phase.revision}.{phase.closing or phase.status}"'


def phase_seen(request: Request, phase: int) -> int | None:
    """Return the revision of the phase that the client saw, ``None`` if it says nothing.

    Raises ``Stale`` (``phase_changed``) for the tag of another phase.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        return None
    branch, *parts = single_tag(header).split(".")
    numbers = [branch, *parts[:2]]
    if len(parts) != 3 or parts[0] != str(phase) or not all(map(str.isdecimal, numbers)):
        raise clock_changed()
    return int(parts[1][:9])
