"""The receipt of a submission: a hash over all of it, chained to the kingdom's one before.

Anybody who holds a submission's fields can recompute its receipt; ``verify`` does.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from campaign.models import Campaign, Submission


def canonical(data: Any) -> str:
    """Return JSON that is the same for equal values: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def receipt_of(submission: Submission, campaign: Campaign, ordinal: int, seat: int) -> str:
    """Return the receipt (SHA-256, hex) that belongs to these fields."""
    fields = {
        "campaign": str(campaign.public_id),
        "branch": submission.phase.branch,
        "phase": ordinal,
        "phase_revision": submission.phase_revision,
        "seat": seat,
        "author": submission.author_name,
        "sequence": submission.sequence,
        "sheet": submission.sheet,
        "at": submission.at.isoformat(),
        "nonce": submission.nonce,
        "previous": submission.previous,
    }
    return hashlib.sha256(canonical(fields).encode()).hexdigest()
