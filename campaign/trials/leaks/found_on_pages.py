"""What a page offers: its links to follow and its forms to send, whole or spoilt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from random import Random

from campaign.trials.leaks.readers import Request

LINK = re.compile(r'(?:href|hx-get|src|data-src)="(/[^"#]*)')
FOLLOWED = ("/matches/", "/campaigns/", "/maps/picture", "/api/v1/", "/how-to-play/")
PLAIN = ("hidden", "text", "search", "number", "submit", "", "date", "time")
NOT_SENT = re.compile(r"/accounts/|/settings/|/maps/|/campaigns/new/|/matches/new/")
"""Forms whose answers bear what is made for them alone: tokens, keys of new rows."""


def links_on(pages: Iterable[str]) -> list[str]:
    """Return the addresses that pages link to and this trial reads, each once, in order."""
    found = {unescape(link): None for page in pages for link in LINK.findall(page)}
    return [link for link in found if link.startswith(FOLLOWED)]


@dataclass
class Form:
    """A form as it stands on a page, and the buttons it can be sent by."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """Of boxes, radios and lists: what may be chosen."""

    def filled(self, rng: Random, *, spoilt: bool) -> Request:
        """Fill the form in at random; ``spoilt``: one field with what nobody offers."""
        fields = list(self.fields)
        for name, values in self.choices.items():
            if values and rng.random() < 0.8:
                fields.append((name, rng.choice(values)))
        if self.buttons:
            fields.append(rng.choice(self.buttons))
        if spoilt and fields:
            place = rng.randrange(len(fields))
            fields[place] = (fields[place][0], rng.choice(("", "999999", "-1", "x y z", "0")))
        return Request(self.action, "POST", tuple(fields))


def forms_on(path: str, page: str) -> list[Form]:
    """Return the forms of the page at ``path`` that may be sent here."""
    parser = _Forms(path)
    parser.feed(page)
    return [form for form in parser.forms if not NOT_SENT.match(form.action)]


class _Forms(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(given.get("action", "") or self.path)
            if given.get("method", "").lower() == "post":
                self.forms.append(self.form)
        elif self.form is not None:
            self._field(self.form, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select:
            form.choices.setdefault(self.select, []).append(value)
        elif tag == "textarea" and name:
            self.area = name
        elif tag == "button" and name:
            form.buttons.append((name, value))
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            if given.get("type", "") in PLAIN:
                form.fields.append((name, value))
            else:
                form.choices.setdefault(name, []).append(value or "on")

    def handle_data(self, data: str) -> None:
        if self.area and self.form is not None:
            self.form.fields.append((self.area, data))
            self.area = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag in ("select", "textarea"):
            self.select = self.area = ""
