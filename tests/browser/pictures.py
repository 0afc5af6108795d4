"""Make the README's pictures from a running demo site, as its people see it.

::

    make run                                           # in another terminal, freshly seeded
    python -m tests.browser.pictures http://127.0.0.1:8000 var/demo_password

They are written to docs/pictures/.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PHONE = {"width": 390, "height": 780}
DESK = {"width": 1280, "height": 860}
PORTRAIT = {"width": 820, "height": 1000}
TALL = {"width": 1280, "height": 1000}
QUALITY = 78
STEPS = 40
"""How far the replay is gone through: the pieces have met."""


def main(site: str, password: str) -> None:
    """Take every picture."""
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (user, size, address, prepare) in PICTURES.items():
            page = _signed_in(browser, site, user, password, size)
            page.goto(site + address)
            prepare(page)
            page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
            page.context.close()


def _signed_in(browser: Browser, site: str, user: str, password: str, size: dict[str, int]) -> Page:
    page = browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
    page.goto(f"{site}/accounts/login/")
    page.fill("input[name=login]", user)
    page.fill("input[name=password]", password)
    page.click("main button[type=submit]")
    page.wait_for_load_state()
    return page


def _as_it_is(page: Page) -> None:
    pass


def _at_the_map(page: Page) -> None:
    page.evaluate("document.getElementById('map').scrollIntoView()")


def _in_mid_fight(page: Page) -> None:
    page.click("text=Replay it step by step")
    for _ in range(STEPS):
        page.locator("[data-way=next]").click()
    page.evaluate("document.querySelector('.replay-ways').scrollIntoView()")


def _to(text: str) -> Callable[[Page], None]:
    def scroll(page: Page) -> None:
        page.evaluate(
            "text => [...document.querySelectorAll('h2,h3')]"
            ".find(head => head.textContent.includes(text))?.scrollIntoView()",
            text,
        )

    return scroll


CAMPAIGN, COURT = "/campaigns/1/", "/campaigns/1/courts/"
PICTURES: dict[str, tuple[str, dict[str, int], str, Callable[[Page], None]]] = {
    "waiting": ("north", PHONE, "/", _as_it_is),
    "challenge": ("south", PHONE, COURT, _to("You are challenged")),
    "match": ("north", PHONE, "/matches/2/", _as_it_is),
    "map": ("west", TALL, CAMPAIGN, _at_the_map),
    "skirmish": ("keeper", PORTRAIT, "/matches/1/", _in_mid_fight),
    "season": ("east", DESK, "/campaigns/1/season/", _as_it_is),
}
"""File name: who looks, at what size, at which address, and what they do there first."""


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).read_text().strip())
