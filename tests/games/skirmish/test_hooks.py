"""Rules that no faction of ours can show yet: orders of triggers, protections, double ends.

Source: skirmish.md 4, 6.9, 8, 14, 15.4, 15.5.
"""

import pytest

from games.engine.chance import Scripted
from games.engine.contract import BadOptions, Refusal
from games.skirmish.abilities import Ability, Giver
from games.skirmish.combat import begin_attack
from games.skirmish.faction import read_faction
from games.skirmish.flow import turn
from games.skirmish.geometry import SQUARE_OF
from games.skirmish.play import Play
from games.skirmish.state import Fight, Setup
from games.skirmish.system import SYSTEM, Skirmish
from games.skirmish.tasks import advance
from games.skirmish.tokens import ADVANTAGE, BLESSING, CURSE, DISADVANTAGE, may_take


class Gift(Ability):
    """Whatever happens, the piece gets tokens of the kind that its data name."""

    def _give(self, piece):
        return [("give", piece, self.data["token"], 1, 0, -1)]


class AtTurn(Gift):
    def turn_start(self, play, piece):
        return self._give(piece)


class AtStart(Gift):
    def start(self, play, piece):
        return self._give(piece)


class AtEnd(Gift):
    def end(self, play, piece):
        return self._give(piece)


class Loser(Gift):
    def lost_attack(self, play, piece, fight):
        return self._give(piece)


class Winner(Gift):
    def won_defence(self, play, piece, fight):
        return self._give(piece)


class Waiting(Ability):
    """It waits for between Activations, as Attacker and as Defender."""

    def lost_attack(self, play, piece, fight):
        play.state.queue.append(("give", piece, ADVANTAGE, 1, 0, -1))
        return ()

    won_defence = lost_attack


class Keen(Ability):
    def attack_bonus(self, state, piece, enemy):
        return self.data["bonus"]


class Rooted(Ability):
    rooted = True


class Immobile(Ability):
    immobile = True


class Castles(Ability):
    castles = True


KNOWN = {
    "rooted": Rooted,
    "immobile": Immobile,
    "castles": Castles,
    "at_turn": AtTurn,
    "at_start": AtStart,
    "at_end": AtEnd,
    "loser": Loser,
    "winner": Winner,
    "waiting": Waiting,
    "keen": Keen,
}


def faction(name, *rules):
    """A faction of Rooks with these rules, and of Pawns without."""
    found = [
        {"ability": ability, "name": ability, "text": ability, **data} for ability, data in rules
    ]
    rook = {"id": "tower", "name": "Tower", "type": "rook", "most": 2, "rule": found}
    king = {"id": "king", "name": "King", "type": "king", "most": 1}
    stone = {"ability": "rooted", "name": "rooted", "text": "rooted"}
    queen = {"id": "queen", "name": "Queen", "type": "queen", "most": 1, "rule": [stone]}
    pawn = {"id": "page", "name": "Page", "type": "pawn", "most": 8}
    return read_faction(
        name, {"name": name, "sample": {"tower": 1}, "entry": [king, queen, rook, pawn]}, KNOWN
    )


def opened(south=(), north=()):
    factions = (faction("reds", *south), faction("blues", *north))
    return Skirmish(Setup(factions, (14, 14), (None, None), 0, 0))


def given(events):
    return [
        (event.data["seat"], event.data["token"]) for event in events if event.kind == "token_given"
    ]


BOARD = {"south": {"a1": "tower"}, "north": {"a8": "tower", "h8": "page"}}


def test_the_owner_chooses_the_order_of_rules_at_the_start_of_an_activation():
    game = opened(south=[("at_start", {"token": ADVANTAGE}), ("at_start", {"token": DISADVANTAGE})])
    state = game.position(BOARD)

    step = game.resolve(state, {0: "activate a1"}, Scripted([]))
    (ask,) = game.asks(step.state)
    after = game.resolve(step.state, {0: "rule 2"}, Scripted([]))

    assert (ask.seat, ask.kind, list(ask.legal)) == (0, "order", ["rule 1", "rule 2"])
    assert given(after.events) == [(0, DISADVANTAGE), (0, ADVANTAGE)]
    assert game.asks(after.state)[0].kind == "act"


@pytest.mark.parametrize("first", [0, 1])
def test_at_the_start_of_a_turn_its_first_player_comes_first(first):
    game = opened(south=[("at_turn", {"token": ADVANTAGE})], north=[("at_turn", {"token": CURSE})])
    play = Play(game.position({**BOARD, "first": 1 - first}).copy(), Scripted([]))
    play.state.agenda.clear()

    turn(play)
    advance(play)

    order = [(0, ADVANTAGE), (1, CURSE)]
    assert given(play.events) == (order if first == 0 else order[::-1])


def test_after_a_defend_the_attackers_trigger_comes_before_the_defenders():
    game = opened(south=[("loser", {"token": CURSE})], north=[("winner", {"token": BLESSING})])

    step = game.resolve(game.position(BOARD), {0: "attack a1 a8"}, Scripted([3, 3]))

    assert given(step.events) == [(0, CURSE), (1, BLESSING)]


@pytest.mark.parametrize("mover", [0, 1])
def test_of_what_waits_at_once_the_activating_players_comes_first(mover):
    game = opened(south=[("waiting", {})], north=[("waiting", {})])
    attack = ("attack a1 a8", "attack a8 a1")[mover]

    step = game.resolve(
        game.position({**BOARD, "to_move": mover}), {mover: attack}, Scripted([3, 3])
    )

    assert [seat for seat, _ in given(step.events)] == [mover, 1 - mover]


def test_what_waits_comes_after_the_end_of_the_activation():
    game = opened(south=[("waiting", {}), ("at_end", {"token": CURSE})])

    step = game.resolve(game.position(BOARD), {0: "attack a1 a8"}, Scripted([3, 3]))

    assert given(step.events) == [(0, CURSE), (0, ADVANTAGE)]


def castles(game, **south):
    (ask,) = game.asks(game.position({**BOARD, "south": {"a1": "tower", **south}}))
    return [answer for answer in ask.legal if answer.startswith("castle")]


def test_a_piece_that_cannot_be_relocated_does_not_castle():
    assert castles(opened(south=[("castles", {})]), e1="king") == ["castle a1 e1"]
    assert castles(opened(south=[("castles", {}), ("rooted", {})]), e1="king") == []


def test_nobody_castles_with_a_piece_that_cannot_be_relocated():
    assert castles(opened(south=[("castles", {})]), e1="queen") == []


def test_a_piece_that_cannot_move_may_attack_or_stay():
    game = opened(south=[("immobile", {})])
    state = game.position(BOARD)

    (ask,) = game.asks(state)
    with pytest.raises(Refusal) as refused:
        game.check(state, 0, "move a1 a2")

    assert sorted(ask.legal) == ["attack a1 a8", "stay a1"]
    assert [str(problem) for problem in refused.value.problems] == ["Tower cannot Move."]


@pytest.mark.parametrize("options", [["blights"], "blights", 3])
def test_options_that_are_no_table_are_refused(options):
    with pytest.raises(BadOptions) as refused:
        SYSTEM.open(options, 2)

    assert [problem.code for problem in refused.value.problems] == ["bad_options"]


def test_other_modifiers_are_added_to_the_total_and_the_least_total_is_1():
    game = opened(south=[("keen", {"bonus": -9})])

    step = game.resolve(game.position(BOARD), {0: "attack a1 a8"}, Scripted([8, 1]))

    (fought,) = [event.data for event in step.events if event.kind == "fought"]
    assert (fought["flat"], fought["totals"]) == ([-9, 0], [1, 1])


def test_both_sides_empty_at_the_same_moment_is_a_draw():
    game = opened()
    play = Play(game.position({"south": {"a1": "tower"}, "north": {"a8": "tower"}}), Scripted([]))

    play.slay(0, 1)
    play.slay(1, 0)

    assert play.check_elimination()
    assert (play.state.over, play.state.winners) == ("eliminated", (0, 1))
    assert game.outcome(play.state).places == (1, 1)


# who may be given a Curse or Disadvantage

BLIGHTS = SYSTEM.open({"factions": ["briar_host", "blights"]}, 2)


def takes(token, piece, giver, **position):
    """Tell whether North's piece on d5 may be given a token by South's piece, or by no piece."""
    south = {"d4": "thorn_king", "a1": "old_oak"}
    north = {"d5": piece, **position.pop("north", {"h8": "arctic_wolf"})}
    state = BLIGHTS.position({"south": south, "north": north, **position})
    number = state.board[SQUARE_OF[giver]] if giver else -1
    return may_take(state, state.board[SQUARE_OF["d5"]], token, Giver(0, number))


@pytest.mark.parametrize("token", [CURSE, DISADVANTAGE])
def test_father_winter_takes_neither_with_ten_cards_kept(token):
    assert takes(token, "father_winter", "d4", kept=[0, 9])
    assert not takes(token, "father_winter", "d4", kept=[0, 10])


@pytest.mark.parametrize("token", [BLESSING, ADVANTAGE])
def test_father_winter_is_given_what_is_good_with_ten_cards_kept(token):
    assert takes(token, "father_winter", "d4", kept=[0, 10])


@pytest.mark.parametrize("token", [CURSE, DISADVANTAGE])
def test_the_yeti_takes_either_from_an_adjacent_enemy_only(token):
    assert takes(token, "yeti", "d4")
    assert not takes(token, "yeti", "a1")
    assert not takes(token, "yeti", None)


@pytest.mark.parametrize("token", [BLESSING, ADVANTAGE])
def test_the_yeti_is_given_what_is_good_from_afar(token):
    assert takes(token, "yeti", "a1")


def test_a_barbegazi_is_cursed_only_when_rooks_alone_are_left():
    assert not takes(CURSE, "barbegazi", "d4")
    assert takes(CURSE, "barbegazi", "d4", north={})
    assert takes(CURSE, "barbegazi", "d4", north={"h8": "barbegazi"})
    assert takes(DISADVANTAGE, "barbegazi", "d4")


def test_nobody_is_blessed_or_cursed_twice():
    assert not takes(CURSE, "arctic_wolf cursed", "d4")
    assert takes(CURSE, "arctic_wolf blessed", "d4")
    assert not takes(BLESSING, "arctic_wolf blessed", "d4")
    assert takes(BLESSING, "arctic_wolf cursed", "d4")
    assert takes(ADVANTAGE, "arctic_wolf adv=3", "d4")
    assert takes(DISADVANTAGE, "arctic_wolf dis=3", "d4")


def test_a_curse_on_a_blessed_piece_only_takes_the_blessing_off():
    state = BLIGHTS.position({"south": {"d4": "old_oak blessed"}, "north": {"h8": "yeti"}})
    play = Play(state.copy(), Scripted([]))

    play.give(0, CURSE, 1, Giver(1))

    assert play.state.pieces[0].grace == 0


def test_a_bump_is_over_before_any_trigger():
    state = BLIGHTS.position(
        {"south": {"d4": "old_oak"}, "north": {"d5": "father_winter"}, "kept": [0, 10]}
    )
    play = Play(state.copy(), Scripted([8, 1]))
    play.state.agenda.clear()

    begin_attack(play, Fight(0, 1, SQUARE_OF["d5"]))
    advance(play)

    assert play.state.agenda[-1] == ("bump", 1)
    assert play.state.agenda[-2][0] == "repelled"
