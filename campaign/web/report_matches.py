"""Reports with the matches that decided something in them: how they ended, and their addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.models import Campaign, Contest
from campaign.services.contest_links import Played, played_in
from campaign.services.selectors import SeenEvent
from campaign.web.contest_words import places_words
from campaign.web.words import joined

Key = tuple[int, str, int]

WHERE: Mapping[str, tuple[str, str, int]] = {
    "match_waits": (Contest.Kind.BATTLE, "battle", 1),
    "match_decided": (Contest.Kind.BATTLE, "battle", 0),
    "reported": (Contest.Kind.BATTLE, "battle", 0),
    "court_held": (Contest.Kind.COURT, "court", 0),
}
"""Of each kind of event: the kind of its contest, what holds its number, how many phases later."""

HOW: dict[str, Promise] = {
    Contest.Decided.ADJUDICATED: gettext_lazy("It was not over in time and counts as it stood."),
    Contest.Decided.FAULT: gettext_lazy("A fault of ours stopped its match."),
}
"""How a contest was decided, where that is not as it should be."""


@dataclass(frozen=True, slots=True)
class MatchNote:
    """What a report says of a contest besides its event; ``url`` is empty without a match."""

    played: Played
    url: str
    link_text: str

    @property
    def stake(self) -> object:
        """What a court was for."""
        return self.played.stake

    def words(self, names: Sequence[str]) -> list[str]:
        """Say what both sides lost in a skirmish, who came in where, how it came to its end."""
        how = HOW.get(self.played.decided_by)
        told = [*slain_words(self.played, names), *ranks_words(self.played, names)]
        return [*told, *([str(how)] if how else [])]


Notes = Mapping[Key, MatchNote]


def slain_words(played: Played, names: Sequence[str]) -> list[str]:
    """Say the points slain of both lists; nothing where no points are counted."""
    result = played.result if isinstance(played.result, dict) else {}
    pairs = list(zip(played.seats, result.get("slain") or (), strict=False))
    text = _("%(name)s %(slain)s of %(points)s points")
    parts = [
        text % {"name": names[seat], "slain": slain, "points": points}
        for seat, (slain, points) in pairs
        if seat < len(names)
    ]
    return [_("Slain: %(parts)s.") % {"parts": joined(parts)}] if parts else []


def ranks_words(played: Played, names: Sequence[str]) -> list[str]:
    """Say in which order three or more came in at a battle's Courtier."""
    result = played.result if isinstance(played.result, dict) else {}
    places = result.get("places")
    return [places_words(places, names)] if isinstance(places, dict) else []


def with_matches(events: Iterable[SeenEvent], notes: Notes) -> list[SeenEvent]:
    """Return events with what is known of the matches they tell of, under ``match``."""
    return [_with_match(event, notes) for event in events]


def _with_match(event: SeenEvent, notes: Notes) -> SeenEvent:
    if event.kind not in WHERE:
        return event
    kind, name, later = WHERE[event.kind]
    number = event.data.get(name)
    note = notes.get((event.phase + later, kind, number)) if isinstance(number, int) else None
    return replace(event, data={**event.data, "match": note}) if note else event


def notes_of(campaign: Campaign, ordinals: Iterable[int]) -> dict[Key, MatchNote]:
    """Return the contests that the reports of these phases tell of, by phase, kind and number.

    One query. A battle begins to wait in the phase before its own.
    """
    wanted = {later for ordinal in ordinals for later in (ordinal, ordinal + 1)}
    return {played.key: _note(played) for played in played_in(campaign, wanted)}


def marks_of(notes: Notes) -> list[object]:
    """Return what a page with these notes depends on."""
    return [(key, note.url, note.played.decided_by) for key, note in notes.items()]


def _note(played: Played) -> MatchNote:
    if played.match_id is None:
        return MatchNote(played, "", "")
    text = _("Look at the match") if played.decided_by else _("To the match")
    return MatchNote(played, reverse("match", args=[played.match_id]), text)
