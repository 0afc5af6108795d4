"""What the page of Setup shows: banner, ranking of start hexes, homeland and first army.

Built from ``campaign.rules.setup.choices`` and a ``SetupDraft``; templates only lay it out.
Source: campaign.md 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.board import DIRECTIONS
from campaign.rules.setup.choices import Neighbour, SetupChoices, Start
from campaign.web.answer_words import KINDS, SIDES, capital
from campaign.web.faction_words import faction_choices
from campaign.web.homeland_drawing import homeland_picture
from campaign.web.map_words import TERRAINS
from campaign.web.month_rows import Option
from campaign.web.setup_form import SetupDraft
from campaign.web.sheet_rows import inside
from campaign.web.words import joined
from games.engine.contract import Json

Problems = Sequence[dict[str, str]]

RACES: tuple[Promise, ...] = (
    gettext_lazy("Humans"),
    gettext_lazy("Elves"),
    gettext_lazy("Dwarfs"),
    gettext_lazy("Orcs"),
    gettext_lazy("Goblins"),
    gettext_lazy("Lizardfolk"),
    gettext_lazy("Ratfolk"),
    gettext_lazy("Beastfolk"),
    gettext_lazy("Ogres"),
    gettext_lazy("Undead"),
    gettext_lazy("Demons"),
)
"""What the field of the race suggests; any other words will do."""

PLACES = ("race", "faction", "starts", "homeland", "army", "list")


@dataclass(frozen=True, slots=True)
class StartRow:
    """One start hex in the ranking."""

    index: int
    tile: Json
    name: str
    around: str
    is_ranked: bool
    problems: tuple[str, ...]
    is_touched: bool = False
    focused: str = ""


@dataclass(frozen=True, slots=True)
class SideRow:
    """One of the six directions, with what may be placed there."""

    side: str
    name: str
    land: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class SetupPage:
    """The whole sheet of Setup; with ``parts`` of race and faction alone, a banner."""

    kind: str
    parts: tuple[str, ...]
    can: SetupChoices
    draft: SetupDraft
    seat: int = 0
    problems: Problems = ()
    focus: str = ""
    touched: str = ""

    @property
    def races(self) -> tuple[Promise, ...]:
        """What to suggest as a race."""
        return RACES

    @property
    def faction_options(self) -> tuple[Option, ...]:
        """What the kingdom may field in skirmishes; something else that was sent stays."""
        here, choices = self.draft.faction, faction_choices(self.seat)
        if here not in dict(choices):
            choices.append((here, here))
        return tuple(Option(id, text, id == here) for id, text in choices)

    # Start hexes

    @cached_property
    def order(self) -> tuple[Json, ...]:
        """The ranked start hexes first, then the others, lowest number first."""
        tiles = [start.tile for start in self.can.starts]
        listed = [*self.draft.starts, *(t for t in self.draft.order if t in tiles), *tiles]
        return tuple(dict.fromkeys(listed))

    @cached_property
    def first(self) -> Start:
        """The start hex that the kingdom gets if nobody is before it."""
        by_tile = {start.tile: start for start in self.can.starts}
        return next((by_tile[t] for t in self.order if t in by_tile), self.can.starts[0])

    @property
    def start_rows(self) -> tuple[StartRow, ...]:
        """The ranking."""
        by_tile = {start.tile: start for start in self.can.starts}
        return tuple(
            self._start_row(index, tile, by_tile.get(tile)) for index, tile in enumerate(self.order)
        )

    def _start_row(self, index: int, tile: Json, start: Start | None) -> StartRow:
        touched = self.touched == f"starts.{index}"
        return StartRow(
            index,
            tile,
            start_words(tile, start),
            around_words(start) if start else "",
            index < len(self.draft.starts),
            self.at(f"starts.{index}"),
            touched,
            self.focus.partition(":")[0] if touched else "",
        )

    # Homeland and first army

    @property
    def side_rows(self) -> tuple[SideRow, ...]:
        """The six directions from the capital."""
        chosen = dict(self.draft.homeland)
        near = {each.direction: each for each in self.first.around}
        return tuple(
            SideRow(
                side,
                capital(str(SIDES[side])),
                land_of(near[side]) if side in near else "",
                kind_options(chosen.get(side, ""), self.can.settlements),
            )
            for side in DIRECTIONS
        )

    @property
    def picture(self) -> SafeString:
        """The homeland around the first start hex, as written or as by default."""
        return homeland_picture(self.first, dict(self.draft.homeland or self.first.homeland))

    @property
    def picture_words(self) -> str:
        """Say what the picture shows."""
        if self.draft.homeland:
            return _("Around hex %(tile)s, as you placed it.") % {"tile": self.first.tile}
        return _("Around hex %(tile)s, as it is if you place nothing.") % {"tile": self.first.tile}

    @property
    def fill(self) -> str:
        """The button that places the default's settlements, to go on from there."""
        homeland = dict(self.first.homeland)
        return ":".join(["fill", *(homeland.get(side, "") for side in DIRECTIONS)])

    @property
    def army_options(self) -> tuple[Option, ...]:
        """Where the first army may stand."""
        here = self.draft.army
        settled = dict(self.draft.homeland) or dict(self.first.homeland)
        options = [Option("", _("in the capital"), here in ("", "capital"))]
        options += [
            Option(side, self._muster(side, settled), side == here)
            for side in DIRECTIONS
            if side in dict(self.draft.homeland) or side == here
        ]
        return tuple(options)

    def _muster(self, side: str, settled: dict[str, str]) -> str:
        kind = KINDS.get(settled.get(side, ""), _("settlement"))
        return _("in the %(kind)s to the %(side)s") % {"kind": kind, "side": SIDES[side]}

    @property
    def if_nothing(self) -> str:
        """Say what the empty sheet brings."""
        return _(
            "You name no race, found your capital on the free start hex with the lowest number, "
            "and the four lowest hexes around it get a city, a fortress and two villages; "
            "your army stands in the capital."
        )

    @property
    def left_open(self) -> str:
        """Say what the sheet, as it is written, leaves to the defaults; empty for nothing.

        Where the army stands is always chosen: the field names the capital.
        """
        texts = [
            ("" if self.draft.race else _("You name no race.")),
            ("" if self.draft.starts else _("Your capital goes on the lowest free start hex.")),
            (
                ""
                if self.draft.homeland
                else _("The four lowest hexes around it get a city, a fortress and two villages.")
            ),
        ]
        return " ".join(text for text in texts if text)

    @property
    def default_homeland(self) -> str:
        """Say what the homeland around the first start hex is by default."""
        near = {each.direction: each.tile for each in self.first.around}
        return joined(
            _("%(kind)s on %(tile)s") % {"kind": KINDS[kind], "tile": near[side]}
            for side, kind in self.first.homeland
        )

    # Problems

    @property
    def race_problems(self) -> tuple[str, ...]:
        """What is wrong with the race."""
        return self.at("race")

    @property
    def faction_problems(self) -> tuple[str, ...]:
        """What is wrong with the army in skirmishes."""
        return self.at("faction")

    @property
    def homeland_problems(self) -> tuple[str, ...]:
        """What is wrong with the homeland."""
        return self.at("homeland")

    @property
    def army_problems(self) -> tuple[str, ...]:
        """What is wrong with the first army's place, or with its list."""
        return (*self.at("army"), *self.at("list"))

    def at(self, where: str) -> tuple[str, ...]:
        """Return the problems that belong to a place of the sheet."""
        return tuple(each["message"] for each in self.problems if inside(each["where"], where))

    @property
    def summary(self) -> list[dict[str, str]]:
        """All problems with a link to where they belong."""
        return [
            {"message": each["message"], "href": f"#{anchor(each['where'])}"}
            for each in self.problems
        ]


def anchor(where: str) -> str:
    """Return the id of the element where a problem is shown."""
    name, _dot, rest = where.partition(".")
    if name == "starts" and rest.isdigit():
        return f"line-starts-{rest}"
    return {"list": "army", "faction": "race"}.get(name, name) if name in PLACES else "sheet"


def start_words(tile: Json, start: Start | None) -> str:
    """Name a start hex."""
    name = start.name if start else ""
    text = _("Hex %(tile)s") % {"tile": str(tile)[:10]}
    return f"{text}, {name}" if name else text


def around_words(start: Start) -> str:
    """Say what land a capital and its neighbours would be."""
    counted = Counter(near.terrain for near in start.around)
    lands = joined(f"{count} {TERRAINS[terrain]}" for terrain, count in counted.most_common())
    rivers = sum(near.river for near in start.around)
    text = _("%(terrain)s; around it %(lands)s") % {
        "terrain": TERRAINS[start.terrain],
        "lands": lands,
    }
    return _("%(text)s, %(count)s by a river") % {"text": text, "count": rivers} if rivers else text


def land_of(near: Neighbour) -> str:
    """Say a neighbour's number and land."""
    words = {"tile": near.tile, "terrain": TERRAINS[near.terrain]}
    if near.river:
        return _("%(tile)s, %(terrain)s, river") % words
    return _("%(tile)s, %(terrain)s") % words


def kind_options(chosen: str, settlements: Sequence[str]) -> tuple[Option, ...]:
    """Offer the settlements of a homeland; a tile may stay bare."""
    kinds = list(dict.fromkeys(settlements))
    extra = [chosen] if chosen and chosen not in kinds else []
    options = [Option(kind, str(KINDS.get(kind, kind)), kind == chosen) for kind in kinds + extra]
    return (Option("", _("bare"), not chosen), *options)
