"""The campaign's rule system: pure, no Django. ``SYSTEM`` is what ``load_system`` finds."""

from campaign.rules.system import SYSTEM

__all__ = ["SYSTEM"]
