"""Editions as data, house rules over them. Source: campaign.md 1 and 3b."""

from __future__ import annotations

import pytest

from campaign.rules.labels import GROUPS, LABELS
from campaign.rules.ruleset import EDITIONS, RULES, Price, differences, explored, make_ruleset

# The table of campaign.md 1: toggle, classic, capitals.
TOGGLES = {
    "snake_draft": (False, True),
    "first_player_brakes": (False, True),
    "concede": (False, True),
    "strategies": (False, True),
    "might": (False, True),
    "winner_advance": (True, False),
    "capital_stays_city": (False, True),
    "roads": (False, True),
    "lines_of_supply": (False, True),
    "one_build_per_tile": (False, True),
    "capital_cost": (Price(1, 1), Price(0, 0)),
    "simple_points": (True, False),
    "unit_strength": (True, False),
    "max_armies": (6, 6),
    "years": (6, 6),
}


@pytest.mark.parametrize("toggle", TOGGLES)
def test_both_editions_set_every_toggle(toggle):
    classic, capitals = TOGGLES[toggle]

    assert getattr(make_ruleset("classic"), toggle) == classic
    assert getattr(make_ruleset("capitals"), toggle) == capitals


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
