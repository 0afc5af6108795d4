"""The map, the kingdoms, and the reference data campaigns are made from."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api import documents as doc
from campaign.api import documents_me as doc_me
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.shapes import kingdoms_shape, map_shape
from campaign.rules.labels import GROUPS
from campaign.rules.maps import CATALOGUE, load_map
from campaign.rules.ruleset import EDITIONS, FEWEST_KINGDOMS, MOST_KINGDOMS, RULES, Rule, to_json
from campaign.rules.system import CHOICES
from campaign.services.positions import position_of
from campaign.services.rulebook import game_of
from games.engine.contract import BadOptions, Json
from games.hosting.api.endpoint import Endpoint
from games.hosting.api.preconditions import answer_if_changed
from games.hosting.errors import NotThere
from games.hosting.tags import page_tag


class Map(CampaignEndpoint):
    """The map and the position on it."""

    @doc.MAP
    def get(self, request: Request, campaign_id: int) -> HttpResponseBase:
        """Return both, or 304 when nothing moved."""
        campaign = self.access.campaign
        tag = page_tag("map", campaign.public_id, campaign.revision, self.access.seat)

        def make() -> Json:
            return {
                "revision": campaign.revision,
                "map": map_shape(game_of(campaign).board),
                "position": position_of(self.access),
            }

        return answer_if_changed(request, tag, make)


class Kingdoms(CampaignEndpoint):
    """The kingdoms of a campaign."""

    @doc.KINGDOMS
    def get(self, request: Request, campaign_id: int) -> Response:
        """List them by seat."""
        return Response(kingdoms_shape(self.access))


class Editions(Endpoint):
    """The editions and every rule a game master can set."""

    @doc_me.EDITIONS
    def get(self, request: Request) -> Response:
        """Return them with their bounds and descriptions."""
        return Response(
            {
                "editions": list(EDITIONS),
                "seats": {"low": FEWEST_KINGDOMS, "high": MOST_KINGDOMS},
                "play": list(CHOICES["play"]),
                "hand_in": list(CHOICES["hand_in"]),
                "begin": list(CHOICES["begin"]),
                "groups": {name: _(label) for name, label in GROUPS.items()},
                "rules": [_rule(rule) for rule in RULES.values()],
            }
        )


def _rule(rule: Rule) -> Json:
    return {
        "name": rule.name,
        "kind": rule.kind,
        "group": rule.group,
        "section": rule.section,
        "low": rule.low,
        "high": rule.high,
        "standard": {edition: to_json(value) for edition, value in rule.standard.items()},
        "label": _(rule.label),
        "text": _(rule.text),
    }


class Maps(Endpoint):
    """The maps that come with the site."""

    @doc_me.MAPS
    def get(self, request: Request) -> Response:
        """List them, smallest first."""
        return Response(
            [
                {
                    "key": entry.key,
                    "name": _(entry.name),
                    "about": _(entry.about),
                    "tiles": entry.tiles,
                    "fewest": entry.fewest,
                    "most": entry.most,
                }
                for entry in CATALOGUE
            ]
        )


class MapDocument(Endpoint):
    """One of those maps."""

    @doc_me.MAP_DOCUMENT
    def get(self, request: Request, key: str) -> Response:
        """Return its document, to look at or to change and send with a new campaign."""
        try:
            return Response(load_map(key))
        except BadOptions:
            raise NotThere("no_map", gettext_lazy("There is no such map.")) from None
