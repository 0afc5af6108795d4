"""What all may know of a kingdom's race, its banner.

The rules decide it in Setup, where banners are chosen in secret and revealed together. What
a player types on joining is a wish: it stands in their Setup form, and is theirs alone until
the banners are revealed. A kingdom that then has none is shown with its wish.
Source: campaign.md 2.1.
"""

from __future__ import annotations

from campaign.models import Campaign
from campaign.rules.state import BANNER, SETUP
from campaign.services.rulebook import begin_of


def banners_are_secret(campaign: Campaign) -> bool:
    """Whether the kingdoms' banners are still to be revealed."""
    if campaign.status == Campaign.Status.FORMING:
        return begin_of(campaign) == SETUP
    return campaign.stage in (SETUP, BANNER)


def shown_race(campaign: Campaign, race: str, wish: str) -> str:
    """Return the race that everybody may see: the banner, else the wish once it is no secret."""
    return race or ("" if banners_are_secret(campaign) else wish)
