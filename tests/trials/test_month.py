"""The month that `manage.py bench` times: as full and lively as it says."""

from __future__ import annotations

from collections import Counter
from random import Random

from campaign.trials.bench import month
from campaign.trials.bench.figures import beside_at_most, plain
from campaign.trials.bench.timing import Effort
from games.engine.chance import Seeded


def test_the_month_is_of_eight_kingdoms_48_armies_and_400_tiles_with_battles():
    game = month.open_game()
    rng = Random(5)
    months = [month.make_month(game, rng) for _ in range(month.POSITIONS)]

    told = Counter()
    for state, sheets in months:
        assert (len(state.owners), len(state.armies), len(sheets)) == (400, 48, 8)
        step = game.resolve(state, sheets, Seeded(Random(1)))
        told.update(event.kind for event in step.events)

    assert told["moved"] >= 25 * len(months)
    assert told["battle_began"] >= 3 * len(months)
    assert told["sheet_void"] == told["line_unused"] == 0


def test_its_figures_come_with_aims():
    figures = {figure.name: figure for figure in month.measure(Effort(2, 1))}

    name = "pure month, 8 kingdoms, 48 armies, 400 tiles"
    assert figures[name].aim == "<= 3 ms"
    assert figures["a steward's month, 8 kingdoms, 180 tiles"].aim == "<= 1.5 ms"
    campaigns = [figure for figure in figures.values() if figure.unit == "campaigns/s"]
    assert len(campaigns) == 2
    assert all(figure.value > 0 for figure in campaigns)


def test_a_ratio_may_reach_its_limit():
    bare = plain("bare", 2.0, "ms")

    assert beside_at_most("a", 2.0, "ms", bare, most=1).met
    assert not beside_at_most("b", 2.1, "ms", bare, most=1).met
