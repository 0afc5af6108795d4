"""A month of Summer: orders, resolution, reform. Source: campaign.md 3a, 3b, 3e."""
