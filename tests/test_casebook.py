"""Run every case of every file under ``tests/casebook/`` as one test.

Folders called ``base`` hold what case files lay theirs upon, and no cases.
"""

from pathlib import Path

import pytest

from games.engine.casefile import Case, load
from games.engine.scenario import run

BOOKS = sorted(
    book
    for book in Path(__file__).parent.joinpath("casebook").rglob("*.toml")
    if book.parent.name != "base"
)
CASES = [
    pytest.param(case, id=f"{book.stem}: {case.name}") for book in BOOKS for case in load(book)
]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    failures = run(case)

    assert not failures, "\n".join(map(str, failures))
