"""The form of a court: what is played, who sits there, and for which stake. One form, no scripts.

Everything that was typed is shown again; the rules judge it. The purses are two choices of the
form (``seats``, ``pot``) and one kind of stake. Source: campaign.md 4b, "Court".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.rules.courts.choices import CourtChoices, Disputed
from campaign.rules.courts.stakes import FAVOUR, HONOUR, POT, PRECEDENCE, PURSE, SEATS, TILE
from campaign.rules.ruleset import MOST_KINGDOMS
from campaign.services.desk import KingdomName
from campaign.web.contest_words import mode_word
from campaign.web.form_values import Posted, amount_of, number
from campaign.web.month_rows import Option
from campaign.web.words import amount_words, joined
from games.engine.contract import Json, Problem, Refusal
from games.web.boards import board_of

KINDS: dict[str, tuple[Promise, Promise]] = {
    HONOUR: (gettext_lazy("Honour alone"), gettext_lazy("Nothing changes hands.")),
    PRECEDENCE: (
        gettext_lazy("Precedence"),
        gettext_lazy(
            "The winner is first in player order for tithes and building;"
            " armies are placed in a new order."
        ),
    ),
    SEATS: (
        gettext_lazy("A purse of the seated"),
        gettext_lazy("Everybody seated but the winner pays the winner so much."),
    ),
    POT: (gettext_lazy("A purse from the common pot"), gettext_lazy("The winner gets so much.")),
    FAVOUR: (gettext_lazy("Favour"), gettext_lazy("The winner gains so much might.")),
    TILE: (
        gettext_lazy("A disputed hex"),
        gettext_lazy("The winner holds it. If its owner wins, all is as it was."),
    ),
}
"""The stakes of the form with what each brings."""


@dataclass(frozen=True, slots=True)
class CourtDraft:
    """The form as it is filled in; ``kind`` is one of ``KINDS``."""

    game: str = ""
    seats: tuple[Json, ...] = ()
    kind: str = HONOUR
    gold: Json = None
    food: Json = 0
    might: Json = 1
    tile: Json = None

    @property
    def stake(self) -> Json:
        """The stake as the rules read it."""
        if self.kind in (SEATS, POT):
            return {"kind": PURSE, "gold": self.gold, "food": self.food, "from": self.kind}
        if self.kind == FAVOUR:
            return {"kind": FAVOUR, "might": self.might}
        if self.kind == TILE:
            return {"kind": TILE, "tile": self.tile}
        return {"kind": self.kind}


def read_court(posted: Posted) -> CourtDraft:
    """Read what the fields hold."""
    seats = posted.getlist("seat") if hasattr(posted, "getlist") else []
    kind = posted.get("stake", HONOUR)[:20]
    return CourtDraft(
        game=posted.get("game", "")[:20],
        seats=tuple(number(seat) for seat in seats[:MOST_KINGDOMS]),
        kind=kind,
        gold=amount_of(posted.get(f"{kind}.gold", "")),
        food=amount_of(posted.get(f"{kind}.food", "")),
        might=amount_of(posted.get("might", "")),
        tile=number(posted.get("tile", "")),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A radio button or a box: its value, its words, more words, whether it is chosen."""

    value: str
    text: str
    help: str
    chosen: bool
    fields: tuple[str, ...] = ()
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class CourtForm:
    """The form for a challenger (``seat``), or for the game master, who sets a court.

    ``prefix`` begins the ids of its fields: both forms may stand on one page.
    """

    can: CourtChoices
    draft: CourtDraft
    seated: Sequence[KingdomName]
    seat: int | None
    problems: Sequence[dict[str, str]] = ()

    @property
    def prefix(self) -> str:
        """What tells its fields from those of the other form."""
        return "set" if self.seat is None else "challenge"

    @property
    def games(self) -> tuple[Choice, ...]:
        """What may be played, with how many."""
        chosen = self.draft.game or self.can.games[0][0]
        return tuple(
            Choice(name, mode_word(name), game_words(name, low, high), name == chosen)
            for name, low, high in self.can.games
            if high >= low
        )

    @property
    def kingdoms(self) -> tuple[Choice, ...]:
        """Who may sit there, with what each could pay into a purse."""
        only_one = len([seat for seat, _ in self.can.free if seat != self.seat]) == 1
        return tuple(
            Choice(
                str(seat),
                self.names[seat],
                self._kingdom(seat, amount_words(*free)),
                seat in self.draft.seats or only_one,
                seat=seat,
            )
            for seat, free in self.can.free
            if seat != self.seat
        )

    @property
    def names(self) -> list[str]:
        """What the kingdoms are called, by seat."""
        return [kingdom.name for kingdom in self.seated]

    def _kingdom(self, seat: int, amount: str) -> str:
        """Say what a kingdom could still stake, and who answers where no player does."""
        words, kingdom = {"amount": amount}, self.seated[seat]
        if kingdom.regent:
            text = _("%(amount)s not staked yet. The steward plays it and answers at once.")
        elif not kingdom.player:
            text = _("%(amount)s not staked yet. Nobody plays it now.")
        else:
            text = _("%(amount)s not staked yet")
        return text % words

    @property
    def own_free(self) -> str:
        """What the challenger could pay into a purse."""
        return next((amount_words(*free) for seat, free in self.can.free if seat == self.seat), "")

    @property
    def stakes(self) -> tuple[Choice, ...]:
        """What may be played for."""
        return tuple(
            Choice(kind, str(title), self._help(kind, str(words)), kind == self.draft.kind,
                   STAKE_FIELDS.get(kind, ()))
            for kind, (title, words) in KINDS.items()
            if kind in self.can.kinds
        )  # fmt: skip

    def _help(self, kind: str, words: str) -> str:
        if kind == PRECEDENCE and self.seat is not None and self.can.first != self.seat:
            text = _("%(name)s is first now and has to sit there too.")
            return f"{words} {text % {'name': self.names[self.can.first]}}"
        return words

    @property
    def gold(self) -> Json:
        """The gold of a purse as the field shows it; an untouched form offers one."""
        return min(1, self.can.purse.gold) if self.draft.gold is None else self.draft.gold

    @property
    def tiles(self) -> tuple[Option, ...]:
        """The hexes that may be staked, each with whose it is and between whom."""
        listed = [Option(str(each.tile), self._tile(each), each.tile == self.draft.tile)
                  for each in self.can.tiles]  # fmt: skip
        return tuple(listed)

    def _tile(self, each: Disputed) -> str:
        words = {
            "tile": each.tile,
            "owner": self.names[each.owner],
            "others": joined(self.names[seat] for seat in each.others),
        }
        return _("%(tile)s: %(owner)s’s, beside %(others)s") % words

    # Problems

    @property
    def summary(self) -> list[dict[str, str]]:
        """All problems with a link to where they belong."""
        return [{**each, "href": f"#{self.prefix}-{place_of(each['where'])}"}
                for each in self.problems]  # fmt: skip

    @property
    def wrong(self) -> dict[str, list[str]]:
        """What is wrong with each part of the form."""
        found: dict[str, list[str]] = {}
        for each in self.problems:
            found.setdefault(place_of(each["where"]), []).append(each["message"])
        return found


WHERE = {
    "game": gettext_lazy("What is played"),
    "seats": gettext_lazy("Who sits there"),
    "stake": gettext_lazy("The stake"),
}
"""The parts of the form, as refusals name them."""


def court_problems(refusal: Refusal, names: Sequence[str]) -> list[dict[str, str]]:
    """Return why a court is refused, with kingdoms by their names."""
    return [
        {"code": each.code, "where": each.where, "message": problem_words(each, names)}
        for each in refusal.problems
    ]


def problem_words(problem: Problem, names: Sequence[str]) -> str:
    """Say one problem; of a kingdom that is too poor by its name."""
    given = dict(problem.params)
    seat = given.get("seat")
    if problem.code == "stake_too_poor" and isinstance(seat, int) and 0 <= seat < len(names):
        text = _("%(name)s has only %(gold)s gold and %(food)s food that are not staked yet.")
        return text % {**given, "name": names[seat]}
    place = str(WHERE[place_of(problem.where)])
    low, high = given.get("low"), given.get("high")
    if problem.code == "court_seats" and isinstance(low, int) and isinstance(high, int):
        words = {"place": place, "count": seats_words(low, high)}
        return _("%(place)s: this game is for %(count)s. Choose who plays.") % words
    return _(problem.message).format(**{**given, "at": place})


STAKE_FIELDS = {SEATS: ("gold", "food"), POT: ("gold", "food"), FAVOUR: ("might",), TILE: ("tile",)}
"""What has to be said besides of a stake."""

PLACES = ("game", "seats", "stake")


def place_of(where: str) -> str:
    """Return the part of the form that a problem is about."""
    name = where.partition(".")[0]
    return name if name in PLACES else "stake"


def game_words(game: str, low: int, high: int) -> str:
    """Say for how many kingdoms a game is, and what it is."""
    return f"{seats_words(low, high)}. {board_of(game).summary}"


def seats_words(low: int, high: int) -> str:
    """Say how many kingdoms a game seats."""
    if low == high:
        return _("%(count)s kingdoms") % {"count": low}
    return _("%(low)s to %(high)s kingdoms") % {"low": low, "high": high}


def linked(problems: Sequence[dict[str, str]]) -> Iterator[dict[str, str]]:
    """Give problems with where they belong, whatever they lack."""
    for problem in problems:
        yield {"where": "", **problem}
