"""What the tests of histories share."""

from __future__ import annotations

import pytest

from tests.games.hosting.toys import offer_toys


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)
