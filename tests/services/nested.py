"""Two kingdoms whose armies met, and a match that decides how it ends: see ``tests.services.war``.

Seat 0 attacks hex 15, where seat 1 defends; phase 2 waits for the match. The match is given an
end as its rules would give it (``won``), or is played (``move``).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaign.models import Campaign, Contest, Event, Phase
from campaign.services.contest_modes import battle_set_mode
from campaign.services.verify import verify_campaign
from games.engine.contract import Json
from games.hosting.people import Person
from games.models import Match, Seat
from games.services import endings, listeners
from games.services.answers import Answered, answer_give
from games.services.table import sit
from tests.factories import Table
from tests.services.war import ASIDE, FIELD, FOUGHT, TILE, at_war

SOON = FOUGHT + timedelta(hours=2)

THREE: dict[str, Any] = {
    **FIELD,
    "tiles": {**FIELD["tiles"], "51": {"owner": 2, "settlement": "capital"}},
    "armies": [
        {"kingdom": 0, "tile": 14},
        {"kingdom": 1, "tile": 15},
        {"kingdom": 2, "tile": 15},
    ],
}
"""All three kingdoms have an army on hex 15 once seat 0 has marched."""

TWO_BATTLES: dict[str, Any] = {
    **FIELD,
    "armies": [*FIELD["armies"], {"kingdom": 0, "number": 2, "tile": ASIDE}],
}
"""Besides, seat 0 has an army on hex 51, where seat 2 is at home."""


def at_match(mode: str = "winter_court", *, rules: Json = None, **new: Any) -> Table:
    """Make the table; the battle on hex 15 is fought by ``mode``."""
    return at_war(rules={"battle_mode": mode, **(rules or {})}, **new)


def fought_by(table: Table, mode: str, tile: int = TILE) -> None:
    """Let the game master have the battle of phase 2 on a hex fought otherwise."""
    battle_set_mode(
        person=table.master,
        campaign_id=table.campaign.pk,
        phase=2,
        tile=tile,
        mode=mode,
        reason="We agreed.",
        key=f"{tile} {mode}",
        now=SOON,
    )


def contest(table: Table, number: int = 1) -> Contest:
    """Return a battle of phase 2 as it is now."""
    return Contest.objects.get(campaign=table.campaign, phase__ordinal=2, number=number)


def still_open(table: Table, ordinal: int) -> Table:
    """Let a phase be due tomorrow, for those who cannot say when they come."""
    due = timezone.now() + timedelta(days=1)
    Phase.objects.filter(pk=table.phase(ordinal).pk).update(due_at=due)
    return table


def match_of(table: Table, number: int = 1) -> Match:
    """Return the match of a battle as it is now."""
    match = contest(table, number).match
    assert match is not None
    return match


def occupants(match: Match) -> list[Any]:
    """Return who sits at a match, by seat: a person's key, or a bot's name."""
    return [row.user_id or row.bot for row in Seat.objects.filter(match=match).order_by("number")]


def move(table: Table, person: Person, answer: Json = None, now: datetime = SOON) -> Answered:
    """Answer the battle's match as a person who is asked: the first legal answer, or this."""
    match = match_of(table)
    seat = Seat.objects.get(match=match, user=person.pk).number
    with transaction.atomic():
        ask = sit(match.pk).ask_of(seat)
    assert ask is not None
    given = ask.default if answer is None else answer
    return answer_give(person=person, match_id=match.pk, revision=match.turn, answer=given, now=now)


def resigned(table: Table, seat: int, now: datetime = SOON) -> Match:
    """Let a kingdom resign the battle's match; the listener is not told yet."""
    match = match_of(table)
    number = contest(table).seats.index(seat)
    with transaction.atomic():
        at = sit(match.pk, now)
        endings.end_by_resignation(at, number)
        at.save()
    return match_of(table)


def won(table: Table, seat: int, now: datetime = SOON) -> None:
    """Let a kingdom win the battle's match (the other resigns), and the campaign hear of it."""
    loser = next(one for one in contest(table).seats if one != seat)
    assert listeners.tell(resigned(table, loser, now).pk, now)


def told(table: Table, kind: str, ordinal: int = 2) -> list[dict[str, Any]]:
    """Return the events of a kind in a phase."""
    events = Event.objects.filter(phase__campaign=table.campaign, phase__ordinal=ordinal)
    return [event.data for event in events.filter(kind=kind)]


def is_sound(table: Table) -> bool:
    """Tell whether everything of the campaign is as recorded."""
    return verify_campaign(Campaign.objects.get(pk=table.campaign.pk)).differences == []


def done(table: Table, ordinal: int = 2) -> Phase:
    """Return a phase that must be done by now."""
    phase = table.phase(ordinal)
    assert phase.status == Phase.Status.DONE
    return phase
