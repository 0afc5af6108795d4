"""What a site says once it is up."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

Says = Callable[..., str]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Says:
    """Return a function that greets for a site on port 8000 and returns what is said."""
    monkeypatch.setattr("campaign.management.commands.greet.wait_for_site", lambda host, port: True)

    def greet(host: str = "127.0.0.1") -> str:
        settings.HOST, settings.PORT = host, 8000
        out = StringIO()
        call_command("greet", stdout=out)
        return out.getvalue()

    return greet


def test_an_embedded_site_says_where_to_open_it(says: Says):
    assert "Wintertide is at http://127.0.0.1:8000/\n" in says()


def test_other_devices_are_told_where_to_look(says: Says):
    assert "Other devices find it at this machine's address, port 8000." in says("0.0.0.0")


def test_a_site_behind_a_proxy_names_the_address_that_answers(says: Says, settings: Any):
    settings.PRODUCTION, settings.SITE_URL = True, "https://winter.example.org"

    text = says()

    assert "Wintertide is at https://winter.example.org\n" in text
    assert "Your proxy finds it at http://127.0.0.1:8000/\n" in text
