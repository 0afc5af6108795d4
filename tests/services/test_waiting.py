"""What waits for a person is one list and one number: asks, matches, challenges to a court."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Contest, Kingdom, Phase, User
from campaign.services.submissions import sheet_submit
from campaign.services.waiting import Waiting, waiting_count, waiting_for
from games.models import Match
from games.services.openings import NewMatch, match_join, match_open
from tests.factories import Table, make_table, make_user
from tests.games.hosting.toys import HEAP, offer_toys
from tests.services import courtly
from tests.services.nested import at_match, match_of, move

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    offer_toys(monkeypatch)


def against(person: User, **new: Any) -> Match:
    """Begin a match of the person, who is asked first, against somebody new."""
    match = match_open(person=person, new=NewMatch(HEAP, **new), now=START)
    return match_join(person=make_user(), token=match.invite_token, now=START)


def challenge(table: Table, seats: list[int], by: int, accepted: list[int], **fields: Any) -> Any:
    """Write down a challenge to a court of the running phase."""
    return Contest.objects.create(
        campaign=table.campaign,
        phase=table.phase(1),
        kind=Contest.Kind.COURT,
        number=Contest.objects.count() + 1,
        mode="winter",
        seats=seats,
        stake={"kind": "honour"},
        proposed_by=by,
        accepted=accepted,
        created_at=START,
        **{"status": Contest.Status.PROPOSED, **fields},
    )


def kinds(found: list[Waiting]) -> list[tuple[str, str]]:
    return [(one.of, one.kind) for one in found]


def cost(person: User) -> tuple[int, int]:
    """Return how many queries the count and the list take."""
    with CaptureQueriesContext(connection) as counted:
        waiting_count(person)
    with CaptureQueriesContext(connection) as listed:
        waiting_for(person)
    return len(counted), len(listed)


def test_a_stranger_has_nothing_to_do() -> None:
    make_table(2)
    stranger = make_user()

    assert waiting_for(stranger) == []
    assert waiting_count(stranger) == 0


@pytest.mark.usefixtures("_toys")
def test_all_that_waits_is_one_list_the_soonest_first_and_what_nobody_hurries_last() -> None:
    table = make_table(2, now=START)  # the Winter is due in two days
    person = table.players[0]
    idle = against(person)
    soon = against(person, clock={"kind": "move", "minutes": 90})
    late = against(person, clock={"kind": "move", "minutes": 4 * 24 * 60})
    challenge(table, [1, 0], 1, [1])

    found = waiting_for(person)

    assert kinds(found) == [
        ("match", HEAP),
        ("court", "challenge"),
        ("campaign", "winter"),
        ("match", HEAP),
        ("match", HEAP),
    ]
    assert [one.due for one in found] == [
        START + timedelta(minutes=90),
        START + timedelta(days=2),
        START + timedelta(days=2),
        START + timedelta(days=4),
        None,
    ]
    assert [one.address for one in found] == [
        f"/matches/{soon.pk}/",
        f"/campaigns/{table.campaign.pk}/courts/",
        f"/campaigns/{table.campaign.pk}/hand-in/",
        f"/matches/{late.pk}/",
        f"/matches/{idle.pk}/",
    ]
    assert waiting_count(person) == 5


def test_what_is_handed_in_stays_in_the_list_and_is_not_counted() -> None:
    table = make_table(2)
    person = table.players[0]
    sheet_submit(person=person, campaign_id=table.campaign.pk, phase=1, sheet={})

    (one,) = waiting_for(person)

    assert one.is_in
    assert waiting_count(person) == 0
    assert waiting_count(table.players[1]) == 1


@pytest.mark.usefixtures("_toys")
def test_a_match_that_asks_the_other_player_waits_for_nobody_else() -> None:
    match = against(make_user())
    first, second = (seat.user for seat in match.seats.order_by("number"))
    assert first is not None
    assert second is not None

    assert (waiting_count(first), waiting_count(second)) == (1, 0)
    assert (len(waiting_for(first)), len(waiting_for(second))) == (1, 0)


@pytest.mark.usefixtures("_toys")
def test_a_match_by_itself_belongs_to_no_campaign() -> None:
    person = make_user()
    against(person)

    (one,) = waiting_for(person)

    assert (one.campaign, one.kingdom, one.kingdom_seat, one.phase) == (None, None, None, None)


def test_a_match_of_a_campaign_names_its_campaign_and_the_persons_kingdom() -> None:
    table = at_match(name="Frostholm")
    asked = [person for person in table.players if "match" in dict(kinds(waiting_for(person)))]
    person = asked[0]
    seat = table.players.index(person)

    one = next(one for one in waiting_for(person) if one.of == "match")

    assert one.campaign is not None
    assert one.phase is not None
    assert (one.campaign.name, one.kingdom_seat) == ("Frostholm", seat)
    assert one.kingdom == table.kingdom(seat).name
    assert (one.phase.ordinal, one.kind) == (2, "winter_court")
    assert one.match is not None
    assert one.match.match.pk == match_of(table).pk
    assert waiting_count(person) == len([one for one in waiting_for(person) if not one.is_in])


def test_a_match_of_a_campaign_waits_no_longer_than_its_phase() -> None:
    table = at_match()
    match = match_of(table)
    [asked] = [seat.user for seat in match.seats.filter(number__in=match.asked)]
    own = next(one.due for one in waiting_for(asked) if one.of == "match")
    sooner = table.phase(2).due_at - timedelta(hours=70)

    Phase.objects.filter(pk=table.phase(2).pk).update(due_at=sooner)

    # A day and a half for each side from the battle on; of three days two hours are left.
    assert own == sooner + timedelta(hours=34)
    assert next(one.due for one in waiting_for(asked) if one.of == "match") == sooner


def test_a_match_of_a_campaign_waits_no_more_once_it_is_answered() -> None:
    table = at_match()
    person = next(p for p in table.players if "match" in dict(kinds(waiting_for(p))))
    before = waiting_count(person)
    number = match_of(table).seats.get(user=person).number
    while number in match_of(table).asked:
        move(table, person)

    assert waiting_count(person) == before - 1
    assert "match" not in dict(kinds(waiting_for(person)))


# Challenges to a court


def test_a_challenge_waits_for_whom_it_asks_and_has_not_answered() -> None:
    table = make_table(4, name="Frostholm")
    challenge(table, [3, 0, 1], 3, [3, 1])

    found = [kinds(waiting_for(person)) for person in table.players]

    court = ("court", "challenge")
    assert [court in each for each in found] == [True, False, False, False]
    assert [waiting_count(person) for person in table.players] == [2, 1, 1, 1]


def test_a_challenge_says_where_by_whom_and_until_when() -> None:
    table = make_table(2, name="Frostholm", now=START)
    Kingdom.objects.filter(pk=table.kingdom(1).pk).update(name="Norn")
    court = challenge(table, [1, 0], 1, [1])

    one = next(one for one in waiting_for(table.players[0]) if one.of == "court")

    assert one.campaign is not None
    assert (one.campaign.name, one.kingdom, one.seat) == ("Frostholm", "Kingdom 1", 0)
    assert (one.challenger, one.court, one.due) == ("Norn", court, START + timedelta(days=2))


def test_who_accepts_waits_for_the_match_instead_of_the_challenge() -> None:
    table = courtly.at_court()
    courtly.challenge(table, 0, 1)
    challenged = [kinds(waiting_for(person)) for person in table.players]
    courtly.answer(table, 1)

    found = [kinds(waiting_for(person)) for person in table.players]

    court, challenge_, match = ("campaign", "court"), ("court", "challenge"), ("match", "winter")
    assert challenged == [[court], [challenge_, court], [court]]
    assert challenge_ not in found[1]
    assert sum(match in each for each in found[:2]) >= 1
    assert match not in found[2]


@pytest.mark.parametrize(
    "status",
    [
        Contest.Status.DECLINED,
        Contest.Status.LAPSED,
        Contest.Status.WITHDRAWN,
        Contest.Status.OPEN,
    ],
)
def test_a_challenge_that_is_settled_waits_for_nobody(status: str) -> None:
    table = make_table(2)
    challenge(table, [1, 0], 1, [1], status=status)

    assert kinds(waiting_for(table.players[0])) == [("campaign", "winter")]
    assert waiting_count(table.players[0]) == 1


def test_a_challenge_of_a_phase_that_is_over_waits_for_nobody() -> None:
    table = make_table(2)
    challenge(table, [1, 0], 1, [1])
    Phase.objects.filter(campaign=table.campaign).update(status=Phase.Status.DONE)

    assert waiting_for(table.players[0]) == []
    assert waiting_count(table.players[0]) == 0


def test_a_kingdom_that_has_a_regent_waits_for_nobody() -> None:
    table = make_table(2)
    challenge(table, [1, 0], 1, [1])
    Kingdom.objects.filter(pk=table.kingdom(0).pk).update(regent="steward")

    assert waiting_for(table.players[0]) == []
    assert waiting_count(table.players[0]) == 0


def test_a_challenge_in_another_campaign_is_none_of_mine() -> None:
    mine, other = make_table(2), make_table(2)
    challenge(other, [1, 0], 1, [1])

    assert kinds(waiting_for(mine.players[0])) == [("campaign", "winter")]
    assert waiting_count(mine.players[0]) == 1


# What it costs


@pytest.mark.usefixtures("_toys")
def test_f53_what_waits_costs_the_same_however_much_there_is() -> None:
    person, costs = make_user(), []
    for _ in range(3):
        for _ in range(2):
            against(person)
            table = make_table(2)
            Kingdom.objects.filter(pk=table.kingdom(0).pk).update(player=person)
            table.campaign.memberships.filter(user=table.players[0]).update(user=person)
            challenge(table, [1, 0], 1, [1])
        costs.append(cost(person))

    assert waiting_count(person) == 18
    assert costs == [(1, 4)] * 3
