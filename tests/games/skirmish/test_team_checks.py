"""Checks of a team that no faction of ours can fail yet (skirmish.md 2)."""

from games.skirmish.faction import read_faction
from games.skirmish.teams import all_teams, default_team, team_problems

ROSTER = read_faction(
    "twins",
    {
        "name": "The Twins",
        "sample": {"elder": 1, "guard": 2},
        "entry": [
            {"id": "elder", "name": "Elder", "type": "king", "most": 1},
            {"id": "younger", "name": "Younger", "type": "king", "most": 1},
            {"id": "guard", "name": "Guard", "type": "pawn", "least": 2, "most": 8},
            {"id": "ghost", "name": "Ghost", "type": "queen", "most": 0},
        ],
    },
    {},
)


def codes(team, points=14):
    return [(problem.code, problem.where) for problem in team_problems(ROSTER, team, points)]


def test_a_team_uses_one_entry_of_a_type():
    (problem,) = team_problems(ROSTER, {"elder": 1, "younger": 1, "guard": 2}, 14)

    assert (problem.code, problem.where) == ("one_entry_of_type", "younger")
    assert str(problem) == "A team has one kind of King only: Elder or Younger."


def test_either_entry_alone_is_legal_and_none_of_the_other_does_no_harm():
    assert codes({"younger": 1, "guard": 2}) == []
    assert codes({"elder": 1, "younger": 0, "guard": 8}) == []


def test_at_least_so_many_of_an_entry():
    (problem,) = team_problems(ROSTER, {"elder": 1, "guard": 1}, 14)

    assert (problem.code, problem.where) == ("too_few", "guard")
    assert str(problem) == "At least 2 of Guard, and these are 1."
    assert codes({"elder": 1}) == [("too_few", "guard")]


def test_what_is_not_available_at_the_start_cannot_be_taken():
    assert codes({"guard": 2, "ghost": 1}) == [("too_many", "ghost")]


def test_two_things_wrong_are_both_said():
    assert codes({"elder": 1, "younger": 1, "guard": 2}, 7) == [
        ("one_entry_of_type", "younger"),
        ("over_points", ""),
    ]


def test_all_teams_obey_the_same_rules():
    teams = list(all_teams(ROSTER, 5))

    assert teams == [
        "team elder 1 guard 2",
        "team younger 1 guard 2",
        "team guard 5",
        "team guard 4",
        "team guard 3",
        "team guard 2",
    ]


def test_a_sample_list_is_cut_down_but_not_below_an_allowance():
    assert default_team(ROSTER, 5) == {"elder": 1, "guard": 2}
    assert default_team(ROSTER, 2) == {"guard": 2}


def test_a_team_that_is_no_table_is_refused():
    assert codes("elder 1") == [("bad_answer", "")]
