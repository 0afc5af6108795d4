"""The deck as the rules have it, and what is refused when another is loaded."""

import tomllib
from collections import Counter
from copy import deepcopy

import pytest

from games.winter.components import DECK, FILE, BadComponents, read_components
from tests.games.winter.referee import DECK as WRITTEN

DATA = tomllib.loads(FILE.read_text("utf-8"))


def changed(path: str, value):
    """The data file with another value at ``table.name``."""
    data = deepcopy(DATA)
    table, name = path.split(".")
    data[table][name] = value
    return data


def test_the_cards_are_those_of_the_rules():
    assert dict(zip(DECK.ids, DECK.patterns, strict=True)) == WRITTEN


def test_the_deck_has_as_many_light_sections_as_dark_ones():
    assert Counter("".join(DECK.patterns)) == {"L": 36, "D": 36}


def test_the_two_diagonals_have_one_rotation_and_all_others_two():
    once = {DECK.patterns[card] for card in range(18) if DECK.rotations(card) == (0,)}

    assert once == {"DLLD", "LDDL"}


def test_another_deck_can_be_laid_in_its_place():
    data = deepcopy(DATA)
    data["cards"] = [
        {"id": name, "pattern": face}
        for name, face in (("b2", "LLLL"), ("a1", "LDLD"), ("c3", "LDLD"))
    ]
    data["faces"] = [{"pattern": "LLLL", "copies": 1}, {"pattern": "LDLD", "copies": 2}]
    data["game"]["card_count"] = 3
    data["limits"]["thaw_turn_cap"] = 7

    deck = read_components(data)

    assert deck.ids == ("a1", "b2", "c3")
    assert deck.patterns == ("LDLD", "LLLL", "LDLD")
    assert deck.turn_limit == 7


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("house.one_token_per_square", False),
        ("house.short_supply_move", "illegal"),
        ("house.in_place_rotation_is_a_move", True),
        ("house.a_new_switch", True),
        ("geometry.card_width", 3),
        ("geometry.contact_offsets", [[2, 0], [-2, 0]]),
        ("game.rotations", [0, 90]),
        ("game.card_count", 17),
        ("game.colours", ["L", "l"]),
    ],
)
def test_what_the_code_cannot_honour_is_refused_by_name(path, value):
    with pytest.raises(BadComponents) as refused:
        read_components(changed(path, value))

    name = path.rpartition(".")[2]
    assert name in str(refused.value)


def test_a_file_that_lacks_an_entry_is_refused_by_name():
    data = deepcopy(DATA)
    del data["limits"]["repetition_draw"]

    with pytest.raises(BadComponents, match="repetition_draw"):
        read_components(data)


@pytest.mark.parametrize("pattern", ["LLL", "LLDX"])
def test_a_pattern_of_anything_but_four_colours_is_refused(pattern):
    data = deepcopy(DATA)
    data["cards"][0]["pattern"] = pattern

    with pytest.raises(BadComponents, match="four letters"):
        read_components(data)


def test_a_deck_without_a_card_to_draw_is_refused():
    data = deepcopy(DATA)
    data["cards"] = data["cards"][:2]

    with pytest.raises(BadComponents, match="card_count"):
        read_components(data)


def test_copies_that_are_not_those_of_the_cards_are_refused():
    data = deepcopy(DATA)
    data["faces"][0]["copies"] = 2

    with pytest.raises(BadComponents, match="copies"):
        read_components(data)
