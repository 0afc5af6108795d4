"""What a service refuses, and how a refusal is put into words.

Rules raise ``games.engine.contract.Refusal``; services raise ``ServiceError``.
Both carry a stable code and a text for people; pages and the API only pass them on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

from campaign.rules.problems import LINE, LISTS, WHOLE, at_words
from games.engine.contract import Problem, Refusal


class ServiceError(Exception):
    """A person could cause this; ``message`` is for them, ``code`` for programs."""

    status = 400

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


class Stale(ServiceError):
    """The request was made for an older version than the current one."""

    status = 412


def problem_text(problem: Problem) -> str:
    """Return a rule system's problem in the reader's language."""
    return gettext(problem.message).format(**{**problem.params, **_place(problem)})


def _place(problem: Problem) -> dict[str, str]:
    """Return the ``at`` of a campaign's problem ("Purchases, line 2") in the reader's language."""
    if "at" not in problem.params:
        return {}
    words = at_words(problem.where)
    if words is None:
        return {"at": gettext(WHOLE)}
    name, line = words
    return {"at": gettext(LINE).format(list=gettext(LISTS[name]), line=line)}


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
