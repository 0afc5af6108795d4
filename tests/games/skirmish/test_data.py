"""The house rules and the factions as data: what they say, and what of them is refused.

Source: skirmish.md 2, 10, 15 to 17, 20; ``docs/adding-a-faction.md``.
"""

import copy
import tomllib

import pytest

from games.engine.contract import BadOptions
from games.skirmish import faction as factions
from games.skirmish.faction import BadFaction, faction, faction_ids, read_faction
from games.skirmish.factions.blights.abilities import ABILITIES
from games.skirmish.house import FILE, HOUSE, BadHouseRules, house_rules
from games.skirmish.teams import team_problems
from tests.games.skirmish.playing import opened
from tests.games.skirmish.referee_board import COST, DIE, ROSTERS

TEXT = FILE.read_text("utf-8")
BLIGHTS = (factions.FOLDER / "blights" / "faction.toml").read_text("utf-8")

# The house rules


def test_the_house_rules_hold_what_the_rules_say():
    assert (HOUSE.points, HOUSE.last_turn, HOUSE.trees, HOUSE.tree_ranks) == (14, 10, 6, (3, 6))
    assert (HOUSE.blessing, HOUSE.curse, HOUSE.lowest_total) == (2, -2, 1)
    assert {name: one.die for name, one in HOUSE.types.items()} == DIE
    assert {name: one.cost for name, one in HOUSE.types.items()} == COST
    assert {name: one.set for name, one in HOUSE.types.items()} == {
        "king": 1, "queen": 1, "rook": 2, "knight": 2, "bishop": 2, "joker": 2, "pawn": 8,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("equal_factions = false", "equal_factions = true", "equal_factions"),
        ("first_player_swaps = true", "first_player_swaps = false", "first_player_swaps"),
        ("passing = false", "passing = true", "passing"),
        ("one_action = true", "one_action = false", "one_action"),
        ('tie = "defender"', 'tie = "attacker"', "tie"),
        ("winner_enters = true", "winner_enters = false", "winner_enters"),
        ("advantage_per_roll = 1", "advantage_per_roll = 2", "advantage_per_roll"),
        ("disadvantage_forced = true", "disadvantage_forced = false", "disadvantage_forced"),
        ("leader_promotes = false", "leader_promotes = true", "faction_leader_promotes"),
        ('promotion_else = "blessing"', 'promotion_else = "none"', "promotion_else"),
        ("en_passant_window = 1", "en_passant_window = 2", "en_passant_window"),
        ("pawn_first_step = 2", "pawn_first_step = 3", "pawn_first_step"),
        ("points = 14", "points = 0", "points"),
        ("points = 14", 'points = "many"', "points"),
        ("fewest_pieces = 1", "fewest_pieces = 0", "fewest_pieces"),
        ("roll_off_die = 20", "roll_off_die = 1", "roll_off_die"),
        ("trees = 6", "trees = 33", "trees"),
        ("tree_ranks = [3, 6]", "tree_ranks = [6, 3]", "tree_ranks"),
        ("tree_ranks = [3, 6]", "tree_ranks = [3, 9]", "tree_ranks"),
        ("tree_ranks = [3, 6]", "tree_ranks = [3]", "tree_ranks"),
        ("deployment_ranks = 2", "deployment_ranks = 1", "deployment_ranks"),
        ("deployment_ranks = 2", "deployment_ranks = 5", "deployment_ranks"),
        ("joker_cards_up = 2", "joker_cards_up = 3", "joker_cards_up"),
        ("last = 10", "last = 0", "last"),
        ("last = 10", "last = 2.5", "last"),
        ("extra_dice = 1", "extra_dice = 0", "extra_dice"),
        ("extra_dice = 1", "extra_dice = 9", "extra_dice"),
        ("blessing = 2", 'blessing = "two"', "blessing"),
        ("curse = -2", "curse = 2", "curse"),
        ("lowest_total = 1", "lowest_total = true", "lowest_total"),
        ("mounted_sources = 1", "mounted_sources = -1", "mounted_sources"),
        ('against = "knight"', 'against = "camel"', "camel"),
        ('castle_partners = ["king"', 'castle_partners = ["consul"', "consul"),
        ('promotion_never = ["pawn"', 'promotion_never = ["prawn"', "prawn"),
        ("random_die = 8", "random_die = 6", "random_die"),
        ("redeploy_ranks = 2", "redeploy_ranks = 0", "redeploy_ranks"),
        ('path = "leap"', 'path = "swim"', "swim"),
        ("die = 20\npath", "die = 1\npath", "die"),
        ("cost = 3", "cost = -3", "cost"),
        ('letter = "K"\n', "", "letter"),
        ("[placement]", "[placing]", "placing"),
        ("[combat]", "[combat]\nfree_tea = true", "free_tea"),
        ("[types.king]", "[types.king]\ncrown = 1", "crown"),
    ],
)
def test_a_value_that_the_code_cannot_carry_out_is_refused_by_name(old, new, named):
    assert old in TEXT

    with pytest.raises(BadHouseRules, match=named):
        house_rules(tomllib.loads(TEXT.replace(old, new, 1)))


@pytest.mark.parametrize("part", tomllib.loads(TEXT))
def test_a_part_that_is_missing_is_refused_by_name(part):
    data = tomllib.loads(TEXT)
    del data[part]

    with pytest.raises(BadHouseRules, match=part):
        house_rules(data)


@pytest.mark.parametrize(
    ("old", "new", "name", "value"),
    [
        ("blessing = 2", "blessing = 3", "blessing", 3),
        ("last = 10", "last = 12", "last_turn", 12),
        ("trees = 6", "trees = 0", "trees", 0),
        ("extra_dice = 1", "extra_dice = 2", "extra_dice", 2),
        ('castle_partners = ["king", "queen"]', "castle_partners = []", "castle_partners", ()),
    ],
)
def test_what_the_code_can_carry_out_may_be_changed(old, new, name, value):
    assert getattr(house_rules(tomllib.loads(TEXT.replace(old, new, 1))), name) == value


# The factions


def test_the_factions_are_those_of_the_rules_by_rank():
    assert set(faction_ids()) == set(ROSTERS)
    for id, roster in ROSTERS.items():
        read = {entry.id: (entry.type.id, entry.most) for entry in faction(id).entries}
        assert list(read.items()) == list(roster.items())
        assert all(entry.least == 0 for entry in faction(id).entries)


@pytest.mark.parametrize(
    ("id", "sample"),
    [
        ("blights", {"father_winter": 1, "witch_of_november": 1, "solstice_totem": 2,
                     "arctic_wolf": 4}),
        ("plain_guard", {"captain": 1, "standard_bearer": 1, "watchtower": 1, "outrider": 1,
                         "spearman": 4}),
        ("briar_host", {"thorn_king": 1, "bramble_queen": 1, "old_oak": 2, "bramblefoot": 4}),
    ],
)  # fmt: skip
def test_the_sample_lists_are_those_of_the_rules_and_legal(id, sample):
    assert faction(id).sample == sample
    assert team_problems(faction(id), sample, 14) == []


def test_a_sheet_tells_what_is_the_owners_and_what_is_ours():
    blights = faction("blights")
    house = {rule.name for entry in blights.entries for rule in entry.rules if rule.is_house}

    assert not blights.is_house
    assert house == {"Winter wonderland", "Natural camouflage", "Prowl"}
    for id in ("plain_guard", "briar_host"):
        assert faction(id).is_house
        rules = [rule for entry in faction(id).entries for rule in entry.rules]
        assert all(rule.is_house for rule in [*rules, *faction(id).rules])


def broken(old, new):
    """Return the Blights' file with something else in one place."""
    assert old in BLIGHTS
    return tomllib.loads(BLIGHTS.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('name = "The Blights of Winter"\n', "", "name"),
        ('type = "joker"', 'type = "jester"', "jester"),
        ('type = "joker"\n', "", "type"),
        ("most = 1\n", "", "most"),
        ("most = 1\n", "most = 2\n", "father_winter"),
        ("most = 1\n", "most = -1\n", "father_winter"),
        ("most = 8", "most = 8\nleast = 9", "arctic_wolf"),
        ("most = 8", "most = 8\ncost = -1", "arctic_wolf"),
        ("most = 8", 'most = "eight"', "misshapen"),
        ('id = "yeti"', 'id = "barbegazi"', "one id"),
        ('"castle"', '"fly"', "fly"),
        ('ability = "prowl"', 'ability = "howl"', "howl"),
        ("conjure = 2\n", "", "freezing_reign: conjure"),
        ("protected_at = 10", 'protected_at = "ten"', "freezing_reign: protected_at"),
        ("keep_at_least = 4\n", "", "bone_chilling_gale: keep_at_least"),
        ("conjure = 4", "conjure = -4", "winter_wrath: conjure"),
        ("arctic_wolf = 4 }", "polar_wolf = 4 }", "polar_wolf"),
        ("arctic_wolf = 4 }", "arctic_wolf = 9 }", "arctic_wolf"),
        ("arctic_wolf = 4 }", "arctic_wolf = 5 }", "14 points"),
        ("arctic_wolf = 4 }", 'arctic_wolf = "4" }', "misshapen"),
        ('text = "After its', 'note = "After its', "text"),
    ],
)
def test_a_broken_faction_is_refused_and_named(old, new, named):
    with pytest.raises(BadFaction, match=f"^frost: .*{named}"):
        read_faction("frost", broken(old, new), ABILITIES)


@pytest.mark.parametrize("data", [{}, {"name": "Frost"}, {"name": "Frost", "entry": 1}])
def test_a_faction_without_its_parts_is_refused_and_named(data):
    with pytest.raises(BadFaction, match="^frost: "):
        read_faction("frost", data, {})


def test_a_file_that_is_no_toml_is_refused_and_named(tmp_path, monkeypatch):
    (tmp_path / "frost").mkdir()
    (tmp_path / "frost" / "faction.toml").write_text("name = ")
    monkeypatch.setattr(factions, "FOLDER", tmp_path)

    with pytest.raises(BadFaction, match="^frost: "):
        faction("frost")


def test_reading_a_faction_leaves_its_data_as_it_was():
    data = tomllib.loads(BLIGHTS)
    before = copy.deepcopy(data)

    read_faction("frost", data, ABILITIES)

    assert data == before


# Positions

SIDES = {
    "south": {"e2": "captain", "a2": "spearman"},
    "north": {"e8": "father_winter", "d5": "arctic_wolf"},
}


@pytest.mark.parametrize(
    "partial",
    [
        {"to_move": 2},
        {"to_move": True},
        {"first": -1},
        {"turn": 2.5},
        {"turn": True},
        {"turn": "one"},
        {"jokers_up": 3},
        {"jokers_up": -1},
        {"deck_size": -1},
        {"deck_size": 53},
        {"kept": [0, 60]},
        {"kept": [0, -1]},
        {"kept": [0]},
        {"kept": [0, 0, 0]},
        {"marks": [[], [5]]},
        {"marks": "no"},
        {"trees": ["c3", "c3"]},
        {"trees": ["d9"]},
        {"skipped": {"pawn": "c4", "square": "c3"}},
        {"skipped": {"pawn": "e2", "square": "e1"}},
        {"skipped": {"pawn": "d5", "square": "d4"}},
        {"skipped": {"pawn": "d5", "square": "d6"}, "trees": ["d6"]},
        {"slain": [["spearman dis=1"]]},
        {"hand": [[], ["yeti blessed"]]},
        {"slain": [[], [], []]},
        {"south": {"e2": "captain adv=-1"}},
        {"south": {"e2": "captain adv=many"}},
        {"south": {"e2": "captain adv=1000"}},
        {"south": {"e2": "captain blessed cursed"}},
        {"south": {"e2": ""}},
        {"south": {"e2": 5}},
        {"south": ["e2"]},
    ],
    ids=str,
)
def test_an_impossible_position_is_refused(partial):
    with pytest.raises(BadOptions) as refused:
        opened(("plain_guard", "blights")).position({**SIDES, **partial})

    assert refused.value.code == "bad_position"


def test_a_position_may_say_which_pawn_has_just_passed():
    state = opened(("plain_guard", "blights")).position(
        {**SIDES, "skipped": {"pawn": "d5", "square": "d6"}, "slain": [["spearman"]]}
    )

    assert opened(("plain_guard", "blights")).encode(state)["skipped"] == {
        "piece": 3,
        "square": "d6",
    }
