"""Sheets: what a player hands in, read into small frozen values.

``read_*`` judge the shape alone (fields, types, ranges, lengths) and collect every
problem; ``review.py`` judges what the position allows. ``as_json`` writes a sheet back
in canonical form: empty parts left out, so that the empty sheet is ``{}``::

    sheet = read_winter({"purchases": [{"buy": "village", "tile": 9}]}, limits)

Source: campaign.md 4 (hand-ins; conditions in 4c).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaign.rules.problems import refuse
from campaign.rules.reader import MOST_NUMBER, MOST_STOCK, Limits, Reader
from campaign.rules.rosters import Roster
from campaign.rules.tabletop.roster_sheet import list_json, read_list
from games.engine.contract import Json

BUYS = ("village", "city", "fortress", "capital", "ship", "army")


@dataclass(frozen=True, slots=True)
class Condition:
    """Only if so much was received this winter (``source`` ``None``: from all), or is in stock."""

    kind: str
    source: int | None
    gold: int
    food: int


@dataclass(frozen=True, slots=True)
class Tithe:
    """A line of the list of tithes."""

    to: int
    gold: int
    food: int
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Purchase:
    """A line of the list of purchases; a recruit's ``roster`` has no owner and number yet."""

    buy: str
    tile: int
    disband: int | None = None
    conditions: tuple[Condition, ...] = ()
    roster: Roster | None = None


@dataclass(frozen=True, slots=True)
class RecallSheet:
    """Where the armies winter, and (ship, city) berths in the order they are taken."""

    place: int | None = None
    berths: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FeedSheet:
    """Armies to be fed first, in order, and armies to be let go."""

    first: tuple[int, ...] = ()
    dismiss: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WinterSheet:
    """A whole winter up to Deploy; where courts are held, without Recall, which is over then."""

    recall: RecallSheet = RecallSheet()
    tithes: tuple[Tithe, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    feed: FeedSheet = FeedSheet()


@dataclass(frozen=True, slots=True)
class DeploySheet:
    """(army, tile) placements, in order."""

    placements: tuple[tuple[int, int], ...] = ()


Sheet = WinterSheet | DeploySheet


def read_sheet(kind: str, answer: Json, limits: Limits) -> Sheet:
    """Read the sheet of an ask; a step's sheet becomes the part of the winter's that it is.

    Raises ``Refusal`` with every problem of its shape.
    """
    reader = Reader(limits)
    sheet = _SHEETS[kind](reader, answer)
    refuse(reader.problems)
    return sheet


def _read_winter(reader: Reader, answer: Json) -> WinterSheet:
    given = reader.fields(answer, "", ("recall", "tithes", "purchases", "feed"))
    return WinterSheet(
        _read_recall(reader, given.get("recall", {}), "recall"),
        _read_tithes(reader, given),
        _read_purchases(reader, given),
        _read_feed(reader, given.get("feed", {}), "feed"),
    )


def _court_step(reader: Reader, answer: Json) -> WinterSheet:
    """Nothing is said in it but that a kingdom is done with courts (4b)."""
    reader.fields(answer, "", ())
    return WinterSheet()


def _recall_step(reader: Reader, answer: Json) -> WinterSheet:
    return WinterSheet(recall=_read_recall(reader, answer, ""))


def _tithe_step(reader: Reader, answer: Json) -> WinterSheet:
    return WinterSheet(tithes=_read_tithes(reader, reader.fields(answer, "", ("tithes",))))


def _build_step(reader: Reader, answer: Json) -> WinterSheet:
    given = reader.fields(answer, "", ("purchases",))
    return WinterSheet(purchases=_read_purchases(reader, given))


def _feed_step(reader: Reader, answer: Json) -> WinterSheet:
    return WinterSheet(feed=_read_feed(reader, answer, ""))


def _read_deploy(reader: Reader, answer: Json) -> DeploySheet:
    given = reader.fields(answer, "", ("placements",))
    return DeploySheet(reader.pairs(given.get("placements", []), "placements", ("army", "tile")))


_SHEETS: dict[str, Callable[[Reader, Json], Sheet]] = {
    "winter": _read_winter,
    "recall": _recall_step,
    "court": _court_step,
    "tithe": _tithe_step,
    "build": _build_step,
    "feed": _feed_step,
    "deploy": _read_deploy,
}


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _read_recall(reader: Reader, answer: Json, where: str) -> RecallSheet:
    given = reader.fields(answer, where, ("place", "berths"))
    place = None
    if given.get("place") is not None:
        place = reader.number(given["place"], _inside(where, "place"), 1, MOST_NUMBER)
    berths = reader.pairs(given.get("berths", []), _inside(where, "berths"), ("ship", "tile"))
    return RecallSheet(place, berths)


def _read_feed(reader: Reader, answer: Json, where: str) -> FeedSheet:
    given = reader.fields(answer, where, ("first", "dismiss"))
    first = reader.numbers(given.get("first", []), _inside(where, "first"), "army")
    return FeedSheet(
        first, reader.numbers(given.get("dismiss", []), _inside(where, "dismiss"), "army")
    )


def _read_tithes(reader: Reader, given: dict[str, Json]) -> tuple[Tithe, ...]:
    lines = reader.lines(given.get("tithes", []), "tithes")
    return tuple(read_tithe(reader, line, f"tithes.{i}") for i, line in enumerate(lines))


def read_tithe(reader: Reader, line: Json, where: str, *, conditional: bool = True) -> Tithe:
    """Read one tithe; in open play (not ``conditional``) it stands alone."""
    names = ("to", "gold", "food", "if") if conditional else ("to", "gold", "food")
    given = reader.fields(line, where, names)
    limit = reader.limits.tithe
    return Tithe(
        reader.needed(given, "to", where, 0, MOST_NUMBER),
        reader.optional(given, "gold", where, limit.gold),
        reader.optional(given, "food", where, limit.food),
        _read_conditions(reader, given, where),
    )


def _read_purchases(reader: Reader, given: dict[str, Json]) -> tuple[Purchase, ...]:
    lines = reader.lines(given.get("purchases", []), "purchases")
    return tuple(read_purchase(reader, line, f"purchases.{i}") for i, line in enumerate(lines))


def read_purchase(reader: Reader, line: Json, where: str, *, conditional: bool = True) -> Purchase:
    """Read one purchase; in open play (not ``conditional``) it stands alone."""
    names = ("buy", "tile", "disband", "list")
    given = reader.fields(line, where, (*names, "if") if conditional else names)
    buy = given.get("buy")
    if not isinstance(buy, str) or buy not in BUYS:
        reader.refuse("unknown_purchase", _inside(where, "buy"))
        buy = BUYS[0]
    disband = None
    if given.get("disband") is not None:
        disband = reader.needed(given, "disband", where, 1, MOST_NUMBER)
        if buy != "army":
            reader.refuse("disband_without_army", _inside(where, "disband"))
    tile = reader.needed(given, "tile", where, 1, MOST_NUMBER)
    roster = _read_roster(reader, given, buy, where)
    return Purchase(buy, tile, disband, _read_conditions(reader, given, where), roster)


def _read_roster(reader: Reader, given: dict[str, Json], buy: str, where: str) -> Roster | None:
    at = _inside(where, "list")
    if given.get("list") is None:
        return None
    if buy != "army":
        reader.refuse("list_without_army", at)
        return None
    return read_list(reader, given["list"], at, 0, 0)


def _read_conditions(reader: Reader, given: dict[str, Json], where: str) -> tuple[Condition, ...]:
    at = _inside(where, "if")
    lines = reader.lines(given.get("if", []), at, reader.limits.conditions)
    return tuple(_read_condition(reader, line, f"{at}.{i}") for i, line in enumerate(lines))


def _read_condition(reader: Reader, line: Json, where: str) -> Condition:
    nothing = Condition("stock", None, 0, 0)
    given = reader.fields(line, where, ("received", "stock"))
    if len(given) != 1:
        reader.refuse("unknown_condition", where)
        return nothing
    ((kind, amount),) = given.items()
    names = ("from", "gold", "food") if kind == "received" else ("gold", "food")
    parts = reader.fields(amount, _inside(where, kind), names)
    gold = reader.optional(parts, "gold", where, MOST_STOCK)
    food = reader.optional(parts, "food", where, MOST_STOCK)
    if not gold and not food:
        reader.refuse("empty_condition", where)
    source = None
    if kind == "received" and parts.get("from", "all") != "all":
        source = reader.needed(parts, "from", where, 0, MOST_NUMBER)
    return Condition(kind, source, gold, food)


def as_json(sheet: Sheet, kind: str) -> Json:
    """Write a sheet in canonical form, as the ask of this kind takes it."""
    if isinstance(sheet, DeploySheet):
        return _filled(placements=[list(pair) for pair in sheet.placements])
    recall = _filled(place=sheet.recall.place, berths=[list(pair) for pair in sheet.recall.berths])
    feed = _filled(first=list(sheet.feed.first), dismiss=list(sheet.feed.dismiss))
    if kind in ("recall", "feed"):
        return recall if kind == "recall" else feed
    tithes = [tithe_json(line) for line in sheet.tithes]
    purchases = [purchase_json(line) for line in sheet.purchases]
    return _filled(recall=recall, tithes=tithes, purchases=purchases, feed=feed)


def tithe_json(line: Tithe) -> Json:
    """Write one tithe in canonical form."""
    conditions = _conditions_json(line.conditions)
    return {"to": line.to, "gold": line.gold, "food": line.food, **conditions}


def purchase_json(line: Purchase) -> Json:
    """Write one purchase in canonical form."""
    roster = None if line.roster is None else list_json(line.roster)
    extras = _filled(disband=line.disband, list=roster)
    return {"buy": line.buy, "tile": line.tile, **extras, **_conditions_json(line.conditions)}


def _conditions_json(conditions: tuple[Condition, ...]) -> dict[str, Json]:
    written = []
    for condition in conditions:
        amount: dict[str, Json] = {"gold": condition.gold, "food": condition.food}
        if condition.kind == "received":
            amount = {"from": "all" if condition.source is None else condition.source, **amount}
        written.append({condition.kind: amount})
    return _filled(**{"if": written})


def _filled(**parts: Json) -> dict[str, Json]:
    return {key: part for key, part in parts.items() if part not in (None, [], {})}
