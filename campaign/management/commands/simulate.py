"""`manage.py simulate`: play whole campaigns of stewards in memory; no database is touched.

Battles that a match decides, and courts, are played by bots in memory too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.rules import SYSTEM
from campaign.rules.maps.text import from_text
from campaign.rules.ruleset import EDITIONS, FEWEST_KINGDOMS, MOST_KINGDOMS, RULES
from campaign.rules.simulate import Broken, Host, as_table, simulate
from campaign.rules.simulate_many import simulate_many
from campaign.rules.simulate_nested import RANDOM, Nested
from campaign.rules.simulate_starts import as_rows, by_start
from campaign.rules.system import CHOICES
from games.bots import BOTS
from games.engine.contract import BadOptions, Json

MIXED = "mixed"
MODES = RULES["battle_mode"].choices


class Command(BaseCommand):
    help = "Plays a whole campaign of stewards in memory and prints its years."
    requires_system_checks = ()  # nothing of the site is used

    def add_arguments(self, parser: CommandParser) -> None:
        self.add_options(parser)
        parser.add_argument("--maps", type=Path, metavar="FILE", help="a map, as JSON or as text")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
        parser.add_argument(
            "--campaigns",
            type=int,
            metavar="N",
            help="play N campaigns of every kind from this seed on instead, and count what broke",
        )
        parser.add_argument(
            "--by-start",
            action="store_true",
            help="with --campaigns: all N as the options say, counted by start hex",
        )

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--kingdoms",
            type=int,
            default=6,
            choices=range(FEWEST_KINGDOMS, MOST_KINGDOMS + 1),
            metavar="N",
            help=f"how many kingdoms, {FEWEST_KINGDOMS} to {MOST_KINGDOMS} (6 if left out)",
        )
        parser.add_argument("--years", type=int, default=6, help="how many, at least 1 (6)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same campaign")
        parser.add_argument(
            "--edition",
            choices=EDITIONS,
            default=EDITIONS[0],
            help=f"whose rules are played ({EDITIONS[0]})",
        )
        parser.add_argument(
            "--play",
            choices=CHOICES["play"],
            default=CHOICES["play"][0],
            help=f"all decide in secret, or one at a time ({CHOICES['play'][0]})",
        )
        parser.add_argument(
            "--battles",
            choices=(*MODES, MIXED),
            help=f"how land is fought for ({MODES[0]}); {MIXED}: each hex by another mode",
        )
        parser.add_argument("--courts", action="store_true", help="hold a court or two each Winter")
        parser.add_argument(
            "--nested-bots",
            choices=sorted(BOTS),
            default=RANDOM,
            help=f"who plays the matches of battles and courts ({RANDOM})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["by_start"]:
            self.play_by_start(options)
        elif options["campaigns"] is not None:
            self.play_many(options)
        else:
            self.play_one(options)

    def play_one(self, options: dict[str, Any]) -> None:
        """Play the campaign that the options describe."""
        if options["years"] < 1:
            raise CommandError("A simulated campaign has at least one year.")
        try:
            game = SYSTEM.open(_document(options), options["kingdoms"])
            run = simulate(game, options["seed"], host=_host(options))
        except (BadOptions, Broken) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(run.as_json()) if options["json"] else as_table(run))

    def play_by_start(self, options: dict[str, Any]) -> None:
        """Count how often each start hex of a map wins; a share of 1 is its due."""
        count = options["campaigns"] or 0
        if count < 1 or options["years"] < 1:
            raise CommandError("--by-start needs --campaigns and at least one year.")
        try:
            places = by_start(_document(options), options["kingdoms"], options["seed"], count)
        except (BadOptions, Broken) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(json.dumps(as_rows(places)))

    def play_many(self, options: dict[str, Any]) -> None:
        """Play many and end with status 1 if one of them broke."""
        if options["years"] < 1:
            raise CommandError("A simulated campaign has at least one year.")
        tally = simulate_many(
            options["seed"],
            options["campaigns"],
            self.stderr.write,
            rules=_rules(options),
            host=_host(options),
        )
        self.stdout.write(json.dumps(tally.as_json()))
        if tally.broken:
            raise CommandError(f"{len(tally.broken)} of {tally.campaigns} campaigns broke")


def _document(options: dict[str, Any]) -> dict[str, Json]:
    """Return the campaign's options as the rules take them."""
    document = {"edition": options["edition"], "play": options["play"], "rules": _rules(options)}
    if options["maps"]:
        document["map"] = _map(Path(options["maps"]))
    return document


def _rules(options: dict[str, Any]) -> dict[str, Json]:
    """Return the house rules that were asked for."""
    rules: dict[str, Json] = {"years": options["years"]}
    if options["battles"] in MODES:
        rules["battle_mode"] = options["battles"]
    return rules | ({"courts": True} if options["courts"] else {})


def _host(options: dict[str, Any]) -> Host | None:
    """Return who plays the matches, if there may be any."""
    if options["battles"] is None and not options["courts"]:
        return None
    return Nested(options["battles"] == MIXED, options["courts"], options["nested_bots"])


def _map(path: Path) -> Json:
    """Read a map from a file, as JSON or in the compact text form."""
    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text) if text.lstrip().startswith("{") else from_text(text)
    except (OSError, ValueError) as error:
        raise CommandError(f"{path}: {error}") from error
