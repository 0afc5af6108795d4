"""The rules of one campaign: an edition and what its game master changed.

Values come from ``editions.toml``; nothing here knows a number of the rules::

    rules = make_ruleset("capitals", {"max_armies": 8})
    [d.rule for d in differences("capitals", rules)]   # ['max_armies']

Source: campaign.md 1 (toggles), 4.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from campaign.rules.labels import LABELS
from campaign.rules.problems import bad_options, clipped, problem
from games.engine.contract import BadOptions, Json, Problem


class Price(NamedTuple):
    """An amount of gold and food: a cost, an income or a limit."""

    gold: int
    food: int


Value = bool | int | Price | str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule a game master can set, with what a form needs to show it.

    ``kind`` is ``switch``, ``number``, ``price`` or ``choice``; ``low`` and ``high`` bound a
    number, or both amounts of a price; ``choices`` are a choice's values. ``standard`` is
    its value by edition.
    """

    name: str
    kind: Literal["switch", "number", "price", "choice"]
    group: str
    section: str
    low: int
    high: int
    standard: Mapping[str, Value]
    label: str
    text: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The value of every rule. Field names are the rule names of ``editions.toml``."""

    snake_draft: bool
    first_player_brakes: bool
    concede: bool
    strategies: bool
    might: bool
    winner_advance: bool
    capital_stays_city: bool
    roads: bool
    lines_of_supply: bool
    one_build_per_tile: bool
    simple_points: bool
    unit_strength: bool
    battle_mode: str
    unfinished: str
    fixed_lists: bool
    battle_objectives: bool
    battle_conditions: bool
    strategy_cards: int
    courts: bool
    court_purse: Price
    court_favour: int
    standing_court: str
    standing_game: str
    standing_stake: str
    absent: str
    max_armies: int
    years: int
    army_points: int
    recruits_per_fortress: int
    tithe_limit: Price
    village_income: Price
    city_income: Price
    fortress_income: Price
    capital_bonus: Price
    village_cost: Price
    city_cost: Price
    fortress_cost: Price
    capital_cost: Price
    ship_cost: Price
    army_cost: Price
    army_food: int
    village_room: int
    city_room: int
    capital_room: int
    fortress_room: int
    village_score: int
    city_score: int
    fortress_score: int
    capital_score: int
    army_score: int

    def cost(self, buy: str) -> Price:
        """Return what a purchase costs (4c); ``buy`` as on the sheet."""
        price: Price = getattr(self, f"{buy}_cost")
        return price

    def room(self, settlement: str) -> int:
        """Return how many armies deploy in a settlement (4d)."""
        room: int = getattr(self, f"{settlement}_room")
        return room

    def as_json(self) -> dict[str, Json]:
        """Return every rule and its value as plain JSON, in the order of the file."""
        return {name: to_json(getattr(self, name)) for name in RULES}


class Difference(NamedTuple):
    """A rule whose value is not that of the edition."""

    rule: str
    standard: Value
    value: Value


def to_json(value: Value) -> Json:
    """Write a rule's value as the options do: a price as ``{"gold": g, "food": f}``."""
    return value._asdict() if isinstance(value, Price) else value


def _load() -> dict[str, Any]:
    text = files("campaign.rules").joinpath("editions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _value(written: Any) -> Value:
    return Price(**written) if isinstance(written, dict) else written


def _rule(entry: Mapping[str, Any], editions: tuple[str, ...]) -> Rule:
    low, high = entry.get("range", (0, 1))
    standard = {name: _value(entry.get(name, entry["value"])) for name in editions}
    name = entry["name"]
    label, text = LABELS[name]
    return Rule(
        name,
        entry["kind"],
        entry["group"],
        entry["section"],
        low,
        high,
        standard,
        label,
        text,
        tuple(entry.get("choices", ())),
    )


_DATA = _load()

VERSION: str = _DATA["version"]
EDITIONS: tuple[str, ...] = tuple(_DATA["editions"])
RULES: Mapping[str, Rule] = {e["name"]: _rule(e, EDITIONS) for e in _DATA["rule"]}
"""Every rule by name, in the order forms show them."""

FEWEST_KINGDOMS: int = _DATA["setup"]["kingdoms"][0]
MOST_KINGDOMS: int = _DATA["setup"]["kingdoms"][1]
HOMELAND: tuple[str, ...] = tuple(_DATA["setup"]["homeland"])
START_DISTANCE: int = _DATA["setup"]["start_distance"]
RACES: tuple[str, ...] = tuple(_DATA["setup"]["races"])
"""The races a banner may name without typing one (2.1)."""
MONTHS: int = _DATA["setup"]["months"]
EXPLORATION: Mapping[int, str] = {
    total: settlement for settlement, totals in _DATA["exploration"].items() for total in totals
}
NAVAL_ROUNDS: int = _DATA["battle"]["naval_rounds"]
SINKS_ON: int = _DATA["battle"]["sinks_on"]
HIT_POINTS: int = _DATA["battle"]["hit_points"]
FLAT_DEFENCE: int = _DATA["battle"]["flat_defence"]
MODE_CHANGES: int = _DATA["battle"]["mode_changes"]
"""How often a battle that waits can be fought otherwise (5)."""
SKIRMISH: Mapping[str, int] = _DATA["skirmish"]
"""How large a side's list is in a skirmish, and what a settlement gives its defender (5)."""
COURTIER_SEATS: int = _DATA["courtier"]["most_seats"]
COURTS: Mapping[str, int] = _DATA["courts"]
"""How many courts a Winter has at most: ``waiting`` and all ``challenges`` of one kingdom, and
those that are ``set`` by nobody's challenge (4b)."""

assert [field.name for field in fields(Ruleset)] == list(RULES)


def explored(total: int) -> str | None:
    """Return the settlement found by an exploration roll of two dice (3b)."""
    return EXPLORATION.get(total)


def make_ruleset(edition: str, overrides: Json = None) -> Ruleset:
    """Return the edition's rules with the overrides; raise ``BadOptions`` naming each problem."""
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise bad_options("unknown_edition", "edition", choices=", ".join(EDITIONS))
    given = {} if overrides is None else overrides
    if not isinstance(given, dict):
        raise bad_options("bad_rules", "rules")
    problems = _unknown(given)
    values = {name: rule.standard[edition] for name, rule in RULES.items()}
    for name, rule in RULES.items():
        if name in given:
            values[name] = _read(rule, given[name], problems)
    if problems:
        raise BadOptions(*problems)
    return Ruleset(**values)  # type: ignore[arg-type]


def _unknown(given: dict[Any, Any]) -> list[Problem]:
    strange = [key for key in given if key not in RULES][:5]
    return [problem("unknown_rule", "rules", rule=clipped(key)) for key in strange]


def _read(rule: Rule, given: Json, problems: list[Problem]) -> Value:
    """Return the value a game master gave for a rule, adding what is wrong with it."""
    if rule.kind == "choice":
        return _read_choice(rule, given, problems)
    parts = _parts(rule, given)
    where = f"rules.{rule.name}"
    if parts is None:
        problems.append(problem(f"rule_not_{rule.kind}", where, rule=rule.name))
        return False
    if not all(rule.low <= part <= rule.high for part in parts):
        problems.append(
            problem("rule_out_of_range", where, rule=rule.name, low=rule.low, high=rule.high)
        )
    return Price(*parts) if rule.kind == "price" else parts[0]


def _read_choice(rule: Rule, given: Json, problems: list[Problem]) -> Value:
    if isinstance(given, str) and given in rule.choices:
        return given
    where, choices = f"rules.{rule.name}", ", ".join(rule.choices)
    problems.append(problem("rule_not_choice", where, rule=rule.name, choices=choices))
    return rule.choices[0]


def _parts(rule: Rule, given: Json) -> tuple[int, ...] | None:
    if rule.kind == "switch":
        return (given,) if isinstance(given, bool) else None
    if rule.kind == "number":
        return (given,) if type(given) is int else None
    if not isinstance(given, dict) or set(given) != {"gold", "food"}:
        return None
    pair = (given["gold"], given["food"])
    return pair if all(type(part) is int for part in pair) else None


def differences(edition: str, ruleset: Ruleset) -> tuple[Difference, ...]:
    """List every rule that differs from its edition, in the order forms show them."""
    pairs = ((name, rule.standard[edition], getattr(ruleset, name)) for name, rule in RULES.items())
    return tuple(Difference(*pair) for pair in pairs if pair[1] != pair[2])
