"""Check a deck table: each record, and how the records fit together.

``faults(table)`` gives everything that is wrong, whatever JSON the table is. It does not
judge the points of petitions, nor whether their courtiers are of different coteries:
those are habits of the house deck (courtier.md 18). How records fit together is looked
at for those that are sound in themselves, so that one slip is told once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.courtier.deck_checks import Fault, record_faults
from games.courtier.deck_fields import KINDS, MOST_RECORDS, MOST_SEATS, TABLES
from games.engine.contract import Json

CARDS = ("ability", "influence", "power", "petition", "fashion")
"""The kinds whose ids are one family: what is in a hand is named by its id alone."""

MOST_FAULTS = 1000
"""After so many faults of single records nobody needs to know how they fit together."""


@dataclass(frozen=True, slots=True)
class Sound:
    """The records that are sound in themselves, by kind, each with its place in the file.

    ``whole`` names the kinds of which every record is; ``ids`` holds every id that can be
    read, of sound records or not.
    """

    records: Mapping[str, list[tuple[int, dict[str, Any]]]]
    tables: Mapping[str, dict[str, Any]]
    whole: frozenset[str]
    ids: Mapping[str, frozenset[str]]

    def of(self, kind: str) -> list[tuple[int, dict[str, Any]]]:
        """Return the sound records of a kind."""
        return self.records[kind]

    def sum_of(self, kind: str) -> int | None:
        """Return how many cards of a kind there are; ``None`` if a record is not sound."""
        if kind not in self.whole:
            return None
        return sum(int(record.get("qty", 1)) for _, record in self.of(kind))


def faults(table: Json) -> Iterator[Fault]:
    """Give everything that is wrong with a table."""
    if not isinstance(table, dict):
        yield Fault("", None, "", "A deck is a table of records.")
        return
    found = [*islice(record_faults(table), MOST_FAULTS)]
    yield from found
    if len(found) < MOST_FAULTS:
        yield from _fits(_sound(table, {(fault.kind, fault.place) for fault in found}))


def _sound(table: Mapping[str, Json], bad: set[tuple[str, int | None]]) -> Sound:
    """Sort out what can be compared with the rest."""
    faulty = {kind for kind, _index in bad}
    rows = {kind: _rows(table.get(kind)) for kind in KINDS}
    records = {
        kind: []
        if (kind, None) in bad
        else [row for row in rows[kind] if (kind, row[0]) not in bad]
        for kind in KINDS
    }
    return Sound(
        records=records,
        tables={kind: table[kind] for kind in TABLES if kind not in faulty},
        whole=frozenset(KINDS) - faulty,
        ids={kind: frozenset(_ids(rows[kind])) for kind in KINDS},
    )


def _rows(records: Json) -> list[tuple[int, dict[str, Any]]]:
    if not isinstance(records, list):
        return []
    rows = enumerate(records[:MOST_RECORDS])
    return [(index, record) for index, record in rows if isinstance(record, dict)]


def _ids(rows: list[tuple[int, dict[str, Any]]]) -> Iterator[str]:
    for _, record in rows:
        if isinstance(record.get("id"), str):
            yield record["id"]


def _fits(sound: Sound) -> Iterator[Fault]:
    yield from _unique(sound)
    yield from _targets(sound)
    yield from _coteries(sound)
    yield from _courtiers(sound)
    yield from _petitions(sound)
    yield from _endings(sound)
    yield from _sums(sound)
    yield from _deal(sound)


def _unique(sound: Sound) -> Iterator[Fault]:
    """Ids are unique among courtiers, among coteries, and among all cards."""
    for family in (("coterie",), ("courtier",), CARDS):
        seen: set[str] = set()
        for kind in family:
            for index, record in sound.of(kind):
                if record["id"] in seen:
                    yield Fault(kind, index, "id", f"the id {record['id']} is taken already")
                seen.add(record["id"])


def _targets(sound: Sound) -> Iterator[Fault]:
    """Every coterie and courtier that is named exists."""
    coteries, courtiers = sound.ids["coterie"], sound.ids["courtier"]
    for kind, index, key, coterie in _named_coteries(sound):
        if coterie not in coteries:
            yield Fault(kind, index, key, f"there is no coterie {coterie}")
    for index, record in sound.of("influence"):
        yield from _influence_target(index, record, coteries, courtiers)
    for index, record in sound.of("petition"):
        for name in record["courtiers"]:
            if name not in courtiers:
                yield Fault("petition", index, "courtiers", f"there is no courtier {name}")


def _named_coteries(sound: Sound) -> Iterator[tuple[str, int, str, str]]:
    """Give each coterie that a record names, with its kind, place and key."""
    for kind in ("courtier", "ability", "power"):
        for index, record in sound.of(kind):
            if "coterie" in record:
                yield kind, index, "coterie", record["coterie"]
    for kind, key in (("power", "steps"), ("fashion", "effects")):
        for index, record in sound.of(kind):
            for step in record[key]:
                if "coterie" in step:
                    yield kind, index, key, step["coterie"]


def _influence_target(
    index: int, record: Mapping[str, Any], coteries: frozenset[str], courtiers: frozenset[str]
) -> Iterator[Fault]:
    target, kind = record["target"], record["kind"]
    known = {"named": courtiers, "coterie": coteries}.get(kind, {target})
    if target not in known:
        what = "courtier" if kind == "named" else "coterie"
        yield Fault("influence", index, "target", f"there is no {what} {target}")


def _coteries(sound: Sound) -> Iterator[Fault]:
    """Each coterie has courtiers and exactly one ability."""
    members = Counter(record["coterie"] for _, record in sound.of("courtier"))
    abilities: dict[str, str] = {}
    for index, record in sound.of("ability"):
        coterie, op = record["coterie"], record["op"]
        if coterie in abilities:
            yield Fault("ability", index, "coterie", f"{coterie} has {abilities[coterie]} already")
        abilities.setdefault(coterie, record["id"])
        if op == "substitute" and "courtier" in sound.whole and members[coterie] != 1:
            yield Fault(
                "ability", index, "coterie", "a substitute is the only courtier of its coterie"
            )
    for index, record in sound.of("coterie"):
        if "ability" in sound.whole and record["id"] not in abilities:
            yield Fault("coterie", index, "id", f"the coterie {record['id']} has no ability")
        if "courtier" in sound.whole and not members[record["id"]]:
            yield Fault("coterie", index, "id", f"the coterie {record['id']} has no courtier")


def _courtiers(sound: Sound) -> Iterator[Fault]:
    """Each courtier has a card that names it."""
    if "influence" not in sound.whole:
        return
    named = {record["target"] for _, record in sound.of("influence") if record["kind"] == "named"}
    for index, record in sound.of("courtier"):
        if record["id"] not in named:
            yield Fault(
                "courtier", index, "id", f"no influence card of kind named is for {record['id']}"
            )


def _petitions(sound: Sound) -> Iterator[Fault]:
    """A petition's slots are those of its courtiers."""
    if "courtier" not in sound.whole:
        return
    slots = {record["id"]: record["slots"] for _, record in sound.of("courtier")}
    for index, record in sound.of("petition"):
        if all(name in slots for name in record["courtiers"]):
            right = sum(slots[name] for name in record["courtiers"])
            if record["slots"] != right:
                message = f"slots must be {right}, the sum of its courtiers' slots"
                yield Fault("petition", index, "slots", message)


def _endings(sound: Sound) -> Iterator[Fault]:
    """Exactly one fashion card ends the game."""
    if "fashion" not in sound.whole:
        return
    ends = [index for index, record in sound.of("fashion") if record["ends_game"]]
    if not ends:
        yield Fault("fashion", None, "", "no fashion card ends the game")
    for index in ends[1:]:
        yield Fault("fashion", index, "ends_game", "another fashion card ends the game already")


def _sums(sound: Sound) -> Iterator[Fault]:
    """Each deck has as many cards as the file says; the bonus is said twice alike."""
    for kind in CARDS if "counts" in sound.tables else ():
        given = sound.sum_of(kind)
        if given is not None and given != sound.tables["counts"][kind]:
            yield Fault("counts", None, kind, f"{kind} must be {given}: so many cards there are")
    bonus = sound.tables["scoring"]["senate_bonus"] if "scoring" in sound.tables else None
    for index, record in sound.of("ability") if bonus else ():
        if record["op"] == "end_bonus" and record["amount"] != bonus:
            message = f"amount must be {bonus}, the senate_bonus of [scoring]"
            yield Fault("ability", index, "amount", message)


def _deal(sound: Sound) -> Iterator[Fault]:
    """What the setup asks for can be dealt to four (courtier.md 6)."""
    setup, counts = sound.tables.get("setup"), sound.tables.get("counts")
    if setup is None or counts is None:
        return
    if setup["pool_start"] + setup["score_track_markers"] > counts["markers_per_player"]:
        yield Fault("setup", None, "pool_start", "pool_start is more than a player's markers")
    hand = setup["starting_hand_size"]
    if setup["first_game_influence"] + setup["first_game_power"] != hand:
        message = f"first_game_influence and first_game_power must make {hand} cards"
        yield Fault("setup", None, "first_game_influence", message)
    for kind in ("influence", "power"):
        if counts[kind] < MOST_SEATS * hand + 1:
            message = f"starting_hand_size needs {MOST_SEATS * hand + 1} cards in the {kind} deck"
            yield Fault("setup", None, "starting_hand_size", message)
    dealt = MOST_SEATS * setup["secret_petitions"] + setup["public_petitions"]
    if counts["petition"] < dealt:
        message = f"public_petitions needs {dealt} petitions for {MOST_SEATS} players"
        yield Fault("setup", None, "public_petitions", message)
    if setup["fashion_top"] + setup["fashion_bottom"] >= counts["fashion"]:
        message = f"fashion_top and fashion_bottom can be {counts['fashion'] - 1} together"
        yield Fault("setup", None, "fashion_top", message)
    yield from _fast_start(sound, counts["markers_neutral"])


def _fast_start(sound: Sound, neutral: int) -> Iterator[Fault]:
    """Fast Start puts a neutral marker on each courtier of its coteries (courtier.md 14)."""
    fast = {record["id"] for _, record in sound.of("coterie") if record["fast_start"]}
    needed = sum(record["coterie"] in fast for _, record in sound.of("courtier"))
    if neutral < needed:
        message = (
            f"markers_neutral must be at least {needed}, one for each courtier of a fast start"
        )
        yield Fault("counts", None, "markers_neutral", message)
