"""The rows of the board: kingdoms, tiles, settlements, armies, ships.

The database holds the invariants of campaign.md 1 itself: one settlement a
tile, one capital a kingdom, one ship a berth, token numbers unique in a kingdom,
gold and food never below zero.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign


class Kingdom(models.Model):
    """A kingdom: its seat in the rules, its player (or nobody), and its own facts.

    ``race`` is the banner all can see; ``race_wish`` is what its player typed on joining,
    theirs alone until the banners are revealed. ``faction`` is its army in skirmishes, chosen
    with the banner (empty: none), and ``faction_wish`` what stood beside the race on joining.
    ``regent`` names who plays it instead of a person: nobody, or the built-in steward.
    """

    class Regent(models.TextChoices):
        NOBODY = "", _("nobody")
        STEWARD = "steward", _("the steward")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="kingdoms")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=40)
    race = models.CharField(_("race"), max_length=40, blank=True, default="")
    race_wish = models.CharField(max_length=40, blank=True, default="")
    faction = models.CharField(_("army in skirmishes"), max_length=40, blank=True, default="")
    faction_wish = models.CharField(max_length=40, blank=True, default="")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="kingdoms",
    )
    regent = models.CharField(
        max_length=8, choices=Regent.choices, blank=True, default=Regent.NOBODY
    )
    gold = models.IntegerField(default=0)
    food = models.IntegerField(default=0)
    is_alive = models.BooleanField(default=True)
    seat_tile = models.PositiveIntegerField(null=True, blank=True)
    original_capital = models.PositiveIntegerField(null=True, blank=True)
    years = models.PositiveSmallIntegerField(default=0)
    might = models.PositiveSmallIntegerField(default=0)
    strategies = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seat"], name="one_kingdom_per_seat"),
            models.UniqueConstraint(
                fields=["campaign", "player"],
                condition=Q(player__isnull=False),
                name="one_kingdom_per_player",
            ),
            models.CheckConstraint(condition=Q(gold__gte=0), name="gold_not_negative"),
            models.CheckConstraint(condition=Q(food__gte=0), name="food_not_negative"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def own_race(self) -> str:
        """The race as the kingdom's own player reads it: the banner, else the wish."""
        return self.race or self.race_wish

    @property
    def own_faction(self) -> str:
        """Its army in skirmishes as its own player reads it: the banner's, else the wish."""
        return self.faction or self.faction_wish


class Tile(models.Model):
    """A tile of the campaign's board; ``owner`` is empty while it is unexplored."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="tiles")
    number = models.PositiveIntegerField()
    owner = models.ForeignKey(
        Kingdom, null=True, blank=True, on_delete=models.PROTECT, related_name="tiles"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_tile_per_number"),
        ]


class Settlement(models.Model):
    """What stands on a tile. ``capital_of`` is set exactly when it is a capital."""

    tile = models.OneToOneField(Tile, on_delete=models.CASCADE, related_name="settlement")
    kind = models.CharField(max_length=10)
    capital_of = models.OneToOneField(
        Kingdom, null=True, blank=True, on_delete=models.PROTECT, related_name="capital"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="capital", capital_of__isnull=False)
                | (~Q(kind="capital") & Q(capital_of__isnull=True)),
                name="capital_has_a_kingdom",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["village", "city", "capital", "fortress"]),
                name="settlement_kind_known",
            ),
        ]


class Ship(models.Model):
    """A ship. ``berth`` is the settlement it winters in: after Recall, until Deploy is over."""

    kingdom = models.ForeignKey(Kingdom, on_delete=models.CASCADE, related_name="ships")
    number = models.PositiveSmallIntegerField()
    tile = models.ForeignKey(Tile, on_delete=models.PROTECT, related_name="ships")
    is_upright = models.BooleanField(default=True)
    berth = models.OneToOneField(
        Settlement, null=True, blank=True, on_delete=models.SET_NULL, related_name="ship"
    )

    class Meta:
        ordering = ["kingdom_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["kingdom", "number"], name="one_ship_per_number"),
        ]


class Army(models.Model):
    """An army. ``tile`` is empty while it is staged for Deploy.

    ``roster`` is its list for battles on a real table, as the rules encode it; secret
    until the list is open, so it leaves only by the view of the rules.
    """

    kingdom = models.ForeignKey(Kingdom, on_delete=models.CASCADE, related_name="armies")
    number = models.PositiveSmallIntegerField()
    points = models.PositiveIntegerField()
    tile = models.ForeignKey(
        Tile, null=True, blank=True, on_delete=models.PROTECT, related_name="armies"
    )
    is_upright = models.BooleanField(default=True)
    aboard = models.OneToOneField(
        Ship, null=True, blank=True, on_delete=models.SET_NULL, related_name="army"
    )
    roster = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["kingdom_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["kingdom", "number"], name="one_army_per_number"),
        ]
