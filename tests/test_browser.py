"""A Chromium can use the site: its style sheet applies and its policy blocks nothing of ours."""

import pytest

from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_log_in_page_opens_without_an_error_in_the_console(page):
    answer = page.goto("/accounts/login/")

    page.wait_for_load_state("load")
    rules = page.evaluate("Array.from(document.styleSheets).map(sheet => sheet.cssRules.length)")
    assert answer.status == 200
    assert rules
    assert all(rules)
    assert page.evaluate("typeof htmx") == "object"


def test_a_user_logs_in(page, make_user):
    make_user("anna")

    page.goto("/accounts/login/")
    page.fill("[name=login]", "anna")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "login" not in url)

    assert "sessionid" in {cookie["name"] for cookie in page.context.cookies()}
    assert page.locator("input[type=password]").count() == 0
