"""Setup: banners, capitals, homelands, first armies. Source: campaign.md 2."""
