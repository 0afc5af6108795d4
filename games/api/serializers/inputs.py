"""The bodies that are sent. Answers to asks are judged by the rules alone."""

from __future__ import annotations

from rest_framework import serializers

from games.hosting.api.strict import Flag, Form, Text, Whole


class MatchForm(Form):
    """A new match."""

    game = Text(max_length=40, help_text="The key of a game of `/games/`.")
    options = serializers.JSONField(required=False, help_text="The game's own options.")
    deck = Whole(
        required=False,
        allow_null=True,
        help_text="An owner's deck of `/games/`. Null: the game's own cards.",
    )
    seats = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        max_length=20,
        help_text='By number: `{"kind": "me"}`, `{"kind": "free"}` or '
        '`{"kind": "bot", "bot": "greedy"}`. Left out: me, then a free seat.',
    )
    clock = serializers.JSONField(
        required=False,
        help_text='`{"kind": "none"}`, `{"kind": "move", "minutes": 1440}`, '
        '`{"kind": "total", "minutes": 60, "increment": 30}`, '
        '`{"kind": "until", "weekday": 6, "time": "20:00", "zone": "Europe/Vienna"}` or '
        '`{"kind": "until", "at": "2026-12-06T19:00:00Z"}`.',
    )
    is_listed = Flag(required=False, help_text="In the lobby, for anybody to join and watch.")
    delay = Whole(required=False, help_text="How many minutes late outsiders see it.")
    most_defaults = Whole(
        required=False,
        help_text="How often in a row a seat's time runs out until it ends as it stands; 0: "
        "however often. With more than two seats: the time of all people.",
    )


class SeatForm(Form):
    """Which free seat to take."""

    seat = Whole(required=False, allow_null=True, default=None, help_text="Null: the first.")


class AnswerForm(Form):
    """An answer, and the revision it was made for."""

    revision = Whole()
    answer = serializers.JSONField()


class PlanForm(Form):
    """Answers made ahead."""

    revision = Whole()
    lines = serializers.JSONField(
        help_text='`[{"if": "draw", "then": ["token 1,0"]}]`; `"*"`: whatever they answer.'
    )


class OfferForm(Form):
    """A step in offering a draw, or in asking for an undo."""

    revision = Whole()
    action = Text(max_length=8, help_text="`offer` (of an undo: `ask`), `accept` or `decline`.")


class BotForm(Form):
    """Which bot takes a seat."""

    bot = Text(max_length=24)
