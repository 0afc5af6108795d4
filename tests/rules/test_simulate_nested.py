"""Simulated campaigns whose battles and courts are really played. Source: campaign.md 4b, 5."""

from __future__ import annotations

import io
import json
from random import Random

import pytest
from django.core.management import call_command

from campaign.rules import SYSTEM
from campaign.rules.battle.nested import MatchSetup
from campaign.rules.courts.review import Bound, stake_problems
from campaign.rules.courts.stakes import KINDS
from campaign.rules.maps import grid_map
from campaign.rules.outside import MATCHES, MODES, read_outside
from campaign.rules.simulate import lively, play, simulate, steward
from campaign.rules.simulate_count import Count
from campaign.rules.simulate_courts import random_court
from campaign.rules.simulate_many import simulate_many
from campaign.rules.simulate_nested import Nested, play_match
from games.engine.chance import Recording, Seeded
from games.engine.contract import HOST, Event
from games.engine.replay import Record, RecordStep, play_back
from tests.rules.courtyard import court_game, court_table


def run_command(**options):
    """Return what the command prints."""
    out = io.StringIO()
    call_command("simulate", stdout=out, **options)
    return out.getvalue()


# The command


def test_it_tells_what_was_fought_and_played():
    data = json.loads(
        run_command(kingdoms=3, years=2, seed=4, battles="winter", courts=True, json=1)
    )

    # Every battle that was no dice, no table and no ranking waited for a match.
    fought = sum(data["battles"].values())
    assert fought >= sum(data["matches"].values()) > 0
    assert set(data["battles"]) <= set(MODES)
    assert 2 <= sum(data["courts"].values()) <= 4  # a court or two in each of two Winters
    assert sum(data["stakes"].values()) == sum(data["courts"].values())
    assert all(data["stakes"][kind] >= paid for kind, paid in data.get("paid", {}).items())


def test_its_table_tells_it_too():
    text = run_command(kingdoms=6, years=2, seed=3, battles="skirmish", courts=True)

    assert "Land battles: skirmish " in text
    assert "Courts: " in text
    assert "Stakes: " in text


def test_nobody_plays_what_nobody_asked_for():
    text = run_command(kingdoms=2, years=1, seed=3)

    assert "Courts" not in text


def test_better_bots_may_play_the_matches():
    options = {"kingdoms": 2, "years": 1, "seed": 1, "battles": "winter", "courts": True}

    told = [run_command(**options, nested_bots=bot) for bot in ("random", "greedy", "greedy")]

    assert told[1] == told[2]
    assert "Courts" in told[1]


def test_many_campaigns_with_matches_of_every_kind_come_to_an_end():
    text = run_command(campaigns=5, seed=50, years=2, battles="mixed", courts=True)

    data = json.loads(text)
    assert data["broken"] == []
    assert sum(data["reasons"].values()) == 5
    assert sum(data["matches"].values()) > 2
    assert sum(data["courts"].values()) >= 5


def test_the_same_seeds_give_the_same_tally():
    one, other = (
        simulate_many(
            7, 3, rules={"years": 1, "courts": True}, host=Nested(mixed=True, courts=True)
        )
        for _ in range(2)
    )

    assert one.as_json() == other.as_json()
    assert one.broken == []


# One campaign


@pytest.mark.parametrize("edition", ["classic", "capitals"])
@pytest.mark.parametrize("way", ["sealed", "open"])
@pytest.mark.parametrize("mode", MATCHES)
def test_f05_every_mode_ends_in_every_edition_and_way_to_play(mode, way, edition):
    rules = {"battle_mode": mode, "courts": True, "years": 1}
    options = {"edition": edition, "play": way, "rules": rules, "map": grid_map(14, 5, 4)}
    game = SYSTEM.open(options, 4)

    run = simulate(game, 2, [steward, lively, steward, lively], host=Nested(courts=True))

    assert run.outcome.over
    assert list(run.count.battles) == list(run.count.matches) == [mode]
    assert run.count.courts.total() in (1, 2)


def test_without_courts_or_mixed_modes_the_host_says_nothing_of_them():
    rules = {"battle_mode": "winter", "courts": True, "years": 1}
    game = SYSTEM.open({"rules": rules, "map": grid_map(14, 5, 4)}, 4)

    run = simulate(game, 2, [steward, lively, steward, lively], host=Nested())

    assert run.count.courts == {}
    assert list(run.count.battles) == ["winter"]


def test_modes_are_set_once_a_month_where_armies_may_meet():
    game = SYSTEM.open({"play": "open", "rules": {"years": 1}}, 2)
    host, told = Nested(mixed=True), []

    def listening(game, state, rng):
        answer = host(game, state, rng)
        if answer.get("modes"):
            told.append((state.year, state.summer.month))
            assert len(read_outside(answer).modes) == len(answer["modes"])
        return answer

    list(play(game, 2, host=listening))

    assert len(told) > 3  # a month in which nobody has a choice is passed through
    assert told == sorted(set(told))


# One match


@pytest.mark.parametrize(
    ("game", "seats"), [("skirmish", 2), ("winter_court", 2), ("winter", 2), ("courtier", 4)]
)
def test_a_match_is_played_to_an_end_that_says_something(game, seats):
    for seed in range(3):
        ended = play_match(MatchSetup(game, {}, tuple(range(seats))), "random", Random(seed))

        assert len(ended.outcome.places) == seats
        assert min(ended.outcome.places) >= 1
        assert len(ended.casualties) == (2 if game == "skirmish" else 0)
        assert all(0 <= slain <= brought for slain, brought in ended.casualties)


def test_some_matches_are_stopped_and_count_as_they_stand():
    setup = MatchSetup("winter_court", {}, (0, 1))

    ended = [play_match(setup, "random", Random(seed)).outcome for seed in range(20)]

    assert {outcome.over for outcome in ended} == {True, False}


# Random courts


def test_every_random_court_may_be_held():
    table = court_table(court_game(might=True))
    kinds = set()
    for seed in range(150):
        bound = []
        for number in (1, 2):
            court = random_court(table, number, bound, Random(f"{seed}/{number}"))
            assert stake_problems(table, court.game, court.seats, court.stake, bound) == []
            bound.append(Bound(court.seats, court.stake))
            kinds.add(court.stake.kind)

    assert kinds == set(KINDS)


def test_a_kingdom_alone_holds_no_court():
    lonely = [{"alive": seat == 0} for seat in range(3)]

    assert random_court(court_table(kingdoms=lonely, tiles={}), 1, [], Random(1)) is None


# The count


def event(kind, **data):
    return Event(kind, data, None)


def test_a_count_holds_what_events_tell():
    count, held = Count(), {"seats": "0,1", "winner": 0, "game": "winter"}

    count.add(
        [
            event("battle_began", mode="skirmish"),
            event("battle_began", mode=""),  # a naval battle
            event("match_decided", mode="skirmish"),
            event("mode_changed", mode="winter"),
            event("reported", simple=1),
            event("reported", simple=0),
            event("battle_ranked"),
        ]
    )
    count.add([event("court_held", court=1, stake="purse", **held), event("stake_kept", court=1)])
    count.add([event("court_held", court=1, stake="purse", **held)])
    count.add([event("court_held", court=2, stake="honour", **held)])

    assert count.as_json() == {
        "battles": {"skirmish": 1},
        "matches": {"skirmish": 1},
        "changed": 1,
        "dice": 1,
        "ranked": 1,
        "courts": {"winter": 3},
        "stakes": {"honour": 1, "purse": 2},
        "paid": {"purse": 1},
    }
    count.merge(count)
    assert count.as_json()["stakes"] == {"honour": 2, "purse": 4}
    assert count.as_text().splitlines()[0] == "Land battles: skirmish 2."


# The record


def recorded(seed):
    """Play a campaign with matches; return the record of it, its states, and what was fought."""
    rules = {"battle_mode": "skirmish", "courts": True, "years": 2}
    options = {"map": grid_map(14, 5, 4), "rules": rules}
    game, host, rng = SYSTEM.open(options, 4), Nested(mixed=True, courts=True), Random(seed)
    begin = Recording(Seeded(rng))
    step = game.start(begin)
    steps, states, count = [], [step.state], Count()
    while asks := game.asks(step.state):
        pairs = [((steward, lively)[ask.seat % 2], ask) for ask in asks]
        answers = {ask.seat: player(game, step.state, ask, rng) for player, ask in pairs}
        answers[HOST] = host(game, step.state, rng)
        chance = Recording(Seeded(rng))
        step = game.resolve(step.state, answers, chance)
        steps.append(RecordStep(answers, chance.draws))
        states.append(step.state)
        count.add(step.events)
    record = Record(SYSTEM.name, SYSTEM.version, options, 4, begin.draws, tuple(steps))
    return record, states, count


def test_a_record_replays_what_came_from_outside():
    record, states, count = recorded(8)

    again = play_back(Record.from_json(json.loads(json.dumps(record.to_json()))))

    assert again.breach is None
    assert [step.state for step in again.steps] == states
    assert count.matches.total() > 1
    assert count.courts.total() > 0
