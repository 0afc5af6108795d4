"""What all tests of a module share in the database; each still takes back what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
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


def laid_once(lay: Callable[[], Any]) -> Any:
    """Return a fixture of scope ``module``: what ``lay`` makes, as long as the module's tests run.

    A test's own fixture gives out a deep copy of it, and asks for ``db``.
    """

    @pytest.fixture(scope="module")
    def laid(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
        with for_a_module(django_db_blocker):
            yield lay()

    return laid
