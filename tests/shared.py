"""What all tests of a module share in the database; each still takes back what it did."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import transaction

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker


@contextmanager
def for_a_module(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Keep what is made inside until the block is left: for fixtures of scope ``module``.

    They depend on ``django_db_setup`` and ``django_db_blocker``. No test of the module
    may commit (``transaction=True``).
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
