"""The season's table: what each kingdom held, gathered and won, year by year.

Everything in it is public: positions are counted as an outsider sees them, and what is added
up are events that all were told, and matches of phases that are over. It is read anew each
time, in a fixed number of queries however long the campaign: a state a year is decoded, and
the events of a few kinds are read at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from django.db.models import Min, Q, QuerySet

from campaign.models import Campaign, Contest, Event, Phase
from campaign.rules.battle.clash import SLAUGHTER, WIN
from campaign.rules.ruleset import Ruleset
from campaign.rules.scoring import places, standings
from campaign.rules.state import State
from campaign.services.contest_results import BY_MATCH
from campaign.services.contest_rows import BATTLE
from campaign.services.positions import state_now
from campaign.services.rulebook import game_of
from campaign.services.selectors import RUNNING
from games.engine.contract import Json

MOST_YEARS = 12
"""How many years one table shows: a campaign may go on without end."""

NEWEST = 32_767
"""No campaign comes to a later year: asks for the table that ends with the newest one."""

DEEDS = ("won", "drawn", "lost", "matches", "courts")
TOTALS = ("battles", *DEEDS)
"""What of a record adds up over the years."""


@dataclass(frozen=True, slots=True)
class Record:
    """One kingdom in one year.

    ``tiles`` to ``place`` are at the year's end, or now while it runs. ``gold`` and ``food``
    are what its Winter's Gather brought; ``None``: nobody has gathered yet. A battle that both
    lost is drawn, and a slaughter is none (campaign.md 3c). ``matches`` are the matches won that
    decided battles, ``courts`` the courts won.
    """

    year: int
    is_alive: bool
    tiles: int
    armies: int
    might: int
    score: int
    place: int
    gold: int | None = None
    food: int | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    matches: int = 0
    courts: int = 0

    @property
    def battles(self) -> int:
        """How many battles it fought."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class SeasonYear:
    """A year of the table; one that runs shows how things stand now."""

    year: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Season:
    """Some years of a campaign, the first first, and each kingdom's records of them, by seat.

    ``earlier`` and ``later`` are the last years of the tables before and after this one.
    """

    years: tuple[SeasonYear, ...] = ()
    records: tuple[tuple[Record, ...], ...] = ()
    earlier: int | None = None
    later: int | None = None


@dataclass(slots=True)
class Deeds:
    """What the events of one year add up to, by seat; the names are those of ``Record``."""

    gold: Counter[int] = field(default_factory=Counter)
    food: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    drawn: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    matches: Counter[int] = field(default_factory=Counter)
    courts: Counter[int] = field(default_factory=Counter)
    has_gathered: bool = False


def season_of(campaign: Campaign, last: int = NEWEST) -> Season:
    """Return the table of at most ``MOST_YEARS`` years that ends with the year ``last``.

    If that year is still to come it ends with the newest one. Before a campaign begins there
    are no years, nor are there before its first one.
    """
    starts = _starts(campaign)
    known = sorted(starts)
    shown = [year for year in known if year <= last][-MOST_YEARS:]
    if not shown:
        empty = tuple(() for _ in range(campaign.seats))
        return Season(records=empty, later=_later(known, shown))
    states = _states(campaign, starts, shown)
    deeds = _deeds(campaign, shown)
    records = [_records(year, states[year], game_of(campaign).rules, deeds[year]) for year in shown]
    is_over = campaign.status == Campaign.Status.OVER
    return Season(
        years=tuple(SeasonYear(year, is_over or year != known[-1]) for year in shown),
        records=tuple(zip(*records, strict=True)),
        earlier=max((year for year in known if year < shown[0]), default=None),
        later=_later(known, shown),
    )


def deeds_since(campaign: Campaign) -> tuple[int, list[dict[str, int]]]:
    """Return what each kingdom did in the newest years, by seat, and the first of these years.

    They are the totals of ``season_of``, for less: no position is read.
    """
    shown = sorted(_starts(campaign))[-MOST_YEARS:]
    deeds = list(_deeds(campaign, shown).values())
    done = [
        {name: sum(getattr(each, name)[seat] for each in deeds) for name in DEEDS}
        for seat in range(campaign.seats)
    ]
    for each in done:
        each["battles"] = each["won"] + each["drawn"] + each["lost"]
    return shown[0], done


def totals(records: Sequence[Record]) -> dict[str, int]:
    """Add up what a kingdom did in the years of a table, by the names of ``Record``."""
    return {name: sum(getattr(each, name) for each in records) for name in TOTALS}


def _later(known: Sequence[int], shown: Sequence[int]) -> int | None:
    ahead = [year for year in known if not shown or year > shown[-1]]
    return ahead[:MOST_YEARS][-1] if ahead else None


def _starts(campaign: Campaign) -> dict[int, int]:
    """Return the ordinal of the first phase of every year."""
    phases = Phase.objects.filter(campaign=campaign, branch=campaign.branch).order_by("year")
    return dict(phases.values("year").annotate(first=Min("ordinal")).values_list("year", "first"))


def _states(
    campaign: Campaign, starts: Mapping[int, int], shown: Sequence[int]
) -> dict[int, State]:
    """Return the state in which each year ended: the one that the next year began with.

    That of the newest year is the state of now.
    """
    known = sorted(starts)
    ended = {starts[after]: year for year, after in pairwise(known) if year in shown}
    phases = Phase.objects.filter(campaign=campaign, branch=campaign.branch)
    rows = phases.filter(Q(ordinal__in=ended) | Q(status__in=RUNNING))
    decode, found = game_of(campaign).decode, {}
    for ordinal, status, state in rows.values_list("ordinal", "status", "state"):
        if ordinal in ended:
            found[ended[ordinal]] = decode(state)
        if status in RUNNING and known[-1] in shown:
            found[known[-1]] = decode(state)
    if known[-1] in shown and known[-1] not in found:
        found[known[-1]] = state_now(campaign, None)
    return found


def _deeds(campaign: Campaign, shown: Sequence[int]) -> dict[int, Deeds]:
    """Add up by year what all were told of gathering, battles and courts, and won matches."""
    found: defaultdict[int, Deeds] = defaultdict(Deeds)
    done = _done(campaign, shown)
    events = Event.objects.filter(phase__in=done, kind__in=COUNTED).order_by()
    for year, kind, data, seen_by in events.values_list("phase__year", "kind", "data", "seen_by"):
        if seen_by is None:
            COUNTED[kind](found[year], data)
    matches = Contest.objects.filter(phase__in=done, kind=BATTLE, decided_by__in=BY_MATCH)
    for year, result in matches.order_by().values_list("phase__year", "result"):
        if result is not None and result["winner"] is not None:
            found[year].matches[result["winner"]] += 1
    return found


def _done(campaign: Campaign, shown: Sequence[int]) -> QuerySet[Phase]:
    return Phase.objects.filter(
        campaign=campaign,
        branch=campaign.branch,
        status=Phase.Status.DONE,
        year__gte=shown[0],
        year__lte=shown[-1],
    )


def _gathered(deeds: Deeds, data: Json) -> None:
    deeds.has_gathered = True
    deeds.gold[data["kingdom"]] += data["gold"]
    deeds.food[data["kingdom"]] += data["food"]


def _battle(deeds: Deeds, data: Json) -> None:
    """Count a battle for both sides. Source: campaign.md 3d."""
    if data["result"] == SLAUGHTER:
        return
    for seat in (data["attacker"], data["defender"]):
        if data["result"] != WIN:
            deeds.drawn[seat] += 1
        elif seat == data["winner"]:
            deeds.won[seat] += 1
        else:
            deeds.lost[seat] += 1


def _court(deeds: Deeds, data: Json) -> None:
    deeds.courts[data["winner"]] += 1


COUNTED: Mapping[str, Callable[[Deeds, Json], None]] = {
    "gathered": _gathered,
    "battle_ended": _battle,
    "court_held": _court,
}
"""How each kind of event counts; of other kinds nothing is read. Seat -1 is nobody."""


def _records(year: int, state: State, rules: Ruleset, deeds: Deeds) -> list[Record]:
    standing = standings(state, rules)
    ranks = places(standing)
    tiles = Counter(state.owners)
    return [
        Record(
            year=year,
            is_alive=kingdom.alive,
            tiles=tiles[seat],
            armies=standing[seat].armies,
            might=kingdom.might,
            score=standing[seat].score,
            place=ranks[seat],
            gold=deeds.gold[seat] if deeds.has_gathered else None,
            food=deeds.food[seat] if deeds.has_gathered else None,
            won=deeds.won[seat],
            drawn=deeds.drawn[seat],
            lost=deeds.lost[seat],
            matches=deeds.matches[seat],
            courts=deeds.courts[seat],
        )
        for seat, kingdom in enumerate(state.kingdoms)
    ]
