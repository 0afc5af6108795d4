"""What became of all that was sent: nothing may be lost, and every refusal must be just."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from campaign.trials.load.wire import Heard

LATE_CODES = {"deadline_passed", "phase_over"}
"""How a sheet that comes after the deadline is refused."""
LATE_WORDS = (b"The deadline has passed", b"that phase is over")
SHORT = 12
"""So much of a receipt stands on a page."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A sheet that was sent, how it went, and the receipt that was shown for it."""

    campaign_id: int
    seat: int
    heard: Heard
    receipt: str = ""
    """As much of the receipt as was shown; empty when the sheet was not taken."""
    is_kept: bool = True
    """Whether a page that did not take it still shows it."""

    @property
    def is_taken(self) -> bool:
        """Whether whoever sent it was told that it is in."""
        return self.heard.status in (200, 201, 302)

    @property
    def where(self) -> str:
        """Name it."""
        return f"campaign {self.campaign_id}, seat {self.seat}, {self.heard.line}"


@dataclass(frozen=True, slots=True)
class Kept:
    """A submission on record."""

    campaign_id: int
    seat: int
    receipt: str


def lost(sent: Iterable[Sent], kept: Iterable[Kept]) -> list[str]:
    """Name what was acknowledged and is not on record, or without any receipt."""
    known = {(row.campaign_id, row.seat, row.receipt[:SHORT]) for row in kept}
    return [
        f"{each.where}: receipt {each.receipt!r} is not on record"
        for each in sent
        if each.is_taken and (each.campaign_id, each.seat, each.receipt[:SHORT]) not in known
    ]


def unjust(sent: Iterable[Sent], deadline: float) -> list[str]:
    """Name what was refused though it was in time, or not in the right way.

    What waited for an answer when the deadline passed may be refused: the site's clock counts.
    """
    found = []
    for each in sent:
        if each.is_taken or each.heard.is_broken:
            continue
        if not is_late(each.heard):
            found.append(f"{each.where}: that is no refusal for being late")
        elif each.heard.sent_at + each.heard.seconds < deadline:
            found.append(f"{each.where}: it was in time")
        elif not each.is_kept:
            found.append(f"{each.where}: the page does not hold what was written")
    return found


def is_late(heard: Heard) -> bool:
    """Tell whether an answer says that it is too late, with 409 and the reason."""
    if heard.status != 409:
        return False
    body = heard.answer.body
    if "json" in heard.answer.headers.get("content-type", ""):
        return json.loads(body).get("code") in LATE_CODES
    return any(words in body for words in LATE_WORDS)


def overtaken(sent: Iterable[Sent], deadline: float) -> int:
    """Count what was sent before the deadline and came to its turn after it."""
    return sum(not each.is_taken and each.heard.sent_at < deadline for each in sent)


def too_late(sent: Iterable[Sent], deadline: float) -> list[str]:
    """Name what was sent after the deadline and taken nevertheless.

    The same sheet once more is no change: its answer is that it is in.
    """
    before = {
        (each.campaign_id, each.seat, each.receipt[:SHORT])
        for each in sent
        if each.heard.sent_at < deadline
    }
    return [
        f"{each.where}: taken after the deadline"
        for each in sent
        if each.is_taken
        and each.heard.sent_at >= deadline
        and (each.campaign_id, each.seat, each.receipt[:SHORT]) not in before
    ]
