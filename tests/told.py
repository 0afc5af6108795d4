"""What somebody is told by an answer: as the leak checker of `manage.py leaks` has it."""

from __future__ import annotations

from campaign.trials.leaks.told import Told, told_by

__all__ = ["Told", "told_by"]
