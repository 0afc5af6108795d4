"""Check what is written in each record of a deck table, whatever JSON the table is.

How the records fit together is in ``deck_fit``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.courtier.deck_fields import (
    ABILITIES,
    EFFECTS,
    KINDS,
    MOST_RECORDS,
    NOTE,
    STEPS,
    TABLES,
    Form,
    Test,
    is_remark,
)
from games.engine.contract import Json
from games.engine.names import is_plain


class Fault(NamedTuple):
    """One thing wrong with a record, at a key; ``place``: where among its kind.

    ``None`` means the kind as a whole, or a single table such as ``[counts]``.
    """

    kind: str
    place: int | None
    key: str
    message: str


def record_faults(table: Mapping[str, Json]) -> Iterator[Fault]:
    """Give everything that is wrong with single records, or with a kind as a whole."""
    for key in table:
        if key not in TABLES and key not in KINDS:
            yield Fault("", None, key, f"there is no {_shown(key)} in a deck")
    for kind, form in TABLES.items():
        yield from _table_faults(kind, form, table.get(kind))
    for kind, form in KINDS.items():
        yield from _kind_faults(kind, form, table.get(kind))


def _table_faults(kind: str, form: Form, table: Json) -> Iterator[Fault]:
    if isinstance(table, dict):
        yield from _faults_of(kind, None, form, table)
    else:
        yield Fault(kind, None, "", f"[{kind}] is missing")


def _kind_faults(kind: str, form: Form, records: Json) -> Iterator[Fault]:
    if not isinstance(records, list) or not records:
        yield Fault(kind, None, "", f"there are no [[{kind}]] records")
    elif len(records) > MOST_RECORDS:
        yield Fault(kind, None, "", f"there are more than {MOST_RECORDS} [[{kind}]] records")
    else:
        for index, record in enumerate(records):
            if isinstance(record, dict):
                yield from _faults_of(kind, index, form, record)
            else:
                yield Fault(kind, index, "", f"[[{kind}]] must be a table")


def _faults_of(
    kind: str, index: int | None, form: Form, record: Mapping[str, Json]
) -> Iterator[Fault]:
    for key in form.must:
        if key not in record:
            yield Fault(kind, index, key, f"{key} is missing")
    for key, value in record.items():
        test = form.must.get(key) or form.may.get(key) or (NOTE if is_remark(key) else None)
        wrong = test(value) if test else "is not known here"
        if wrong:
            yield Fault(kind, index, key, f"{_word(key)} {wrong}")
    if kind in RECORD_RULES and index is not None:
        yield from (Fault(kind, index, *rule) for rule in RECORD_RULES[kind](record))


Rule = tuple[str, str]
"""The key at which something is wrong, and what."""


def _ability_rules(record: Mapping[str, Json]) -> Iterator[Rule]:
    op = record.get("op")
    ability = ABILITIES.get(op) if isinstance(op, str) else None
    if ability is None:
        if "op" in record:
            yield "op", f"op must be one of {_listed(ABILITIES)}"
        return
    if record.get("timing") != ability.timing:
        yield "timing", f'timing of {op} must be "{ability.timing}"'
    use = record.get("use")
    if isinstance(use, str) and use not in ability.uses:
        yield "use", f'use of {op} must be "{ability.uses[0]}"'
    amount = record.get("amount")
    if type(amount) is int and amount > ability.most:
        yield "amount", f"amount of {op} must be at most {ability.most}"


def _influence_rules(record: Mapping[str, Json]) -> Iterator[Rule]:
    kind, target = record.get("kind"), record.get("target")
    if kind == "any" and target != "*":
        yield "target", 'target of a card for any courtier must be "*"'


def _power_rules(record: Mapping[str, Json]) -> Iterator[Rule]:
    extra, plays = record.get("extra_play"), record.get("extra_plays")
    if type(plays) is int and (extra == "none") != (plays == 0):
        yield "extra_plays", 'extra_plays must be 0 with extra_play = "none", and else at least 1'
    steps = record.get("steps")
    if not isinstance(steps, list):
        return
    if record.get("mode") == "choose_one" and len(steps) < 2:
        yield "steps", "a card with mode choose_one needs at least two steps"
    yield from _step_rules("steps", steps, STEPS)
    own = {step.get("coterie") for step in steps if _is_substitute(step)}
    if own and "coterie" in record and own != {record["coterie"]}:
        yield "coterie", "coterie must be the one of the substitute step"


def _is_substitute(step: Json) -> bool:
    is_one = isinstance(step, dict) and step.get("op") == "substitute"
    return is_one and isinstance(step.get("coterie"), str)


def _fashion_rules(record: Mapping[str, Json]) -> Iterator[Rule]:
    effects = record.get("effects")
    if isinstance(effects, list):
        yield from _step_rules("effects", effects, EFFECTS)
    if record.get("ends_game") is True:
        if effects:
            yield "effects", "the card that ends the game has no effects: none would happen"
        if record.get("qty") != 1:
            yield "qty", "the card that ends the game comes once"


def _step_rules(
    key: str, steps: list[Json], ops: Mapping[str, Mapping[str, Test]]
) -> Iterator[Rule]:
    for number, step in enumerate(steps[:20], start=1):
        if isinstance(step, dict):
            for wrong in _step_faults(step, ops):
                yield key, f"{key}, number {number}: {wrong}"


def _step_faults(step: Mapping[str, Json], ops: Mapping[str, Mapping[str, Test]]) -> Iterator[str]:
    op = step.get("op")
    if not isinstance(op, str) or op not in ops:
        yield f"op must be one of {_listed(ops)}"
        return
    needed = ops[op]
    for name in needed:
        if name not in step:
            yield f"{op} needs a {name}"
    for name, value in step.items():
        if name == "op":
            continue
        test = needed.get(name)
        wrong = test(value) if test else f"is not known with {op}"
        if wrong:
            yield f"{_word(name)} {wrong}"


RECORD_RULES = {
    "ability": _ability_rules,
    "influence": _influence_rules,
    "power": _power_rules,
    "fashion": _fashion_rules,
}
"""What one record must fulfil beside the tests of its keys."""


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(names)


def _shown(value: Json) -> str:
    return repr(value)[:60]


def _word(key: str) -> str:
    """Return a key as it was written, or quoted where it is no plain word."""
    return key if len(key) <= 40 and is_plain(key) else _shown(key)
