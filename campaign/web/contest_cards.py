"""Battles and courts of the running phase as cards: who plays what, how it stands, for whom.

What a card says of how a match stands is only what its reader may know: whose turn it is, who
sits there; everybody else that it is under way. Sources: campaign.md 4b ("Court"), 5.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Contest, Phase
from campaign.rules.outside import MODES, SIMPLE, TABLETOP
from campaign.services.contest_views import SeenContest, Wish
from campaign.services.desk import KingdomName
from campaign.web.contest_words import (
    game_word,
    mode_word,
    places_words,
    play_word,
    stake_words,
)
from campaign.web.words import joined
from games.hosting.tags import page_tag
from games.models import Match
from games.web.addresses import how_to_address
from games.web.boards import board_of

Status, Decided = Contest.Status, Contest.Decided


@dataclass(frozen=True, slots=True)
class ContestCard:
    """A contest for one reader. ``seat`` is the reader's kingdom, ``names`` all by seat.

    ``plays``: the reader sits at its match, for no bot plays there in their place.
    """

    seen: SeenContest
    names: Sequence[KingdomName]
    seat: int | None
    plays: bool

    @property
    def contest(self) -> Contest:
        """The row; its match is loaded."""
        return self.seen.contest

    @property
    def anchor(self) -> str:
        """Its place on a page: a battle's by its hex, a court's by its number."""
        row = self.contest
        return f"{row.kind}-{row.tile if row.kind == Contest.Kind.BATTLE else row.number}"

    # Who and what

    @property
    def players(self) -> list[KingdomName]:
        """The kingdoms in the order they sit; of a battle the attacker first."""
        return [self.names[seat] for seat in self.contest.seats]

    @property
    def is_mine(self) -> bool:
        """Whether the reader's kingdom sits there."""
        return self.seat in self.contest.seats

    @property
    def game(self) -> str:
        """What is played, as a title."""
        return mode_word(self.contest.mode)

    @property
    def summary(self) -> str:
        """What the game is, in a line."""
        return str(board_of(self.contest.mode).summary)

    @property
    def how_to(self) -> str:
        """Where it is said how the game is played."""
        return how_to_address(self.contest.mode)

    @property
    def by_steward(self) -> str:
        """Name whom the steward plays for."""
        return joined(one.name for one in self.players if one.regent)

    @property
    def cannot_agree(self) -> str:
        """Name the other sides who agree to nothing: the steward plays, or nobody does."""
        others = [one for one in self.players if one.seat != self.seat]
        return joined(one.name for one in others if one.regent or not one.player)

    @property
    def stake(self) -> str:
        """What a court is for."""
        return stake_words(self.contest.stake, len(self.contest.seats))

    @property
    def url(self) -> str:
        """The match's page; empty without a match."""
        return reverse("match", args=[self.contest.match_id]) if self.contest.match_id else ""

    @property
    def is_on_table(self) -> bool:
        """Whether it is fought on a real table, so that its sides report it."""
        return self.contest.mode == TABLETOP

    # How it stands

    @property
    def is_open(self) -> bool:
        """Whether it is waited for."""
        return self.contest.is_open

    @property
    def is_my_turn(self) -> bool:
        """Whether the match waits for the reader."""
        return self.is_open and self.plays and self.seat in self.asked

    @property
    def asked(self) -> list[int]:
        """The kingdoms whose turn it is, by seat; no card shows them to who does not sit there."""
        match = self.contest.match
        if match is None or match.status != Match.Status.RUNNING:
            return []
        return [self.contest.seats[number] for number in match.asked]

    @property
    def action(self) -> str:
        """What the button to the match says: to play only where the reader is to move."""
        if not self.is_open:
            return _("Look at the match")
        if self.is_my_turn:
            return play_word(self.contest.mode)
        return _("Look at the match") if self.plays else _("Watch")

    @property
    def state(self) -> str:
        """Say how it stands, or how it ended."""
        if self.contest.status == Status.OPEN:
            return self._open_state()
        if self.contest.status == Status.OVER:
            return " ".join(filter(None, (self.outcome, how_words(self.contest))))
        if self.contest.decided_by == Decided.FAULT:
            return _("A fault of ours stopped its match, so it was called off.")
        return ENDS[Status(self.contest.status)]()

    def _open_state(self) -> str:
        if self.is_on_table:
            return _("Both sides report how it ended.")
        if self.contest.match is not None and self.contest.match.status == Match.Status.PARKED:
            return _("A fault of ours stopped its match; the game master can decide it.")
        if not self.plays:
            return _("Under way; a bot plays for you.") if self.is_mine else _("Under way.")
        if self.is_my_turn:
            return _("It is your turn.")
        waited = joined(self.names[seat].name for seat in self.asked)
        return _("Waiting for %(names)s.") % {"names": waited} if waited else _("Under way.")

    @property
    def outcome(self) -> str:
        """Say who won a contest that is over."""
        result = self.contest.result if isinstance(self.contest.result, dict) else {}
        if result.get("dice") or result.get("simple"):
            return _("Simple dice decide it.")
        if result.get("places") and self.contest.kind == Contest.Kind.BATTLE:
            return places_words(result["places"], [each.name for each in self.names])
        winner = result.get("winner")
        if winner is None:
            return _("A draw.") if self.contest.kind == Contest.Kind.BATTLE else _("Nobody won.")
        return _("%(name)s won.") % {"name": self.names[winner].name}

    # Wishes to fight it otherwise

    @property
    def wish(self) -> Wish | None:
        """That a side would fight it otherwise, for the sides and game masters."""
        return self.seen.wish

    @property
    def wish_words(self) -> str:
        """Say who wishes for what."""
        wish = self.wish
        if wish is None:
            return ""
        words = {"name": self.names[wish.by].name, "game": game_word(wish.mode)}
        if self.seat == wish.by:
            return _("You would decide it by %(game)s instead.") % words
        return _("%(name)s would decide it by %(game)s instead.") % words

    @property
    def may_agree(self) -> bool:
        """Whether the reader can agree to the wish."""
        wish = self.wish
        return self.seen.may_wish and wish is not None and self.seat not in wish.agreed

    @property
    def rulings(self) -> list[tuple[str, str]]:
        """What a game master can rule, with the words of each."""
        won = [(str(one.seat), _("%(name)s won") % {"name": one.name}) for one in self.players]
        return [*won, ("draw", _("A draw"))]

    @property
    def other_modes(self) -> list[tuple[str, str]]:
        """How else it could be fought, with the words of each."""
        return modes_but(self.contest.mode)

    # Challenges

    @property
    def is_proposed(self) -> bool:
        """Whether it is a challenge that waits for an answer."""
        return self.contest.status == Status.PROPOSED

    @property
    def challenger(self) -> KingdomName | None:
        """Who challenged; nobody when the game master or a standing rule set it."""
        seat = self.contest.proposed_by
        return None if seat is None else self.names[seat]

    @property
    def awaits_me(self) -> bool:
        """Whether the reader is to accept or decline."""
        return self.is_proposed and self.is_mine and self.seat not in self.contest.accepted

    @property
    def is_my_challenge(self) -> bool:
        """Whether the reader may take it back."""
        return self.is_proposed and self.seat is not None and self.seat == self.contest.proposed_by

    @property
    def silent(self) -> str:
        """Name who has not answered a challenge yet."""
        seats = [seat for seat in self.contest.seats if seat not in self.contest.accepted]
        return joined(self.names[seat].name for seat in seats)


ENDS = {
    Status.PROPOSED: lambda: _("Not answered yet."),
    Status.DECLINED: lambda: _("Declined."),
    Status.LAPSED: lambda: _("Nobody answered in time."),
    Status.WITHDRAWN: lambda: _("Taken back."),
}


def how_words(contest: Contest) -> str:
    """Say how a contest was decided, where it was not simply played to its end."""
    if contest.decided_by == Decided.ADJUDICATED:
        return _("It was not over in time and counts as it stood.")
    if contest.decided_by == Decided.RULING:
        return _("The game master has ruled.")
    if contest.decided_by == Decided.FAULT:
        return _("A fault of ours stopped its match.")
    return ""


def modes_but(mode: str, *, at_once: bool = True) -> list[tuple[str, str]]:
    """Return the modes of a land battle but one, the value and its words.

    ``at_once``: a battle waits already, which dice decide as soon as it is left to them.
    """
    dice = _("Simple dice, at once") if at_once else mode_word(SIMPLE)
    return [(each, dice if each == SIMPLE else mode_word(each)) for each in MODES if each != mode]


def modes_ahead(phase: Phase | None) -> list[tuple[int, str]]:
    """Return for which hexes the game master has said how battles are decided from now on."""
    given = phase.modes if phase is not None else {}
    return sorted((int(tile), mode_word(mode)) for tile, mode in given.items())


def cards_of(
    contests: Iterable[SeenContest],
    names: Sequence[KingdomName],
    seat: int | None,
    played: Container[int] = (),
) -> list[ContestCard]:
    """Return the cards of contests; one's own first, of those the ones that wait for oneself.

    ``played`` are the matches at which the reader sits (``services.contest_links``).
    """
    cards = [ContestCard(seen, names, seat, _is_in(seen, played)) for seen in contests]
    return sorted(cards, key=lambda card: (not card.is_my_turn, not card.is_mine))


def marks_of(contests: Iterable[SeenContest], played: Container[int]) -> list[object]:
    """Return what a page with cards depends on; of matches only what its reader may know."""
    return [_mark(seen, plays=_is_in(seen, played)) for seen in contests]


def mark_of(phase: Phase, contests: Iterable[SeenContest], played: Container[int]) -> str:
    """Return what tells an old look at a phase's contests from the present one."""
    clock = (phase.pk, phase.status, phase.due_at, phase.is_paused)
    return page_tag(clock, marks_of(contests, played)).strip('"')


def _is_in(seen: SeenContest, played: Container[int]) -> bool:
    return seen.contest.match_id is not None and seen.contest.match_id in played


def _mark(seen: SeenContest, *, plays: bool) -> object:
    row = seen.contest
    asked = row.match.asked if row.match and plays else ()
    return (
        row.pk, row.status, row.mode, row.match_id, seen.accepted, plays, asked, seen.wish,
        row.decided_by, row.result, seen.has_begun,
        row.match is not None and row.match.status == Match.Status.PARKED,
    )  # fmt: skip
