"""The board of the skirmish: what is shown is what the view says, what is sent is legal."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.engine.chance import Seeded
from games.engine.contract import Json
from games.skirmish import SYSTEM
from games.skirmish.combat import odds
from games.skirmish.faction import faction
from games.skirmish.geometry import SQUARE_OF
from games.skirmish.state import Fight
from games.web.boards.skirmish_desk import percent
from games.web.boards.skirmish_figures import FIGURES, OF_TYPE, SHAPES, figure_of, shape_of
from games.web.boards.skirmish_text import piece_words
from tests.web.skirmish import (
    board,
    given,
    html,
    links,
    moments,
    reached,
    scene,
    scene_of,
    sent,
    targets,
)

PAIRS = [("blights", "plain_guard"), ("briar_host", "blights"), ("plain_guard", "briar_host")]

FRAY: Json = {
    "turn": 3,
    "to_move": 0,
    "south": {
        "e4": "spearman moved adv=2",
        "c1": "chaplain",
        "a1": "watchtower",
        "e1": "captain activated",
        "b3": "outrider",
    },
    "north": {
        "d5": "arctic_wolf dis=1 adv=1 activated",
        "f5": "arctic_wolf",
        "e8": "father_winter",
        "c8": "solstice_totem",
    },
    "trees": ["e5", "b5"],
    "kept": [0, 6],
    "jokers_up": 1,
}


# What can be sent


@pytest.mark.parametrize("pair", PAIRS)
def test_links_and_buttons_reach_exactly_the_legal_answers(pair: tuple[str, str]) -> None:
    options = {"factions": list(pair)}
    kinds = set()

    for game, state, ask, _events in moments(5, most=1, **options):
        assert reached(game, state, ask.seat, options) == set(ask.legal or ()), ask.kind
        kinds.add(ask.kind)

    assert {"tree", "deploy", "activate", "act"} <= kinds


@pytest.mark.parametrize("seed", [1, 2])
def test_every_ask_in_the_middle_of_an_activation_can_be_answered(seed: int) -> None:
    options = {"factions": ["blights", "briar_host"]}
    kinds = set()

    for game, state, ask, _events in moments(seed, most=1, **options):
        if ask.kind not in ("tree", "deploy", "activate"):
            assert reached(game, state, ask.seat, options) == set(ask.legal or ()), ask.kind
            kinds.add(ask.kind)

    assert {"keep_card", "chill", "act"} <= kinds


@pytest.mark.parametrize("query", [{}, {"piece": "e4"}, {"piece": "e4", "to": "d5"}, {"to": "c4"}])
def test_the_page_holds_the_links_and_answers_that_it_is_given(query: Json) -> None:
    shown = scene(FRAY, query=query)
    answers, leads = given(board(shown))

    page = html(shown)

    assert sent(page) == answers
    assert links(page) == leads


@pytest.mark.parametrize("seat", [1, None])
def test_who_is_not_asked_can_look_at_pieces_and_send_nothing(seat: int | None) -> None:
    shown = scene(FRAY, seat, query={"piece": "c1"})

    page = html(shown)

    assert sent(page) == set()
    assert {target["kind"] for target in targets(board(shown)).values()} == {"look"}
    assert "At the start of its Activation you may Bless one ally beside it." in page


def test_two_taps_put_a_tree() -> None:
    game = SYSTEM.open({"first": 0}, 2)
    state = game.start(Seeded(Random(1))).state
    state = game.resolve(state, {}, Seeded(Random(1))).state

    first = targets(board(scene_of(game, state, 0)))
    second = targets(board(scene_of(game, state, 0, query={"to": "c3"})))

    assert board(scene_of(game, state, 0))["prompt"] == "Choose a square for a Tree; 6 are left."
    assert len(first) == 32  # ranks 3 to 6
    assert {target["answer"] for target in first.values()} == {""}
    assert second["c3"]["answer"] == "tree c3"


def test_two_taps_deploy_any_piece() -> None:
    options = {"first": 0, "trees": 0}
    game = SYSTEM.open(options, 2)
    state = game.start(Seeded(Random(1))).state
    state = game.resolve(state, {}, Seeded(Random(1))).state

    shown = board(scene_of(game, state, 0, query={"to": "e1"}, options=options))

    assert [(send["answer"], send["label"]) for send in shown["sends"]] == [
        ("deploy father_winter e1", "Father Winter"),
        ("deploy witch_of_november e1", "Witch of November"),
        ("deploy solstice_totem e1", "Solstice Totem × 2"),
        ("deploy arctic_wolf e1", "Arctic Wolf × 4"),
    ]


def test_a_piece_with_a_rule_first_shows_where_it_could_go_and_sends_its_activation() -> None:
    shown = board(scene(FRAY, query={"piece": "c1"}))

    assert targets(shown)["c1"]["answer"] == "activate c1"
    assert [send["answer"] for send in shown["sends"]] == ["activate c1"]
    spots = {(hint["x"] // 48, hint["y"] // 48): hint["kind"] for hint in shown["picture"]["hints"]}
    # b2, a3; d2, e3, f4, g5, h6: columns and rows from the top left corner
    assert spots == dict.fromkeys([(1, 6), (0, 5), (3, 6), (4, 5), (5, 4), (6, 3), (7, 2)], "move")


def test_a_king_beside_whom_a_rook_castles_is_one_target() -> None:
    position = FRAY | {"south": {"a1": "watchtower", "d1": "captain", "d2": "chaplain"}}

    found = targets(board(scene(position, query={"piece": "a1"})))

    assert found["d1"]["kind"] == "castle"
    assert found["d2"]["kind"] == "own"


def test_staying_put_is_never_the_main_answer_of_a_piece_that_can_attack() -> None:
    shown = board(scene(FRAY, query={"piece": "e4"}))

    assert [(send["answer"], send["class"]) for send in shown["sends"]] == [
        ("stay e4", "button-plain")
    ]


def test_a_name_of_its_own_takes_no_article() -> None:
    shown = targets(board(scene(FRAY, 1)))

    assert shown["e8"]["label"] == "Look at Father Winter on e8"
    assert shown["c1"]["label"] == "Look at the Chaplain on c1"


# Chances


def test_the_chance_of_an_attack_stands_on_its_square_without_and_with_advantage() -> None:
    """A D4 beats a D4 in 6 of 16, the higher of two in 34 of 64 (1/16, 3/16, 5/16, 7/16)."""
    found = targets(board(scene(FRAY, query={"piece": "e4"})))

    assert found["f5"]["texts"] == ("38 %", "53 %")
    # Two dice of which the lower counts are a 1 in 7 of 16, a 2 in 5, a 3 in 3, a 4 in 1:
    # 4 x (7 x 3 + 5 x 2 + 3) of 256 are beaten by one die.
    assert found["d5"]["texts"][0] == "53 %"


def test_what_a_chosen_attack_says_counts_advantage_on_both_sides() -> None:
    shown = board(scene(FRAY, query={"piece": "e4", "to": "d5"}))

    assert shown["sends"][0]["answer"] == "attack e4 d5"
    assert shown["sends"][0]["note"] == (
        "Succeeds with 53 %; with an Advantage spent 73 %; if they spend theirs 38 %; "
        "if both do 53 %"
    )


def test_an_attack_en_passant_says_where_it_ends() -> None:
    position = {
        "south": {"e5": "spearman moved"},
        "north": {"d5": "arctic_wolf moved activated", "h8": "yeti"},
        "skipped": {"pawn": "d5", "square": "d6"},
    }

    shown = board(scene(position, query={"piece": "e5", "to": "d5"}))

    assert shown["sends"][0]["note"] == "Succeeds with 38 %; En Passant: it ends on d6"


@pytest.mark.parametrize("pair", PAIRS)
def test_chances_shown_are_the_exact_ones(pair: tuple[str, str]) -> None:
    options, seen = {"factions": list(pair)}, 0

    for game, state, ask, _events in moments(9, most=8, **options):
        for answer in ask.legal or ():
            if answer.startswith("attack"):
                _verb, start, to = answer.split()
                query = {"piece": start}
                shown = board(scene_of(game, state, ask.seat, query=query, options=options))
                assert targets(shown)[to]["texts"] == exact(state, start, to)
                seen += 1

    assert seen > 5


def exact(state: Any, start: str, to: str) -> tuple[str, ...]:
    """Return the chances of an Attack that is not En Passant, on the real state."""
    attacker, target = (state.board[SQUARE_OF[square]] for square in (start, to))
    fight = Fight(attacker, target, SQUARE_OF[to])
    spends = (False, True) if state.pieces[attacker].adv else (False,)
    return tuple(percent(odds(state, fight, (one, False))) for one in spends)


def test_whoever_may_spend_sees_what_it_would_change() -> None:
    game = SYSTEM.open({"factions": ["plain_guard", "blights"]}, 2)
    state = game.position(FRAY)
    state = game.resolve(state, {0: "attack e4 d5"}, Seeded(Random(1))).state
    options = {"factions": ["plain_guard", "blights"]}

    mine = board(scene_of(game, state, 0, options=options))
    after = game.resolve(state, {0: "spend"}, Seeded(Random(1))).state
    theirs = board(scene_of(game, after, 1, options=options))

    assert mine["prompt"] == "Your Spearman Attacks the Arctic Wolf: spend an Advantage?"
    assert theirs["prompt"] == "Your Arctic Wolf is Attacked by the Spearman: spend an Advantage?"
    assert [(send["answer"], send["note"]) for send in mine["sends"]] == [
        ("keep", "The Attack succeeds with 53 %; 38 % if they spend theirs."),
        ("spend", "The Attack succeeds with 73 %; 53 % if they spend theirs."),
    ]
    assert [(send["answer"], send["note"]) for send in theirs["sends"]] == [
        ("keep", "The Attack succeeds with 73 %."),
        ("spend", "The Attack succeeds with 53 %."),
    ]


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(0, 1, "0 %"), (1, 1000, "<1 %"), (3, 8, "38 %"), (999, 1000, ">99 %"), (1, 1, "100 %")],
)
def test_a_chance_is_never_rounded_to_none_or_to_certain(part: int, whole: int, text: str) -> None:
    assert percent(Fraction(part, whole)) == text


# What is shown


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_is_shown_is_what_the_view_says(seat: int | None) -> None:
    options = {"factions": ["blights", "plain_guard"]}

    for game, state, _ask, _events in moments(4, most=1, **options):
        shown, view = board(scene_of(game, state, seat, options=options)), game.view(state, seat)
        there = [piece for piece in view["pieces"] if piece["square"]]
        labels = sorted(piece["label"].split(": ", 1)[1] for piece in shown["picture"]["pieces"])
        assert labels == sorted(map(piece_words, there))
        assert len(shown["picture"]["trees"]) == len(view["trees"])
        assert sum(shown["jokers"]) == view["jokers_up"]
        for side in shown["sides"]:
            number = int(side["name"] == "Ben")
            assert side["points"] == view["points"][number]
            assert len(side["kept"]) == len(view["kept"][number])
            hand = [p for p in view["pieces"] if p["where"] == "hand" and p["seat"] == number]
            assert len(side["hand"]) == len(hand)


def test_the_board_says_how_many_kept_cards_are_missing_to_the_tenth() -> None:
    few, enough = (board(scene(FRAY | {"kept": [0, n]}))["sides"][0] for n in (6, 10))

    assert (few["name"], few["track"]["left"], sum(few["track"]["cells"])) == ("Ben", 4, 6)
    assert enough["track"]["left"] == 0
    assert "4 more protect Father Winter" in re.sub(r"\s+", " ", html(scene(FRAY)))
    assert "Father Winter is protected" in html(scene(FRAY | {"kept": [0, 10]}))


def test_every_piece_of_our_factions_has_a_drawing_of_its_own_and_any_other_some() -> None:
    entries = {entry.id for id in SHAPES for entry in faction(id).entries}

    assert entries == set(FIGURES)
    assert len({figure_of(entry) for entry in entries}) == len(entries)
    assert len({shape_of(id) for id in (*SHAPES, "coven")}) == 4
    assert figure_of("maiden") == OF_TYPE["pawn"]


def test_the_readers_own_side_lies_below() -> None:
    south, north = (board(scene(FRAY, seat))["picture"] for seat in (0, 1))

    totem = "Ben: Solstice Totem (Bishop) on c8"
    assert [(p["x"], p["y"]) for p in south["pieces"] if p["label"] == totem] == [(120, 24)]
    assert [(p["x"], p["y"]) for p in north["pieces"] if p["label"] == totem] == [(264, 360)]


def test_the_last_fight_shows_its_dice_and_what_each_modifier_did() -> None:
    """The rider's 3 and 7 count as 7 by Mounted Advantage, the Blessed Wolf's 4 as 6."""
    options = {"factions": ["plain_guard", "blights"]}
    game = SYSTEM.open(options, 2)
    position = FRAY | {"north": {"d4": "arctic_wolf blessed dis=1", "e8": "yeti"}}
    state = game.position(position)
    for seed in range(50):
        step = game.resolve(state, {0: "attack b3 d4"}, Seeded(Random(seed)))
        fight = board(scene_of(game, step.state, 0, options=options))["fight"]
        rider, wolf = fight["sides"]
        assert rider["why"] == ["Mounted Advantage", "the higher counts"]
        assert wolf["why"] == ["1 Disadvantage spent", "the lower counts", "Blessed +2"]
        assert [face for face, counts in rider["dice"] if counts] == [rider["total"]]
        assert [face for face, counts in wolf["dice"] if counts] == [wolf["total"] - 2]
        assert len(rider["dice"]) == len(wolf["dice"]) == 2


def test_what_happened_last_is_said_above_the_field_but_not_in_a_replay() -> None:
    game = SYSTEM.open({"factions": ["plain_guard", "blights"]}, 2)
    step = game.resolve(game.position(FRAY), {0: "move a1 a4"}, Seeded(Random(1)))
    events = [{"kind": event.kind, "data": event.data} for event in step.events]
    options = {"factions": ["plain_guard", "blights"]}
    more: dict[str, Any] = {"options": options, "events": events}

    playing = board(scene_of(game, step.state, 1, **more))
    replayed = board(scene_of(game, step.state, 1, address="", **more))

    assert playing["told"] == ["Anna's Watchtower moves from a1 to a4."]
    assert replayed["told"] == []
    assert replayed["picture"]["targets"] == []
