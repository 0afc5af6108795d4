"""What the game master is told about how the site reaches the players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import make_table
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db

FOR_ITSELF = "leads nowhere but to this computer"
NO_MAILS = "This site sends no mails"


def run_page(host: str) -> str:
    table = make_table(1, seats=2, started=False)
    path = f"/campaigns/{table.campaign.pk}/run/"
    return client_of(table.master).get(path, headers={"host": host}).content.decode()


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "localhost:9000", "[::1]:8000"])
def test_a_link_that_opens_on_this_computer_alone_is_not_sent_unwarned(
    host: str, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]

    html = run_page(host)

    assert f"http://{host}/invites/" in html
    assert FOR_ITSELF in html


def test_an_address_of_the_network_is_not_warned_of(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]

    html = run_page("192.168.1.7:8000")

    assert "http://192.168.1.7:8000/invites/" in html
    assert FOR_ITSELF not in html


def test_mails_are_promised_only_where_they_go_out(settings: Any) -> None:
    table = make_table(1, seats=2)
    table.campaign.phases.update(status="done")
    pages = {}

    for url in ("", "smtp://mail.example.org"):
        settings.EMAIL_URL = url
        home = client_of(table.players[0]).get("/").content.decode()
        pages[url] = ("You get a mail" in home, NO_MAILS in run_page("testserver"))

    assert pages == {"": (False, True), "smtp://mail.example.org": (True, False)}
