"""Names: what is no name, and which two look the same."""

from __future__ import annotations

import pytest

from games.engine.names import alphabets, is_plain, look, one_line, seen


@pytest.mark.parametrize(
    "text",
    ["", "Anna", "Jörg Ò", "Ольга", "Việt Nam", "王 ♞", "שָׁלוֹם", "❤\ufe0f", "=1+1", "<b>", "../x"],
)
def test_what_can_be_seen_on_one_line_is_plain(text: str):
    assert is_plain(text)


@pytest.mark.parametrize(
    "text",
    ["a\nb", "a\u200bb", "\u202eevil", "\ufeffa", "a\0", "\ud800", "\u3164", "a\u2800b", "\u034fa",
     "\u0301a", "a \u0301", "a" + "\u0301" * 5, "\ufe0f\u0301"],
)  # fmt: skip
def test_what_hides_turns_or_spills_is_not(text: str):
    assert not is_plain(text)


def test_what_nobody_sees_becomes_a_blank():
    assert seen("\u2800\u2800- Sp\u3164ear\u200bmen \t10\n") == "- Sp ear men 10"


def test_a_text_becomes_one_line_of_composed_letters():
    assert one_line(" e\u0301\u00a0\t x\n") == "é x"


ALIKE = [
    ("Hollowmere", "Hоllowmere"),  # a Cyrillic o
    ("Hollowmere", "HOLL0WMERE"),
    ("Hollowmere", "Ｈｏｌｌｏｗｍｅｒｅ"),
    ("Hollowmere", "Hol lowmere"),
    ("Hollowmere", "Ho\u00adllowmere"),
    ("Hollowmere", "𝕳ollowmere"),
    ("Anna", "Änna"),
    ("NOAH", "ΝΟΑΗ".replace("Ν", "N")),  # Greek capitals
    ("coco", "сосо"),  # Cyrillic throughout
    ("Illinois", "lllin0is"),
    ("Karn", "Kam"),
    ("anna", "ANNA"),
    ("straße", "STRASSE"),
    ("north-east", "north\u2013east"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_are_taken_for_each_other_look_the_same(one: str, other: str):
    assert look(one) == look(other)


def test_names_that_can_be_told_apart_look_different():
    names = ["Anna", "Anne", "Hanna", "north", "south", "Ольга", "Олег", "王", "玉", "Kingdom 2",
             "Kingdom 3", "a-b", "a_b", "a.b", "ab"]  # fmt: skip

    assert len({look(name) for name in names}) == len(names)
    assert look("") == ""


def test_letters_belong_to_alphabets_and_eastern_writing_is_one():
    assert alphabets("Jörg-7ª") == {"LATIN"}
    assert alphabets("аnna") == {"LATIN", "CYRILLIC"}
    assert alphabets("日本のカナ") == {"EAST ASIAN"}
    assert alphabets("7-_.") == set()
