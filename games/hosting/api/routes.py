"""Who may ask what: tables with one entry for each route and method, one table an app.

An entry is an action of the app's own policy or, where nothing more has to be known,
``ANYONE`` or ``SIGNED_IN``. A method without an entry does not exist (405).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request


class Door(Enum):
    """Who is let in where it takes no policy to tell."""

    ANYONE = "anyone"
    SIGNED_IN = "signed in"


ANYONE, SIGNED_IN = Door.ANYONE, Door.SIGNED_IN
Table = Mapping[str, Mapping[str, Enum]]

_routes: dict[str, Mapping[str, Enum]] = {}
_open: set[Enum] = {ANYONE}


def register(table: Table, *, open_to_all: Iterable[Enum] = ()) -> None:
    """Add an app's table, from names of routes to methods to entries.

    ``open_to_all``: actions that people who are not signed in may ask for too; whether
    they are answered is for the policy. A route stands in one table only.
    """
    twice = _routes.keys() & table.keys()
    if twice:
        raise ValueError(f"routes registered twice: {', '.join(sorted(twice))}")
    _routes.update(table)
    _open.update(open_to_all)


def registered() -> Table:
    """Return all routes of all apps."""
    return dict(_routes)


def is_open(entry: Enum) -> bool:
    """Tell whether people who are not signed in may ask for that."""
    return entry in _open


def entry_for(request: Request) -> Enum:
    """Return the entry of a request's route and method; raise ``MethodNotAllowed``."""
    match = request.resolver_match
    methods = _routes[match.url_name or ""] if match else {}
    method = "GET" if request.method == "HEAD" else str(request.method)
    if method not in methods:
        raise MethodNotAllowed(str(request.method))
    return methods[method]
