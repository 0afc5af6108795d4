"""What the people of chaos were told: every receipt and every refusal, for the audit."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from campaign.models import Contest, User
from campaign.services.contest_modes import battle_agree_mode, battle_propose_mode, battle_set_mode
from campaign.services.courts import court_answer, court_challenge, court_set, court_withdraw
from campaign.services.rulings import battle_rule, report_confirm
from campaign.services.submissions import Receipt, sheet_submit
from games.engine.contract import Json, Refusal
from games.hosting.errors import ServiceError
from games.services.answers import Answered, answer_give
from games.services.offers import draw_offer, resign

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

EXPECTED_OF_SHEETS = EXPECTED | {"match_decides"}
"""How a sheet may be refused, besides: a battle is fought by a match by now."""

EXPECTED_OF_REPORTS = EXPECTED_OF_SHEETS | {
    "dice_decide",
    "no_battle",
    "nothing_filed",
    "report_changed",
}
"""How a confirmation or a ruling may be refused, besides."""

EXPECTED_OF_MODES = EXPECTED | {
    "battle_begun", "no_battle", "same_mode", "too_many_changes", "wish_changed",
}  # fmt: skip
"""How a change of a battle's mode, or a wish for one, may be refused."""

EXPECTED_OF_MATCHES = {
    "already_answered",
    "declined_already",
    "moved_on",
    "no_match",
    "not_allowed",
    "not_asked",
    "not_running",
}
"""How a legal answer, an offer or a resignation may be refused at a match."""

EXPECTED_OF_COURTS = EXPECTED | {
    "court_settled",
    "stake_last",
    "stake_locked",
    "stake_too_poor",
    "too_many_challenges",
    "under_regent",
}
"""How a challenge to a court or an answer to one may be refused."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A receipt that somebody holds."""

    campaign_id: int
    phase: int
    seat: int
    receipt: str


@dataclass(frozen=True, slots=True)
class Moved:
    """An answer at a match that was taken, at a revision, of a seat, by whom."""

    match_id: int
    revision: int
    seat: int
    author: int
    answer: Json


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of a court: ``set``, ``challenge``, ``accept``, ``decline``, ``withdraw``.

    ``by`` is the seat of who said it, -1 the game master's.
    """

    campaign_id: int
    phase: int
    court: int
    what: str
    by: int


@dataclass
class Ledger:
    """Everything that was answered, from all threads."""

    accepted: list[Accepted] = field(default_factory=list)
    ruled: dict[tuple[int, int, int, str], Json] = field(default_factory=dict)
    """Every ruling that was acknowledged, by (campaign, phase, tile, key)."""
    moved: list[Moved] = field(default_factory=list)
    resigned: set[tuple[int, int]] = field(default_factory=set)
    """(match, person) of every resignation that was acknowledged."""
    modes: set[tuple[int, int, int, str, str]] = field(default_factory=set)
    """(campaign, phase, tile, mode, key) of every change of mode by a game master."""
    said: set[Said] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    slowest: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def submit(
        self, user: User, campaign_id: int, phase: int, seat: int, sheet: Json
    ) -> str | None:
        """Hand a sheet in and note the answer; return the code if it was refused."""
        call = partial(sheet_submit, person=user, campaign_id=campaign_id, phase=phase, sheet=sheet)
        return self._receive(call, campaign_id, phase, seat, EXPECTED_OF_SHEETS)

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
                self.ruled[campaign_id, phase, tile, key] = report
        return code

    def move(self, user: User, match_id: int, revision: int, seat: int, answer: Json) -> str | None:
        """Answer at a match and note what became of it; return the code of a refusal."""

        def keep() -> None:
            given: Answered = answer_give(
                person=user, match_id=match_id, revision=revision, answer=answer
            )
            if given.is_new:
                with self._lock:
                    self.moved.append(Moved(match_id, revision, seat, user.pk, given.answer))

        return self._told(keep, f"match {match_id}, turn {revision}", EXPECTED_OF_MATCHES)

    def resign(self, user: User, match_id: int) -> str | None:
        """Resign a match and note it; return the code of a refusal."""
        call = partial(resign, person=user, match_id=match_id)
        code = self._told(call, f"match {match_id}", EXPECTED_OF_MATCHES)
        if code is None:
            with self._lock:
                self.resigned.add((match_id, user.pk))
        return code

    def draw(self, user: User, match_id: int, revision: int) -> str | None:
        """Offer a draw, or agree to the one that is offered; return the code of a refusal."""
        call = partial(draw_offer, person=user, match_id=match_id, revision=revision)
        return self._told(call, f"match {match_id}, turn {revision}", EXPECTED_OF_MATCHES)

    def set_mode(
        self, master: User, campaign_id: int, phase: int, tile: int, mode: str, key: str
    ) -> str | None:
        """Have battles on a hex fought by a mode and note it; return the code of a refusal."""
        call = partial(
            battle_set_mode,
            person=master,
            campaign_id=campaign_id,
            phase=phase,
            tile=tile,
            mode=mode,
            reason="chaos",
            key=key,
        )
        code = self._told(call, f"campaign {campaign_id}, phase {phase}", EXPECTED_OF_MODES)
        if code is None:
            with self._lock:
                self.modes.add((campaign_id, phase, tile, mode, key))
        return code

    def wish(
        self, user: User, campaign_id: int, phase: int, tile: int, mode: str, key: str
    ) -> str | None:
        """Wish for another mode and agree to it; return the code of a refusal."""
        where: dict[str, Any] = {"person": user, "campaign_id": campaign_id, "phase": phase}
        where |= {"tile": tile, "mode": mode, "key": key}
        place = f"campaign {campaign_id}, phase {phase}"
        wished = self._told(partial(battle_propose_mode, **where), place, EXPECTED_OF_MODES)
        if wished is not None:
            return wished
        return self._told(partial(battle_agree_mode, **where), place, EXPECTED_OF_MODES)

    def court(
        self,
        user: User,
        campaign_id: int,
        phase: int,
        *,
        by: int,
        game: str,
        seats: Sequence[int],
        stake: Json,
        key: str,
    ) -> int | None:
        """Set a court (``by`` -1) or challenge to one; return its number if it was taken."""
        service, what = (court_set, "set") if by < 0 else (court_challenge, "challenge")
        call = partial(
            service,
            person=user,
            campaign_id=campaign_id,
            phase=phase,
            game=game,
            seats=seats,
            stake=stake,
            key=key,
        )
        return self._hear(call, campaign_id, phase, what, by)

    def answer(
        self,
        user: User,
        campaign_id: int,
        phase: int,
        number: int,
        *,
        by: int,
        accept: bool,
    ) -> int | None:
        """Accept or decline a challenge; return the court's number if that was taken."""
        call = partial(
            court_answer,
            person=user,
            campaign_id=campaign_id,
            phase=phase,
            number=number,
            accept=accept,
        )
        return self._hear(call, campaign_id, phase, "accept" if accept else "decline", by)

    def withdraw(
        self, user: User, campaign_id: int, phase: int, number: int, *, by: int
    ) -> int | None:
        """Take a challenge back; return the court's number if that was taken."""
        call = partial(
            court_withdraw, person=user, campaign_id=campaign_id, phase=phase, number=number
        )
        return self._hear(call, campaign_id, phase, "withdraw", by)

    def _hear(
        self, call: Callable[[], Contest], campaign_id: int, phase: int, what: str, by: int
    ) -> int | None:
        numbers: list[int] = []

        def keep() -> None:
            numbers.append(call().number)
            with self._lock:
                self.said.add(Said(campaign_id, phase, numbers[0], what, by))

        where = f"campaign {campaign_id}, phase {phase}, {what}"
        self._told(keep, where, EXPECTED_OF_COURTS)
        return numbers[0] if numbers else None

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
        except (ServiceError, Refusal) as refusal:
            code = refusal.code
            with self._lock:
                self.refused[code] += 1
            if code not in expected:
                self.note(f"{where}: refused as {code}")
            return code
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
