"""What the month's page shows: each token with its orders, and what to do if it comes to battle.

Built from ``campaign.rules.summer.choices`` and a ``MonthDraft``; templates only lay it out.
Source: campaign.md 3a.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from campaign.rules.summer.choices import INSTRUCTIONS, MonthChoices, TokenKey
from campaign.web.answer_words import seat_word
from campaign.web.form_values import Line
from campaign.web.instruction_words import (
    BATTLE_KINDS,
    BOXES,
    FIELDS,
    HELPS,
    TITLES,
)
from campaign.web.month_form import MonthDraft, OrderLine
from campaign.web.month_rows import (
    Button,
    Instruction,
    Option,
    OrderRow,
    PreferenceRow,
    Select,
    name_of,
    named,
    order_groups,
    state_words,
    tile_options,
    together,
    token_options,
)
from campaign.web.sheet_rows import inside

Problems = Sequence[dict[str, str]]


@dataclass(frozen=True)
class MonthPage:
    """The whole sheet of a month."""

    kind: str
    seat: int
    can: MonthChoices
    draft: MonthDraft
    names: Sequence[str]
    problems: Problems = ()
    focus: str = ""
    touched: str = ""

    # The tokens

    @cached_property
    def lines(self) -> tuple[OrderLine, ...]:
        """The rows as written, and one for every token that none of them names."""
        rows = [self._named(row) for row in self.draft.rows]
        armies, ships = {row.army for row in rows}, {row.ship for row in rows}
        for army, ship in self.can.tokens:
            left = (None if army in armies else army, None if ship in ships else ship)
            if left == (army, ship):
                rows.append(OrderLine(army, ship))
            elif left != (None, None):
                rows.append(self._left_over(left))
        return tuple(rows)

    def _named(self, row: OrderLine) -> OrderLine:
        key = (row.army, row.ship)
        return named(row, self.can.orders.get(key), is_standing=key in self.can.tokens)

    def _left_over(self, key: TokenKey) -> OrderLine:
        """Return the half of a pair whose other half has an order of its own."""
        can = self.can.orders.get(key)
        return OrderLine(*key, can.default if can else "")

    @property
    def whole_draft(self) -> MonthDraft:
        """The draft with a row for every token, as the page's fields hold it."""
        return replace(self.draft, rows=self.lines)

    @cached_property
    def rows(self) -> tuple[OrderRow, ...]:
        """Each token with what it may be ordered to do, in the order of resolution."""
        return tuple(self._row(index, row) for index, row in enumerate(self.lines))

    def _row(self, index: int, row: OrderLine) -> OrderRow:
        key = (row.army, row.ship)
        can = self.can.orders.get(key)
        touched = self.touched == f"orders.{index}"
        return OrderRow(
            index=index,
            army=row.army,
            ship=row.ship,
            name=name_of(row.army, row.ship),
            where=state_words(can, self.seat, self.names) if can else _("not on the map now"),
            groups=order_groups(
                row, can, self.seat, self.names, is_standing=key in self.can.tokens
            ),
            pairing=tuple(self._pairing(row)),
            problems=self.at_order(index),
            is_ordered=bool(row.do),
            is_lying=can is not None and not can.upright,
            is_touched=touched,
            focused=self.focus.partition(":")[0] if touched else "",
        )

    def _pairing(self, row: OrderLine) -> Iterator[Button]:
        """Offer to take armies aboard a ship, or to put its army ashore."""
        if row.ship is None:
            return
        if row.army is not None and (row.army, None) in self.can.orders:
            text = _("Put army %(army)s ashore") % {"army": row.army}
            yield Button(f"unpair:{row.ship}", text)
        for army, ship in self.can.orders:
            if army is not None and ship == row.ship and army != row.army:
                yield Button(f"pair:{ship}:{army}", _("Take army %(army)s aboard") % {"army": army})

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the draft, as the map's address names them."""
        return tuple(
            f"ship-{row.ship}-{row.to}" if row.ship else f"army-{row.army}-{row.to}"
            for row in self.lines
            if row.do == "move" and type(row.to) is int
        )

    @property
    def if_nothing(self) -> str:
        """Say what the empty sheet brings."""
        return self._defaults(self.can.tokens)

    @property
    def left_open(self) -> str:
        """Say what the sheet, as it is written, leaves to the defaults; empty for nothing."""
        unordered = {(row.army, row.ship) for row in self.lines if not row.do}
        return self._defaults(key for key in self.can.tokens if key in unordered)

    def _defaults(self, keys: Iterable[TokenKey]) -> str:
        by_order: dict[str, list[TokenKey]] = {}
        for key in keys:
            can = self.can.orders.get(key)
            by_order.setdefault(can.default if can else "hold", []).append(key)
        texts = {
            "defend": _("Defending: %(tokens)s."),
            "regroup": _("Standing up: %(tokens)s."),
            "hold": _("Staying: %(tokens)s."),
        }
        return " ".join(texts[do] % {"tokens": together(keys)} for do, keys in by_order.items())

    # Standing instructions

    @property
    def may_fight(self) -> bool:
        """Whether any battle of this kingdom is possible this month."""
        return bool(self.can.fields)

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """The standing instructions that can matter, or that were given all the same."""
        shown = [
            name for name in INSTRUCTIONS if name in self.can.instructions or self._given(name)
        ]
        return tuple(self._instruction(name) for name in shown)

    def _given(self, name: str) -> bool:
        value = getattr(self.draft, name)
        return value is not (name == "last_stand") if name in BOXES else bool(value)

    @property
    def opens_instructions(self) -> bool:
        """Whether the instructions are shown without being asked for."""
        wrong = any(problem["where"].partition(".")[0] in INSTRUCTIONS for problem in self.problems)
        more = self.focus.startswith("more:")
        return wrong or more or any(self._given(name) for name in INSTRUCTIONS)

    def _instruction(self, name: str) -> Instruction:
        title, words = str(TITLES[name]), str(HELPS[name])
        if name in BOXES:
            box, label = BOXES[name]
            ticked = self._given(name)
            return Instruction(
                name, title, words, (), box, str(label), ticked, problems=self.at(name)
            )
        given = [*getattr(self.draft, name), None]
        rows = tuple(
            PreferenceRow(i, self._selects(name, i, line), self.at(f"{name}.{i}"), f"{name}-{i}")
            for i, line in enumerate(given)
        )
        return Instruction(name, title, words, rows, is_focused=self.focus == f"more:{name}")

    def _selects(self, name: str, index: int, value: object) -> tuple[Select, ...]:
        """Return the fields of one line of a list; ``value`` is ``None`` for the empty one."""
        at = f"{name}.{index}"
        line: Line = value if isinstance(value, dict) else {}
        if name == "battles":
            return self._battle_selects(at, line)
        if name == "sacrifice":
            tokens = token_options(self.can.tokens, line)
            return (Select(f"{at}.token", self._label("token"), tokens),)
        if name == "advance":
            return (
                Select(f"{at}.token", self._label("token"), token_options(self.can.tokens, line)),
                Select(f"{at}.to", self._label("to"), self._tiles(name, line.get("to"))),
            )
        return (Select(at, self._label("tile"), self._tiles(name, value)),)

    def _battle_selects(self, at: str, line: Line) -> tuple[Select, ...]:
        """Return the fields of a battle; what is fought is a matter of those with ships."""
        selects = [
            Select(f"{at}.tile", self._label("tile"), self._tiles("battles", line.get("tile"))),
            Select(f"{at}.enemy", self._label("enemy"), self._enemies(line.get("enemy"))),
        ]
        if line.get("kind") or any(ship for _army, ship in self.can.orders):
            selects.append(
                Select(f"{at}.kind", self._label("kind"), kind_options(line.get("kind")))
            )
        return tuple(selects)

    def _label(self, field: str) -> str:
        return str(FIELDS[field])

    def _tiles(self, name: str, chosen: object) -> tuple[Option, ...]:
        places = self.can.fields if name in ("battles", "concede") else self.can.havens
        return tile_options(places, chosen, "–")

    def _enemies(self, chosen: object) -> tuple[Option, ...]:
        listed = list(self.can.enemies)
        extra = [chosen] if chosen not in (None, "") and chosen not in listed else []
        options = [
            Option(str(seat), seat_word(self.names, seat), seat == chosen)
            for seat in [*listed, *extra]
        ]
        return (Option("", "–", chosen in (None, "")), *options)

    # Problems

    def at(self, where: str) -> tuple[str, ...]:
        """Return the problems that belong to a place of the sheet."""
        return tuple(each["message"] for each in self.problems if inside(each["where"], where))

    @cached_property
    def _rows_of_orders(self) -> dict[int, int]:
        """Which row each order of the sheet stands on: tokens without an order have no line."""
        written = [index for index, row in enumerate(self.draft.rows) if row.do]
        return dict(enumerate(written))

    def at_order(self, index: int) -> tuple[str, ...]:
        """Return the problems of a token's order."""
        lines = [line for line, row in self._rows_of_orders.items() if row == index]
        return tuple(text for line in lines for text in self.at(f"orders.{line}"))

    @property
    def summary(self) -> list[dict[str, str]]:
        """All problems with a link to where they belong."""
        return [
            {"message": each["message"], "href": f"#{self._anchor(each['where'])}"}
            for each in self.problems
        ]

    def _anchor(self, where: str) -> str:
        name, _dot, rest = where.partition(".")
        place = rest.partition(".")[0]
        if name == "orders" and place.isdigit():
            return f"line-orders-{self._rows_of_orders.get(int(place), 0)}"
        if name in INSTRUCTIONS:
            return f"line-{name}-{place}" if place else f"instruction-{name}"
        return "sheet"


def kind_options(chosen: object) -> tuple[Option, ...]:
    """Offer the kinds of battle, which count only where both are possible."""
    options = [Option(key, str(word), key == chosen) for key, word in BATTLE_KINDS.items()]
    return (Option("", _("either"), chosen not in BATTLE_KINDS), *options)
