"""The Plain Guard (Source: skirmish.md 16)."""
