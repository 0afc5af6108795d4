"""Teams: what they may hold, how they are written, and all there are (Source: skirmish.md 2).

A team is a table of counts by entry. As an answer it is written
``team father_winter 1 arctic_wolf 4``, in the order of the roster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from games.engine.contract import Json, Problem
from games.skirmish.faction import Entry, Faction
from games.skirmish.house import HOUSE
from games.skirmish.problems import problem

Team = dict[str, int]
MOST_TEXT = 600


def cost_of(faction: Faction, team: Mapping[str, int]) -> int:
    """Return what a team costs, in points."""
    return sum(faction.by_id[entry].cost * count for entry, count in team.items())


def team_problems(faction: Faction, team: Json, points: int) -> list[Problem]:
    """Return all that is wrong with a team; counts may come from anywhere."""
    if not isinstance(team, Mapping):
        return [problem("bad_answer", example=write_team(faction, faction.sample))]
    found = list(_count_problems(faction, team))
    if found:
        return found
    held = {name: count for name, count in team.items() if count}
    found += _type_problems(faction, held)
    cost = cost_of(faction, held)
    if cost > points:
        found.append(problem("over_points", cost=cost, points=points))
    if sum(held.values()) < HOUSE.fewest_pieces:
        found.append(problem("empty_team", count=HOUSE.fewest_pieces))
    return found


def _count_problems(faction: Faction, team: Mapping[str, Json]) -> Iterator[Problem]:
    for name, count in team.items():
        if name not in faction.by_id:
            yield problem("unknown_entry", entry=str(name)[:60])
        elif type(count) is not int or count < 0:
            yield problem("bad_count", name, entry=faction.by_id[name].name)
    for entry in faction.entries:
        count = team.get(entry.id, 0)
        if type(count) is int and count > entry.most:
            yield problem("too_many", entry.id, entry=entry.name, most=entry.most, count=count)
        elif type(count) is int and 0 <= count < entry.least:
            yield problem("too_few", entry.id, entry=entry.name, least=entry.least, count=count)


def _type_problems(faction: Faction, held: Mapping[str, int]) -> Iterator[Problem]:
    """Yield where two entries of one piece type are used (skirmish.md 2)."""
    first: dict[str, Entry] = {}
    for entry in faction.entries:
        if entry.id in held:
            other = first.setdefault(entry.type.id, entry)
            if other is not entry:
                yield problem(
                    "one_entry_of_type",
                    entry.id,
                    type=entry.type.name,
                    entry=other.name,
                    other=entry.name,
                )


def write_team(faction: Faction, team: Mapping[str, int]) -> str:
    """Write a team as an answer."""
    counts = [f"{entry.id} {team[entry.id]}" for entry in faction.entries if team.get(entry.id)]
    return " ".join(["team", *counts])


def read_team(faction: Faction, text: Json) -> Team | list[Problem]:
    """Read an answer as a team, or say what is wrong with its form."""
    bad = [problem("bad_answer", example=write_team(faction, faction.sample))]
    words = text.lower().split() if isinstance(text, str) and len(text) <= MOST_TEXT else []
    if not words or words[0] != "team" or len(words) % 2 == 0:
        return bad
    team: Team = {}
    for name, count in zip(words[1::2], words[2::2], strict=True):
        if not (count.isascii() and count.isdigit() and len(count) < 3):
            return [problem("bad_count", entry=name[:60])]
        if name in team:
            return [problem("entry_twice", entry=name[:60])]
        team[name] = int(count)
    return team


def all_teams(faction: Faction, points: int) -> Iterator[str]:
    """Write every legal team, those with more of the higher ranks first."""
    for team in _fill(faction, 0, points, frozenset()):
        if sum(team.values()) >= HOUSE.fewest_pieces:
            yield write_team(faction, team)


@lru_cache(maxsize=64)
def legal_teams(faction: Faction, points: int) -> tuple[str, ...]:
    """Return every legal team, made once for a faction and its points."""
    return tuple(all_teams(faction, points))


def _fill(faction: Faction, at: int, points: int, types: frozenset[str]) -> Iterator[Team]:
    if at == len(faction.entries):
        yield {}
        return
    entry = faction.entries[at]
    affordable = points // entry.cost if entry.cost else entry.most
    most = 0 if entry.type.id in types else min(entry.most, affordable)
    for count in range(most, entry.least - 1, -1):
        used = types | {entry.type.id} if count else types
        for rest in _fill(faction, at + 1, points - count * entry.cost, used):
            yield {entry.id: count, **rest} if count else rest


def default_team(faction: Faction, points: int) -> Team:
    """Return the sample list, without its last pieces where it costs too much."""
    team = dict(faction.sample)
    for entry in reversed(faction.entries):
        while cost_of(faction, team) > points and team.get(entry.id, 0) > entry.least:
            team[entry.id] -= 1
    held = {name: count for name, count in team.items() if count}
    if team_problems(faction, held, points):
        read = read_team(faction, legal_teams(faction, points)[0])
        assert isinstance(read, dict)
        return read
    return held
