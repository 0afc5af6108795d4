"""The bodies that are answered. Each field is named, so that nothing slips out unnamed.

Fields called ``data`` or ``label`` are ignored by the type checker: the framework takes
declared fields out of the class, so they hide nothing.
"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.fields import (
    BooleanField,
    CharField,
    DateTimeField,
    DictField,
    IntegerField,
    JSONField,
    ListField,
)


class Me(serializers.Serializer):
    """Who asks."""

    username = CharField()
    email = CharField()
    time_zone = CharField(allow_blank=True)
    wants_mail = BooleanField()
    waiting = IntegerField(help_text="How many asks wait for a first sheet.")


class Token(serializers.Serializer):
    """A token; its secret part is not stored and not shown."""

    id = CharField(source="token_key")
    created = DateTimeField()
    expiry = DateTimeField(allow_null=True)


class NewToken(serializers.Serializer):
    """A token that was just made."""

    id = CharField()
    token = CharField(help_text="Shown this once. Send it as `Authorization: Token ...`.")
    created = DateTimeField()
    expiry = DateTimeField(allow_null=True)


class CampaignLine(serializers.Serializer):
    """A campaign in a list."""

    id = IntegerField(source="pk", allow_null=True, help_text="Null for a dry run only.")
    name = CharField()
    status = CharField()
    is_public = BooleanField()
    seats = IntegerField()
    year = IntegerField()
    created_at = DateTimeField()


class Phase(serializers.Serializer):
    """A phase and its clock."""

    ordinal = IntegerField()
    kind = CharField()
    year = IntegerField()
    month = IntegerField(help_text="1 to 6 in Summer, else 0.")
    status = CharField(help_text="`open`, `parked` or `done`.")
    is_turn = BooleanField()
    opened_at = DateTimeField()
    deadline = DateTimeField(source="due_at", allow_null=True, help_text="Null while paused.")
    is_paused = BooleanField()
    remaining = serializers.SerializerMethodField(help_text="Seconds left while paused.")
    closing = CharField(
        allow_blank=True,
        help_text="Why it ends or ended: `deadline`, `all_in`, `resolve_now`, `start`, `given`.",
    )
    done_at = DateTimeField(allow_null=True)
    commitment = CharField(help_text="SHA-256 of the secret of this phase's dice.")
    revision = IntegerField(help_text="Rises when the clock is changed.")

    def get_remaining(self, phase: Any) -> int | None:
        """Return the whole seconds left."""
        return None if phase.remaining is None else int(phase.remaining.total_seconds())


class RunningPhase(Phase):
    """The running phase, and whom it asks."""

    asked = serializers.SerializerMethodField(help_text="Seats; not whether they are in.")

    def get_asked(self, phase: Any) -> list[int]:
        """Return the seats that the caller put into the context."""
        return list(self.context.get("asked", ()))


class Kingdom(serializers.Serializer):
    """A kingdom and what it holds. Its banner is that of its seat."""

    seat = IntegerField()
    name = CharField()
    race = CharField(
        allow_blank=True, help_text="Its banner; empty also while banners are secret, in Setup."
    )
    faction = CharField(
        allow_blank=True,
        help_text="Its army in skirmishes; empty: none was chosen, or banners are still secret.",
    )
    player = CharField(allow_null=True, help_text="A user name; null: nobody.")
    regent = CharField(allow_blank=True, help_text="`steward`, or empty: no regent.")
    is_alive = BooleanField()
    gold = IntegerField()
    food = IntegerField()
    seat_tile = IntegerField(allow_null=True)
    might = IntegerField()
    strategies = IntegerField()
    tiles = IntegerField()
    settlements = DictField(child=IntegerField())
    armies = IntegerField()
    ships = IntegerField()


class Difference(serializers.Serializer):
    """A rule that is not its edition's."""

    rule = CharField()
    label = CharField()  # type: ignore[assignment]
    standard = JSONField()
    value = JSONField()


class You(serializers.Serializer):
    """How the reader stands to the campaign."""

    seat = IntegerField(allow_null=True)
    is_game_master = BooleanField()


class Campaign(CampaignLine):
    """A campaign with its settings."""

    edition = CharField()
    play = CharField()
    hand_in = CharField()
    begin = CharField(help_text="`setup` or `winter`.")
    rules_version = CharField()
    differences = Difference(many=True)
    time_zone = CharField()
    schedule = DictField()
    ends_early = BooleanField()
    revision = IntegerField(help_text="Rises with every change of the board.")
    commitment = CharField(help_text="SHA-256 of the campaign's secret.")
    kingdoms = Kingdom(many=True)
    phase = RunningPhase(allow_null=True)
    you = You()


class Map(serializers.Serializer):
    """The map, which never changes, and the position on it, as the reader may know it."""

    revision = IntegerField()
    map = DictField()
    position = DictField(allow_null=True, help_text="Null while the campaign gathers players.")


class Ask(serializers.Serializer):
    """What the reader's kingdom must decide now."""

    seat = IntegerField()
    kind = CharField()
    default = JSONField(help_text="Carried out when nothing is handed in.")
    legal = ListField(
        child=JSONField(), allow_null=True, help_text="Every legal answer; null: a sheet."
    )
    choices = JSONField(help_text="What there is to choose from, and what it costs.")
    sheet = JSONField(allow_null=True, help_text="What is handed in; null: nothing.")
    receipt = CharField(allow_null=True)
    etag = CharField(allow_null=True, help_text="For If-Match when replacing the sheet.")


class AskPage(serializers.Serializer):
    """The running phase, and what it asks of the reader (null: nothing)."""

    phase = Phase(allow_null=True)
    ask = Ask(allow_null=True)


class CampaignName(serializers.Serializer):
    """Which campaign."""

    id = IntegerField(source="pk")
    name = CharField()


class Sheet(serializers.Serializer):
    """A sheet as it was understood, and its receipt (empty for a dry run)."""

    phase = IntegerField()
    receipt = CharField(allow_blank=True)
    at = DateTimeField()
    sheet = JSONField()
    is_new = BooleanField(help_text="False: the same sheet was in already.")


class Receipt(serializers.Serializer):
    """A submission of the reader's kingdom: all that its receipt is a hash of."""

    phase = IntegerField(source="phase.ordinal")
    branch = IntegerField(source="phase.branch")
    phase_revision = IntegerField()
    sequence = IntegerField()
    author = CharField(source="author_name")
    sheet = JSONField()
    at = DateTimeField()
    nonce = CharField()
    previous = CharField()
    receipt = CharField()


class Presence(serializers.Serializer):
    """Whether a kingdom has handed in; never what."""

    seat = IntegerField(source="kingdom.seat")
    kingdom = CharField(source="kingdom.name")
    is_asked = BooleanField()
    is_in = BooleanField()
    at = DateTimeField(allow_null=True)


class Resolution(serializers.Serializer):
    """Whether resolution is on time; ``culprit``: what is down, or empty.

    That is broker, worker, scheduler, or (phases are resolved) matches or outbox.
    """

    is_well = BooleanField()
    late = serializers.SerializerMethodField(help_text="Seconds.")
    culprit = CharField(allow_blank=True)

    def get_late(self, health: Any) -> int:
        """Return the whole seconds by which the most overdue phase is late."""
        return int(health.late.total_seconds())


class PresencePage(serializers.Serializer):
    """Who is in, whether resolution is on time, and why a parked phase failed."""

    phase = Phase(allow_null=True)
    kingdoms = Presence(many=True)
    resolution = Resolution()
    failure = CharField(allow_blank=True)


class LogLine(serializers.Serializer):
    """Something the game master did."""

    action = CharField()
    actor = CharField(source="actor.username", allow_null=True, default=None)
    reason = CharField(allow_blank=True)
    data = DictField()  # type: ignore[assignment]
    at = DateTimeField()


class Invite(serializers.Serializer):
    """An invitation; whoever has the token may take a free kingdom."""

    id = IntegerField(source="pk")
    token = CharField()
    created_at = DateTimeField()
    expires_at = DateTimeField()
    revoked_at = DateTimeField(allow_null=True)


class FreeKingdom(serializers.Serializer):
    """A kingdom that nobody plays."""

    seat = IntegerField()
    name = CharField()


class Invitation(serializers.Serializer):
    """What an invitation opens."""

    campaign = CampaignName()
    expires_at = DateTimeField()
    free = FreeKingdom(many=True)


class Joined(serializers.Serializer):
    """The reader's own kingdom."""

    campaign = IntegerField(source="campaign_id")
    seat = IntegerField()
    name = CharField()
    race = CharField(source="own_race", allow_blank=True, help_text="A wish until Setup.")
    faction = CharField(source="own_faction", allow_blank=True, help_text="A wish until Setup.")


class ForecastEvent(serializers.Serializer):
    """Something that would happen to the reader's kingdom."""

    kind = CharField()
    data = DictField()  # type: ignore[assignment]


class Forecast(serializers.Serializer):
    """What is expected; with ``dice``, chance has a say in the order of play."""

    events = ForecastEvent(many=True)
    holdings = DictField()
    stage = CharField()
    dice = BooleanField()
    explores = ListField(
        child=IntegerField(), help_text="Hexes where a roll decides what is found."
    )
    undecided = BooleanField(
        help_text="Dice decide a battle: its end and what follows are left out, "
        "and the holdings are those before it."
    )
