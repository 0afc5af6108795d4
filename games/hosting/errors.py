"""What a service refuses, and how a refusal is put into words.

Rules raise ``games.engine.contract.Refusal``; services raise ``ServiceError``.
Both carry a stable code and a text for people; pages and the API only pass them on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

from games.engine.contract import Problem, Refusal


class ServiceError(Exception):
    """A person could cause this; ``message`` is for them, ``code`` for programs."""

    status = 400
    keeps = False
    """Whether what was written before the refusal stays (``hosting.idempotency``)."""

    def __init__(self, code: str, message: str | Promise, **params: Any) -> None:
        self.code = code
        self.template = message
        self.params = params
        super().__init__(code)

    @property
    def message(self) -> str:
        """The text in the reader's language."""
        return str(self.template) % self.params if self.params else str(self.template)


class NotThere(ServiceError):
    """It does not exist, or this person may not know that it does."""

    status = 404


class NotAllowed(ServiceError):
    """This person may see it but not do that."""

    status = 403


class Conflict(ServiceError):
    """It is not possible now (any more): the phase is over, the name is taken."""

    status = 409


class Stopped(Conflict):
    """A fault of ours was met, and written down; that stays."""

    keeps = True


class Stale(ServiceError):
    """The request was made for an older version than the current one."""

    status = 412


Places = Callable[[Problem], Mapping[str, str]]
_places: list[Places] = []


def add_places(words: Places) -> None:
    """Let an app put where a problem is into words: they override the problem's params."""
    _places.append(words)


def problem_text(problem: Problem) -> str:
    """Return a rule system's problem in the reader's language."""
    params: dict[str, Any] = dict(problem.params)
    for words in _places:
        params |= words(problem)
    return gettext(problem.message).format(**params)


def problem_dicts(problems: tuple[Problem, ...]) -> list[Mapping[str, str]]:
    """Return problems as the API and the forms show them."""
    return [
        {"code": problem.code, "where": problem.where, "message": problem_text(problem)}
        for problem in problems
    ]


def texts_of(error: ServiceError | Refusal) -> list[str]:
    """Return what was refused, as sentences in the reader's language."""
    if isinstance(error, Refusal):
        return [problem_text(problem) for problem in error.problems]
    return [error.message]
