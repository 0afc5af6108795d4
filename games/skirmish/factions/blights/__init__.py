"""The Blights of Winter (Source: skirmish.md 15)."""
