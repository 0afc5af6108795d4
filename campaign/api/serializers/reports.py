"""The bodies about what a phase decided: events, reports, dice, sheets that were carried out.

Fields called ``data`` or ``context`` are ignored by the type checker, as in ``outputs``.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import (
    BooleanField,
    CharField,
    DictField,
    IntegerField,
    JSONField,
    ListField,
)

from campaign.api.serializers.outputs import Phase


class Event(serializers.Serializer):
    """Something that happened; docs/api.md lists the kinds."""

    cursor = CharField()
    phase = IntegerField()
    kind = CharField()
    data = DictField()  # type: ignore[assignment]
    is_private = BooleanField(help_text="Told to the reader's kingdom only.")


class Events(serializers.Serializer):
    """What happened since a cursor."""

    events = Event(many=True)
    next = CharField(allow_blank=True, help_text="Ask with `?since=` this next time.")
    more = BooleanField(help_text="Whether to ask again at once.")


class Report(serializers.Serializer):
    """How a phase went: what happened, the receipts carried out, the dice."""

    phase = Phase()
    events = Event(many=True)
    receipts = DictField(child=CharField(), help_text="By seat; a seat not named: NMR.")
    rulings = DictField(help_text="By hex: reports that the game master ruled.")
    draws = ListField(child=JSONField())


class RevealedSheet(serializers.Serializer):
    """A sheet that was carried out; of other kingdoms without lists of armies."""

    seat = IntegerField()
    kind = CharField()
    sheet = JSONField()
    receipt = CharField()
    by_regent = BooleanField()


class PastPhase(serializers.Serializer):
    """A phase opened again: the position it began with, and once it is done what came of it."""

    phase = Phase()
    view = DictField(help_text="The position, as the reader may know it.")
    events = Event(many=True)
    draws = ListField(child=JSONField())
    sheets = RevealedSheet(many=True)


class Filing(serializers.Serializer):
    """What one side filed about a battle."""

    seat = IntegerField()
    report = DictField()
    receipt = CharField(help_text="Of the sheet it stands in.")


class FiledBattle(serializers.Serializer):
    """A battle on a real table that waits for a report, and what is filed of it."""

    number = IntegerField(source="battle.number")
    tile = IntegerField(source="battle.tile")
    attacker = IntegerField(source="battle.attacker")
    defender = IntegerField(source="battle.defender")
    attackers = ListField(source="battle.attackers", child=IntegerField(), help_text="Armies.")
    defenders = ListField(source="battle.defenders", child=IntegerField(), help_text="Armies.")
    filed = serializers.SerializerMethodField(help_text="Empty for whom it does not concern.")
    ruling = JSONField(allow_null=True)

    @extend_schema_field(Filing(many=True))
    def get_filed(self, entry: Any) -> list[dict[str, Any]]:
        """Return what each side filed, by seat."""
        return [
            {"seat": seat, "report": line, "receipt": entry.receipts[seat]}
            for seat, line in sorted(entry.lines.items())
        ]


class Export(serializers.Serializer):
    """The whole campaign as the reader may know it."""

    format = CharField()
    campaign = CharField()
    name = CharField()
    status = CharField()
    rules_version = CharField()
    seats = IntegerField()
    options = DictField(help_text="With the map.")
    commitment = CharField()
    kingdoms = ListField(child=DictField())
    viewer = IntegerField(allow_null=True, help_text="The reader's seat; null: an outsider.")
    phases = ListField(child=DictField())


class Dice(serializers.Serializer):
    """What the stand-alone dice checker reads."""

    commitment = CharField()
    secret = CharField()
    context = CharField()  # type: ignore[assignment]
    draws = ListField(child=JSONField())
