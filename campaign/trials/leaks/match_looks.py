"""Looking at a match: what somebody reads and tries there, and what they hear of a move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from django.contrib.auth.models import AnonymousUser

from campaign.trials.leaks.compare import Secret, Tally, World, compare
from campaign.trials.leaks.found_on_pages import forms_on, links_on
from campaign.trials.leaks.match_play import MatchTable, answer_to, sits_at
from campaign.trials.leaks.match_secrets import access_to, is_late, secrets_of_match, twin_of
from campaign.trials.leaks.people_secrets import secrets_of_people
from campaign.trials.leaks.readers import Reader, Request, sent, stopped_clock
from games.engine.contract import Ask, Game, Json, Refusal
from games.hosting.people import Person
from games.models import Match, Seat
from games.services.answers import answer_give
from games.services.rulebook import game_of, turn_chance

PAGES = (
    "", "board/", "status/", "?log=all", "shuffle/", "replay/", "replay/0/", "replay/2/",
    "match.json",
)  # fmt: skip
PROGRAMS = (
    "", "ask/", "ask/?limit=3&offset=1", "events/", "events/?limit=2", "notes/", "plan/",
    "replay/?limit=3", "record/",
)  # fmt: skip
LISTS = (
    "/", "/matches/", "/skirmish-teams/", "/api/v1/matches/?list=running",
    "/api/v1/matches/?list=over", "/api/v1/matches/?list=open", "/api/v1/me/",
    "/api/v1/me/matches/", "/api/v1/me/asks/", "/api/v1/me/tokens/", "/api/v1/skirmish-teams/",
)  # fmt: skip
MOST_LINKS, MOST_FORMS, MOST_TRIES = 8, 6, 7


def reads_of_match(match_id: int) -> list[Request]:
    """Return every address of a match, and of lists in which it may stand."""
    pages = [f"/matches/{match_id}/{part}" for part in PAGES]
    programs = [f"/api/v1/matches/{match_id}/{part}" for part in PROGRAMS]
    return [Request(path) for path in (*pages, *programs)]


def offered(reader: Reader, paths: Iterable[str], rng: Random) -> list[Request]:
    """Return some of what pages offer a viewer: links to follow, forms to send."""
    pages = {path: reader.ask(Request(path)).body for path in paths}
    links = links_on(pages.values())
    forms = [form for path, page in pages.items() for form in forms_on(path, page)]
    some = rng.sample(links, min(MOST_LINKS, len(links)))
    sheets = rng.sample(forms, min(MOST_FORMS, len(forms)))
    filled = [form.filled(rng, spoilt=rng.random() < 0.5) for form in sheets]
    return [Request(link) for link in some] + filled


def tries_at(match: Match, person: Person, rng: Random) -> list[Request]:
    """Return what a program tries at a match: answers, wrong ones most of all."""
    path, turn = f"/api/v1/matches/{match.pk}/", match.turn
    answers = [*answers_for(match, person, rng), "keep nothing", "pass"]
    seat = rng.randrange(match.seat_count)
    tries = [sent("POST", path + "answer/?dry_run=1", _given(turn, text)) for text in answers]
    tries += [
        sent("POST", path + "answer/", _given(turn - 1, answers[0])),
        sent("POST", path + "undo/", {"revision": turn, "action": "ask"}),
        sent("POST", path + "undo/", {"revision": turn, "action": "accept"}),
        sent("POST", path + "draw/", {"revision": turn, "action": "offer"}),
        sent(
            "PUT", path + "plan/", {"revision": turn, "lines": [{"if": "*", "then": answers[:1]}]}
        ),
        sent("POST", path + f"seats/{seat}/bot/", {"bot": "greedy"}),
        sent("POST", path + "join/", {}),
        sent("POST", path + "rematch/"),
    ]
    return rng.sample(tries, min(MOST_TRIES, len(tries)))


def _given(revision: int, answer: str) -> Json:
    return {"revision": revision, "answer": answer}


def answers_for(match: Match, person: Person, rng: Random) -> list[str]:
    """Return answers that somebody might give, legal in this world, in a twin, or for another."""
    access = access_to(match, person)
    if match.status != Match.Status.RUNNING or access is None or access.seat is None:
        return []
    game: Game[Any] = game_of(match)
    states = [game.decode(match.state), game.decode(twin_of(match, access.seat, rng))]
    found = [game.sample(state, ask, rng) for state in states for ask in game.asks(state)]
    return [answer for answer in found if isinstance(answer, str)]


def look_at(table: MatchTable, tally: Tally, *, most: int = 3) -> None:
    """Let viewers of a match read everything with and without what they may not know."""
    rng, match = table.rng, table.match
    viewers = table.viewers()
    tally.positions += 1
    for viewer in rng.sample(viewers, min(most, len(viewers))):
        person: Person = viewer.user or AnonymousUser()
        reader = Reader.of(viewer)
        secrets = secrets_of_match(match, viewer, person, rng)
        secrets += secrets_of_people(table.users, viewer)
        secrets = [*newest_move(match, person, rng), *secrets]
        with stopped_clock():
            found = offered(reader, (f"/matches/{match.pk}/", "/matches/"), rng)
        lists = [Request(path) for path in LISTS]
        requests = [*reads_of_match(match.pk), *lists, *found, *tries_at(match, person, rng)]
        compare(table.place, World(reader, [*dict.fromkeys(requests)]), secrets, tally)
        hear_of_a_move(table.place, match, reader, secrets, rng, tally)


# A move, as others hear of it


@dataclass(frozen=True)
class Move:
    """An answer that somebody gives, carried out by the services."""

    match_id: int
    seat: int
    turn: int
    answer: Json

    def __call__(self) -> None:
        """Answer."""
        match = Match.objects.get(pk=self.match_id)
        who = sits_at(match, self.seat)
        answer_give(person=who, match_id=match.pk, revision=self.turn, answer=self.answer)


def hear_of_a_move(
    place: str,
    match: Match,
    reader: Reader,
    secrets: Iterable[Secret],
    rng: Random,
    tally: Tally,
) -> None:
    """Let another make a move, and the viewer read; if it tells them nothing of the secrets."""
    person: Person = reader.viewer.user or AnonymousUser()
    access = access_to(match, person)
    if match.status != Match.Status.RUNNING or match.planned:
        return
    seat = access.seat if access else None
    state, still = _set_still(match, secrets)
    move = _move(match, state, seat, rng)
    if move is None:
        return
    lists = [Request(path) for path in ("/", "/matches/", "/api/v1/me/matches/")]
    world = World(reader, [*reads_of_match(match.pk), *lists], move)
    compare(f"{place}, then seat {move.seat} answers {move.answer}", world, still, tally)


def newest_move(match: Match, person: Person, rng: Random) -> list[Secret]:
    """Return a move that somebody makes just now, where the viewer sees it late."""
    access = access_to(match, person)
    if not is_late(match, access):
        return []
    if match.status != Match.Status.RUNNING or match.planned:
        return []
    move = _move(match, match.state, None, rng)
    if move is None or _ends(match, move):
        return []
    return [Secret("a move just now", move, lies_still=False)]


def _ends(match: Match, move: Move) -> bool:
    """Whether a move ends the match: then all of it is open to all who may look."""
    game: Game[Any] = game_of(match)
    chance = turn_chance(match, match.turn + 1)
    step = game.resolve(game.decode(match.state), {move.seat: move.answer}, chance)
    return not game.asks(step.state)


def _set_still(match: Match, secrets: Iterable[Secret]) -> tuple[Json, list[Secret]]:
    """Return the state that the first secret makes, and the secrets that stay unknown."""
    still = [secret for secret in secrets if secret.lies_still and secret.name != FAR]
    hidden = next((secret for secret in still if secret.name == "hidden state"), None)
    change = hidden.change if hidden else None
    return (change.args[1] if isinstance(change, partial) else match.state), still


FAR = "how far it has come"


def _move(match: Match, twin: Json, seat: int | None, rng: Random) -> Move | None:
    """Choose an answer of somebody else that means the same in both worlds to the viewer."""
    game: Game[Any] = game_of(match)
    state, other = game.decode(match.state), game.decode(twin)
    asks = [ask for ask in game.asks(state) if ask.seat in match.asked and ask.seat != seat]
    people = match.seats.filter(kind=Seat.Kind.PERSON).values_list("number", flat=True)
    asks = [ask for ask in asks if ask.seat in people]
    if not asks or len(match.asked) > 1:
        return None
    ask = rng.choice(asks)
    answer = answer_to(match, ask, rng)
    if not _same_to(game, match, state, other, ask, answer, seat):
        return None
    return Move(match.pk, ask.seat, match.turn, answer)


def _same_to(
    game: Game[Any], match: Match, state: Any, other: Any, ask: Ask, answer: Json, seat: int | None
) -> bool:
    try:
        given = {ask.seat: game.check(state, ask.seat, answer)}
        if given != {ask.seat: game.check(other, ask.seat, answer)}:
            return False
    except Refusal:
        return False
    ends = [
        game.resolve(each, given, turn_chance(match, match.turn + 1)).state
        for each in (state, other)
    ]
    asked = [[(ask.seat, ask.kind) for ask in game.asks(end)] for end in ends]
    return bool(game.view(ends[0], seat) == game.view(ends[1], seat) and asked[0] == asked[1])
