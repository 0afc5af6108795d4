"""What all may know of a kingdom's banner: its race, and its army in skirmishes.

The rules decide it in Setup, where banners are chosen in secret and revealed together. What
a player types on joining is a wish: it stands in their Setup form, and is theirs alone until
the banners are revealed. A kingdom that then has no race is shown with its wish; one that
has chosen no army fields the one of its seat, whatever it wished.
Source: campaign.md 2.1.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign
from campaign.rules.state import BANNER, SETUP
from campaign.services.rulebook import begin_of
from games.hosting.errors import ServiceError
from games.skirmish.faction import faction_ids


def checked_faction(faction: str) -> str:
    """Return the id of a faction, or nothing; refuse others (``unknown_faction``)."""
    if faction and faction not in faction_ids():
        raise ServiceError("unknown_faction", _("There is no such faction."))
    return faction


def banners_are_secret(campaign: Campaign) -> bool:
    """Whether the kingdoms' banners are still to be revealed."""
    if campaign.status == Campaign.Status.FORMING:
        return begin_of(campaign) == SETUP
    return campaign.stage in (SETUP, BANNER)


def shown_race(campaign: Campaign, race: str, wish: str) -> str:
    """Return the race that everybody may see: the banner, else the wish once it is no secret."""
    return race or ("" if banners_are_secret(campaign) else wish)
