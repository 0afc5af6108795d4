"""A deck file is checked as a whole, and what is wrong is named by line and card."""

from __future__ import annotations

import copy
import json
import time
from typing import Any

import pytest

from games.courtier.deckfile import (
    HOUSE,
    DeckProblem,
    DeckRefused,
    check_table,
    digest_of,
    house_table,
    read,
    read_bytes,
)

TEXT = HOUSE.read_text("utf-8")


def problems(text: str) -> tuple[DeckProblem, ...]:
    """Return what is wrong with a file."""
    with pytest.raises(DeckRefused) as refused:
        read(text)
    return refused.value.problems


def changed(start: str, old: str, new: str) -> tuple[str, int]:
    """Return the house deck with the first ``old`` after ``start`` replaced, and its line."""
    at = TEXT.index(old, TEXT.index(start))
    text = TEXT[:at] + new + TEXT[at + len(old) :]
    return text, TEXT.count("\n", 0, at) + 1


def test_the_house_deck_is_read_as_it_stands() -> None:
    table = house_table()

    assert len(table["courtier"]) == 23
    assert sum(card["qty"] for card in table["influence"]) == 48
    assert sum(card["qty"] for card in table["power"]) == 44
    assert [card["id"] for card in table["fashion"] if card["ends_game"]] == ["fas_arrest"]
    assert read(TEXT) == table


ONE_SLIP = [
    # where it begins, what stood there, what stands there now, record, what is said
    ("[meta]", "schema = 1", "schema = 2", "[meta]", "schema must be 1"),
    ("[meta]", 'game = "courtier"', 'game = "chess"', "[meta]", 'game must be "courtier"'),
    ("[meta]", "players_max = 4", "players_max = 5", "[meta]", "players_max must be 4"),
    ("[counts]", "influence = 48", "influence = 47", "[counts]", "influence must be 48"),
    ("[counts]", "power = 44", "power = 49", "[counts]", "power must be 44"),
    ("[counts]", "petition = 26", "petition = 27", "[counts]", "petition must be 26"),
    ("[counts]", "ability = 8", "ability = 9", "[counts]", "ability must be 8"),
    ("[counts]", "markers_neutral = 40", "markers_neutral = 17", "[counts]", "at least 18"),
    ("[counts]", "power = 44", 'power = "44"', "[counts]", "power must be a whole number"),
    ("[counts]", "power = 44", "power = true", "[counts]", "power must be a whole number"),
    ("[counts]", "power = 44", "power = 44.0", "[counts]", "power must be a whole number"),
    ("[setup]", "pool_start = 15", "pool_start = 25", "[setup]", "more than a player's markers"),
    ("[setup]", "hand_size = 5", "hand_sice = 5", "[setup]", "hand_sice is not known here"),
    ("[setup]", "public_petitions = 4", "public_petitions = 0", "[setup]", "public_petitions must"),
    ("[setup]", "fashion_top = 6", "fashion_top = 11", "[setup]", "can be 16 together"),
    ("[setup]", "first_game_influence = 3", "first_game_influence = 4", "[setup]", "make 5 cards"),
    ("[scoring]", "senate_bonus = 10", "senate_bonus = 0", "[scoring]", "senate_bonus must be"),
    ("[scoring]", "= 1.2", "= nan", "[scoring]", "petition_points_per_slot must be a number"),
    ('id = "king"', "slots = 4", "slots = 0", "king (King)", "slots must be a whole number"),
    ('id = "king"', 'name = "King"', 'name = ""', "king", "name must be a text"),
    ('id = "king"', 'name = "King"', 'name = "K\\u0000g"', "king", "name must be a text"),
    ('id = "king"', 'coterie = "royal"', 'coterie = "royals"', "king (King)", "no coterie royals"),
    ('id = "ability_royal"', '"protect"', '"shield"', "ability_royal (Royal Pr", "op must be one"),
    ('id = "ability_culture"', '"turn_start"', '"game_end"', "ability_culture (P", "timing of vp"),
    ('id = "ability_royal"', '"forced"', '"optional"', "ability_royal (Royal", "use of protect"),
    ('id = "ability_church"', '"optional"', '"never"', "ability_church (C", "use must be one of"),
    ('id = "ability_senate"', "amount = 10", "amount = 9", "ability_senate (S", "senate_bonus"),
    ('id = "inf_prince"', "qty = 1", "qty = 0", "inf_prince (Influence the P", "qty must be"),
    ('id = "inf_prince"', 'kind = "named"', 'kind = "all"', "inf_prince (I", "kind must be one"),
    ('id = "inf_prince"', "wild = false", "wild = 0", "inf_prince (I", "wild must be true or"),
    ('id = "inf_king"', '= "inf_king"', '= "Inf King"', "influence 1 (Influ", "id must be an id"),
    ('id = "inf_any_royal"', '"royal"', '"king"', "inf_any_royal (I", "no coterie king"),
    ('id = "inf_any"', 'target = "*"', 'target = "king"', "inf_any (I", 'must be "*"'),
    ('id = "pow_energetic"', "cost = 0", "cost = -1", "pow_energetic (E", "cost must be a whole"),
    ('id = "pow_energetic"', '"influence"', '"power"', "pow_energetic (E", "extra_play must be"),
    ('id = "pow_energetic"', "extra_plays = 2", "extra_plays = 0", "pow_energetic", "extra_plays"),
    ('id = "pow_charismatic"', '"gain"', '"earn"', "pow_charismatic (C", "op must be one of gain"),
    ('id = "pow_charismatic"', "count = 3", "count = 0", "pow_charismatic (C", "count must be a"),
    ('id = "pow_charismatic"', "count = 3", "n = 3", "pow_charismatic (C", "gain needs a count"),
    ('id = "pow_flattering"', ', { op = "remove_neutral", count = 1 }', "", "pow_fl", "two steps"),
    ('id = "pow_charismatic"', '"all"', '"some"', "pow_charismatic (C", "mode must be one of"),
    (
        'id = "pow_flattering"',
        "repeatable = true",
        "repeatable = 1",
        "pow_flattering (F",
        "true or",
    ),
    ('id = "fas_senate"', '"gain_each"', '"gain"', "fas_senate (", "effects, number 2: op must be"),
    ('id = "fas_senate"', 'coterie = "senate"', 'coterie = "rome"', "fas_senate (", "coterie rome"),
    ('id = "pet_05"', "points = 7", 'points = "7"', "pet_05 (", "points must be a whole number"),
    ('id = "pet_05"', "slots = 6", "slots = 5", "pet_05 (", "slots must be 6"),
    ('id = "pet_05"', '"composer"', '"tailor"', "pet_05 (", "there is no courtier tailor"),
    ('id = "pet_05"', '"composer"', '"bishop"', "pet_05 (", "must not name the same twice"),
    ('id = "pet_05"', ', "composer"', "", "pet_05 (", "a list of 2 to 4 ids"),
    ('id = "pet_05"', '"pet_05"', '"pet_04"', "pet_04 (", "the id pet_04 is taken already"),
    ('id = "pow_energetic"', '"pow_energetic"', '"inf_king"', "inf_king (Ener", "taken already"),
]


@pytest.mark.parametrize(("start", "old", "new", "record", "said"), ONE_SLIP)
def test_one_slip_is_told_once_with_its_line_and_card(
    start: str, old: str, new: str, record: str, said: str
) -> None:
    text, line = changed(start, old, new)

    found = problems(text)

    assert said in " / ".join(problem.message for problem in found if problem.line == line)
    assert {problem.record for problem in found} == {found[0].record}
    assert found[0].record.startswith(record)


def test_what_is_missing_is_told_at_the_head_of_its_card() -> None:
    text, line = changed('id = "pow_scholarly"', 'mode = "all"\n', "")
    head = text[: text.index('id = "pow_scholarly"')].count("\n")

    (problem,) = problems(text)

    assert line > head
    assert problem == (head, "pow_scholarly (Scholarly)", "mode is missing")
    assert str(problem) == f"line {head}: pow_scholarly (Scholarly): mode is missing"


def without(header: str, ident: str) -> str:
    """Return the house deck without one record."""
    at = TEXT.index(f'id = "{ident}"')
    start = TEXT.rindex(header, 0, at)
    end = TEXT.find("\n[[", at)
    return TEXT[:start] + (TEXT[end + 1 :] if end > 0 else "")


def test_every_courtier_has_a_card_of_its_own() -> None:
    text = without("[[influence]]", "inf_senator").replace("influence = 48", "influence = 47")

    (problem,) = problems(text)

    assert problem.record == "senator (Senator)"
    assert problem.line == text[: text.index('id = "senator"')].count("\n") + 1
    assert "no influence card of kind named is for senator" in problem.message


def test_every_coterie_has_one_ability() -> None:
    text = without("[[ability]]", "ability_culture").replace("ability = 8", "ability = 7")
    twice, line = changed('id = "ability_culture"', 'coterie = "culture"', 'coterie = "commerce"')

    (none,) = problems(text)
    culture, second = problems(twice)

    assert (none.record, none.message) == (
        "culture (Culture)",
        "the coterie culture has no ability",
    )
    assert culture.message == none.message
    assert second == (
        line,
        "ability_culture (Patronage)",
        "commerce has ability_commerce already",
    )


def test_exactly_one_fashion_ends_the_game() -> None:
    none = problems(TEXT.replace("ends_game = true", "ends_game = false"))
    text, line = changed('id = "fas_sweep"', "ends_game = false", "ends_game = true")
    two = problems(text)

    assert [problem.message for problem in none] == ["no fashion card ends the game"]
    assert "the card that ends the game has no effects: none would happen" in [
        problem.message for problem in two
    ]
    assert {problem.record.split()[0] for problem in two} == {"fas_sweep"}
    assert line - 4 < two[0].line < line + 4


def test_two_cards_that_end_the_game_are_one_too_many() -> None:
    text, line = changed('id = "fas_sprinkle"', "ends_game = false", "ends_game = true")
    text = text.replace(
        'ends_game = true\neffects = [{ op = "sprinkle" }]', "ends_game = true\neffects = []"
    )

    (problem,) = problems(text)

    assert problem.message == "another fashion card ends the game already"
    assert problem.record.startswith("fas_arrest")
    assert problem.line > line


def test_points_and_coteries_of_petitions_are_the_owners_business() -> None:
    text, _line = changed('id = "pet_05"', "points = 7", "points = 9")
    text = text.replace('courtiers = ["bishop", "composer"]', 'courtiers = ["bishop", "cardinal"]')
    text = text.replace("slots = 6\npoints = 9", "slots = 8\npoints = 9")

    table = read(text)

    card = next(card for card in table["petition"] if card["id"] == "pet_05")
    assert (card["courtiers"], card["slots"], card["points"]) == (["bishop", "cardinal"], 8, 9)


def test_all_problems_are_told_in_the_order_of_the_file() -> None:
    text, first = changed("[setup]", "hand_size = 5", "hand_size = 0")
    at = text.index('title = "Test the Diving Bell"')
    text = text[:at] + "title = 7" + text[text.index("\n", at) :]
    second = text.count("\n", 0, at) + 1

    found = problems(text)

    assert [problem.line for problem in found] == [first, second]


def test_more_than_a_hundred_problems_are_not_told() -> None:
    assert len(problems(TEXT.replace("slots", "slotz").replace("qty", "quantity"))) == 100


def test_steps_written_as_tables_of_their_own_keep_the_lines_right() -> None:
    old = 'steps = [{ op = "gain", count = 3 }]\n'
    text, _line = changed('id = "pow_charismatic"', old, "")
    at = text.index("[[power]]", text.index('id = "pow_charismatic"'))
    text = text[:at] + '[[power.steps]]\nop = "gain"\ncount = 0\n\n' + text[at:]
    late = text.index('id = "pow_ruthless"')
    text = text[:late] + 'id = "Ruthless!"' + text[late + len('id = "pow_ruthless"') :]

    found = problems(text)

    assert found[0].record == "pow_charismatic (Charismatic)"
    assert found[0].line == text[: text.index("[[power.steps]]")].count("\n") + 1
    assert found[1].line == text[: text.index('"Ruthless!"')].count("\n") + 1


def test_text_in_several_lines_does_not_shift_what_comes_after() -> None:
    note = 'note = """\n[[power]]\nid = "no card"\n"""\n'
    text = TEXT.replace('[[power]]\nid = "pow_energetic"', f'[[power]]\n{note}id = "pow_energetic"')
    text = text.replace("refill_penalty = 2", "refill_penalty = -2")

    (problem,) = problems(text)

    assert problem.record == "pow_energetic (Energetic)"
    assert problem.line == text[: text.index("refill_penalty = -2")].count("\n") + 1


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_slip_of_the_pen_is_one_problem_with_its_line(ending: str) -> None:
    text, line = changed('id = "king"', 'name = "King"', 'name = "King')

    (problem,) = problems(text.replace("\n", ending))

    assert problem.line == line
    assert problem.message.startswith("this is no TOML: ")


def test_a_file_that_breaks_off_names_its_last_line() -> None:
    (problem,) = problems('[meta]\nnote = """so\nit\nends')

    assert problem.line == 4


def test_bytes_that_are_no_text_name_their_line() -> None:
    with pytest.raises(DeckRefused) as refused:
        read_bytes(b"[meta]\nname = '\xff'\n")

    assert refused.value.problems == (DeckProblem(2, "", "this is no text in UTF-8"),)
    assert read_bytes(b"\xef\xbb\xbf" + TEXT.encode()) == house_table()


HOSTILE = {
    "megabytes": "x = 1\n" * 1_000_000,
    "a million records": "[[power]]\n" * 1_000_000,
    "as many records as fit": "[[power]]\n" * 26_000,
    "as many keys as fit": "".join(f"k{number}=1\n" for number in range(25_000)),
    "nested lists": "x = " + "[\n" * 100_000,
    "nested tables": "x = " + "{ x = " * 150,
    "long keys": "".join("a." * 480 + f"b{number} = 1\n" for number in range(260)),
    "one long line": "x = '" + "y" * 200_000 + "'",
    "a long number": "x = 0x" + "f" * 900,
    "nothing": "",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_refused_quickly(text: str) -> None:
    began = time.process_time()

    found = problems(text)

    assert 0 < len(found) <= 100
    assert time.process_time() - began < 3


JUNK: list[Any] = [None, True, 7, "deck", [], {}, [{}], {"op": 1}, [["x"]], 1e400, 10**30, "\ud800"]


def test_a_table_that_came_as_json_is_judged_by_the_same_rules() -> None:
    table = copy.deepcopy(house_table())
    table["power"][0]["cost"] = 99

    with pytest.raises(DeckRefused) as refused:
        check_table(table)

    (problem,) = refused.value.problems
    assert problem.line == 0
    assert str(problem).startswith("pow_resourceful_royal (Resourceful")
    assert check_table(house_table()) is house_table()


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_anywhere_in_a_table_is_refused_and_nothing_else(junk: Any) -> None:
    table = copy.deepcopy(house_table())
    for kind, value in list(table.items()):
        table[kind] = junk
        assert not accepted(table), kind
        table[kind] = value
        record = value[-1] if isinstance(value, list) else value
        for key, kept in list(record.items()):
            record[key] = junk
            if accepted(table):  # what may be so: a text, a number, no steps
                json.dumps(table, allow_nan=False).encode("utf-8")
                assert type(junk) is type(kept) or key in READERS_ONLY
            record[key] = kept


READERS_ONLY = {
    "petition_points_per_slot",
    "petition_points_min",
    "petition_points_max",
    "petition_courtiers_min",
    "petition_courtiers_max",
}


def accepted(table: Any) -> bool:
    """Tell whether a table is a deck; anything but a refusal is a fault."""
    try:
        check_table(table)
    except DeckRefused:
        return False
    return True


def test_the_digest_is_of_the_cards_not_of_how_they_are_written() -> None:
    swapped, _line = changed('id = "king"', "slots = 4\n", "")
    swapped = swapped.replace('name = "King"', 'slots = 4 # as before\nname = "King"')
    other, _line = changed('id = "pet_05"', "points = 7", "points = 8")

    assert digest_of(read(swapped)) == digest_of(house_table())
    assert digest_of(read(other)) != digest_of(house_table())
