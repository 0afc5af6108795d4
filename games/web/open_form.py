"""The form that opens a match. What a request leaves out has a sensible value."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json
from games.hosting.errors import ServiceError
from games.services.clocks import parse_clock
from games.services.openings import NewMatch
from games.services.rulebook import BOTS, OFFERED
from games.services.selectors import BOT_NAMES, game_name
from games.web.open_options import LINK, LOBBY, OPTION_DEFAULTS, GameOptions
from games.web.words import weekday_words

BOT = "bot"
FIRST = {"drawn": None, "me": 0, "other": 1, "third": 2, "fourth": 3}
"""The seat that begins, by what was chosen."""
DEFAULTS = {
    "game": OFFERED[0],
    "against": LINK,
    "bot": "greedy",
    "first": "drawn",
    "clock": "none",
    "each": "1440",
    "whole": "60",
    "increment": "30",
    "weekday": "6",
    "time": "20:00",
    "most_defaults": "3",
    "delay": "0",
    **OPTION_DEFAULTS,
}
"""What is meant where nothing was said."""


class OpenForm(GameOptions):
    """Which game, against whom, on which clock, and who may watch."""

    game = forms.ChoiceField(label=_("Game"), choices=lambda: games())
    against = forms.ChoiceField(
        label=_("Against whom"),
        choices=[
            (LINK, _("A friend: you send a link")),
            (LOBBY, _("Anybody: the seat stands in the lobby")),
            (BOT, _("A bot: it plays at once")),
        ],
    )
    bot = forms.ChoiceField(label=_("Which bot"), choices=[(bot, BOT_NAMES[bot]) for bot in BOTS])
    first = forms.ChoiceField(
        label=_("Who begins"),
        choices=[
            ("drawn", _("It is drawn")),
            ("me", _("I do")),
            ("other", _("The other")),
            ("third", _("The third seat")),
            ("fourth", _("The fourth seat")),
        ],
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[
            ("none", _("None: nobody is hurried")),
            ("move", _("So long for each answer")),
            ("total", _("So long for the whole match")),
            ("until", _("Until a day and hour; then it ends as it stands")),
        ],
    )
    each = forms.TypedChoiceField(
        label=_("For each answer"),
        coerce=int,
        choices=[
            (5, _("5 minutes")),
            (60, _("1 hour")),
            (480, _("8 hours")),
            (1440, _("1 day")),
            (2880, _("2 days")),
            (4320, _("3 days")),
            (10080, _("1 week")),
        ],
    )
    whole = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=86_400)
    increment = forms.IntegerField(
        label=_("Seconds more with each answer"), min_value=0, max_value=86_400
    )
    weekday = forms.TypedChoiceField(
        label=_("Day"), coerce=int, choices=lambda: [(d, weekday_words(d)) for d in range(7)]
    )
    time = forms.TimeField(
        label=_("Hour"),
        input_formats=["%H:%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    most_defaults = forms.TypedChoiceField(
        label=_("Turns missed in a row until the match ends as it stands"),
        coerce=int,
        choices=[(1, "1"), (2, "2"), (3, "3"), (5, "5"), (10, "10"), (0, _("however many"))],
        help_text=_("Whose time is up gets the default answer: it passes, or the like."),
    )
    is_listed = forms.BooleanField(
        label=_("Anybody may watch"),
        required=False,
        help_text=_("They see what all players see, and no hand, until the match is over."),
    )
    delay = forms.IntegerField(
        label=_("Watchers see it so many minutes late"), min_value=0, max_value=1440
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        """Read what was sent; what is missing from it is as usual."""
        super().__init__(None if data is None else with_defaults(data), initial=DEFAULTS)

    def clean(self) -> dict[str, Any]:
        """Refuse a clock that no match can have, and a seat that is not there."""
        cleaned = super().clean() or {}
        if not self.errors:
            if (FIRST[cleaned["first"]] or 0) > 1 + len(self.further_seats(cleaned)):
                self.add_error("first", _("There is no such seat."))
            try:
                parse_clock(self._clock(cleaned))
            except ServiceError as error:
                self.add_error("clock", error.message)
        return cleaned

    @staticmethod
    def _clock(data: dict[str, Any]) -> Json:
        kind = data["clock"]
        if kind == "move":
            return {"kind": kind, "minutes": data["each"]}
        if kind == "total":
            return {"kind": kind, "minutes": data["whole"], "increment": data["increment"]}
        if kind == "until":
            zone = timezone.get_current_timezone_name()
            time = data["time"].strftime("%H:%M")
            return {"kind": kind, "weekday": data["weekday"], "time": time, "zone": zone}
        return {"kind": kind}

    @staticmethod
    def _first(data: dict[str, Any]) -> Json:
        seat = FIRST[data["first"]]
        return {} if seat is None else {"first": seat}

    def new_match(self) -> NewMatch:
        """Return what was decided; whoever opens it has the first seat."""
        data = self.cleaned_data
        second = data["bot"] if data["against"] == BOT else data["against"]
        others = [second, *self.further_seats(data)]
        return NewMatch(
            game=data["game"],
            options=self._first(data) | self.game_options(data),
            clock=self._clock(data),
            seats=[{"kind": "me"}, *map(seat_of, others)],
            is_listed=data["is_listed"] or LOBBY in others,
            delay=data["delay"],
            most_defaults=data["most_defaults"],
            deck=self.deck_id(data),
        )


def seat_of(chosen: str) -> dict[str, str]:
    """Return the seat for whom was chosen: a bot by its name, or people."""
    return {"kind": "bot", "bot": chosen} if chosen in BOTS else {"kind": "free"}


def with_defaults(data: QueryDict) -> QueryDict:
    """Return what was sent, with the usual for what is missing."""
    filled = data.copy()
    for name, value in DEFAULTS.items():
        filled.setdefault(name, value)
    return filled


def games() -> list[tuple[str, str]]:
    """Return the games on offer with their names."""
    return [(game, game_name(game)) for game in OFFERED]
