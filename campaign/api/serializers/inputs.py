"""The bodies that are sent. Sheets are not among them: the rules alone judge those."""

from __future__ import annotations

from rest_framework import serializers

from campaign.api.serializers.strict import Flag, Form, Text, Whole


class CampaignForm(Form):
    """A new campaign."""

    name = Text(max_length=200)
    seats = Whole(help_text="How many kingdoms, 2 to 8.")
    options = serializers.JSONField(
        required=False,
        help_text=(
            "`edition`, `rules` (what differs from the edition), `play`, `hand_in` and `map` "
            "(the document; or give `map` beside `options` to name one of `/maps/`)."
        ),
    )
    map = Text(required=False, help_text="The key of a map of `/maps/`.")
    time_zone = Text(required=False, default="UTC", help_text="An IANA name.")
    schedule = serializers.JSONField(
        required=False,
        help_text=(
            "Deadlines by kind (`sheet`, `deploy`, `turn`): "
            '`{"kind": "length", "minutes": 1440}` or '
            '`{"kind": "daily", "at": "20:00", "days": 1, "at_least": 360}`.'
        ),
    )
    ends_early = Flag(required=False, default=True)
    is_public = Flag(required=False, default=False)


class JoinForm(Form):
    """Taking a kingdom by invitation."""

    token = Text(max_length=64, help_text="What stands at the end of the invitation's link.")
    seat = Whole(required=False, allow_null=True, default=None)
    name = Text(required=False, allow_blank=True, default="")
    race = Text(required=False, allow_blank=True, default="")


class KingdomForm(Form):
    """What one's own kingdom is called."""

    name = Text()
    race = Text(required=False, allow_blank=True, help_text="Left out: as it is.")


class MeForm(Form):
    """One's own settings."""

    time_zone = Text(allow_blank=True, help_text="An IANA name; empty: each campaign's own.")
    wants_mail = Flag()


class ClockForm(Form):
    """An action of the game master on the clock."""

    action = Text(help_text="`pause`, `resume`, `extend`, `resolve_now` or `retry`.")
    phase = Whole(min_value=0, help_text="The ordinal of the phase it is meant for.")
    key = Text(
        required=False,
        max_length=64,
        help_text="The same key again changes nothing. Without it the Idempotency-Key counts.",
    )
    reason = Text(required=False, allow_blank=True, default="", help_text="Everybody reads it.")
    minutes = Whole(required=False, allow_null=True, default=None, help_text="Only to extend.")


class HandOverForm(Form):
    """Giving a kingdom to somebody else."""

    seat = Whole(min_value=0)
    username = Text(
        allow_null=True, max_length=150, help_text="Null: to nobody until somebody joins."
    )


class TokenForm(Form):
    """Getting a token by password."""

    username = Text(max_length=150)
    password = Text(max_length=1000, trim_whitespace=False, style={"input_type": "password"})
