"""A match of one of the games, played at random by people and bots who come and go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from campaign.models import User
from campaign.trials.leaks.readers import Viewer
from campaign.trials.worlds import person
from games.engine.contract import Ask, Game, Json
from games.engine.registry import load_system
from games.hosting.errors import ServiceError
from games.hosting.people import Person
from games.models import Match, Note, Seat, Turn
from games.services import bots, offers, plans, seats
from games.services.answers import answer_give
from games.services.openings import NewMatch, match_join, match_open
from games.services.rulebook import DECK, OFFERED, game_of, seat_counts

DELAY = 30
LONG_AGO = timedelta(hours=2)


@dataclass
class MatchTable:
    """One match: who opened it, who left it, and how it goes on."""

    number: int
    rng: Random
    game: str = ""
    match_id: int = 0
    users: list[User] = field(default_factory=list)
    left: list[User] = field(default_factory=list)

    def open(self) -> None:
        """Open a match of the next game, with seats for people and maybe a bot."""
        rng = self.rng
        self.game = self.game or OFFERED[self.number % len(OFFERED)]
        system = load_system(self.game)
        count = rng.choice(seat_counts(system))
        offered = getattr(system, "playout_options", None)
        options = offered(rng, count) if offered else {}
        options.pop(DECK, None)  # people choose one of the site's decks instead
        is_listed = rng.random() < 0.6
        seated: list[dict[str, str]] = [{"kind": "free"} for _seat in range(count)]
        if count > 2 and rng.random() < 0.4:
            seated[rng.randrange(count)] = {"kind": "bot", "bot": "random"}
        host = self.new_user("host")
        match = match_open(
            person=host,
            new=NewMatch(
                self.game,
                options,
                {"kind": "move", "minutes": 5000} if rng.random() < 0.5 else {"kind": "none"},
                seats=seated,
                is_listed=is_listed,
                delay=DELAY if is_listed and rng.random() < 0.5 else 0,
            ),
        )
        self.match_id = match.pk
        for _free in range(sum(seat["kind"] == "free" for seat in seated)):
            match_join(person=self.new_user("player"), token=match.invite_token)
        bots.bots_move(match.pk)

    def new_user(self, word: str) -> User:
        """Let somebody new come."""
        user = person(f"{word}-{self.number}-{len(self.users)}")
        self.users.append(user)
        return user

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return Match.objects.get(pk=self.match_id)

    @property
    def is_going_on(self) -> bool:
        """Whether there is more to play."""
        return self.match.status == Match.Status.RUNNING

    @property
    def place(self) -> str:
        """What the match is called in findings."""
        match = self.match
        return f"match {match.pk} ({match.game}, turn {match.turn}, {match.status})"

    def viewers(self) -> list[Viewer]:
        """Return everybody who might look: those who sit there, and all the others."""
        rows = Seat.objects.filter(match=self.match_id, user__isnull=False).select_related("user")
        seated = [Viewer(f"seat {row.number}", row.user, row.number) for row in rows]
        gone = [Viewer("somebody who left", user) for user in self.left[-1:]]
        host = Viewer("who opened it", self.users[0])
        stranger = Viewer("a stranger", person("stranger"))
        return [*seated, *gone, host, stranger, Viewer("nobody logged in")]

    # Playing on

    def go_on(self, steps: int) -> None:
        """Let so many things happen, most of them answers."""
        for _step in range(steps):
            match = self.match
            if match.status != Match.Status.RUNNING:
                return
            deeds: tuple[Callable[[Match], object], ...] = (
                self._plan, self._offer, self._link, self._change_seat, self._grow_old
            )  # fmt: skip
            deed = self.rng.choice(deeds) if self.rng.random() < 0.15 else self.answer
            try:
                deed(match)
            except ServiceError:  # not now
                self.answer(match)

    def answer(self, match: Match) -> None:
        """Answer at random for somebody who is asked; a bot that is asked moves."""
        bots.bots_move(match.pk)
        match = self.match
        asks = [ask for ask in self._asks(match) if ask.seat in match.asked]
        if not asks or match.status != Match.Status.RUNNING:
            return
        ask = self.rng.choice(asks)
        answer_give(
            person=sits_at(match, ask.seat),
            match_id=match.pk,
            revision=match.turn,
            answer=answer_to(match, ask, self.rng),
        )

    def _asks(self, match: Match) -> tuple[Ask, ...]:
        game: Game[Any] = game_of(match)
        return game.asks(game.decode(match.state))

    def _seated(self, match: Match) -> Seat:
        return self.rng.choice([row for row in match.seats.all() if row.user_id is not None])

    def _plan(self, match: Match) -> None:
        row = self._seated(match)
        lines = [{"if": "*", "then": [self.rng.choice(("pass", "draw", "keep nothing"))]}]
        who = sits_at(match, row.number)
        plans.plan_write(person=who, match_id=match.pk, revision=match.turn, lines=lines)

    def _offer(self, match: Match) -> None:
        deed = self.rng.choice(
            (offers.undo_ask, offers.undo_accept, offers.undo_decline, offers.draw_offer,
             offers.draw_decline)
        )  # fmt: skip
        who = sits_at(match, self._seated(match).number)
        deed(person=who, match_id=match.pk, revision=match.turn)

    def _link(self, match: Match) -> None:
        row = self._seated(match)
        who = sits_at(match, row.number)
        do = self.rng.choice((seats.seat_link, seats.seat_link_drop))
        do(person=who, match_id=match.pk, seat=row.number)

    def _change_seat(self, match: Match) -> None:
        row = self._seated(match)
        before = sits_at(match, row.number)
        token = seats.seat_link(person=before, match_id=match.pk, seat=row.number)
        seats.seat_take(person=self.new_user("substitute"), token=token)
        assert isinstance(before, User)
        self.left.append(before)

    def _grow_old(self, match: Match) -> None:
        """Let what happened so far lie longer back than who watches late is kept waiting."""
        then = timezone.now() - LONG_AGO
        Turn.objects.filter(match=match, at__gt=then).update(at=then)
        Note.objects.filter(match=match, at__gt=then).update(at=then)


def answer_to(match: Match, ask: Ask, rng: Random) -> Json:
    """Return a random legal answer to an ask of a match."""
    game: Game[Any] = game_of(match)
    return game.sample(game.decode(match.state), ask, rng)


def sits_at(match: Match, number: int) -> Person:
    """Return who sits at a seat."""
    user = match.seats.select_related("user").get(number=number).user
    return AnonymousUser() if user is None else user
