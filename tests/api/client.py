"""Ask the API as somebody, and check what every refusal must be like."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from campaign.models import User
from campaign.services.tokens import token_create
from tests.factories import Table

V1 = "/api/v1/"


class Api:
    """A program that asks with a person's token (nobody's without a person)."""

    def __init__(self, person: User | None = None) -> None:
        self.http = Client()
        self.headers: dict[str, str] = {}
        if person is not None:
            self.headers["Authorization"] = f"Token {token_create(user=person).token}"

    def ask(
        self, method: str, path: str, body: Any = None, *, raw: bytes | str | None = None,
        content_type: str = "application/json", **headers: str,
    ) -> Any:  # fmt: skip
        """Send a request; ``If_Match="..."`` and the like become headers."""
        data = raw if raw is not None else ("" if body is None else json.dumps(body))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.generic(
            method,
            path if path.startswith("/") else V1 + path,
            data,
            content_type=content_type,
            headers=self.headers | named,
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        return self.ask("POST", path, body, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> Any:
        return self.ask("PUT", path, body, **options)

    def delete(self, path: str, **headers: str) -> Any:
        return self.ask("DELETE", path, **headers)


def player(table: Table, seat: int) -> Api:
    """Ask as the one who plays that seat."""
    return Api(table.players[seat])


def one(table: Table, rest: str = "") -> str:
    """Return the address of something of that table's campaign."""
    return f"campaigns/{table.campaign.pk}/{rest}"


def sheet_path(table: Table, phase: int = 1) -> str:
    """Return the address of one's sheet."""
    return one(table, f"phases/{phase}/sheet/")


def is_problem(response: Any, status: int, code: str, where: str | None = None) -> bool:
    """Check a refusal from head to foot; ``where`` is that of the first line."""
    body = json.loads(response.content)
    assert response.status_code == status, body
    assert response.headers["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "code", "detail"} <= set(body)
    assert (body["status"], body["code"]) == (status, code), body
    assert body["detail"].strip()
    assert "Traceback" not in body["detail"]
    if where is not None:
        assert body["problems"][0]["where"] == where, body
    return True
