"""People who are logged in, as a browser or a program speaks for them over HTTP."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib.auth import login
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory
from django.urls import reverse

from campaign.models import User
from campaign.trials.server import Answer, request_bytes
from games.engine.contract import Json

CSRF = "0123456789abcdefghijklmnopqrstuv"


class Unexpected(RuntimeError):
    """The site did not answer as it must for the figure to mean anything."""


def session_of(user: User) -> dict[str, str]:
    """Log somebody in and return the headers of their browser."""
    request = RequestFactory().get("/")
    request.session = SessionStore()
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session.save()
    return {"Cookie": f"sessionid={request.session.session_key}; csrftoken={CSRF}"}


def check(answer: Answer, *wanted: int) -> Answer:
    """Return the answer if its status is one of these."""
    if answer.status not in wanted:
        text = answer.body[:2000].decode(errors="replace")
        raise Unexpected(f"status {answer.status} instead of {wanted}: {text}")
    return answer


def sheet_put(
    campaign_id: int, phase: int, token: str, sheet: Json, more: Mapping[str, str] | None = None
) -> bytes:
    """Return the request that hands a sheet in by the API."""
    path = reverse("api:sheet", args=[campaign_id, phase])
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    return request_bytes("PUT", path, {**headers, **(more or {})}, json.dumps(sheet).encode())


def sheet_post(campaign_id: int, phase: int, cookie: Mapping[str, str], sheet: Json) -> bytes:
    """Return the request that hands a Winter's sheet in by the form."""
    form = {
        "csrfmiddlewaretoken": CSRF,
        "phase": str(phase),
        "do": "hand_in",
        "kind": "winter",
        "draft": json.dumps(sheet),
    }
    headers = {**cookie, "Content-Type": "application/x-www-form-urlencoded"}
    path = reverse("hand-in", args=[campaign_id])
    return request_bytes("POST", path, headers, urlencode(form).encode())
