"""No page of a match tells a reader what is not theirs to know.

Something hidden is changed behind the match's back; every page of everybody who may not know
of it must stay the same to the byte, with its headers. The tables of every address are in
``tests.routes``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from games.models import Match, Plan
from games.services.answers import answer_give
from games.services.plans import plan_write
from games.services.seats import seat_link
from tests.factories import make_user
from tests.told import told_by
from tests.web.matches import address, make_match
from tests.web.pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PARTS = (
    "",
    "board/",
    "status/",
    "shuffle/",
    "?log=all",
    "board/?card=L7",
    "replay/0/",
    "match.json",
)
LISTS = ("/matches/", "/")


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clocks by which pages count."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    monkeypatch.setattr("games.hosting.pages.time", lambda: now.timestamp())


def seen(client: Client, match: Match) -> dict[str, tuple[int, str, str]]:
    """Return all that somebody can read of a match."""
    found = {}
    for path in [*(address(match, part) for part in PARTS), *LISTS]:
        caches["default"].clear()
        found[path] = told_by(client.get(path))
    return found


def other_hand(match: Match) -> None:
    """Seat 0 holds other cards; those were in the pile."""
    state = Match.objects.get(pk=match.pk).state
    hand, pile = state["hands"][0], state["pile"]
    state["hands"][0], state["pile"] = sorted(pile[: len(hand)]), hand + pile[len(hand) :]
    Match.objects.filter(pk=match.pk).update(state=state)


def other_pile(match: Match) -> None:
    """The draw pile lies in another order."""
    state = Match.objects.get(pk=match.pk).state
    state["pile"].reverse()
    Match.objects.filter(pk=match.pk).update(state=state)


def planned(match: Match) -> None:
    """Seat 1 plans another answer."""
    Plan.objects.filter(match=match).update(lines=[{"if": "*", "then": ["draw 2"]}])


def link_made(match: Match) -> None:
    """Seat 0 makes a link for a substitute."""
    one = match.seats.get(number=0).user
    seat_link(person=one, match_id=match.pk, seat=0)


ONE, OTHER, WATCHING, OUTSIDE = "seat 0", "seat 1", "watching", "not logged in"
HIDDEN: dict[Callable[[Match], None], set[str]] = {
    other_hand: {ONE},
    other_pile: set(),
    planned: {OTHER},
    link_made: {ONE},
}
"""What changes, and who may know."""


@pytest.mark.parametrize("change", HIDDEN, ids=lambda change: change.__name__)
def test_f40_f43_what_is_hidden_leaves_no_trace_on_any_page(change: Callable[[Match], None]):
    match, one, other = make_match(is_listed=True)
    lines = [{"if": "*", "then": ["pass"]}]
    plan_write(person=other, match_id=match.pk, revision=0, lines=lines)
    readers = {ONE: one, OTHER: other, WATCHING: make_user(), OUTSIDE: None}
    clients = {name: client_of(person) for name, person in readers.items()}
    before = {name: seen(client, match) for name, client in clients.items()}

    change(match)

    noticed = {name for name, client in clients.items() if seen(client, match) != before[name]}
    assert noticed == HIDDEN[change]


def test_f43_who_watches_late_notices_nothing_of_what_happens_now():
    match, one, other = make_match(is_listed=True, delay=30, clock={"kind": "move", "minutes": 60})
    match.turns.update(at=timezone.now() - timedelta(hours=1))
    late = client_of(make_user())
    before = seen(late, match)

    answer_give(person=one, match_id=match.pk, revision=0, answer="pass")
    client_of(one).post(address(match, "seats/"), {"do": "link", "seat": 0})
    client_of(other).post(address(match, "offer/"), {"revision": 1, "do": "draw_offer"})

    assert seen(late, match) == before


def test_f41_f42_the_secret_and_the_invitation_are_on_no_page_before_the_end():
    match, one, other = make_match(is_listed=True)
    everybody = [client_of(person) for person in (one, other, make_user(), None)]

    pages = [page for client in everybody for page in seen(client, match).values()]

    assert len(pages) == len(everybody) * (len(PARTS) + len(LISTS))
    assert not any(match.secret in page[1] + page[2] for page in pages)
    assert not any(match.invite_token in page[1] for page in pages)
