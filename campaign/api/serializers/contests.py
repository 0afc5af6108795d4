"""The bodies about contests: battles that matches decide, and the Winter's courts."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import (
    BooleanField,
    CharField,
    DateTimeField,
    IntegerField,
    JSONField,
    ListField,
)

from campaign.rules.ruleset import MOST_KINGDOMS
from games.hosting.api.strict import Flag, Form, Text, Whole

KEY_HELP = "The same key again changes nothing. Without it the Idempotency-Key counts."
WISH_KEY_HELP = (
    "Once all agree the same key again changes nothing; before, it wishes the same again. Without "
    "it the Idempotency-Key counts, with which the same request is never carried out again."
)
STAKE_HELP = (
    '`{"kind": "honour"}`, `{"kind": "precedence"}`, `{"kind": "purse", "gold": 1, "food": 0, '
    '"from": "seats"}` (or `"pot"`), `{"kind": "favour", "might": 1}`, `{"kind": "tile", '
    '"tile": 17}`.'
)

# What is sent


class ModeForm(Form):
    """The game master's word on how a battle is fought."""

    mode = Text(max_length=16, help_text="One of `battle_mode`'s choices in `/editions/`.")
    reason = Text(help_text="Everybody reads it.")
    key = Text(required=False, max_length=64, help_text=KEY_HELP)


class WishForm(Form):
    """A side's wish that its battle is fought otherwise."""

    mode = Text(max_length=16, help_text="The mode as it is takes every wish back.")
    agree = Flag(
        required=False,
        default=False,
        help_text="True: agree to what another side wishes, and to nothing else.",
    )
    key = Text(required=False, max_length=64, help_text=WISH_KEY_HELP)


class CourtForm(Form):
    """A court that the game master sets."""

    game = Text(max_length=16, help_text="`winter_court`, `winter` or `courtier`.")
    seats = ListField(
        child=Whole(min_value=0), max_length=MOST_KINGDOMS, help_text="Kingdoms, as they sit."
    )
    stake = JSONField(help_text=STAKE_HELP)
    key = Text(required=False, max_length=64, help_text=KEY_HELP)


class ChallengeForm(Form):
    """A challenge to a court."""

    game = Text(max_length=16, help_text="`winter_court`, `winter` or `courtier`.")
    seats = ListField(
        child=Whole(min_value=0),
        max_length=MOST_KINGDOMS,
        help_text="The kingdoms that are challenged.",
    )
    stake = JSONField(help_text=STAKE_HELP)
    key = Text(required=False, max_length=64, help_text=KEY_HELP)


class ChallengeAnswerForm(Form):
    """What a kingdom says to a challenge."""

    accept = Flag()


# What is answered


class ContestWish(serializers.Serializer):
    """How a side would fight its battle instead."""

    mode = CharField()
    by = IntegerField()
    agreed = ListField(child=IntegerField())


class ContestBody(serializers.Serializer):
    """A battle that waits for its result, or a court."""

    kind = CharField(source="contest.kind", help_text="`battle` or `court`.")
    number = IntegerField(
        source="contest.number", help_text="A battle's in its month, a court's in its phase."
    )
    phase = IntegerField(source="contest.phase.ordinal")
    tile = IntegerField(source="contest.tile", allow_null=True, help_text="Of a battle.")
    mode = CharField(source="contest.mode", help_text="The game; or `tabletop`, `simple`.")
    seats = ListField(
        source="contest.seats", child=IntegerField(), help_text="Kingdoms, as the match seats them."
    )
    stake = JSONField(source="contest.stake", help_text="Of a court.")
    status = CharField(
        source="contest.status",
        help_text="`proposed`, `declined`, `lapsed`, `withdrawn`, `open`, `over`.",
    )
    proposed_by = IntegerField(
        source="contest.proposed_by", allow_null=True, help_text="Null: the game master set it."
    )
    accepted = ListField(child=IntegerField(), help_text="Who has accepted a challenge.")
    match = IntegerField(source="contest.match_id", allow_null=True)
    winner = IntegerField(allow_null=True, help_text="Null: nobody, or nobody yet.")
    decided_by = CharField(source="contest.decided_by", help_text="Empty until it is decided.")
    decided_at = DateTimeField(source="contest.decided_at", allow_null=True)
    has_begun = BooleanField(help_text="Then how it is fought stays as it is.")
    wish = ContestWish(allow_null=True, help_text="For its sides and the game master.")
    may_set = BooleanField(help_text="The reader may change its mode as a game master.")
    may_wish = BooleanField(help_text="The reader may wish for another mode as one of its sides.")
