"""The bodies of army lists."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import BooleanField, CharField, DictField, IntegerField, JSONField

from campaign.rules.tabletop.data import PASTED
from games.hosting.api.serializers import ProblemLine
from games.hosting.api.strict import Form, Text


class TextForm(Form):
    """A list as a list builder prints it."""

    text = Text(trim_whitespace=False, max_length=PASTED.letters)


class ListForm(Form):
    """A list as sheets have it."""

    list = JSONField(help_text='{"ally": "Dwarfs", "units": [{"name": "Spearmen", ...}]}')


class TextLine(serializers.Serializer):
    """A line of a pasted text, counted from 1."""

    line = IntegerField()
    text = CharField()


class PastedList(serializers.Serializer):
    """What a pasted text says."""

    name = CharField()
    race = CharField()
    list = DictField(help_text="For a sheet, or for a draft.")
    stated = IntegerField(allow_null=True, help_text="The total that the text gives.")
    counted = IntegerField(help_text="What its lines come to.")
    aside = TextLine(many=True, help_text="Headings, versions, models counted into a size.")
    unread = TextLine(many=True, help_text="What was not understood.")
    warnings = ProblemLine(many=True)


class WaitingList(serializers.Serializer):
    """A list that waits for a sheet."""

    list = DictField()
    revision = IntegerField()


class KeptList(WaitingList):
    """A list that was kept for an army."""

    number = IntegerField(help_text="0 is the next recruit.")


class OwnArmy(serializers.Serializer):
    """An army of one's own and its list."""

    number = IntegerField(help_text="0 is the next recruit.")
    points = IntegerField(allow_null=True)
    list = DictField(allow_null=True, help_text="The one that counts.")
    is_open = BooleanField(help_text="Whether everybody may read it.")
    is_fixed = BooleanField(help_text="Whether it stands for good.")
    draft = WaitingList(allow_null=True)
