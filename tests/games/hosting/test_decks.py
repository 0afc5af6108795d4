"""Owners' decks: kept as they were checked, pinned by the matches begun with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from games.courtier.deckfile import HOUSE, DeckRefused, digest_of, house_table, read
from games.engine.contract import BadOptions
from games.engine.dice_check import checked
from games.engine.registry import load_system
from games.engine.replay import Record, play_back
from games.hosting.errors import Conflict, NotThere, ServiceError
from games.models import Deck, Match
from games.services import listeners, replays, rulebook
from games.services.answers import answer_give
from games.services.decks import Choice, deck_add, deck_retire, decks_offered
from games.services.endings import end_by_abort
from games.services.listeners import Finished, listen
from games.services.openings import NewMatch, match_open
from games.services.policy import access_match
from games.services.rematches import rematch_ask
from games.services.rulebook import game_of
from games.services.sourced import open_for
from games.services.table import sit
from games.services.verify import verify_match
from tests.factories import make_user
from tests.games.hosting.toys import me

pytestmark = pytest.mark.django_db


OPTIONS = {"first": 0, "auction": False}
HOUSE_DIGEST = "8939234674669fd27f1fdf3bd397cffff4b6721e5fbac950aab1afe559bc83a4"


def file_of(**renamed: str) -> bytes:
    """Return the house deck as a file, with the names of some courtiers changed."""
    text = HOUSE.read_text("utf-8")
    for ident, name in renamed.items():
        old = f'id = "{ident}"\nname = "{ident.capitalize()}"'
        assert old in text
        text = text.replace(old, f'id = "{ident}"\nname = "{name}"')
    return text.encode()


def small_file() -> bytes:
    """Return a deck whose King has three slots: rules that are not those of the house deck."""
    text = HOUSE.read_text("utf-8").replace("slots = 4", "slots = 3", 1)
    for ident, slots in (("pet_09", 7), ("pet_11", 8), ("pet_17", 9), ("pet_24", 12)):
        at = text.index(f'id = "{ident}"')
        old, new = f"slots = {slots}", f"slots = {slots - 1}"
        text = text[:at] + text[at:].replace(old, new, 1)
    return text.encode()


def added(name: str = "Printed", data: bytes = b"") -> Deck:
    return deck_add(name=name, data=data or small_file()).deck


def opened(deck: Deck | None = None, *bots: str, **new: Any) -> Match:
    new.setdefault("options", OPTIONS)
    seats = me(*(bots or ("greedy",)))
    match = match_open(
        person=new.pop("person", None) or make_user(),
        new=NewMatch("courtier", seats=seats, deck=deck and deck.pk, **new),
    )
    return Match.objects.get(pk=match.pk)


def ended(match: Match) -> Match:
    with transaction.atomic():
        table = sit(match.pk)
        end_by_abort(table)
        table.save()
    return Match.objects.get(pk=match.pk)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises((ServiceError, BadOptions)) as refused:
        call()
    return str(refused.value.code)


def test_whoever_changes_the_house_deck_raises_the_version_of_the_rules():
    assert (load_system("courtier").version, digest_of(house_table())) == ("1", HOUSE_DIGEST)


def test_a_deck_is_kept_as_it_was_checked():
    deck = added("  My   cards ")

    kept = Deck.objects.get(pk=deck.pk)
    assert (kept.game, kept.name, kept.is_offered) == ("courtier", "My cards", True)
    assert kept.table == read(small_file().decode())
    assert kept.digest == digest_of(kept.table)
    assert decks_offered("courtier") == [Choice(deck.pk, "My cards")]
    assert decks_offered("winter") == []


def test_the_same_cards_are_kept_once():
    first = deck_add(name="Printed", data=small_file())
    again = deck_add(name="Another name", data=small_file() + b"\n# the same\n")

    assert (first.is_new, again.is_new) == (True, False)
    assert again.deck == first.deck
    assert Deck.objects.get().name == "Printed"


def test_a_deck_with_a_fault_is_not_kept():
    with pytest.raises(DeckRefused):
        deck_add(name="Broken", data=small_file().replace(b"qty = 5", b"qty = 6"))

    assert not Deck.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b"])
def test_a_deck_needs_a_name(name: str):
    assert code_of(lambda: deck_add(name=name, data=small_file())) == "bad_deck_name"


def test_two_decks_on_offer_do_not_share_a_name():
    added("Printed")

    with pytest.raises(Conflict) as refused:
        deck_add(name="Printed", data=file_of(king="Doge"))

    assert refused.value.code == "deck_name_taken"
    assert Deck.objects.count() == 1


def test_a_retired_deck_frees_its_name_and_is_not_chosen_any_more():
    old = added("Printed")

    deck_retire(name="Printed")
    new = added("Printed", file_of(king="Doge"))

    assert decks_offered("courtier") == [Choice(new.pk, "Printed")]
    assert code_of(lambda: opened(old)) == "unknown_deck"
    with pytest.raises(Conflict):  # it would be offered again, by a name that is taken now
        added("Other", small_file())
    with pytest.raises(NotThere):
        deck_retire(name="Elsewhere")


def test_a_match_is_played_with_the_deck_it_was_begun_with():
    deck = added()

    own, house = opened(deck), opened(None)
    deck_retire(name="Printed")

    assert own.deck_id == deck.digest
    assert king_slots(own) == 3
    assert king_slots(house) == 4
    assert own.options == house.options == OPTIONS
    assert verify_match(own) == []


def king_slots(match: Match) -> int:
    """Return how many slots the King has by the rules of a match."""
    slots: tuple[int, ...] = game_of(match).rules.deck.slots  # type: ignore[attr-defined]
    return slots[0]


def test_a_deck_with_matches_cannot_be_deleted():
    deck = added()
    opened(deck)

    with pytest.raises(ProtectedError):
        deck.delete()


def test_reading_a_match_reads_no_cards(django_assert_num_queries: Any):
    deck = added()
    person = make_user()
    match = opened(deck, person=person)
    game_of(match)

    with django_assert_num_queries(0):
        game_of(Match(**{f.attname: getattr(match, f.attname) for f in Match._meta.fields}))
    with django_assert_num_queries(2):
        access = access_match(person, match.pk)
        assert access.match.deck is not None
        assert access.match.deck.name == "Printed"


@pytest.mark.parametrize("table", [None, {}, "deck"])
def test_a_table_among_the_options_is_refused(table: Any):
    assert code_of(lambda: opened(None, options={"deck": table})) == "unknown_option"
    assert not Match.objects.exists()


@pytest.mark.parametrize("deck", [0, -1, 10**30, True, "1", 4711])
def test_only_a_deck_on_offer_can_be_chosen(deck: Any):
    added()
    new = NewMatch("courtier", seats=me("greedy"), deck=deck)

    assert code_of(lambda: match_open(person=make_user(), new=new)) == "unknown_deck"


def test_another_game_has_no_such_deck():
    deck = added()
    new = NewMatch("winter", seats=me("greedy"), deck=deck.pk)

    assert code_of(lambda: match_open(person=make_user(), new=new)) == "unknown_deck"


def test_a_rematch_keeps_the_deck_though_it_is_retired():
    deck, person = added(), make_user()
    match = ended(opened(deck, person=person))
    deck_retire(name="Printed")

    again = rematch_ask(person=person, match_id=match.pk)

    assert again.deck_id == deck.digest


def test_a_listener_opens_a_match_with_a_deck(monkeypatch: pytest.MonkeyPatch):
    deck = added()

    monkeypatch.setattr(listeners, "_listeners", {})
    heard: list[Finished] = []
    listen("test", heard.append)
    match = open_for(
        source="test",
        key="1",
        game="courtier",
        options=OPTIONS,
        seats=["greedy", "greedy"],
        clock={"kind": "none"},
        deck=deck.pk,
    )

    assert Match.objects.get(pk=match.pk).deck_id == deck.digest


def test_the_file_of_a_match_plays_by_itself():
    deck, person = added(), make_user()
    match = opened(deck, person=person)
    for _ in range(3):
        match = Match.objects.get(pk=match.pk)
        ask = game_of(match).asks(game_of(match).decode(match.state))[0]
        if ask.seat == 0:
            answer_give(person=person, match_id=match.pk, revision=match.turn, answer=ask.default)
    match = ended(match)

    file = json.loads(json.dumps(replays.match_file(access_match(person, match.pk))))
    record = Record.from_json(file["record"])
    replay = play_back(record)

    assert record.options == OPTIONS | {"deck": deck.table}
    assert replay.breach is None
    assert game_of(match).encode(replay.steps[-1].state) == match.state
    assert checked(file)[1] == ""
    assert verify_match(match) == []


def test_verify_finds_a_deck_that_was_changed():
    deck = added()
    match = opened(deck)

    table = json.loads(json.dumps(deck.table))
    table["setup"]["pool_start"] = 14
    Deck.objects.filter(pk=deck.pk).update(table=table)
    rulebook.deck_table.cache_clear()

    assert verify_match(match) == ["its deck is not the one it was begun with"]
    rulebook.deck_table.cache_clear()


def test_one_digest_is_one_row():
    deck = added()

    with pytest.raises(IntegrityError), transaction.atomic():
        Deck.objects.create(game="courtier", name="Twin", digest=deck.digest, table={})
