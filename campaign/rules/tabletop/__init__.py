"""Battles on a real table: army lists, reports, unit strength. Source: campaign.md 5."""
