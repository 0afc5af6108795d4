"""The form of a new campaign: made from the rules' own data, so that no rule is forgotten.

A rule left empty is the edition's; only values that differ from it are stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import time
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.models import User
from campaign.rules.labels import CHOICES, GROUPS
from campaign.rules.maps import CATALOGUE
from campaign.rules.outside import MODES
from campaign.rules.ruleset import (
    EDITIONS,
    FEWEST_KINGDOMS,
    MOST_KINGDOMS,
    RULES,
    Price,
    Rule,
    Value,
    to_json,
)
from campaign.services.campaigns import LONGEST_NAME, NewCampaign
from campaign.services.schedules import DEFAULT_SCHEDULE, KINDS
from campaign.web.contest_words import words_of
from campaign.web.house_rules import edition_word, value_words
from campaign.web.map_choice import SEED_FIELDS, chosen_map, map_choices, seed_fields
from campaign.web.settings_form import zone_choices
from games.engine.contract import Json, Refusal
from games.hosting.errors import ServiceError, texts_of
from games.hosting.pages import whole

PREFIX = "rule."

PLAIN: dict[str, tuple[Promise, tuple[tuple[str, Promise], ...]]] = {
    "battle_mode": (
        gettext_lazy("Land battles"),
        tuple((mode, words_of(mode).offered) for mode in MODES),
    ),
    "courts": (
        gettext_lazy("Courts"),
        (
            ("off", gettext_lazy("None")),
            ("on", gettext_lazy("Each Winter kingdoms may play each other for a stake")),
        ),
    ),
    "absent": (
        gettext_lazy("Who hands in nothing"),
        (
            ("hold", gettext_lazy("Holds: armies stand and nothing is bought")),
            ("steward", gettext_lazy("Is played by the steward, the built-in player")),
        ),
    ),
}
"""The rules that are asked beside the edition, with their words; no folded group has them."""

DEADLINES = {
    "setup": gettext_lazy("Setup"),
    "month": gettext_lazy("A month of Summer"),
    "report": gettext_lazy("Battles in matches or on a real table"),
    "sheet": gettext_lazy("Sheets (the Winter, or each of its steps)"),
    "court": gettext_lazy("Courts of the Winter"),
    "deploy": gettext_lazy("Deploy"),
    "turn": gettext_lazy("A single turn (open play)"),
}


class CreateForm(forms.Form):
    """Everything a game master decides."""

    name = forms.CharField(label=gettext_lazy("Name of the campaign"), max_length=LONGEST_NAME)
    seats = forms.IntegerField(
        label=gettext_lazy("Kingdoms"),
        min_value=FEWEST_KINGDOMS,
        max_value=MOST_KINGDOMS,
        initial=4,
    )
    map = forms.ChoiceField(
        label=gettext_lazy("Map"), widget=forms.RadioSelect, choices=lambda: map_choices()
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Edition"),
        widget=forms.RadioSelect,
        choices=lambda: [(key, edition_word(key)) for key in EDITIONS],
        initial=EDITIONS[0],
        help_text=gettext_lazy(
            "Capitals adds lines of supply, one building per hex a winter and a free new capital,"
            " and changes Setup, Summer and battles. Each can be set below."
        ),
    )
    play = forms.ChoiceField(
        label=gettext_lazy("Way to play"),
        widget=forms.RadioSelect,
        choices=[
            ("sealed", gettext_lazy("Sealed: all decide in secret, then all is revealed")),
            ("open", gettext_lazy("Open: one public action at a time, in player order")),
        ],
        initial="sealed",
    )
    hand_in = forms.ChoiceField(
        label=gettext_lazy("Hand-ins"),
        widget=forms.RadioSelect,
        choices=[
            ("sheet", gettext_lazy("The whole Winter in one sheet, then Deploy")),
            ("steps", gettext_lazy("Step by step: each step of the Winter on its own")),
        ],
        initial="sheet",
        help_text=gettext_lazy("Only for sealed play. The results are the same."),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone of the deadlines"),
        choices=lambda: zone_choices(),
    )
    ends_early = forms.BooleanField(
        label=gettext_lazy("Go on as soon as everyone is in"), required=False, initial=True
    )
    is_public = forms.BooleanField(
        label=gettext_lazy("Anyone may look"),
        required=False,
        help_text=gettext_lazy("The map, the standings and the reports; never a sheet."),
    )

    def __init__(self, *args: Any, owner: User | None = None, **kwargs: Any) -> None:
        """Add the fields of every deadline and every rule; ``owner`` has maps to choose from."""
        super().__init__(*args, **kwargs)
        self.owner = owner
        self.document: Json = None
        self.fields.update(seed_fields(owner))
        for kind in KINDS:
            self.fields.update(deadline_fields(kind))
        for rule in RULES.values():
            self.fields.update(rule_fields(rule))

    def clean(self) -> dict[str, Any]:
        """Refuse a map that was not drawn for so many kingdoms, or cannot be made."""
        data = super().clean() or {}
        entry = next((entry for entry in CATALOGUE if entry.key == data.get("map")), None)
        seats = data.get("seats")
        if entry and seats and not entry.fewest <= seats <= entry.most:
            text = _("This map is for %(fewest)s to %(most)s kingdoms.")
            self.add_error("map", text % {"fewest": entry.fewest, "most": entry.most})
        elif seats and "map" in data:
            try:
                self.document = chosen_map(data, self.owner, seats)
            except (ServiceError, Refusal) as error:
                self.add_error("map", " ".join(texts_of(error)))
        return data

    def seed_fields(self) -> list[forms.BoundField]:
        """Give the wishes for a map from a seed."""
        return [self[name] for name in SEED_FIELDS]

    def deadline_groups(self) -> Iterator[tuple[str, str, list[forms.BoundField]]]:
        """Give the fields of each deadline with its title and what it says now."""
        for kind in KINDS:
            fields = [self[name] for name in deadline_fields(kind)]
            yield str(DEADLINES[kind]), deadline_words(*(field.value() for field in fields)), fields

    def plain_rules(self) -> list[forms.BoundField]:
        """Give the rules that are chosen beside the edition."""
        return [self[PREFIX + name] for name in PLAIN]

    def rule_groups(self) -> Iterator[dict[str, Any]]:
        """Give the fields of the rules by group, and whether one of them was touched."""
        for group, title in GROUPS.items():
            rules: list[dict[str, Any]] = [
                {
                    "label": _(rule.label),
                    "text": _(rule.text),
                    "standard": standard_words(rule),
                    "fields": [self[name] for name in rule_fields(rule)],
                }
                for rule in RULES.values()
                if rule.group == group and rule.name not in PLAIN
            ]
            touched = any(
                field.errors or field.value() not in (None, "")
                for rule in rules
                for field in rule["fields"]
            )
            yield {"title": _(title), "rules": rules, "touched": touched}

    def new_campaign(self) -> NewCampaign:
        """Return what was decided."""
        data = self.cleaned_data
        options = {
            "edition": data["edition"],
            "rules": changed_rules(data["edition"], data),
            "map": self.document,
            "play": data["play"],
            "hand_in": data["hand_in"],
        }
        return NewCampaign(
            name=data["name"],
            seats=data["seats"],
            options=options,
            time_zone=data["time_zone"],
            schedule={kind: deadline_rule(kind, data) for kind in KINDS},
            ends_early=data["ends_early"],
            is_public=data["is_public"],
        )


# Deadlines


def deadline_fields(kind: str) -> dict[str, forms.Field]:
    """Return the fields that describe when phases of a kind are due."""
    rule = DEFAULT_SCHEDULE[kind]
    return {
        f"{kind}_kind": forms.ChoiceField(
            label=_("Due"),
            choices=[("daily", _("at a time of day")), ("length", _("after a number of hours"))],
            initial=rule["kind"],
            required=False,
        ),
        f"{kind}_at": forms.TimeField(
            label=_("Time of day"),
            initial=rule.get("at", "20:00"),
            required=False,
            input_formats=["%H:%M"],
            widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        ),
        f"{kind}_days": forms.IntegerField(
            label=_("Every so many days"),
            initial=rule.get("days", 1),
            min_value=1,
            max_value=60,
            required=False,
        ),
        f"{kind}_hours": forms.IntegerField(
            label=_("Or hours"),
            initial=rule.get("minutes", 1440) // 60,
            min_value=1,
            max_value=24 * 60,
            required=False,
        ),
    }


def deadline_words(due: Any, at: Any, days: Any, hours: Any) -> str:
    """Say when phases of a kind are due, as the fields stand now; empty while they are wrong."""
    count = whole(hours if due == "length" else days or 1)
    if count is None:
        return ""
    if due == "length":
        text = ngettext("%(count)s hour each", "%(count)s hours each", count)
        return text % {"count": count}
    at = at.strftime("%H:%M") if isinstance(at, time) else at
    text = ngettext("every day at %(at)s", "every %(count)s days at %(at)s", count)
    return text % {"count": count, "at": at}


def deadline_rule(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the schedule's entry for a kind of phase; what was left out is as usual."""
    if not data[f"{kind}_kind"]:
        return dict(DEFAULT_SCHEDULE[kind])
    if data[f"{kind}_kind"] == "length":
        return {"kind": "length", "minutes": (data[f"{kind}_hours"] or 24) * 60}
    at = data[f"{kind}_at"]
    return {
        "kind": "daily",
        "at": at.strftime("%H:%M") if at else "20:00",
        "days": data[f"{kind}_days"] or 1,
        "at_least": DEFAULT_SCHEDULE[kind].get("at_least", 0),
    }


# Rules


def rule_fields(rule: Rule) -> dict[str, forms.Field]:
    """Return the fields for one rule: a choice, a number, or gold and food."""
    name = PREFIX + rule.name
    if rule.name in PLAIN:
        return {name: _plain(rule)}
    if rule.kind in ("switch", "choice"):
        return {name: _choice(rule)}
    if rule.kind == "number":
        return {name: _number(rule, _(rule.label))}
    return {
        f"{name}.gold": _number(rule, _("Gold")),
        f"{name}.food": _number(rule, _("Food")),
    }


def _choice(rule: Rule) -> forms.ChoiceField:
    values = [("on", _("on")), ("off", _("off"))]
    if rule.kind == "choice":
        values = [(value, _(CHOICES[value])) for value in rule.choices]
    choices = [("", _("as the edition")), *values]
    return forms.ChoiceField(label=_(rule.label), choices=choices, required=False)


def _plain(rule: Rule) -> forms.ChoiceField:
    """Return the plain words for a rule; both editions have the same standard."""
    label, choices = PLAIN[rule.name]
    standard = rule.standard[EDITIONS[0]]
    return forms.ChoiceField(
        label=str(label),
        choices=choices,
        widget=forms.RadioSelect,
        initial=SWITCH[standard] if isinstance(standard, bool) else standard,
        required=False,
    )


SWITCH = {True: "on", False: "off"}
"""How the form writes the value of a switch."""


def _number(rule: Rule, label: str) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=rule.low, max_value=rule.high, required=False)


def standard_words(rule: Rule) -> str:
    """Say a rule's value in each edition."""
    values = {edition: value_words(rule.standard[edition]) for edition in EDITIONS}
    if len(set(values.values())) == 1:
        return _("Both editions: %(value)s.") % {"value": values[EDITIONS[0]]}
    return "; ".join(f"{edition_word(edition)}: {value}" for edition, value in values.items()) + "."


def changed_rules(edition: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the rules whose value differs from the edition's, as the options hold them."""
    changed = {}
    for rule in RULES.values():
        standard = rule.standard[edition]
        value = given_value(rule, standard, data)
        if value != standard:
            changed[rule.name] = to_json(value)
    return changed


def given_value(rule: Rule, standard: Value, data: dict[str, Any]) -> Value:
    """Return the value a rule was given; what was left empty is the edition's."""
    name = PREFIX + rule.name
    if isinstance(standard, Price):
        gold, food = data.get(f"{name}.gold"), data.get(f"{name}.food")
        return Price(
            standard.gold if gold is None else gold, standard.food if food is None else food
        )
    given = data.get(name)
    if given in (None, ""):
        return standard
    if rule.kind == "choice":
        return str(given)
    return given == "on" if rule.kind == "switch" else int(given)
