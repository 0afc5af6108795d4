"""Simulated campaigns: the same seed gives the same bytes, and tables tell the truth."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command, load_command_class

from campaign.rules import SYSTEM
from campaign.rules.maps import grid_map, load_map
from campaign.rules.maps.text import to_text
from campaign.rules.simulate import Broken, absent, as_table, play, rows, simulate
from campaign.rules.simulate_many import Tally, simulate_many, varied


def run_command(*arguments, **options):
    """Return what the command prints; any use of a database fails the test."""
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out, **options)
    return out.getvalue()


# The command


@pytest.mark.parametrize("extra", [(), ("--json", "--battles", "mixed", "--courts")])
def test_the_same_seed_gives_the_same_bytes_in_another_process(repository, tmp_path, extra):
    def bytes_with(hash_seed):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": hash_seed,
            "DJANGO_SETTINGS_MODULE": "campaign.config.settings",
            "DATABASE_URL": f"sqlite:///{tmp_path / 'nowhere' / 'site.sqlite3'}",
        }
        command = [sys.executable, "manage.py", "simulate", "--kingdoms", "3", "--years", "2"]
        return subprocess.run(
            [*command, "--seed", "7", *extra],
            cwd=repository,
            env=environment,
            capture_output=True,
            check=True,
            timeout=120,
        ).stdout

    first, second = bytes_with("1"), bytes_with("2")

    assert first == second
    assert len(first) > 200
    assert list(tmp_path.iterdir()) == []


def test_other_seeds_give_other_campaigns():
    told = {run_command(kingdoms=2, years=1, seed=seed, json=True) for seed in range(3)}

    assert len(told) == 3


def test_it_prints_a_table_for_every_year():
    text = run_command(kingdoms=3, years=2, seed=1)

    assert [line for line in text.splitlines() if line.startswith("Year")] == ["Year 1", "Year 2"]
    assert text.splitlines()[1].split() == [
        "kingdom",
        "tiles",
        "villages",
        "cities",
        "fortresses",
        "capital",
        "armies",
        "ships",
        "score",
        "might",
    ]
    assert "Ended: years." in text


def test_its_json_tells_what_its_table_tells():
    data = json.loads(run_command(kingdoms=3, years=2, seed=1, json=True))
    text = run_command(kingdoms=3, years=2, seed=1)

    lines = [line.split() for line in text.splitlines() if line.strip()[:1].isdigit()]
    told = [row for year in data["years"] for row in year["kingdoms"]]
    assert [int(line[8]) for line in lines[:6]] == [row["score"] for row in told]
    assert data["outcome"]["scores"] == [row["score"] for row in data["years"][-1]["kingdoms"]]


@pytest.mark.parametrize("edition", ["classic", "capitals"])
@pytest.mark.parametrize("way", [{"play": "open"}, {"battles": "tabletop"}])
def test_every_edition_and_way_to_play_comes_to_an_end(edition, way):
    data = json.loads(run_command(kingdoms=3, years=1, seed=2, edition=edition, json=True, **way))

    assert data["outcome"]["reason"] in ("years", "one_left")


def test_a_map_may_be_json_or_text(tmp_path):
    document = load_map("sound")
    as_json, as_text = tmp_path / "map.json", tmp_path / "map.txt"
    as_json.write_text(json.dumps(document), encoding="utf-8")
    as_text.write_text(to_text(document), encoding="utf-8")

    told = [
        run_command(kingdoms=2, years=1, seed=1, json=True, maps=path)
        for path in (as_json, as_text, None)
    ]

    assert told[0] == told[1] == told[2]  # The Sound is the map for two kingdoms


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"years": 0}, "at least one year"),
        ({"years": 101}, "100"),
        ({"maps": "/nowhere/map.json"}, "No such file"),
    ],
)
def test_f14_what_it_cannot_do_it_refuses_in_words(arguments, says):
    with pytest.raises(CommandError, match=says):
        call_command("simulate", **{"kingdoms": 2, "years": 1} | arguments)


def test_a_map_with_too_few_starts_is_refused(tmp_path):
    path = tmp_path / "small.json"
    path.write_text(json.dumps(grid_map(11, 5, 2)), encoding="utf-8")

    with pytest.raises(CommandError, match="Start hexes"):
        call_command("simulate", kingdoms=5, maps=path)


def test_its_help_says_something_of_every_option():
    parser = load_command_class("campaign", "simulate").create_parser("manage.py", "simulate")

    assert [action.dest for action in parser._actions if not action.help] == []


# Many


def test_many_campaigns_of_every_kind_come_to_an_end():
    data = json.loads(run_command(campaigns=12, seed=5))

    assert data["broken"] == []
    assert data["campaigns"] == sum(data["reasons"].values()) == 12
    assert sum(data["kinds"][edition] for edition in ("classic", "capitals")) == 12


def test_the_kinds_of_campaigns_cover_what_there_is():
    kinds = [varied(seed) for seed in range(60)]

    assert {seats for seats, _ in kinds} == set(range(2, 9))
    assert {options["play"] for _, options in kinds} == {"sealed", "open"}
    assert {options["edition"] for _, options in kinds} == {"classic", "capitals"}
    assert {"tabletop"} == {options["rules"].get("battle_mode", "tabletop") for _, options in kinds}
    names = {options["map"].get("name") for _, options in kinds}
    assert {"The Sound", "Two Rivers", "The Ring"} < names  # the rest is generated


def test_what_breaks_is_counted_and_told_with_its_seed(monkeypatch):
    def refuse(self, state, answers, chance):
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr("campaign.rules.system.CampaignGame.resolve", refuse)
    told = []

    tally = simulate_many(3, 2, told.append)

    assert (tally.campaigns, len(tally.broken), told) == (2, 2, tally.broken)
    assert "seed 3" in told[0]
    assert "by hand" in told[0]


def test_a_tally_of_nothing_is_empty():
    assert Tally().as_json() == {
        "campaigns": 0,
        "broken": [],
        "steps": 0,
        "answers": 0,
        "reasons": {},
        "kinds": {},
    }


# The pure part


def test_a_row_counts_what_a_kingdom_holds():
    game = SYSTEM.open({"map": grid_map(11, 5, 2)}, 2)
    kinds = {"13": "capital", "14": "city", "2": "village", "3": "village", "24": "fortress"}
    tiles = {n: {"owner": 0, "settlement": kind} for n, kind in kinds.items()}
    armies = [{"kingdom": 0, "tile": 13}, {"kingdom": 0, "tile": 14}]
    state = game.position({"tiles": tiles | {"25": {"owner": 0}}, "armies": armies})

    row = next(rows(game, state))

    # Six tiles; 2 villages, a city, a fortress, a capital, two armies: 2 + 2 + 2 + 3 + 10.
    assert (row.tiles, row.villages, row.cities, row.fortresses, row.capital) == (6, 2, 1, 1, 1)
    assert (row.armies, row.ships, row.score, row.alive) == (2, 0, 19, True)


def test_a_campaign_has_a_row_for_each_kingdom_and_year():
    game = SYSTEM.open({"rules": {"years": 3}}, 2)

    run = simulate(game, 4, [absent, absent])

    assert [year.year for year in run.years] == [1, 2, 3]
    assert [[row.kingdom for row in year.kingdoms] for year in run.years] == [[0, 1]] * 3
    assert run.outcome.over
    assert as_table(run).count("Year") == 3


def test_watched_or_not_it_is_the_same_campaign():
    game = SYSTEM.open({"rules": {"years": 2}}, 3)

    assert simulate(game, 4) == simulate(game, 4, watched=False)


def test_a_campaign_that_does_not_end_is_broken_and_says_where():
    game = SYSTEM.open({}, 2)

    with pytest.raises(Broken, match=r"seed 1, step 5, year 1, orders 5: .* does not end"):
        list(play(game, 1, most_steps=5))
