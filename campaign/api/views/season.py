"""The season's table: the kingdoms year by year."""

from __future__ import annotations

from django.http import HttpResponseBase
from rest_framework.request import Request

from campaign.api import documents_year as doc
from campaign.api.endpoint import CampaignEndpoint
from campaign.api.serializers.season import season_shape
from campaign.services.desk import kingdom_names
from campaign.services.season import NEWEST, season_of
from games.hosting.api.preconditions import answer_if_changed
from games.hosting.tags import page_tag


class Season(CampaignEndpoint):
    """What each kingdom held, gathered and won."""

    @doc.SEASON
    def get(self, request: Request, campaign_id: int) -> HttpResponseBase:
        """Return the newest years, or those that end with the one asked for."""
        campaign, until = self.access.campaign, self.number("until", NEWEST, NEWEST)
        names = kingdom_names(campaign)
        facts = (campaign.branch, campaign.revision, campaign.status, until, names)
        tag = page_tag("season", campaign.public_id, *facts)
        return answer_if_changed(
            request, tag, lambda: season_shape(season_of(campaign, until), names)
        )
