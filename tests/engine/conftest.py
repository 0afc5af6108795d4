"""Let the registry find the toy systems."""

import pytest

from games.engine import registry


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (*registry.PLACES, "tests.engine.systems.{name}")
    monkeypatch.setattr(registry, "PLACES", places)
