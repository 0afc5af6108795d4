"""What the races share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from games import bots
from tests.games.hosting.toys import offer_toys
from tests.races.matches import First


@pytest.fixture
def elsewhere(site_env: Mapping[str, str], tmp_path: Path) -> Mapping[str, str]:
    """Return the environment of the site's own programs on this test's database and a Redis."""
    return {
        **site_env,
        "DJANGO_SETTINGS_MODULE": "campaign.config.settings",
        "WINTERTIDE_VAR": str(tmp_path / "var"),
        "REDIS_URL": f"redis+socket://{tmp_path / 'redis.sock'}",
    }


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people play the toys."""
    offer_toys(monkeypatch)


@pytest.fixture
def steady_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the random bot always answer the same."""
    monkeypatch.setitem(bots.BOTS, "random", First())
