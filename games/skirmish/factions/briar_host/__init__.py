"""The Briar Host (Source: skirmish.md 17)."""
