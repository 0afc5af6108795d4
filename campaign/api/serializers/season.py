"""The body of the season's table."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.fields import BooleanField, CharField, IntegerField

from campaign.services.desk import KingdomName
from campaign.services.season import MOST_YEARS, Season, totals
from games.engine.contract import Json


class SeasonDeeds(serializers.Serializer):
    """What a kingdom did, in a year or in all years shown."""

    battles = IntegerField(help_text="Fought: won, drawn and lost. A slaughter is none.")
    won = IntegerField()
    drawn = IntegerField(help_text="Also a battle that both sides lost.")
    lost = IntegerField()
    matches = IntegerField(help_text="Matches won that decided battles.")
    courts = IntegerField(help_text="Courts won.")


class SeasonRecord(SeasonDeeds):
    """A kingdom in one year."""

    year = IntegerField()
    is_alive = BooleanField()
    tiles = IntegerField(help_text="At the year's end, or now while it runs; so the next four.")
    armies = IntegerField()
    might = IntegerField()
    score = IntegerField()
    place = IntegerField(help_text="1 is first; equals share a place.")
    gold = IntegerField(allow_null=True, help_text="Of its Gather; null before that.")
    food = IntegerField(allow_null=True, help_text="Of its Gather; null before that.")


class SeasonKingdom(serializers.Serializer):
    """A kingdom in every year shown."""

    seat = IntegerField()
    name = CharField()
    totals = SeasonDeeds()
    years = SeasonRecord(many=True, help_text="In the order of `years`.")


class SeasonYear(serializers.Serializer):
    """A year of the table."""

    year = IntegerField()
    is_over = BooleanField(help_text="Else its figures are those of now.")


class SeasonTable(serializers.Serializer):
    """The season's table."""

    years = SeasonYear(many=True, help_text=f"The first first, {MOST_YEARS} at most.")
    kingdoms = SeasonKingdom(many=True, help_text="By seat.")
    earlier = IntegerField(allow_null=True, help_text="`until` of the years before; null: none.")
    later = IntegerField(allow_null=True, help_text="`until` of the years after; null: none.")


def season_shape(season: Season, names: list[KingdomName]) -> Json:
    """Return the table with the kingdoms' names."""
    kingdoms = [
        {"seat": name.seat, "name": name.name, "totals": totals(records), "years": records}
        for name, records in zip(names, season.records, strict=True)
    ]
    table = {
        "years": season.years,
        "kingdoms": kingdoms,
        "earlier": season.earlier,
        "later": season.later,
    }
    return SeasonTable(table).data
