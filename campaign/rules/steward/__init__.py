"""The built-in steward, which plays a kingdom for whoever does not. Source: campaign.md 7."""
