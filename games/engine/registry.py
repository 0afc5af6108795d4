"""Find a rule system by its short name.

A system lives in ``games/<name>/`` or is the rules package of a project
(``<name>/rules/``); either exposes ``SYSTEM``. Nothing is imported before it is asked for.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

from games.engine.contract import BadOptions, Problem, System

PLACES = ("games.{name}", "{name}.rules")


def load_system(name: str) -> System:
    """Return the rule system called ``name``; raise ``BadOptions`` (``unknown_system``)."""
    if re.fullmatch(r"[a-z][a-z_]{0,40}", name):
        for place in PLACES:
            path = place.format(name=name)
            root = path.rpartition(".")[0]
            if find_spec(root) and find_spec(path):
                system = getattr(import_module(path), "SYSTEM", None)
                if system is not None:
                    return system  # type: ignore[no-any-return]
    raise BadOptions(
        Problem("unknown_system", "There is no rule system called {name}.", params={"name": name})
    )
