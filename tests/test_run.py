"""The runner's own arithmetic: what its last line says of two runs."""

from collections import Counter
from pathlib import Path

from tests.run import counts, summary


def report(tmp_path: Path, **numbers: int) -> Path:
    attributes = " ".join(f'{key}="{value}"' for key, value in numbers.items())
    path = tmp_path / "report.xml"
    path.write_text(f"<testsuites><testsuite {attributes}/></testsuites>")
    return path


def test_counts_tell_the_outcomes_apart(tmp_path):
    path = report(tmp_path, tests=10, failures=2, errors=1, skipped=3)

    assert counts(path, 1) == Counter(passed=4, failed=2, error=1, skipped=3)


def test_a_run_that_broke_off_counts_as_an_error(tmp_path):
    assert counts(tmp_path / "none.xml", 3) == Counter(error=1)


def test_a_run_with_nothing_to_do_is_no_error(tmp_path):
    assert not +counts(tmp_path / "none.xml", 5)


def test_the_last_line_is_pytest_s_own():
    tally = Counter(failed=1, passed=20, skipped=2, error=1)

    assert summary(tally, 12.5).strip("= ") == "1 failed, 20 passed, 2 skipped, 1 error in 12.50s"
