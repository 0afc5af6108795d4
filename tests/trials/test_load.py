"""`manage.py load`: its audit finds what it is there to find, and it leaves nothing behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.trials.load.audit import Kept, Sent, lost, overtaken, too_late, unjust
from campaign.trials.load.kept import is_kept
from campaign.trials.load.wire import NONE, Book, Heard, ask, share
from campaign.trials.server import Answer, free_port
from tests.trials.beside import still_running, trial

RECEIPT = "0123456789abcdef" * 4
DEADLINE = 100.0


def sent(
    status: int, at: float = 99.0, seconds: float = 0.5, code: str = "", receipt: str = ""
) -> Sent:
    """Return a sheet that was sent by program, and how that went."""
    headers = {"content-type": "application/problem+json"}
    answer = Answer(status, headers, json.dumps({"code": code}).encode()) if status else NONE
    return Sent(1, 0, Heard("hand in", at, seconds, answer), receipt)


def test_a_receipt_that_is_on_record_is_not_lost():
    assert lost([sent(201, receipt=RECEIPT)], [Kept(1, 0, RECEIPT)]) == []


def test_as_much_of_a_receipt_as_a_page_shows_is_enough():
    assert lost([sent(302, receipt=RECEIPT[:12])], [Kept(1, 0, RECEIPT)]) == []


@pytest.mark.parametrize("other", [Kept(1, 0, "f" * 64), Kept(1, 1, RECEIPT), Kept(2, 0, RECEIPT)])
def test_a_receipt_that_is_not_on_record_is_lost(other: Kept):
    (line,) = lost([sent(201, receipt=RECEIPT)], [other])

    assert RECEIPT in line


def test_a_sheet_that_was_taken_without_a_receipt_is_lost():
    assert len(lost([sent(302)], [Kept(1, 0, RECEIPT)])) == 1


def test_a_refusal_that_says_it_is_too_late_is_just_after_the_deadline():
    late = [sent(409, 100.5, code="deadline_passed"), sent(409, 103.0, code="phase_over")]
    waiting = sent(409, 99.9, 0.3, code="deadline_passed")

    assert unjust([*late, waiting], DEADLINE) == []
    assert overtaken([*late, waiting], DEADLINE) == 1


@pytest.mark.parametrize(
    "refusal",
    [
        sent(409, 98.0, 0.5, code="deadline_passed"),
        sent(409, 101.0, code="sheet_changed"),
        sent(429, 101.0, code="throttled"),
        sent(403, 101.0, code="not_allowed"),
    ],
)
def test_a_refusal_in_time_or_for_another_reason_is_unjust(refusal: Sent):
    assert len(unjust([refusal], DEADLINE)) == 1


def test_a_page_that_forgot_what_was_written_is_unjust():
    html = Answer(409, {"content-type": "text/html"}, b"<p>The deadline has passed; locked.</p>")
    late = Heard("hand in", 101.0, 0.1, html)

    assert unjust([Sent(1, 0, late, is_kept=True)], DEADLINE) == []
    assert len(unjust([Sent(1, 0, late, is_kept=False)], DEADLINE)) == 1


def test_what_is_taken_after_the_deadline_is_too_late_but_for_the_same_once_more():
    before = sent(201, 99.0, receipt=RECEIPT)

    assert too_late([before, sent(302, 101.0, receipt=RECEIPT[:12])], DEADLINE) == []
    assert len(too_late([before, sent(201, 101.0, receipt="f" * 64)], DEADLINE)) == 1


def test_no_answer_and_an_answer_of_five_hundred_are_broken():
    book = Book()
    for each in (200, 409, 503):
        book.note(sent(each).heard)
    book.note(ask(free_port(), "page", b""))

    assert [heard.status for heard in book.broken()] == [503, 0]
    assert book.statuses() == {"hand in": {200: 1, 409: 1, 503: 1}, "page": {0: 1}}


def test_shares_are_values_that_were_measured():
    assert (share([3.0, 1.0, 2.0], 0.5), share([3.0, 1.0, 2.0], 0.95), share([], 0.5)) == (2, 3, 0)


NAMES = ["North", "South"]
GIFT = {"tithes": [{"to": 1, "gold": 2, "food": 0}]}


def test_a_form_holds_a_sheet_when_it_would_hand_it_in_again():
    page = b"""<form><input type="hidden" name="draft"
        value='{"tithes": [{"to": 1, "gold": 2, "food": 0}]}'></form>"""

    assert is_kept(page, "winter", GIFT, NAMES)
    assert not is_kept(page.replace(b'"gold": 2', b'"gold": 1'), "winter", GIFT, NAMES)
    assert not is_kept(b"<form></form>", "winter", GIFT, NAMES)


def test_the_site_under_a_little_load_loses_nothing_and_leaves_nothing(
    repository: Path, tmp_path: Path
):
    size = ("--campaigns", "1", "--players", "3", "--visitors", "2", "--due", "1", "--workers", "1")
    running = trial(repository, "load", *size, "--seed", "3", "--database", "sqlite", site=tmp_path)

    told, _ = running.communicate(timeout=150)

    assert running.returncode == 0, told
    assert told.splitlines()[-1].startswith("lost 0 5xx 0 amiss 0 late p50 "), told
    assert "1 of 1 phases resolved" in told
    assert "1 campaigns due at once, 1 workers:" in told
    assert still_running(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
