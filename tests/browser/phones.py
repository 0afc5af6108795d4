"""Several people, each on a phone of their own, in one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.browser.test_phone import log_in
from tests.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

Phones = Callable[[str], "Page"]


@contextmanager
def phones_of(browser: Browser, live_server: LiveServer, **options: Any) -> Iterator[Phones]:
    """Give a function that opens a phone on which that person is logged in.

    ``options`` are those of a browser's context. No page may have reported an error by the end.
    """
    contexts, faults = [], []

    def note(message: Any) -> None:
        # A refused form is 422, of which Chromium tells; every other message is a fault.
        if message.type == "error" and "status of 422" not in message.text:
            faults.append(message.text)

    def opened(name: str) -> Page:
        size: Any = PHONE
        context = browser.new_context(base_url=live_server.url, viewport=size, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        log_in(page, name)
        return page

    try:
        yield opened
    finally:
        for context in contexts:
            context.close()
    assert faults == [], "the pages reported errors"
