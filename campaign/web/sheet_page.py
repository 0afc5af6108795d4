"""What the hand-in page shows: what I have, what I can do, what I wrote, what is wrong with it.

Built from ``campaign.rules.winter.choices`` and a ``Draft``; templates only lay it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaign.rules.winter.choices import Buy, Choices
from campaign.web.answer_words import seat_word
from campaign.web.sheet_defaults import default_words
from campaign.web.sheet_form import PARTS, Draft, where_in_form
from campaign.web.sheet_rows import (
    Chip,
    ChipRow,
    ConditionRow,
    FeedRow,
    PairRow,
    WishRow,
    anchor,
    bare,
    by_default,
    chip,
    inside,
    nearest,
    place_words,
    tile_options,
)
from campaign.web.sheet_words import meals_words, purchase_words, tithe_words
from campaign.web.words import BUYS, amount_words, joined
from games.engine.contract import Json

Problems = Sequence[dict[str, str]]
BUY_ORDER = ("village", "city", "fortress", "capital", "ship", "army")


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The whole sheet; parts that the ask does not have are empty."""

    kind: str
    parts: tuple[str, ...]
    can: Choices
    draft: Draft
    names: Sequence[str]
    problems: Problems = ()
    focus: str = ""
    touched: str = ""

    # what I have

    @property
    def stock(self) -> tuple[tuple[str, int, int], ...]:
        """Gold and food to spend, and how much of each is this winter's income."""
        if self.parts == ("placements",):
            return ()
        stock, income = self.can.stock, self.can.income
        return ((_("Gold"), stock.gold, income.gold), (_("Food"), stock.food, income.food))

    @property
    def settlement_words(self) -> str:
        """Say what I hold, by kind."""
        by_kind: dict[str, list[int]] = {}
        for settlement in self.can.settlements:
            by_kind.setdefault(settlement.kind, []).append(settlement.tile)
        parts = [
            _("%(kind)s on %(tiles)s") % {"kind": BUYS[kind], "tiles": joined(by_kind[kind])}
            for kind in ("capital", "city", "fortress", "village")
            if kind in by_kind
        ]
        return "; ".join(parts) or _("no settlement")

    @property
    def army_words(self) -> str:
        """Say which armies I have, with their points."""
        parts = [
            _("%(number)s (%(points)s points)") % {"number": army.number, "points": army.points}
            for army in self.can.armies
        ]
        return ", ".join(parts) or _("none")

    @property
    def ship_words(self) -> str:
        """Say which ships I have."""
        return ", ".join(str(ship.number) for ship in self.can.ships) or _("none")

    # what happens if I do nothing

    @property
    def if_nothing(self) -> list[str]:
        """Say what the empty sheet brings."""
        return default_words(self.can, self.parts)

    @property
    def left_open(self) -> list[str]:
        """Say what the sheet, as it is written, leaves to the defaults; empty for nothing."""
        return default_words(self.can, self.parts, self.draft)

    # recall

    @property
    def chooses_place(self) -> bool:
        """Whether there is more than one place to winter."""
        return len(self.can.home.places) > 1

    @property
    def place_options(self) -> tuple[tuple[int, str, bool], ...]:
        """The places to winter."""
        kinds = {each.tile: each.kind for each in self.can.settlements}
        return tuple(
            (tile, place_words(tile, kinds.get(tile, "")), tile == self.draft.place)
            for tile in self.can.home.places
        )

    @property
    def recall_problems(self) -> tuple[str, ...]:
        """What is wrong with the place to winter."""
        return self.at("recall", but="recall.berths")

    @property
    def berth_rows(self) -> tuple[PairRow, ...]:
        """Each ship with its berth; those with a wish first, in its order."""
        wished = dict(self.draft.berths)
        defaults = dict(self.can.home.docks)
        numbers = [*wished, *(s.number for s in self.can.ships if s.number not in wished)]
        at = {ship.number: ship.tile for ship in self.can.ships}
        return tuple(
            PairRow(
                index,
                ship,
                _("now on hex %(tile)s") % {"tile": at[ship]} if ship in at else "",
                tile_options(self.can.home.berths, wished.get(ship), self.can),
                nearest(defaults.get(ship)),
                self.at(f"recall.berths.{index}"),
            )
            for index, ship in enumerate(numbers)
        )

    # wish lists

    @property
    def tithe_rows(self) -> tuple[WishRow, ...]:
        """The tithes as written."""
        return tuple(
            self._wish("tithes", index, line, tithe_words(bare(line), self.names), "")
            for index, line in enumerate(self.draft.tithes)
        )

    @property
    def purchase_rows(self) -> tuple[WishRow, ...]:
        """The purchases as written."""
        prices = {buy.buy: buy.cost for buy in self.can.purchases}
        return tuple(
            self._wish(
                "purchases",
                index,
                line,
                purchase_words({key: line.get(key) for key in ("buy", "tile")}, self.names),
                amount_words(*prices[line["buy"]]) if line.get("buy") in prices else "",
                self._victims(line),
            )
            for index, line in enumerate(self.draft.purchases)
        )

    def _victims(self, line: dict[str, Any]) -> tuple[tuple[int, bool], ...]:
        """Offer armies to disband where a recruit may have to replace one."""
        given = line.get("disband")
        recruits = sum(wish.get("buy") == "army" for wish in self.draft.purchases)
        if line.get("buy") != "army" or not (recruits > self.can.army_room or given):
            return ()
        numbers = [army.number for army in self.can.armies]
        extra = [given] if type(given) is int and given not in numbers else []
        return tuple((number, number == given) for number in [*numbers, *extra])

    def _wish(
        self,
        name: str,
        index: int,
        line: dict[str, Any],
        text: str,
        cost: str,
        disband: tuple[tuple[int, bool], ...] = (),
    ) -> WishRow:
        where = f"{name}.{index}"
        given = line.get("if")
        conditions = [each for each in given if isinstance(each, dict)] if given else []
        rows = tuple(
            self._condition(f"{where}.if.{number}", each) for number, each in enumerate(conditions)
        )
        own = self.at(where, but=f"{where}.if")
        touched, focused = self._touch(where)
        return WishRow(name, index, line, text, cost, rows, own, disband, touched, focused)

    def _touch(self, where: str) -> tuple[bool, str]:
        """Tell whether the last button changed this line, and which button it was."""
        touched = self.touched == where
        return touched, self.focus.partition(":")[0] if touched else ""

    def _condition(self, name: str, condition: dict[str, Any]) -> ConditionRow:
        kind, amount = next(iter(condition.items()), ("", {}))
        amount = amount if isinstance(amount, dict) else {}
        return ConditionRow(
            name,
            kind,
            amount.get("from", "all"),
            amount.get("gold", 0),
            amount.get("food", 0),
            self.at(name),
        )

    @property
    def tithe_chips(self) -> tuple[ChipRow, ...]:
        """Whom I can give, and what."""
        limit = self.can.tithe_limit
        amounts = [
            (gold, food)
            for gold in range(min(limit.gold, 1) + 1)
            for food in range(min(limit.food, 1) + 1)
            if gold or food
        ]
        wished = [
            (line.get("to"), line.get("gold"), line.get("food")) for line in self.draft.tithes
        ]
        return tuple(
            ChipRow(
                self.names[seat],
                "",
                tuple(
                    Chip(
                        f"add:tithes:{seat}:{gold}:{food}",
                        amount_words(gold, food),
                        listed=(seat, gold, food) in wished,
                    )
                    for gold, food in amounts
                ),
                seat,
            )
            for seat in self.can.tithe_to
        )

    @property
    def tithe_is_large(self) -> bool:
        """Whether a tithe may hold more than one, so that its amounts are typed."""
        return max(self.can.tithe_limit) > 1

    @property
    def opens_tithes(self) -> bool:
        """Whether the buttons for giving are shown without being asked for."""
        return bool(self.draft.tithes) or self.parts == ("tithes",) or "tithes" in self.focus

    @property
    def purchase_chips(self) -> tuple[ChipRow, ...]:
        """What I can buy, and where."""
        by_buy: dict[str, list[Buy]] = {}
        for buy in self.can.purchases:
            by_buy.setdefault(buy.buy, []).append(buy)
        return tuple(self._chip_row(kind, by_buy[kind]) for kind in BUY_ORDER if kind in by_buy)

    def _chip_row(self, kind: str, buys: list[Buy]) -> ChipRow:
        """Show first what is possible now, or after a wish that is on the list already."""
        wished = [(line.get("buy"), line.get("tile")) for line in self.draft.purchases]
        ready = [buy for buy in buys if not buy.after or (buy.after, buy.tile) in wished]
        later = [buy for buy in buys if buy not in ready]
        return ChipRow(
            str(BUYS[kind]).capitalize(),
            amount_words(*buys[0].cost),
            tuple(chip(buy, (kind, buy.tile) in wished) for buy in ready),
            later=tuple(
                chip(buy, (kind, buy.tile) in wished, _("after the %(kind)s")) for buy in later
            ),
        )

    # feed and deploy

    @property
    def feed_rows(self) -> tuple[FeedRow, ...]:
        """My armies in the order in which they are fed."""
        points = {army.number: army.points for army in self.can.armies}
        dismissed = set(self.draft.dismiss)
        return tuple(
            FeedRow(
                index,
                number,
                _("%(points)s points") % {"points": points[number]} if number in points else "",
                number in dismissed,
                self._feed_problems(number),
                *self._touch(f"feed.order.{index}"),
            )
            for index, number in enumerate(self.feed_order)
        )

    @property
    def feed_order(self) -> tuple[Json, ...]:
        """The named armies first, then the rest as the rules feed them."""
        usual = (*self.can.meals.fed, *self.can.meals.starving)
        shown = [*self.draft.first, *(n for n in self.draft.order if n in usual), *usual]
        return tuple(dict.fromkeys([*shown, *self.draft.dismiss]))

    @property
    def meals_words(self) -> str:
        """Say for how many armies the food is enough."""
        cost, food = self.can.meals.cost, self.can.stock.food
        return meals_words(food // cost if cost else None, spends="purchases" in self.parts)

    def _feed_problems(self, number: Json) -> tuple[str, ...]:
        places = [f"feed.first.{i}" for i, army in enumerate(self.draft.first) if army == number]
        places += [
            f"feed.dismiss.{i}" for i, army in enumerate(self.draft.dismiss) if army == number
        ]
        return tuple(text for place in places for text in self.at(place))

    @property
    def placement_rows(self) -> tuple[PairRow, ...]:
        """Each army to place; those with a wish first, in its order."""
        wished = dict(self.draft.placements)
        staged = {army.number: army for army in self.can.deployment.staged}
        defaults = dict(self.can.deployment.default)
        numbers = [*wished, *(number for number in staged if number not in wished)]
        tiles = tuple(place.tile for place in self.can.deployment.places)
        return tuple(
            PairRow(
                index,
                army,
                _("%(points)s points") % {"points": staged[army].points} if army in staged else "",
                tile_options(tiles, wished.get(army), self.can),
                by_default(defaults.get(army)),
                self.at(f"placements.{index}"),
            )
            for index, army in enumerate(numbers)
        )

    @property
    def rooms(self) -> tuple[tuple[str, int], ...]:
        """The settlements where armies may be placed, and how many more each takes."""
        return tuple(
            (place_words(place.tile, place.kind), place.room)
            for place in self.can.deployment.places
        )

    # problems

    def at(self, where: str, but: str = "") -> tuple[str, ...]:
        """Return the problems that belong to a place of the form."""
        return tuple(
            problem["message"]
            for problem in self.problems
            if inside(problem["where"], where) and not (but and inside(problem["where"], but))
        )

    @property
    def summary(self) -> list[dict[str, str]]:
        """All problems with a link to where they belong."""
        return [
            {"message": problem["message"], "href": f"#{place}"} if place else problem
            for problem in self.problems
            for place in [anchor(problem["where"])]
        ]

    @property
    def receivers(self) -> list[tuple[int, str]]:
        """The other kingdoms, for conditions."""
        return [(seat, seat_word(self.names, seat)) for seat in self.can.tithe_to]


def sheet_page(
    kind: str,
    can: Choices,
    draft: Draft,
    names: Sequence[str],
    problems: Problems = (),
    parts: tuple[str, ...] = (),
    **more: Any,
) -> SheetPage:
    """Build the page of an ask; ``problems`` are as the rules name them.

    ``parts`` are those of its sheet that are still to come, where some are over; else all.
    """
    placed = [{**each, "where": where_in_form(kind, each["where"])} for each in problems]
    return SheetPage(kind, parts or PARTS[kind], can, draft, names, placed, **more)
