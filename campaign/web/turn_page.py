"""A turn of open play: the listed answers, grouped and in words, for choosing one.

A few answers are rows to tap; many become one select with headings; a homeland, which has
180, is put together from six selects by direction.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rules.board import DIRECTIONS
from campaign.rules.ruleset import HOMELAND
from campaign.rules.state import SETUP_STAGES, SUMMER_STAGES
from campaign.services.selectors import SeenEvent
from campaign.web.answer_words import SIDES, capital, homeland_words
from campaign.web.form_values import Posted, fields_in
from campaign.web.homeland_drawing import homeland_picture
from campaign.web.report import Chapter, chapters
from campaign.web.setup_form import read_homeland_form
from campaign.web.setup_page import SideRow, kind_options, land_of
from campaign.web.turn_words import INTROS, TurnWords
from games.engine.contract import Ask, Json
from games.hosting.errors import ServiceError
from games.hosting.strict_json import read_json

MOST_ROWS = 24
"""How many answers are rows to tap; more become one select."""


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


def turn_posted(posted: Posted) -> str:
    """Return the answer that a form holds, as text: chosen, or put together; empty for none."""
    if posted.get("compose") == "homeland":
        return canonical_answer(dict(read_homeland_form(posted)))
    return str(posted.get("answer", ""))


@dataclass(frozen=True)
class TurnPage:
    """What the page of a turn shows; ``chosen`` is the answer as the form carries it."""

    words: TurnWords
    ask: Ask
    chosen: str = ""

    @property
    def kind(self) -> str:
        """What is asked."""
        return self.words.kind

    @property
    def intro(self) -> str | Promise:
        """What is to be decided."""
        return INTROS.get(self.kind, "")

    @property
    def legal(self) -> Sequence[Json]:
        """Every legal answer."""
        return self.ask.legal or ()

    @property
    def default(self) -> str:
        """Say what counts without an answer."""
        if self.kind == "homeland":
            return homeland_words(fields_in(self.ask.default))
        text, title = self.words.text(self.ask.default), self.words.title(self.ask.default)
        return f"{title}: {text}" if title and self.kind in ("order", "allocate") else text

    @cached_property
    def groups(self) -> list[OptionGroup]:
        """The legal answers by what they do, in their order; none where one is put together."""
        if self.is_composed:
            return []
        groups: dict[str, list[Option]] = {}
        for answer in self.legal:
            value = canonical_answer(answer)
            text, is_default = self.words.text(answer), answer == self.ask.default
            option = Option(value, capital(text), value == self.chosen, is_default)
            groups.setdefault(self.words.title(answer), []).append(option)
        return [OptionGroup(title, tuple(options)) for title, options in groups.items()]

    @property
    def is_composed(self) -> bool:
        """Whether the answer is put together from several fields."""
        return self.kind == "homeland"

    @property
    def is_long(self) -> bool:
        """Whether the answers are too many for rows."""
        return len(self.legal) > MOST_ROWS

    # A homeland

    @cached_property
    def homeland(self) -> dict[str, str]:
        """The homeland as chosen, or as by default."""
        given = fields_in(parse_answer(self.chosen)) if self.chosen else self.ask.default
        return {str(side): str(kind) for side, kind in given.items()}

    @property
    def side_rows(self) -> tuple[SideRow, ...]:
        """The six directions from the capital."""
        start = self.words.start(self._home)
        near = {each.direction: each for each in start.around}
        return tuple(
            SideRow(
                side,
                capital(str(SIDES[side])),
                land_of(near[side]) if side in near else "",
                kind_options(self.homeland.get(side, ""), HOMELAND),
            )
            for side in DIRECTIONS
        )

    @property
    def _home(self) -> int:
        home = self.words.state.kingdoms[self.words.seat].original_capital
        assert home is not None  # capitals are founded before homelands
        return home

    @property
    def picture(self) -> SafeString:
        """The homeland around the capital."""
        return homeland_picture(self.words.start(self._home), self.homeland)

    # What I have, and the battle so far

    @property
    def shows_stock(self) -> bool:
        """Whether gold and food have to do with it: in the Winter."""
        return self.words.state.stage not in (*SETUP_STAGES, *SUMMER_STAGES)

    @cached_property
    def story(self) -> list[Chapter]:
        """The running battle, as reports tell it."""
        battle = self.words.battle
        if battle is None:
            return []
        seen = [
            SeenEvent("", 0, event.kind, dict(event.data), event.seen_by is not None)
            for event in battle.events
            if event.visible_to(self.words.seat)
        ]
        return chapters(seen, self.words.names)

    @property
    def nothing_words(self) -> str:
        """Say what happens without an answer."""
        return _("%(default)s.") % {"default": self.default}
