"""A turn of open play: the listed answers, grouped and in words, for choosing one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.rules.ruleset import Ruleset
from campaign.services.errors import ServiceError
from campaign.services.strict_json import read_json
from campaign.web.sheet_words import PASS, sheet_lines
from campaign.web.words import BUYS, amount_words, joined
from games.engine.contract import Json


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer; ``value`` is what the form sends."""

    value: str
    text: str
    is_chosen: bool
    is_default: bool


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Answers of one kind."""

    title: str
    options: tuple[Option, ...]


def canonical_answer(answer: Json) -> str:
    """Write an answer as the form carries it."""
    return json.dumps(answer, sort_keys=True, separators=(",", ":"))


def parse_answer(text: str) -> Json:
    """Read what the form sent; whatever it is, the rules judge it."""
    try:
        return read_json(text[:1000])
    except ServiceError:
        return text[:100]


def option_groups(
    legal: Sequence[Json], default: Json, names: Sequence[str], rules: Ruleset, chosen: str = ""
) -> list[OptionGroup]:
    """Group the legal answers by what they do, in their order."""
    groups: dict[str, list[Option]] = {}
    for answer in legal:
        value = canonical_answer(answer)
        option = Option(
            value, joined(sheet_lines("", answer, names)), value == chosen, answer == default
        )
        groups.setdefault(_title(answer, names, rules), []).append(option)
    return [OptionGroup(title, tuple(options)) for title, options in groups.items()]


def _title(answer: Json, names: Sequence[str], rules: Ruleset) -> str:
    if answer == PASS:
        return _("Nothing this turn")
    if isinstance(answer, list):
        return _("Army %(army)s") % {"army": answer[0]}
    if "buy" in answer:
        cost = amount_words(*rules.cost(answer["buy"]))
        return _("%(buy)s (%(cost)s)") % {
            "buy": str(BUYS[answer["buy"]]).capitalize(),
            "cost": cost,
        }
    return _("To %(name)s") % {"name": names[answer["to"]]}
