"""What waits for the reader, in the bodies that are answered."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.fields import (
    BooleanField,
    CharField,
    DateTimeField,
    IntegerField,
    JSONField,
    ListField,
)

from campaign.api.serializers.outputs import CampaignName, Phase


class WaitingMatch(serializers.Serializer):
    """The match that waits."""

    id = IntegerField(source="match.pk")
    game = CharField(source="match.game")
    seats = ListField(source="names", child=CharField(), help_text="Who sits there, by number.")


class WaitingCourt(serializers.Serializer):
    """The court to which the reader is challenged."""

    number = IntegerField()
    game = CharField(source="mode")
    seats = ListField(child=IntegerField(), help_text="Kingdoms, in the order of its match.")
    stake = JSONField()
    proposed_by = IntegerField(allow_null=True, help_text="The kingdom that challenges.")


class Waiting(serializers.Serializer):
    """Something that waits for the reader; see ``campaign.services.waiting``."""

    of = CharField(help_text="Whose ask it is: `campaign`, `match` or `court`.")
    campaign = CampaignName(allow_null=True, help_text="Null: a match by itself.")
    seat = IntegerField(help_text="The reader’s: that of the kingdom, or at the match.")
    kingdom = CharField(allow_null=True, help_text="Null: a match by itself.")
    kind = CharField(help_text="The ask’s; of a match its game; of a court `challenge`.")
    phase = Phase(allow_null=True, help_text="Null: a match by itself.")
    due = DateTimeField(allow_null=True, help_text="The deadline; null: nobody hurries.")
    address = CharField(help_text="The page where it is answered.")
    is_in = BooleanField(help_text="Whether a sheet is handed in.")
    etag = serializers.SerializerMethodField(help_text="Of that sheet, for If-Match.")
    match = WaitingMatch(allow_null=True)
    court = WaitingCourt(allow_null=True)

    def get_etag(self, one: Any) -> str | None:
        """Return the tag of the reader's own sheet."""
        ask = one.ask
        return f'"{ask.submission.receipt}"' if ask and ask.submission else None
