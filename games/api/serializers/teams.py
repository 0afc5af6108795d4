"""The bodies of the skirmish's factions and of saved teams, as they are sent and answered."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import (
    BooleanField,
    CharField,
    DateTimeField,
    DictField,
    IntegerField,
    ListField,
)

from games.hosting.api.strict import Form, Text, Whole
from games.services.teams import LONGEST_NAME
from games.skirmish.house import HOUSE
from games.skirmish.setup import MOST_POINTS


class TeamForm(Form):
    """A team to keep."""

    name = Text(max_length=4 * LONGEST_NAME, help_text="One of mine by that name, no more.")
    faction = Text(max_length=40, help_text="A faction of `/factions/`.")
    points = Whole(default=HOUSE.points, help_text=f"What it may cost: 1 to {MOST_POINTS} points.")
    team = serializers.JSONField(help_text='Counts by entry: `{"captain": 1, "spearman": 4}`.')


class SavedTeam(serializers.Serializer):
    """A team of one's own."""

    id = IntegerField()
    name = CharField()
    faction = CharField()
    points = IntegerField(help_text="What it may cost.")
    cost = IntegerField(allow_null=True, help_text="What it costs; null if nobody knows any more.")
    team = DictField(child=IntegerField(), help_text="Counts by entry.")
    answer = CharField(help_text="As a match is answered with it.")
    is_legal = BooleanField(help_text="False if the faction's sheet has changed since.")
    revision = IntegerField()
    changed_at = DateTimeField()


class FactionRule(serializers.Serializer):
    """A special rule, in our own words."""

    name = CharField()
    text = CharField()
    is_house = BooleanField(help_text="A ruling of ours, not official.")


class FactionEntry(serializers.Serializer):
    """One line of a roster."""

    entry = CharField(help_text="As teams and answers name it.")
    name = CharField()
    type = CharField(help_text="The chess piece.")
    die = IntegerField(help_text="How many sides its die has.")
    cost = IntegerField()
    least = IntegerField()
    most = IntegerField()
    common = ListField(child=CharField(), help_text="Rules that several pieces share.")
    rules = FactionRule(many=True)


class FactionSample(serializers.Serializer):
    """The team that everybody may begin with."""

    points = IntegerField()
    cost = IntegerField()
    team = DictField(child=IntegerField(), help_text="Counts by entry.")
    answer = CharField(help_text="As a match is answered with it.")


class Faction(serializers.Serializer):
    """A faction's sheet."""

    faction = CharField(help_text="As options and teams name it.")
    name = CharField()
    about = CharField()
    stars = IntegerField(help_text="How hard it is to play.")
    is_house = BooleanField(help_text="A faction of ours, not official.")
    rules = FactionRule(many=True)
    entries = FactionEntry(many=True, help_text="Highest rank first.")
    sample = FactionSample()
