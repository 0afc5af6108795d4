"""What the tests of pages share: clients of people, pages as somebody sees them, and
reading forms out of HTML."""

from __future__ import annotations

from html.parser import HTMLParser

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.models import User
from tests.factories import Table


def client_of(user: User | None) -> Client:
    """Return a client in which the person (``None``: nobody) is logged in."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


class _Fields(HTMLParser):
    """Collects what a browser would send for the form with an id."""

    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id, self.inside = form_id, False
        self.fields: dict[str, list[str]] = {}
        self.select = ""
        self.options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == self.form_id
        if not self.inside:
            return
        if tag == "input":
            self._input(given)
        elif tag == "select":
            self.select, self.options = given.get("name", ""), []
        elif tag == "option":
            self.options.append((given.get("value", ""), "selected" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.select:
            chosen = [value for value, selected in self.options if selected]
            first = [value for value, _ in self.options[:1]]
            self.fields.setdefault(self.select, []).extend((chosen or first)[:1])
            self.select = ""

    def _input(self, given: dict[str, str]) -> None:
        if given.get("type") in ("checkbox", "radio") and "checked" not in given:
            return
        if given.get("name"):
            self.fields.setdefault(given["name"], []).append(given.get("value", ""))


def form_fields(html: str, form_id: str = "sheet") -> dict[str, list[str]]:
    """Return the fields of a form on a page, as a browser would send them."""
    parser = _Fields(form_id)
    parser.feed(html)
    return parser.fields


def page_as(table: Table, seat: int | None, part: str) -> str:
    """Return a page of a campaign as a kingdom, or (``None``) the game master, sees it."""
    person = table.master if seat is None else table.players[seat]
    path = f"/campaigns/{table.campaign.pk}/{part}"
    return client_of(person).get(path, follow=True).content.decode()


def names(table: Table) -> list[str]:
    """Return what the kingdoms are called."""
    return [table.kingdom(seat).name for seat in range(table.campaign.seats)]


def queries(table: Table, seat: int | None, part: str) -> int:
    """Return how many queries a page takes when it is asked for again."""
    person = table.master if seat is None else table.players[seat]
    client, path = client_of(person), f"/campaigns/{table.campaign.pk}/{part}"
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        client.get(path)
    return len(captured)
