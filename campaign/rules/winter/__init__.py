"""The Winter: recall, gather, tithe, build, feed, deploy. Source: campaign.md 4."""
