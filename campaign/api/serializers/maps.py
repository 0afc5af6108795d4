"""The bodies of maps: what is sent as document or text, and what is answered."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.fields import (
    CharField,
    DateTimeField,
    DictField,
    IntegerField,
    JSONField,
    ListField,
)

from campaign.rules.ruleset import FEWEST_KINGDOMS, MOST_KINGDOMS
from games.hosting.api.serializers import ProblemLine
from games.hosting.api.strict import Form, Text, Whole


class MapForm(Form):
    """A map, as its document or as its text."""

    document = JSONField(required=False, help_text="The JSON document (docs/maps.md).")
    text = Text(required=False, trim_whitespace=False, help_text="Or the map in text form.")

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """Refuse none and both (``one_of``)."""
        if ("document" in given) == ("text" in given):
            raise serializers.ValidationError(_("Send either document or text."), "one_of")
        return given


class CheckForm(MapForm):
    """A map to judge."""

    kingdoms = Whole(min_value=FEWEST_KINGDOMS, max_value=MOST_KINGDOMS)


class MapDraftLine(serializers.Serializer):
    """A map of one's own, in a list."""

    id = IntegerField(source="pk")
    name = CharField()
    revision = IntegerField()
    updated_at = DateTimeField()


class MapDraft(MapDraftLine):
    """A map of one's own."""

    document = DictField()
    text = CharField()


class MapText(serializers.Serializer):
    """A map in text form."""

    text = CharField()


class MadeMap(MapText):
    """A map made from a seed."""

    document = DictField()


class GoodLand(serializers.Serializer):
    """What a start hex has around it."""

    tile = IntegerField()
    land = IntegerField(help_text="docs/maps.md says how it is counted.")


class MapVerdict(MadeMap):
    """What the rules say of a map; with ``problems`` no campaign can be made with it."""

    problems = ProblemLine(many=True)
    warnings = ProblemLine(many=True)
    lands = ListField(child=GoodLand())
    fairness = IntegerField(help_text="The least good land in per cent of the greatest.")
