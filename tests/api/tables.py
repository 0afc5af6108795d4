"""The tables of docs/api.md, read out of the code: `python -m tests.api.tables` brings them up.

Each stands between two comment lines that name it. A test compares their codes; the
texts beside them are for readers.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import django

from campaign.rules.events import KINDS
from campaign.rules.problems import MESSAGES
from games.courtier.problems import MESSAGES as COURTIER
from games.skirmish.problems import MESSAGES as SKIRMISH
from games.winter.problems import MESSAGES as WINTER
from games.winter_court.problems import MESSAGES as WINTER_COURT

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "api.md"

STATUSES = {
    "ServiceError": 400,
    "ParseError": 400,
    "NotAllowed": 403,
    "NotThere": 404,
    "Conflict": 409,
    "Stale": 412,
    "PreconditionRequired": 428,
}
TOO_LARGE = {"sheet_too_large": 413}
PLACES = (
    "campaign/services",
    "campaign/api",
    "games/hosting",
    "games/services",
    "games/api",
)
FRAMEWORK = [
    ("invalid", 400, "A field is missing, unknown or of the wrong type; `problems` names it."),
    ("bad_precondition", 400, "`If-Match` names the one version that you saw, in double quotes."),
    ("parse_error", 400, "The body is not JSON."),
    ("not_authenticated", 401, "Nobody is signed in."),
    ("authentication_failed", 401, "The token is wrong, revoked or expired."),
    ("permission_denied", 403, "A session without its CSRF token."),
    ("not_found", 404, "There is nothing at this address; addresses end with a slash."),
    ("not_acceptable", 406, "The OpenAPI document exists as YAML and as JSON."),
    ("method_not_allowed", 405, "The address has no such method; `Allow` names those it has."),
    ("unsupported_media_type", 415, "The body is not `application/json`."),
    ("throttled", 429, "Too many requests; `Retry-After` says how many seconds to wait."),
]


class Code(NamedTuple):
    """A code of the API, its status and what it says."""

    status: int
    code: str
    text: str


def codes() -> list[Code]:
    """Return every code that services and the API raise, by status."""
    found = {Code(status, code, text) for code, status, text in FRAMEWORK}
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*.py")):
            found |= set(_codes_in(ast.parse(path.read_text(encoding="utf-8"))))
    by_code: dict[tuple[int, str], Code] = {}
    for code in sorted(found, key=lambda code: (not code.text, code)):
        by_code.setdefault(code[:2], code)
    return sorted(by_code.values())


def _codes_in(tree: ast.AST) -> Iterator[Code]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name, texts = node.func.id, [_text(argument) for argument in node.args]
        if name == "ParseError" and len(texts) == 2:
            yield Code(400, texts[1], texts[0])
        elif name in STATUSES and name != "ParseError" and texts and texts[0]:
            yield Code(TOO_LARGE.get(texts[0], STATUSES[name]), *texts[:2])
        elif name == "problem" and (status := _status(node.args[0])) and texts[1]:
            yield Code(status, *texts[1:3])


def _status(node: ast.expr) -> int:
    """Return a status that is written out, else 0."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else 0


def _text(node: ast.expr) -> str:
    """Return the text of a literal, of one marked for translation, or nothing."""
    if isinstance(node, ast.BinOp):
        node = node.left
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def codes_table() -> str:
    """Return the table of codes."""
    rows = [f"| {c.status} | `{c.code}` | {_shown(c.text)} |" for c in codes()]
    return "\n".join(["| status | code | says, for instance |", "| --- | --- | --- |", *rows])


def rules_table(messages: Mapping[str, str] = MESSAGES) -> str:
    """Return the table of some rules' codes."""
    rows = [f"| `{code}` | {_shown(text)} |" for code, text in sorted(messages.items())]
    return "\n".join(["| code | says, for instance |", "| --- | --- |", *rows])


def events_table() -> str:
    """Return the table of events."""
    rows = [
        f"| `{kind}` | {', '.join(f'`{key}`' for key in about.keys)} | {about.tells} |"
        for kind, about in KINDS.items()
    ]
    return "\n".join(["| kind | data | tells |", "| --- | --- | --- |", *rows])


def told_table(game: str) -> str:
    """Return the table of the events of a game; without a name, of those of any game."""
    from games.api.reference import EVENTS, HOSTED  # it needs Django set up

    told = EVENTS[game] if game else HOSTED
    rows = [
        f"| `{kind}` | {', '.join(f'`{key}`' for key in keys)} | {about} |"
        for kind, (keys, about) in told.items()
    ]
    return "\n".join(["| kind | data | tells |", "| --- | --- | --- |", *rows])


def _shown(text: str) -> str:
    """Return a message for readers: what it fills in stands as three dots."""
    filled = re.sub(r"%\(\w+\)s|%s|%\(\w+\)d|\{\w+\}", "…", text)
    return filled.removeprefix("…: ").replace("|", "\\|")


TABLES: dict[str, Callable[[], str]] = {
    "codes": codes_table,
    "rules": rules_table,
    "events": events_table,
    "winter rules": lambda: rules_table(WINTER),
    "winter events": lambda: told_table("winter"),
    "winter_court rules": lambda: rules_table(WINTER_COURT),
    "winter_court events": lambda: told_table("winter_court"),
    "courtier rules": lambda: rules_table(COURTIER),
    "courtier events": lambda: told_table("courtier"),
    "skirmish rules": lambda: rules_table(SKIRMISH),
    "skirmish events": lambda: told_table("skirmish"),
    "hosted events": lambda: told_table(""),
}


def filled(document: str) -> str:
    """Return the document with its tables as the code has them now."""
    for name, table in TABLES.items():
        pattern = rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)"
        document = re.sub(
            pattern, lambda m, t=table: m[1] + t() + m[2], document, count=1, flags=re.S
        )
    return document


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    DOCUMENT.write_text(filled(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
