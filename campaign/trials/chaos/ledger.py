"""What the people of chaos were told: every receipt and every refusal, for the audit."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from campaign.models import User
from campaign.services.rulings import battle_rule, report_confirm
from campaign.services.submissions import Receipt, sheet_submit
from games.engine.contract import Json
from games.hosting.errors import ServiceError

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

EXPECTED_OF_REPORTS = EXPECTED | {"nothing_filed", "report_changed"}
"""How a confirmation or a ruling may be refused, besides."""


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
    ruled: set[tuple[int, int, int, str]] = field(default_factory=set)
    """(campaign, phase, tile, key) of every ruling that was acknowledged."""
    refused: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    slowest: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def submit(
        self, user: User, campaign_id: int, phase: int, seat: int, sheet: Json
    ) -> str | None:
        """Hand a sheet in and note the answer; return the code if it was refused."""
        call = partial(sheet_submit, person=user, campaign_id=campaign_id, phase=phase, sheet=sheet)
        return self._receive(call, campaign_id, phase, seat, EXPECTED)

    def confirm(self, user: User, campaign_id: int, phase: int, seat: int, tile: int) -> str | None:
        """Confirm what the other side filed of a battle; return the code if it was refused."""
        call = partial(report_confirm, person=user, campaign_id=campaign_id, phase=phase, tile=tile)
        return self._receive(call, campaign_id, phase, seat, EXPECTED_OF_REPORTS)

    def rule(
        self, master: User, campaign_id: int, phase: int, tile: int, report: Json, key: str
    ) -> str | None:
        """Rule a battle and note the answer; return the code if it was refused."""
        call = partial(
            battle_rule,
            person=master,
            campaign_id=campaign_id,
            phase=phase,
            tile=tile,
            report=report,
            reason="chaos",
            key=key,
        )
        code = self._told(call, f"campaign {campaign_id}, phase {phase}", EXPECTED_OF_REPORTS)
        if code is None:
            with self._lock:
                self.ruled.add((campaign_id, phase, tile, key))
        return code

    def _receive(
        self,
        call: Callable[[], Receipt],
        campaign_id: int,
        phase: int,
        seat: int,
        expected: set[str],
    ) -> str | None:
        def keep() -> None:
            given = call()
            if given.is_new:
                with self._lock:
                    self.accepted.append(Accepted(campaign_id, phase, seat, given.receipt))

        return self._told(keep, f"campaign {campaign_id}, phase {phase}, seat {seat}", expected)

    def _told(self, call: Callable[[], object], where: str, expected: set[str]) -> str | None:
        begun = time.monotonic()
        try:
            call()
        except ServiceError as refusal:
            with self._lock:
                self.refused[refusal.code] += 1
            if refusal.code not in expected:
                self.note(f"{where}: refused as {refusal.code}")
            return refusal.code
        except Exception as error:  # whatever else a service raises is what we look for
            self.note(f"{where}: {error!r}")
            return "error"
        with self._lock:
            self.slowest = max(self.slowest, time.monotonic() - begun)
        return None

    def note(self, what: str) -> None:
        """Keep something that should not have happened."""
        with self._lock:
            self.odd.append(what)
