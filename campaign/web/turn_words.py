"""The answers of a turn in open play, each in words that say what it means here.

``answer_words`` says an answer by itself; this looks at the board for what somebody who
chooses wants to know: the land, who stands there, how many points are left.
Source: campaign.md 2-4, ``open``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.rules.battle.open_battles import Standstill, standstill
from campaign.rules.battle.simple import needed_to_hit
from campaign.rules.setup.choices import Start, start_of
from campaign.rules.state import BATTLE, State
from campaign.rules.summer.choices import MonthChoices, Place, month_choices, place_on
from campaign.rules.system import CampaignGame
from campaign.rules.table import Table
from campaign.rules.winter.open_play import PASS
from campaign.web.answer_words import FIGHTS, KINDS, SIDES, seat_word, token_of
from campaign.web.month_rows import STAYS, goal_words, name_of, place_words
from campaign.web.setup_page import around_words
from campaign.web.sheet_words import sheet_lines
from campaign.web.words import BUYS, amount_words, joined
from games.engine.contract import Json

DIE = 6

INTROS: dict[str, Promise] = {
    "found": gettext_lazy("Where is your capital founded?"),
    "homeland": gettext_lazy("Place one city, one fortress and two villages."),
    "muster": gettext_lazy("Where does your first army stand?"),
    "order": gettext_lazy("Give one order to one token; then it is the next kingdom’s turn."),
    "battle": gettext_lazy("You must begin a battle. Which one?"),
    "concede": gettext_lazy("Do you fight, or concede the battle and retreat?"),
    "last_stand": gettext_lazy("You are too few and must concede, unless you make a last stand."),
    "allocate": gettext_lazy("Play one of your dice at one of their armies."),
    "sacrifice": gettext_lazy("One of these is lost. Which one?"),
    "break_off": gettext_lazy("Do your ships fight on, or do you count as beaten?"),
    "retreat": gettext_lazy("Where does it retreat to?"),
    "advance": gettext_lazy("You have won. May one of yours move on?"),
}


@dataclass(frozen=True)
class TurnWords:
    """Says the answers that a seat may give now."""

    game: CampaignGame
    state: State
    kind: str
    seat: int
    names: Sequence[str]

    @cached_property
    def battle(self) -> Standstill | None:
        """The running battle, if the turn is one of its choices."""
        if self.state.stage != BATTLE:
            return None
        return standstill(self.game.board, self.game.rules, self.state)

    @cached_property
    def table(self) -> Table:
        """The position as it is now, within a battle too."""
        return self.game.table(self.battle.state if self.battle else self.state)

    @cached_property
    def orders(self) -> MonthChoices:
        """What tokens may be ordered to do."""
        return month_choices(self.game, self.state, self.seat)

    def text(self, answer: Json) -> str:
        """Say one answer."""
        say = getattr(self, f"_{self.kind}", None)
        text: str = say(answer) if say else joined(sheet_lines(self.kind, answer, self.names))
        return text

    def title(self, answer: Json) -> str:
        """Say under which heading an answer stands; empty for none."""
        if answer == PASS:
            return _("Nothing this turn") if self.kind in ("tithe", "build") else ""
        if self.kind == "order":
            return name_of(answer.get("army"), answer.get("ship"))
        if self.kind == "allocate":
            return _("Die %(die)s") % {"die": answer["die"]}
        if self.kind == "advance":
            return name_of(answer.get("army"), answer.get("ship"))
        return self._winter_title(answer)

    def _winter_title(self, answer: Json) -> str:
        if self.kind == "deploy" and isinstance(answer, list):
            return _("Army %(army)s") % {"army": answer[0]}
        if self.kind == "build":
            cost = amount_words(*self.game.rules.cost(answer["buy"]))
            words = {"buy": str(BUYS[answer["buy"]]).capitalize(), "cost": cost}
            return _("%(buy)s (%(cost)s)") % words
        if self.kind == "tithe":
            return _("To %(name)s") % {"name": self.names[answer["to"]]}
        return ""

    def place(self, tile: int) -> Place:
        """Look at a hex."""
        return place_on(self.table, self.seat, tile)

    def hex(self, tile: int) -> str:
        """Say a hex with what is there."""
        place = place_words(self.place(tile), self.seat, self.names)
        return _("hex %(tile)s: %(place)s") % {"tile": tile, "place": place}

    # Setup

    def start(self, tile: int) -> Start:
        """Look at a start hex."""
        return start_of(self.game.board, self.game.board.index[tile])

    def _found(self, tile: int) -> str:
        start = self.start(tile)
        words = {"tile": tile, "name": f", {start.name}" if start.name else ""}
        return _("Hex %(tile)s%(name)s") % words + ": " + around_words(start)

    def _muster(self, where: str) -> str:
        home = self.state.kingdoms[self.seat].original_capital
        if where == "capital" or home is None:
            return _("In the capital, hex %(tile)s") % {"tile": home}
        tile = next(near.tile for near in self.start(home).around if near.direction == where)
        kind = KINDS.get(self.place(tile).settlement, "")
        words = {"kind": kind, "tile": tile, "side": SIDES[where]}
        return _("In the %(kind)s on hex %(tile)s, to the %(side)s") % words

    # The month

    def _order(self, line: dict[str, Any]) -> str:
        can = self.orders.orders.get((line.get("army"), line.get("ship")))
        if can is None:
            return joined(sheet_lines("order", line, self.names))
        if line["order"] != "move":
            settlement = KINDS.get(can.place.settlement, "")
            return str(STAYS[line["order"]]) % {"settlement": settlement}
        goal = next(goal for goal in can.goals if goal.place.tile == line["to"])
        return _("Move %(goal)s") % {"goal": goal_words(goal, self.seat, self.names)}

    # Battles

    def _battle(self, pick: Json) -> str:
        if not isinstance(pick, dict):
            return _("Go on")
        words = {
            "place": self.hex(pick["tile"]),
            "enemy": seat_word(self.names, pick["enemy"]),
            "kind": FIGHTS.get(pick["kind"], pick["kind"]),
        }
        return _("Against %(enemy)s, %(kind)s (%(place)s)") % words

    def _allocate(self, shot: dict[str, int]) -> str:
        army = self.table.armies[self.enemy].get(shot["army"])
        words = {
            "army": shot["army"],
            "least": self._least(shot["army"]),
            "points": army.points if army else 0,
        }
        if words["least"] > DIE:
            return _("at army %(army)s (no die can hit it; %(points)s points left)") % words
        return _("at army %(army)s (%(least)s or more hits; %(points)s points left)") % words

    def _least(self, number: int) -> int:
        """Return the least die that hits an enemy army: its Defence at the battle's start (6)."""
        start = self.game.table(self.state)
        army = start.armies[self.enemy].get(number)
        if army is None or self.battle is None:
            return DIE
        return needed_to_hit(start, start.board.index[self.battle.choice.tile], army)

    @property
    def enemy(self) -> int:
        """The other side of the running battle."""
        events = self.battle.events if self.battle else ()
        began = [event.data for event in events if event.kind == "battle_began"]
        sides = (began[-1]["attacker"], began[-1]["defender"]) if began else (self.seat, self.seat)
        return int(sides[1] if sides[0] == self.seat else sides[0])

    def _sacrifice(self, token: dict[str, int]) -> str:
        army = self.table.armies[self.seat].get(token.get("army", 0))
        name = name_of(token.get("army"), token.get("ship"))
        if army is None:
            return name
        points = ngettext("%(count)s point", "%(count)s points", army.points)
        return f"{name}, {points % {'count': army.points}}"

    def _retreat(self, stride: dict[str, int]) -> str:
        token = token_of(stride)
        words = {"token": token[:1].upper() + token[1:], "place": self.hex(stride["to"])}
        return _("%(token)s to %(place)s") % words

    def _advance(self, stride: Json) -> str:
        if stride == PASS:
            return _("Nobody moves on")
        return _("To %(place)s") % {"place": self.hex(stride["to"])}
