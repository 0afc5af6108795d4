"""Opening a skirmish: its options, who begins, the teams, the deck (Source: skirmish.md 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.contract import BadOptions, Json, Problem
from games.skirmish.answers import TEAMS_TASK, choosers
from games.skirmish.cards import CARDS
from games.skirmish.faction import faction, faction_ids
from games.skirmish.house import HOUSE
from games.skirmish.play import Play
from games.skirmish.problems import problem
from games.skirmish.state import Setup, State
from games.skirmish.tasks import advance
from games.skirmish.teams import Team, default_team, read_team, team_problems
from games.skirmish.view import pieces_of

SEATS = 2
DEFAULT_FACTIONS = ("blights", "plain_guard")
MOST_POINTS, MOST_TREES = 24, 16
OPTIONS = ("factions", "points", "teams", "trees", "first")


def setup_of(options: Json, seats: int) -> Setup:
    """Return what the options say; raise ``BadOptions``."""
    given = {} if options is None else options
    if problems := list(_problems(given, seats)):
        raise BadOptions(*problems)
    names = given.get("factions") or DEFAULT_FACTIONS
    points = given.get("points") or [HOUSE.points] * SEATS
    teams = given.get("teams") or [None] * SEATS
    setup = Setup(
        (faction(names[0]), faction(names[1])),
        (points[0], points[1]),
        (_held(teams[0]), _held(teams[1])),
        given["trees"] if given.get("trees") is not None else HOUSE.trees,
        given.get("first"),
    )
    wrong = [
        problem
        for seat, team in enumerate(setup.teams)
        if team is not None
        for problem in team_problems(setup.factions[seat], team, setup.points[seat])
    ]
    if wrong:
        raise BadOptions(*wrong)
    return setup


def _held(team: Mapping[str, int] | None) -> Team | None:
    return None if team is None else dict(team)


def _problems(given: Json, seats: int) -> Iterator[Problem]:
    if seats != SEATS:
        yield problem("bad_seats")
    if not isinstance(given, dict):
        yield problem("bad_options")
        return
    for name in given:
        if name not in OPTIONS:
            yield problem("unknown_option", str(name)[:40], name=str(name)[:40])
    if not _are_factions(given.get("factions")):
        yield problem("bad_factions", "factions", known=", ".join(faction_ids()))
    if not _is_pair(given.get("points"), _is_points):
        yield problem("bad_points", "points", most=MOST_POINTS)
    if not _is_pair(given.get("teams"), lambda team: team is None or isinstance(team, dict)):
        yield problem("bad_teams", "teams")
    trees = given.get("trees")
    if trees is not None and (type(trees) is not int or not 0 <= trees <= MOST_TREES):
        yield problem("bad_trees", "trees", most=MOST_TREES)
    first = given.get("first")
    if first is not None and (type(first) is not int or first not in range(SEATS)):
        yield problem("bad_first", "first")


def _are_factions(names: Json) -> bool:
    if names is None:
        return True
    if not isinstance(names, list) or len(names) != SEATS:
        return False
    return all(isinstance(n, str) and n in faction_ids() for n in names) and names[0] != names[1]


def _is_points(value: Json) -> bool:
    return type(value) is int and 1 <= value <= MOST_POINTS


def _is_pair(value: Json, is_right: object) -> bool:
    assert callable(is_right)
    if value is None:
        return True
    return isinstance(value, list) and len(value) == SEATS and all(map(is_right, value))


# The start


def begin(play: Play) -> None:
    """Roll off, lay out the cards, and ask for the teams (skirmish.md 3.1-3.3)."""
    state = play.state
    state.first = _roll_off(play) if state.setup.first is None else state.setup.first
    state.mover = state.first
    order = play.chance.shuffle(play.label("deck"), CARDS)
    state.deck = list(reversed(order))
    state.jokers_up = HOUSE.joker_cards_up
    play.push([(TEAMS_TASK,)])
    if not choosers(state):
        state.agenda.pop()
        take_teams(play, {})


def _roll_off(play: Play) -> int:
    while True:
        rolls = play.roll("first", HOUSE.roll_off_die, SEATS)
        play.tell_drawn("rolled_off", rolls=list(rolls))
        if rolls[0] != rolls[1]:
            return int(rolls[1] > rolls[0])


def take_teams(play: Play, answers: Mapping[int, str]) -> None:
    """Build both teams; who did not choose gets the sample list."""
    state = play.state
    for seat in range(SEATS):
        state.pieces += pieces_of(state.setup, seat, _chosen(state, seat, answers.get(seat)))
    trees: list[tuple[object, ...]] = [("tree", state.setup.trees)] if state.setup.trees else []
    play.push([*trees, ("reveal",)])
    advance(play)


def _chosen(state: State, seat: int, answer: str | None) -> Team:
    if (fixed := state.setup.teams[seat]) is not None:
        return fixed
    faction, points = state.setup.factions[seat], state.setup.points[seat]
    team = read_team(faction, answer)
    return team if isinstance(team, dict) else default_team(faction, points)
