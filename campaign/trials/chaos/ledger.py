"""What the people of chaos were told: every receipt and every refusal, for the audit."""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from campaign.models import User
from campaign.services.errors import ServiceError
from campaign.services.submissions import sheet_submit
from games.engine.contract import Json

EXPECTED = {
    "deadline_passed",
    "not_allowed",
    "no_campaign",
    "not_asked",
    "phase_over",
    "phase_parked",
    "sheet_changed",
}
"""How a lawful sheet may be refused while the phase is being fought over."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A receipt that somebody holds."""

    campaign_id: int
    phase: int
    seat: int
    receipt: str


@dataclass
class Ledger:
    """Everything that was answered, from all threads."""

    accepted: list[Accepted] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    slowest: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def submit(
        self, user: User, campaign_id: int, phase: int, seat: int, sheet: Json
    ) -> str | None:
        """Hand a sheet in and note the answer; return the code if it was refused."""
        begun = time.monotonic()
        try:
            given = sheet_submit(person=user, campaign_id=campaign_id, phase=phase, sheet=sheet)
        except ServiceError as refusal:
            with self._lock:
                self.refused[refusal.code] += 1
            if refusal.code not in EXPECTED:
                self.note(f"campaign {campaign_id}: a sheet was refused as {refusal.code}")
            return refusal.code
        except Exception as error:  # whatever else a service raises is what we look for
            self.note(f"campaign {campaign_id}, phase {phase}, seat {seat}: {error!r} ({sheet!r})")
            return "error"
        with self._lock:
            self.slowest = max(self.slowest, time.monotonic() - begun)
            if given.is_new:
                self.accepted.append(Accepted(campaign_id, phase, seat, given.receipt))
        return None

    def note(self, what: str) -> None:
        """Keep something that should not have happened."""
        with self._lock:
            self.odd.append(what)
