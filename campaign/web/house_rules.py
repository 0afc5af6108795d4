"""The rules of a campaign for people: labels and values, and what differs from the edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.labels import CHOICES, GROUPS
from campaign.rules.ruleset import RULES, Price, Ruleset, Value, differences
from campaign.web.words import EDITIONS, amount_words


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule of a campaign that is not its edition's."""

    label: str
    text: str
    value: str
    standard: str


@dataclass(frozen=True, slots=True)
class NumberLine:
    """One rule with its value in each edition."""

    label: str
    text: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberGroup:
    """The rules of one group."""

    title: str
    lines: tuple[NumberLine, ...]


def value_words(value: Value) -> str:
    """Say a rule's value."""
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if isinstance(value, Price):
        return amount_words(value.gold, value.food)
    if isinstance(value, str):
        return _(CHOICES[value])
    return str(value)


def edition_word(edition: str) -> str:
    """Say what an edition is called."""
    return str(EDITIONS.get(edition, edition))


def rule_lines(edition: str, ruleset: Ruleset) -> list[RuleLine]:
    """List what differs from the edition."""
    return [
        RuleLine(
            _(RULES[d.rule].label),
            _(RULES[d.rule].text),
            value_words(d.value),
            value_words(d.standard),
        )
        for d in differences(edition, ruleset)
    ]


def numbers_of(rules: Mapping[str, Ruleset]) -> list[NumberGroup]:
    """List every rule with its value in each edition, by group."""
    return [
        NumberGroup(
            _(title),
            tuple(
                NumberLine(
                    _(rule.label),
                    _(rule.text),
                    tuple(value_words(getattr(ruleset, name)) for ruleset in rules.values()),
                )
                for name, rule in RULES.items()
                if rule.group == group
            ),
        )
        for group, title in GROUPS.items()
    ]
