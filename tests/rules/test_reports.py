"""Reports of battles on a real table: read, reviewed, agreed on. Source: campaign.md 5."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.rules.state import Battle, Report, Rout
from campaign.rules.tabletop.reports import (
    BY_DICE,
    agree,
    agreed,
    read_reports,
    report_problems,
    reports_json,
    review_reports,
    waiting_for,
)
from tests.rules.fields import told
from tests.rules.lists import at_war, codes, reader, roster, unit
from tests.rules.play import examples
from tests.rules.test_hostile_answers import answers

WRITTEN = {
    "reports": [
        {
            "tile": 40,
            "winner": 0,
            "routs": [
                {"unit": [0, 1, 2], "by": None},
                {"unit": [1, 2, 1], "by": [0, 1, 1]},
            ],
        },
        {"tile": 17, "simple": True},
        {"tile": 9, "winner": None},
    ]
}
WON = Report(0, (Rout(0, 1, 2), Rout(1, 2, 1, 0, 1, 1)))


def fought(**facts):
    """Return a battle on hex 40 between the armies 1 and 2 of both kingdoms."""
    return Battle(1, 40, 0, 1, "tabletop", (1, 2), (1, 2), **facts)


def waiting(*battles, **facts):
    """Return a table on which battles wait; every army has a list of two units."""
    lists = [
        roster(seat, n, unit("First"), unit("Second"), opened=True)
        for seat in range(2)
        for n in range(1, 4)
    ]
    table = at_war(*lists, numbers=3, **facts)
    table.waiting = list(battles or (fought(),))
    return table


# the shape


def test_a_sheet_of_reports_is_read_and_written_back():
    read = reader()

    found = read_reports(read, WRITTEN)

    assert found == ((40, WON), (17, BY_DICE), (9, Report(None)))
    assert read.problems == []
    assert reports_json(found) == WRITTEN
    assert reports_json(read_reports(reader(), {})) == {}


def test_routs_may_be_written_in_any_order_and_mean_the_same():
    turned = {"tile": 40, "winner": 0, "routs": list(reversed(WRITTEN["reports"][0]["routs"]))}

    assert read_reports(reader(), {"reports": [turned]}) == ((40, WON),)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x", "not_a_sheet"),
        ({"tile": 40}, "missing_field"),
        ({"winner": 0}, "missing_field"),
        ({"tile": 40, "winner": "0"}, "not_a_number"),
        ({"tile": 40, "winner": -1}, "out_of_range"),
        ({"tile": 40, "winner": 0, "score": 3}, "unknown_field"),
        ({"tile": 40, "simple": 1}, "not_yes_or_no"),
        ({"tile": 40, "simple": True, "winner": 0}, "dice_and_result"),
        ({"tile": 40, "simple": True, "routs": [{"unit": [0, 1, 1]}]}, "dice_and_result"),
        ({"tile": 40, "winner": 0, "routs": "x"}, "not_a_list"),
        ({"tile": 40, "winner": 0, "routs": [{}]}, "missing_field"),
        ({"tile": 40, "winner": 0, "routs": [{"unit": [0, 1]}]}, "not_a_unit"),
        ({"tile": 40, "winner": 0, "routs": [{"unit": [0, 1, 0]}]}, "out_of_range"),
        ({"tile": 40, "winner": 0, "routs": [{"unit": [0, 1, 1], "by": 3}]}, "not_a_unit"),
        ({"tile": 40, "winner": 0, "routs": [{"unit": [0, 1, 1]}] * 201}, "too_many_lines"),
    ],
)
def test_f13_a_report_of_the_wrong_shape_is_refused(line, code):
    read = reader()

    read_reports(read, {"reports": [line]})

    assert code in codes(read.problems)
    assert all(problem.where.startswith("reports.0") for problem in read.problems)


@examples
@given(answers)
def test_f05_any_answer_is_read_without_an_error(answer):
    table = waiting()
    for given_answer in (answer, {"reports": answer}, {"reports": [answer]}):
        read = reader()

        sheet = read_reports(read, given_answer)
        problems = review_reports(table, 0, sheet)

        assert all(str(problem) for problem in (*read.problems, *problems))
        if not read.problems:
            assert read_reports(reader(), reports_json(sheet)) == sheet


# what may be reported


def test_a_report_that_fits_is_taken():
    assert review_reports(waiting(), 0, ((40, WON),)) == []
    assert review_reports(waiting(), 1, ((40, Report(None)),)) == []
    assert review_reports(waiting(), 1, ((40, BY_DICE),)) == []


def test_only_battles_of_ones_own_that_wait_are_reported():
    table = waiting(fought(), replace(fought(), number=2, tile=17, report=WON))

    assert codes(review_reports(table, 0, ((17, WON),))) == ["not_waiting"]
    assert codes(review_reports(table, 0, ((9, WON),))) == ["not_waiting"]
    assert codes(review_reports(table, 2, ((40, WON),))) == ["not_waiting"]
    assert [battle.number for battle in waiting_for(table, 1)] == [1]
    assert waiting_for(table, 2) == []


def test_a_battle_is_reported_once():
    (problem,) = review_reports(waiting(), 0, ((40, WON), (40, Report(None))))

    assert str(problem) == "Reports, line 2: line 1 already reports this battle."


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (Report(2), "not_a_winner"),
        (Report(0, (Rout(1, 3, 1),)), "unit_not_there"),
        (Report(0, (Rout(2, 1, 1),)), "unit_not_there"),
        (Report(0, (Rout(1, 1, 3),)), "unit_not_there"),
        (Report(0, (Rout(1, 1, 1, 0, 3, 1),)), "unit_not_there"),
        (Report(0, (Rout(1, 1, 1, 1, 2, 1),)), "routed_by_friend"),
        (Report(0, (Rout(1, 1, 1, 1, 1, 1),)), "routed_by_friend"),
        (Report(0, (Rout(1, 1, 1), Rout(1, 1, 1, 0, 1, 1))), "routed_twice"),
    ],
)
def test_f13_what_cannot_have_happened_is_refused(report, code):
    assert codes(review_reports(waiting(), 0, ((40, report),))) == [code]
    assert codes(report_problems(waiting(), fought(), report)) == [code]


def test_a_unit_off_its_list_neither_routs_nor_is_routed():
    table = waiting()
    table.rosters[1, 1] = roster(1, 1, unit(struck=True), unit(), opened=True)
    gone, by_gone = Report(0, (Rout(1, 1, 1),)), Report(1, (Rout(0, 1, 1, 1, 1, 1),))

    assert codes(review_reports(table, 0, ((40, gone),))) == ["unit_gone"]
    assert codes(review_reports(table, 0, ((40, by_gone),))) == ["unit_gone"]


def test_an_army_without_a_list_may_have_any_unit():
    table = waiting()
    del table.rosters[1, 1]

    assert review_reports(table, 0, ((40, Report(0, (Rout(1, 1, 40),))),)) == []
    assert codes(review_reports(table, 0, ((40, Report(0, (Rout(1, 1, 41),))),))) == [
        "unit_not_there"
    ]


# when a report counts


def test_what_both_sides_say_counts():
    table = waiting()

    agree(table, {0: ((40, WON),), 1: ((40, WON),)})

    assert table.waiting == [fought(report=WON)]
    assert told(table, "reported") == [{"battle": 1, "tile": 40, "winner": 0, "simple": 0}]


def test_a_draw_both_report_counts():
    table = waiting()

    agree(table, {0: ((40, Report(None)),), 1: ((40, Report(None)),)})

    assert table.waiting[0].report == Report(None)
    assert told(table, "reported")[0]["winner"] == -1


@pytest.mark.parametrize(
    "said",
    [
        {},
        {0: ((40, WON),)},
        {0: ((40, WON),), 1: ()},
        {0: ((40, WON),), 1: ((40, Report(1)),)},
        {0: ((40, WON),), 1: ((40, Report(0)),)},
        {0: ((40, WON),), 1: ((40, BY_DICE),)},
        {0: ((40, BY_DICE),), 1: ((40, BY_DICE),)},
        {0: ((40, Report(2)),), 1: ((40, Report(2)),)},
    ],
)
def test_without_agreement_the_dice_decide(said):
    table = waiting()

    agree(table, said)

    assert table.waiting == [fought(report=Report(None, (), simple=True))]
    assert told(table, "reported") == [{"battle": 1, "tile": 40, "winner": -1, "simple": 1}]


def test_every_waiting_battle_is_settled_and_no_settled_one_again():
    ruled = replace(fought(report=Report(1)), number=2, tile=17)
    third = replace(fought(), number=3, tile=9)
    table = waiting(fought(), ruled, third)

    agree(table, {0: ((9, WON), (40, Report(1))), 1: ((40, Report(1)), (9, WON))})

    assert [battle.report for battle in table.waiting] == [Report(1), Report(1), WON]
    assert [event["battle"] for event in told(table, "reported")] == [1, 3]


def test_sides_agree_when_they_say_the_same():
    assert agreed(fought(), WON, WON)
    assert agreed(fought(), Report(None), Report(None))
    assert not agreed(fought(), WON, Report(0))
    assert not agreed(fought(), None, None)
    assert not agreed(fought(), WON, None)


@examples
@given(st.lists(st.tuples(st.sampled_from([9, 17, 40]), st.sampled_from([WON, BY_DICE, Report(1),
       Report(2)])), max_size=4).map(tuple), st.integers(0, 2))  # fmt: skip
def test_f05_whatever_is_said_every_battle_gets_a_report(sheet, seat):
    table = waiting(fought(), replace(fought(), number=2, tile=17))

    agree(table, {seat: sheet, 1: sheet})

    assert all(battle.report is not None for battle in table.waiting)
