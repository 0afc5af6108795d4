"""What opens a door is never written to a log."""

import logging

import pytest
from django.urls import reverse

from campaign.config.logs import RedactingFormatter, redact


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("GET /invites/s3cr3t-invite/ 200", "GET /invites/***/ 200"),
        (
            "/accounts/login/?next=%2Finvites%2Fs3cr3t%2F",
            "/accounts/login/?next=%2Finvites%2F***%2F",
        ),
        ("POST /campaigns/3/run/invites/12/revoke/", "POST /campaigns/3/run/invites/12/revoke/"),
        ("/accounts/password/reset/key/1-abc-def/", "/accounts/password/reset/key/***/"),
        ("/accounts/confirm-email/MQ:1sX/", "/accounts/confirm-email/***/"),
        ("Authorization: Token 0123456789abcdef", "Authorization: Token ***"),
        ("Authorization: Bearer abc.def-0123", "Authorization: Bearer ***"),
        ("{'password1': 'hunter2', 'user': 'anna'}", "{'password1': '***', 'user': 'anna'}"),
        ("smtp+tls://mail:hunter2@example.org:587", "smtp+tls://mail:***@example.org:587"),
        ("phase 12 resolved in 40 ms", "phase 12 resolved in 40 ms"),
    ],
)
def test_redact(line, written):
    assert redact(line) == written


@pytest.mark.parametrize(
    "address",
    [
        reverse("invite", args=["s3cr3t_-"]),
        reverse("api:invitation", args=["s3cr3t_-"]),
        reverse("account_confirm_email", args=["s3cr3t:_-"]),
        reverse("account_reset_password_from_key", args=["1", "s3cr3t-x"]),
    ],
)
def test_an_address_that_opens_a_door_is_redacted(address):
    assert "s3cr3t" not in redact(f"Not Found: {address}")


def test_a_traceback_is_redacted_too():
    try:
        raise ValueError("token=abcdef0123456789")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "x.py", 1, "failed", None, (ValueError, error, error.__traceback__)
        )

    line = RedactingFormatter("%(message)s").format(record)

    assert "abcdef0123456789" not in line
    assert "token=***" in line
