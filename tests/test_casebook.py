"""Run every case of every file under ``tests/casebook/`` as one test."""

from pathlib import Path

import pytest

from games.engine.casefile import Case, load
from games.engine.scenario import run

BOOKS = sorted(Path(__file__).parent.joinpath("casebook").rglob("*.toml"))
CASES = [
    pytest.param(case, id=f"{book.stem}: {case.name}") for book in BOOKS for case in load(book)
]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    failures = run(case)

    assert not failures, "\n".join(map(str, failures))
