"""Matches in plain words: clocks, bots, what happened around the game, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Match, Note
from games.services import clocks, endings

BOT_STRENGTHS = {
    "random": gettext_lazy("Plays anything that is allowed. For a first look at a game."),
    "greedy": gettext_lazy("Takes what looks best right now. Quick, and no pushover."),
    "search": gettext_lazy("Plays many games out in its head before each answer. The strongest."),
}
"""What each bot is like. None of them sees more than a person in its seat would."""


def span_words(span: timedelta) -> str:
    """Say a length of time: "3 hours, 5 minutes"; seconds where it is less than two minutes."""
    seconds = int(span.total_seconds())
    if seconds < 120:
        return ngettext("%(number)s second", "%(number)s seconds", seconds) % {"number": seconds}
    now = timezone.now()
    return timesince(now - span, now)


def clock_words(clock: Mapping[str, Any]) -> str:
    """Say what a match's clock asks."""
    if clock["kind"] == "move":
        return _("%(span)s for each answer") % {"span": _minutes(clock)}
    if clock["kind"] == "total":
        words = _("%(span)s for the whole match, %(increment)s more with each answer")
        if not clock["increment"]:
            words = _("%(span)s for the whole match")
        more = span_words(timedelta(seconds=clock["increment"]))
        return words % {"span": _minutes(clock), "increment": more}
    if clock["kind"] == "until":
        return _("ends %(moment)s, as it stands then") % {"moment": _until(clock)}
    return _("no clock")


def _minutes(clock: Mapping[str, Any]) -> str:
    return span_words(timedelta(minutes=clock["minutes"]))


def _until(clock: Mapping[str, Any]) -> str:
    if "at" in clock:
        moment = timezone.localtime(datetime.fromisoformat(clock["at"]))
        return date_format(moment, "D j M, H:i T")
    return _("on %(weekday)s at %(time)s (%(zone)s)") % {
        "weekday": weekday_words(clock["weekday"]),
        "time": clock["time"],
        "zone": clock["zone"],
    }


def weekday_words(weekday: int) -> str:
    """Say a day of the week; 0 is Monday."""
    return date_format(date(2024, 1, 1) + timedelta(days=weekday), "l")


def clock_left(match: Match, seat: int) -> str:
    """Say how much of a total clock a seat has left, as it stood when it was asked last."""
    if match.clock.get("kind") != "total":
        return ""
    left = match.timing.get(str(seat), {}).get("left", match.clock["minutes"] * 60)
    since = clocks.since_of(match, seat) if seat in match.asked else None
    if since is not None:
        left -= (timezone.now() - since).total_seconds()
    return span_words(timedelta(seconds=max(left, 0)))


# The end

REASONS: dict[str, str | Promise] = {
    "tokens": gettext_lazy("only one had tokens left on the lake"),
    "no_tokens": gettext_lazy("neither had a token left on the lake"),
    "empty_lake": gettext_lazy("the lake was empty"),
    "stuck": gettext_lazy("the other could do nothing"),
    "repetition": gettext_lazy("the same position had come up too often"),
    "turn_limit": gettext_lazy("the last turn had been played"),
    "standing": gettext_lazy("as it stood"),
    "four_royals": gettext_lazy("all four royals at once"),
    "status": gettext_lazy("by status at court"),
    "letter": gettext_lazy("level on status; the earliest letter decided"),
    "empty_court": gettext_lazy("nobody controlled anybody"),
    "queen_arrested": gettext_lazy("the Queen was arrested"),
    "turn_cap": gettext_lazy("the last turn was over"),
    endings.RESIGNED: gettext_lazy("by resignation"),
    endings.AGREED: gettext_lazy("as all agreed"),
}
"""Why a match ended, by the outcome's reason; a game's own word for word where it is here."""

ENDINGS: dict[str, str | Promise] = {
    endings.ADJUDICATED: gettext_lazy("as it stood, since too many answers had been missed"),
    endings.UNTIL: gettext_lazy("as it stood when the time for the match was up"),
}


BEATEN_BY = {"courtier": gettext_lazy("Gianni")}
"""Who wins a match that no seat of it has won."""


def winner_words(match: Match, names: Sequence[str]) -> str:
    """Say who won a match that is over."""
    winners = match.outcome["winners"] if match.outcome else []
    if not winners and match.game in BEATEN_BY:
        return _("%(names)s won") % {"names": BEATEN_BY[match.game]}
    if len(winners) == len(names):
        return _("A draw")
    return _("%(names)s won") % {
        "names": get_text_list([names[seat] for seat in winners], _("and"))
    }


def reason_words(match: Match) -> str:
    """Say why a match that is over ended; empty where we have no words for it."""
    reason = match.outcome["reason"] if match.outcome else ""
    return str(ENDINGS.get(match.ending) or REASONS.get(reason, ""))


def ended_words(ending: str, name: str) -> str:
    """Say an end that did not come from the rules, for the log; ``name``: whose doing it was."""
    texts = {
        endings.RESIGNED: _("%(name)s resigned."),
        endings.AGREED: _("All agreed on a draw."),
        endings.ADJUDICATED: _("Too many answers were missed; the match ended as it stood."),
        endings.UNTIL: _("The time for the match was up; it ended as it stood."),
    }
    return str(texts.get(ending, _("The match ended."))) % {"name": name}


# Around the game

NOTES = {
    "default_taken": gettext_lazy("The time of %(name)s was up; the default was taken."),
    "stood_in": gettext_lazy("The time of %(name)s was up; a bot answered instead."),
    "draw_offered": gettext_lazy("%(name)s offered a draw."),
    "draw_agreed": gettext_lazy("%(name)s agreed to a draw."),
    "draw_declined": gettext_lazy("%(name)s declined the draw."),
    "undo_offered": gettext_lazy("%(name)s asked to take an answer back."),
    "undo_agreed": gettext_lazy("%(name)s agreed to take it back."),
    "undo_declined": gettext_lazy("%(name)s did not agree to take it back."),
    "resigned": gettext_lazy("%(name)s resigned."),
    "seat_to_bot": gettext_lazy("Seat %(seat)s was handed over to a bot."),
    "seat_taken": gettext_lazy("Seat %(seat)s was taken over by %(name)s."),
}


def note_words(note: Note, names: Sequence[str]) -> str:
    """Say what happened around the game; nothing of a kind that is not known here."""
    seat = note.seat
    words = NOTES.get(note.kind)
    if words is None or seat is None:
        return ""
    return str(words) % {"name": names[seat], "seat": seat + 1}
