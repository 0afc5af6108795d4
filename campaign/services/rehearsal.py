"""Try a service and take everything back: what the API calls ``dry_run``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

Result = TypeVar("Result")


def rehearse(run: Callable[[], Result], *, dry: bool) -> Result:
    """Return what ``run`` gives; when ``dry``, undo all it wrote and wake nobody."""
    if not dry:
        return run()
    with transaction.atomic():
        result = run()
        transaction.set_rollback(True)
        return result
