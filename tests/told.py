"""What somebody is told by an answer: as the leak checker of `manage.py leaks` has it."""

from __future__ import annotations

from campaign.trials.leaks.told import Told, difference, told_by

__all__ = ["Told", "difference", "told_by"]
