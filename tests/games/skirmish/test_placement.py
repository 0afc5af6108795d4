"""Random placement and redeployment, which no rule of a faction uses yet (skirmish.md 13)."""

import pytest

from games.engine.chance import Scripted
from games.skirmish.geometry import NAMES, SQUARE_OF
from games.skirmish.play import Play
from games.skirmish.system import SYSTEM
from games.skirmish.tasks import CHOICES

GAME = SYSTEM.open({"factions": ["plain_guard", "blights"]}, 2)


def at_work(*dice, **position):
    """A resolve at work on a position, with a Captain on e1 and a Yeti on h8."""
    south = {"e1": "captain", **position.pop("south", {})}
    north = {"h8": "yeti", **position.pop("north", {})}
    state = GAME.position({"south": south, "north": north, **position})
    return Play(state.copy(), Scripted(list(dice)))


def rolled(play):
    return [(event.data["rolls"], event.data["square"]) for event in play.events]


def test_the_first_die_is_the_rank_the_second_the_file_example_9():
    play = at_work(3, 5)

    square = play.random_square()

    assert NAMES[square] == "e3"
    assert rolled(play) == [([3, 5], "e3")]


@pytest.mark.parametrize(
    "position",
    [{"south": {"e3": "spearman"}}, {"north": {"e3": "arctic_wolf"}}, {"trees": ["e3"]}],
    ids=["an ally", "an enemy", "a Tree"],
)
def test_a_square_that_is_taken_is_rolled_again_with_both_dice_example_9(position):
    play = at_work(3, 5, 8, 1, **position)

    square = play.random_square()

    assert NAMES[square] == "a8"
    assert rolled(play) == [([3, 5], "e3"), ([8, 1], "a8")]


@pytest.mark.parametrize(
    ("rank", "file", "name"), [(1, 1, "a1"), (8, 7, "g8"), (1, 8, "h1"), (8, 1, "a8")]
)
def test_ranks_are_absolute_and_file_1_is_a(rank, file, name):
    assert NAMES[at_work(rank, file).random_square()] == name


def test_a_full_board_has_no_square_and_nothing_is_rolled():
    free = [name for name in NAMES if name not in ("e1", "h8")]
    play = at_work(trees=free)

    assert play.random_square() is None
    assert play.events == []


def test_a_roll_is_open_and_says_that_chance_has_spoken():
    play = at_work(3, 5)

    play.random_square()

    assert [(event.kind, event.seen_by, event.reveals) for event in play.events] == [
        ("square_rolled", None, True)
    ]


def test_a_relocated_pawn_has_lost_its_two_squares():
    play = at_work(south={"d2": "spearman"})
    pawn = play.state.board[SQUARE_OF["d2"]]

    play.relocate(pawn, SQUARE_OF["c2"])

    assert play.state.pieces[pawn].square == SQUARE_OF["c2"]
    assert not play.state.pieces[pawn].fresh


def test_a_slain_piece_that_is_redeployed_has_no_tokens():
    play = at_work(slain=[["watchtower"]])
    play.change(2, adv=2, dis=1, grace=1)

    play.redeploy(2, SQUARE_OF["a1"])

    tower = play.state.pieces[2]
    assert (tower.adv, tower.dis, tower.grace, NAMES[tower.square]) == (0, 0, 0, "a1")


def test_a_piece_on_the_board_that_is_redeployed_keeps_its_tokens():
    play = at_work(south={"d5": "watchtower adv=2 dis=1 cursed"})
    number = play.state.board[SQUARE_OF["d5"]]

    play.redeploy(number, SQUARE_OF["a1"])

    tower = play.state.pieces[number]
    assert (tower.adv, tower.dis, tower.grace, NAMES[tower.square]) == (2, 1, -1, "a1")


def options(play, number):
    return CHOICES["redeploy"].options(play.state, number)


def test_the_owner_redeploys_into_the_two_nearest_ranks():
    play = at_work(slain=[["watchtower"], ["barbegazi"]], south={"a2": "spearman"})
    tower, barbegazi = (n for n, piece in enumerate(play.state.pieces) if piece.square < 0)

    south, north = options(play, tower), options(play, barbegazi)

    assert len(south) == 14  # two ranks without e1 and a2
    assert {text[-1] for text in south} == {"1", "2"}
    assert len(north) == 15  # two ranks without h8
    assert {text[-1] for text in north} == {"7", "8"}


def test_with_no_square_free_a_redeployment_fails():
    home = [name for name in NAMES if name[1] in "12" and name != "e1"]
    play = at_work(slain=[["watchtower"]], trees=home)

    assert options(play, 2) == []


def test_a_slain_legendary_piece_is_not_redeployed():
    play = at_work(slain=[["jester"]])

    assert options(play, 2) == []


def test_a_legendary_piece_on_the_board_may_be_redeployed():
    play = at_work(south={"d5": "jester"})
    number = play.state.board[SQUARE_OF["d5"]]

    assert len(options(play, number)) == 15


def test_a_totem_cannot_be_redeployed():
    play = at_work(slain=[[], ["solstice_totem"]], north={"c5": "solstice_totem"})

    totems = [n for n, p in enumerate(play.state.pieces) if p.entry.id == "solstice_totem"]

    assert [options(play, totem) for totem in totems] == [[], []]
