"""The bodies that are sent. Sheets are not among them: the rules alone judge those."""

from __future__ import annotations

from rest_framework import serializers

from campaign.rules.ruleset import FEWEST_KINGDOMS, MOST_KINGDOMS
from games.hosting.api.strict import Flag, Form, Text, Whole


class CampaignForm(Form):
    """A new campaign."""

    name = Text(max_length=200)
    seats = Whole(help_text=f"How many kingdoms, {FEWEST_KINGDOMS} to {MOST_KINGDOMS}.")
    options = serializers.JSONField(
        required=False,
        help_text=(
            "`edition`, `rules` (what differs from the edition), `begin`, `play`, `hand_in` and "
            "`map` (the document; or give `map` beside `options` to name one of `/maps/`)."
        ),
    )
    map = Text(required=False, help_text="The key of a map of `/maps/`.")
    time_zone = Text(required=False, default="UTC", help_text="An IANA name.")
    schedule = serializers.JSONField(
        required=False,
        help_text=(
            "Deadlines by kind (`setup`, `month`, `report`, `sheet`, `court`, `deploy`, `turn`): "
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
    faction = Text(required=False, allow_blank=True, default="", help_text="Until Setup is over.")


class KingdomForm(Form):
    """What one's own kingdom is called."""

    name = Text()
    race = Text(required=False, allow_blank=True, help_text="Left out: as it is.")
    faction = Text(
        required=False,
        allow_blank=True,
        help_text="Its army in skirmishes, until Setup is over. Left out: as it is.",
    )


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


class RegentForm(Form):
    """Letting the steward play a kingdom, or no longer."""

    seat = Whole(min_value=0)
    regent = Text(allow_blank=True, max_length=8, help_text="`steward`, or empty: no regent.")
    phase = Whole(
        required=False, allow_null=True, default=None,
        help_text="The ordinal of the phase that you saw; refused when another one runs.",
    )  # fmt: skip
    key = Text(
        required=False,
        max_length=64,
        help_text="The same key again changes nothing. Without it the Idempotency-Key counts.",
    )


class RulingForm(Form):
    """Ruling how a battle ended, on a real table or in a match."""

    phase = Whole(min_value=0, help_text="The ordinal of the phase of reports.")
    tile = Whole(min_value=1, help_text="Where the battle is.")
    report = serializers.JSONField(
        help_text='`{"winner": seat or null, "routs": [...]}`, or `{"simple": true}`: the dice; '
        'of a match also `{"standing": true}`: as it stands.'
    )
    reason = Text(help_text="Everybody reads it.")
    key = Text(
        required=False,
        max_length=64,
        help_text="The same key again changes nothing. Without it the Idempotency-Key counts.",
    )


class ConfirmForm(Form):
    """Confirming what the other side of a battle filed."""

    tile = Whole(min_value=1, help_text="Where the battle is.")
    receipt = Text(
        required=False,
        allow_null=True,
        default=None,
        max_length=64,
        help_text="Of the other side's report that you read; refused when it was changed since.",
    )


class TokenForm(Form):
    """Getting a token by password."""

    username = Text(max_length=150)
    password = Text(max_length=1000, trim_whitespace=False, style={"input_type": "password"})
