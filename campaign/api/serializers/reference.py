"""The bodies of reference data: what campaigns are made from."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import CharField, DictField, IntegerField, JSONField, ListField


class Rule(serializers.Serializer):
    """A rule that a game master can set."""

    name = CharField()
    kind = CharField(help_text="`switch`, `number` or `price`.")
    group = CharField()
    section = CharField(help_text="Where the rules speak of it.")
    low = IntegerField()
    high = IntegerField()
    standard = DictField(child=JSONField(), help_text="Its value by edition.")
    label = CharField()  # type: ignore[assignment]
    text = CharField()


class Bounds(serializers.Serializer):
    """Fewest and most."""

    low = IntegerField()
    high = IntegerField()


class Editions(serializers.Serializer):
    """What a campaign can be made of."""

    editions = ListField(child=CharField())
    seats = Bounds()
    play = ListField(child=CharField())
    hand_in = ListField(child=CharField())
    begin = ListField(child=CharField())
    groups = DictField(child=CharField())
    rules = Rule(many=True)


class MapEntry(serializers.Serializer):
    """A map that comes with the site."""

    key = CharField()
    name = CharField()
    about = CharField()
    tiles = IntegerField()
    fewest = IntegerField()
    most = IntegerField()
