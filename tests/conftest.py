"""What every test may use: databases, people, Redis, a browser. See tests/README.md."""

from __future__ import annotations

import gc
import logging
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import connection
from django.template.base import Template
from django.test import Client

from campaign.serving.redis import redis_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

    from campaign.models import User

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


# Which tests run where


def on_postgresql() -> bool:
    """Tell whether this run's database is PostgreSQL."""
    return settings.DATABASES["default"]["ENGINE"] == "games.hosting.postgresql"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the other database's run covers: see ``tests.run``."""
    belongs = touches_database if on_postgresql() else runs_on_sqlite
    chosen = [item for item in items if belongs(item)]
    config.hook.pytest_deselected(items=[item for item in items if not belongs(item)])
    items[:] = chosen


def runs_on_sqlite(item: pytest.Item) -> bool:
    """All but what needs row locks."""
    return item.get_closest_marker("postgresql") is None


def touches_database(item: pytest.Item) -> bool:
    """What uses a database; browsers see no difference between the two.

    Pages and the API hold next to no queries of their own: on PostgreSQL
    ``tests/test_routes.py`` opens each address once, and what is marked ``both`` sends them
    odd things.
    """
    marked = {mark.name for mark in item.iter_markers()}
    if marked & {"browser", "sqlite"}:
        return False
    if marked & {"postgresql", "both"}:
        return True
    used = "django_db" in marked or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    return bool(used) and item.path.parent.name not in ("web", "api")


def pytest_report_header() -> str:
    """Name the database on top of the run."""
    return f"database: {'PostgreSQL' if on_postgresql() else 'SQLite'}"


# For every test

UNWATCHED = Template._render


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what all tests keep: that was 7 % of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_sessionstart() -> None:
    """Empty tables by ``DELETE``: PostgreSQL makes a new file for each that it truncates."""
    if on_postgresql():
        from django.db.backends.postgresql.operations import DatabaseOperations

        DatabaseOperations.sql_flush = delete_rows


def delete_rows(operations: Any, style: object, tables: Iterable[str], **_: object) -> list[str]:
    """Return the statements that empty these tables; keys refer to each other till the end."""
    return [f"DELETE FROM {operations.quote_name(table)}" for table in tables]


@pytest.fixture(scope="session", autouse=True)
def _unwatched_templates(django_test_environment: None) -> None:
    """Render as the site does: no test asks which contexts a page was made of."""
    Template._render = UNWATCHED


@pytest.fixture(autouse=True)
def _empty_caches() -> None:
    """Rate limits and drawn maps of another test count for nothing."""
    for cache in caches.all(initialized_only=True):
        cache.clear()


class ErrorLog(logging.Handler):
    """Keeps every record of level ERROR or above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def take(self) -> list[str]:
        """Return the messages so far and forget them: they were expected."""
        messages = [record.getMessage() for record in self.records]
        self.records.clear()
        return messages


@pytest.fixture(autouse=True)
def error_log() -> Iterator[ErrorLog]:
    """Fail a test that logged an error it did not ``take()``."""
    log = ErrorLog()
    logging.getLogger().addHandler(log)

    yield log

    logging.getLogger().removeHandler(log)
    assert log.take() == [], "unexpected errors were logged"


# People

PASSWORD = "correct horse battery"


@pytest.fixture
def make_user(db: None) -> Callable[..., User]:
    """Return a function that signs somebody up: ``make_user("anna", **fields)``."""

    def make(username: str, **fields: Any) -> User:
        fields.setdefault("email", f"{username}@example.org")
        return get_user_model().objects.create_user(username, password=PASSWORD, **fields)

    return make


@pytest.fixture
def log_in() -> Callable[[User], Client]:
    """Return a function that gives a client in which that user is logged in."""

    def enter(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return enter


# Other processes


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a Redis for this test process; without it no broker answers, as when Redis is down."""
    with redis_server(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture
def site_env(transactional_db: None) -> Mapping[str, str]:
    """Return the environment in which another process meets this test's own database.

    Its settings module is ``tests.settings``; add ``REDIS_URL`` for a broker.
    """
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": database_url(),
    }


def database_url() -> str:
    """Return the ``DATABASE_URL`` of the database under test."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return os.environ["DATABASE_URL"].replace("/postgres?", f"/{name}?")


# Browser

# The first is the same engine without a browser's windows, and takes two thirds of the time.
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    # One process draws all pages of a site, and none is started in reserve: starting them is
    # a third of what a browser test costs.
    "--process-per-site",
    "--renderer-process-limit=2",
    "--disable-site-isolation-trials",
)


def chromium_path() -> str | None:
    """Return the Chromium to drive: ``CHROMIUM``, else the first found on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run one headless Chromium for this test process; in CI its absence is a failure."""
    program = chromium_path()
    if program is None:
        reason = "no Chromium found: install one or name it in CHROMIUM"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    from playwright.sync_api import sync_playwright

    # Playwright's own event loop runs in this thread; Django would refuse queries.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=arguments)
        yield chromium
        chromium.close()


PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def phone(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A phone-sized window of this test process's browser; ``page`` wipes it for each test."""
    context = browser.new_context(base_url=live_server.url, viewport=PHONE)  # type: ignore[arg-type]
    # A page that stays open keeps the process that draws the site's pages.
    context.new_page().goto("/robots.txt")
    yield context
    context.close()


@pytest.fixture
def page(phone: BrowserContext, live_server: LiveServer) -> Iterator[Page]:
    """Open a phone-sized page of the live server; every error in its console fails the test."""
    phone.clear_cookies()
    phone.set_default_timeout(10_000)
    opened = phone.new_page()
    wipe = phone.new_cdp_session(opened)
    wipe.send("Storage.clearDataForOrigin", {"origin": live_server.url, "storageTypes": "all"})
    wipe.detach()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "console",
        lambda message: faults.append(message.text) if message.type == "error" else None,
    )

    yield opened

    for own in phone.pages[1:]:
        own.close()
    assert faults == [], "the page reported errors"


@pytest.fixture(scope="session")
def repository() -> Path:
    """The directory that holds ``manage.py``."""
    return settings.BASE_DIR
