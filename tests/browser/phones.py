"""Several people, each on a phone of their own, in one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from tests.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

Phones = Callable[[str], "Page"]


def log_in(page: Page, name: str) -> None:
    """Let that person have logged in on this page's browser; which page is open does not change."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    cookie: Any = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "domain": "localhost",
        "path": "/",
    }
    page.context.add_cookies([cookie])


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
