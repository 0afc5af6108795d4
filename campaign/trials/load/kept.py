"""What a page that refused a sheet still holds of it."""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from django.http import QueryDict
from django.utils.html import escape

from campaign.web.ask_forms import FORMS
from campaign.web.sheet_words import sheet_lines
from games.engine.contract import Json


class Fields(HTMLParser):
    """The fields of all forms on a page, as a browser would send them."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.values = QueryDict(mutable=True)
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up a field's value."""
        found = {name: value or "" for name, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "input" and name:
            if found.get("type") not in ("checkbox", "radio") or "checked" in found:
                self.values.appendlist(name, value)
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in found:
            self.values.appendlist(self._select, value)
        elif tag == "textarea":
            self._area = name

    def handle_data(self, data: str) -> None:
        """Take up the text of a text area."""
        if self._area:
            self.values.appendlist(self._area, data)

    def handle_endtag(self, tag: str) -> None:
        """Leave a list, or a text area."""
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""


def sheet_on(page: bytes, kind: str) -> Json:
    """Return the sheet that a page of one form holds, as sending it again would hand it in."""
    fields = Fields()
    fields.feed(page.decode())
    form = FORMS[kind]
    return form.sheet_of(form.posted(fields.values))


def is_kept(page: bytes, kind: str, sheet: Json, names: Sequence[str]) -> bool:
    """Tell whether a page that refused a sheet shows all of it: in its form, or in words."""
    if b'id="phase-over"' in page:
        text = page.decode()
        return all(escape(str(line)) in text for line in sheet_lines(kind, sheet, list(names)))
    form = FORMS[kind]
    return bool(sheet_on(page, kind) == form.sheet_of(form.draft_of(sheet)))
