"""Editions as data, house rules over them. Source: campaign.md 1 and 3b."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.rules.labels import GROUPS, LABELS
from campaign.rules.ruleset import EDITIONS, RULES, Price, differences, explored, make_ruleset

# The rules in words, beside the data


def rules_in_words(repository: Path) -> str:
    return (repository / "docs/rules/campaign.md").read_text()


def rows_of(text: str, head: str) -> list[list[str]]:
    """Return the cells of a table of the rules, by how its head begins."""
    _before, _head, table = text.partition(head)
    lines = table.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def value_of(word: str) -> bool | int | Price:
    """Read a value as the rules write it: on, off, a number, 1 gold 1 food, nothing."""
    if word in ("on", "off"):
        return word == "on"
    if word.isdigit():
        return int(word)
    amounts = {name: int(count) for count, name in re.findall(r"(\d+) (gold|food)", word)}
    assert amounts or word == "nothing"
    return Price(amounts.get("gold", 0), amounts.get("food", 0))


def test_both_editions_set_every_toggle_as_the_rules_say(repository):
    told = {}
    for cell, *values, _section in rows_of(rules_in_words(repository), "| toggle |"):
        names = re.findall(r"`(\w+)`", cell)
        for edition, value in zip(EDITIONS, values, strict=True):
            words = value.replace(" [house]", "").split(", ")
            words *= len(names) // len(words)
            told |= {(edition, n): value_of(word) for n, word in zip(names, words, strict=True)}

    assert len(told) == 2 * 15
    assert {(edition, name): getattr(make_ruleset(edition), name) for edition, name in told} == told


def test_every_purchase_costs_what_the_rules_say(repository):
    table = rows_of(rules_in_words(repository), "| target (own tile) |")
    rules = make_ruleset("classic")

    costs = {bought.split()[0]: value_of(cost.partition(" (")[0]) for _, bought, cost in table}

    assert len(costs) == 6
    assert costs == {bought: rules.cost(bought) for bought in costs}


def test_classic_is_the_default_edition():
    assert EDITIONS == ("classic", "capitals")


@pytest.mark.parametrize(
    ("total", "found"),
    [
        (2, None), (3, None), (4, None), (5, None), (6, None), (7, None), (8, "village"),
        (9, "village"), (10, "city"), (11, "fortress"), (12, "fortress"),
    ],
)  # fmt: skip
def test_exploration_finds(total, found):
    assert explored(total) == found


def test_differences_name_every_rule_that_differs_from_the_edition():
    rules = make_ruleset("classic", {"roads": True, "years": 3, "might": False})

    found = differences("classic", rules)

    assert [(d.rule, d.standard, d.value) for d in found] == [
        ("roads", False, True),
        ("years", 6, 3),
    ]


def test_an_edition_does_not_differ_from_itself():
    assert all(differences(edition, make_ruleset(edition)) == () for edition in EDITIONS)


def test_a_ruleset_read_from_its_own_json_is_the_same():
    rules = make_ruleset("capitals", {"ship_cost": {"gold": 2, "food": 1}, "army_food": 2})

    assert make_ruleset("capitals", rules.as_json()) == rules
    assert rules.ship_cost == Price(2, 1)


def test_every_rule_has_a_label_a_sentence_and_a_group():
    assert list(LABELS) == list(RULES)
    assert {rule.group for rule in RULES.values()} == set(GROUPS)
    assert all(rule.label and rule.text.endswith(".") for rule in RULES.values())


def test_every_standard_lies_within_its_range():
    for rule in RULES.values():
        for value in rule.standard.values():
            if rule.kind == "choice":
                assert value in rule.choices
                continue
            parts = value if isinstance(value, Price) else (value,)
            assert all(rule.low <= part <= rule.high for part in parts)
