"""The skirmish in words: every event, answer and state that play brings about."""

from random import Random

import pytest

from games.engine.chance import Seeded
from games.skirmish import SYSTEM
from games.skirmish.faction import factions
from games.skirmish.house import HOUSE
from games.web.boards import skirmish_catalogue as catalogue
from games.web.boards.skirmish_events import SAYERS, SILENT, line
from games.web.boards.skirmish_text import as_text
from games.web.boards.skirmish_words import ASKED, answer_words, side_words

NAMES = ["Ann", "Ben"]


def steps(seed):
    """Play one random game; yield the game, each state and the step to it."""
    rng = Random(seed)
    game = SYSTEM.open(SYSTEM.playout_options(rng, 2), 2)
    chance = Seeded(rng)
    step = game.start(chance)
    yield game, step
    while asks := game.asks(step.state):
        answers = {
            ask.seat: ask.default if ask.kind == "team" else game.sample(step.state, ask, rng)
            for ask in asks
        }
        step = game.resolve(step.state, answers, chance)
        yield game, step


@pytest.fixture(scope="module")
def played():
    return [pair for seed in range(8) for pair in steps(seed)]


def test_every_event_is_said_or_left_out_on_purpose(played):
    for _game, step in played:
        for event in step.events:
            said = line({"kind": event.kind, "data": event.data}, NAMES, 0)
            assert bool(said) == (event.kind not in SILENT), event
            assert "%(" not in said


def test_no_kind_is_both_said_and_silent():
    assert not set(SAYERS) & SILENT


def test_every_ask_has_its_sentence_and_every_answer_its_words(played):
    for game, step in played:
        for ask in game.asks(step.state):
            assert ask.kind in ASKED
            for answer in list(ask.legal[:60]) if ask.kind != "team" else [ask.default]:
                assert answer_words(answer, ask.kind) not in ("", answer), (ask.kind, answer)


def test_a_fight_is_said_with_all_that_changed_it():
    fight = {
        "attacker_entry": "stag_rider",
        "target_entry": "old_oak",
        "die": [8, 8],
        "dice": [[3, 7], [6]],
        "net": [1, 0],
        "sources": [2, 1],
        "spends": [True, True],
        "disadvantage": [False, True],
        "flat": [-2, 4],
        "grace": [-2, 2],
        "totals": [5, 10],
    }

    assert side_words(fight, 0) == (
        "D8: 3 and 7, 1 Advantage spent, Mounted Advantage, the higher counts, Cursed -2: 5"
    )
    assert side_words(fight, 1) == (
        "D8: 6, 1 Advantage spent, 1 Disadvantage spent, they cancel: one die, "
        "Blessed +2, Deep roots +2: 10"
    )


def test_a_roll_that_nothing_changed_is_said_in_short():
    fight = {
        "attacker_entry": "watchtower",
        "target_entry": "arctic_wolf",
        "die": [8, 4],
        "dice": [[5], [3]],
        "net": [0, 0],
        "sources": [0, 0],
        "spends": [False, False],
        "disadvantage": [False, False],
        "flat": [0, 0],
        "grace": [0, 0],
        "totals": [5, 3],
    }

    assert [side_words(fight, role) for role in (0, 1)] == ["D8: 5: 5", "D4: 3: 3"]


def test_whose_piece_moves_is_said_from_the_readers_side():
    moved = {
        "kind": "moved",
        "data": {"seat": 0, "piece": 3, "entry": "yeti", "from": "b1", "to": "c3"},
    }

    assert line(moved, NAMES, 0) == "Your Yeti moves from b1 to c3."
    assert line(moved, NAMES, 1) == "Ann's Yeti moves from b1 to c3."
    assert line(moved, NAMES, None) == "Ann's Yeti moves from b1 to c3."


def test_the_state_in_words_names_every_piece_where_it_stands():
    game = SYSTEM.open({"factions": ["blights", "plain_guard"]}, 2)
    state = game.position(
        {
            "south": {"e4": "father_winter dis=2 cursed"},
            "north": {"e8": "captain adv=1 blessed activated", "a8": "watchtower"},
            "slain": [["yeti"]],
            "trees": ["d5", "c3"],
            "kept": [["KS"], []],
        }
    )

    texts = dict(as_text(game.view(state, None), NAMES))

    assert texts["Ann on the board"] == "Father Winter (King) on e4, 2 Disadvantage, Cursed"
    assert (
        "Captain (King) on e8, 1 Advantage, Blessed, has been Activated"
        in texts["Ben on the board"]
    )
    assert texts["Ann slain"] == "Yeti (Knight)"
    assert texts["Trees"] == "c3 and d5"
    assert texts["Ann has kept 1 card"] == "K♠"


def test_a_secret_team_is_said_to_its_owner_alone():
    game = SYSTEM.open({}, 2)
    state = game.start(Seeded(Random(1))).state
    state = game.resolve(
        state, {0: "team father_winter 1", 1: "team captain 1"}, Seeded(Random(2))
    ).state

    mine = dict(as_text(game.view(state, 0), NAMES))
    outside = dict(as_text(game.view(state, None), NAMES))

    assert mine["Ann's team"] == "Father Winter"
    assert "Ben's team" not in mine
    assert not [heading for heading in outside if heading.endswith("team")]


def test_translators_find_every_name_and_text():
    found = factions()
    entries = [entry for faction in found for entry in faction.entries]
    rules = [rule for faction in found for rule in faction.rules]
    rules += [rule for entry in entries for rule in entry.rules]

    assert set(catalogue.TYPES) == {one.name for one in HOUSE.types.values()}
    assert set(catalogue.FACTIONS) == {faction.name for faction in found}
    assert set(catalogue.ABOUT) == {faction.about for faction in found}
    assert set(catalogue.ENTRIES) == {entry.name for entry in entries}
    assert set(catalogue.RULES) == {rule.name for rule in rules}
    assert set(catalogue.TEXTS) == {rule.text for rule in rules}
