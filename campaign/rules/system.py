"""The rule system ``campaign``: its options, and its game behind the engine's contract.

::

    options = {"edition": "capitals", "rules": {"years": 3}, "map": document,
               "play": "sealed", "hand_in": "sheet"}
    game = SYSTEM.open(options, seats=4)

Every option may be left out: classic, no house rules, the shipped map for so many
kingdoms, sealed play, one sheet a Winter, beginning with Setup (``"begin": "winter"`` takes
Setup's defaults and begins in the first Winter). The state holds only what changes; the map and the
rules stay in the options, which a host pins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from campaign.rules import codec, scoring
from campaign.rules.answers import as_json, read_answer, review
from campaign.rules.asks import Mode, asked, asks_of, settle, takes_whole_winter
from campaign.rules.battle.open_battles import pending_choice
from campaign.rules.board import Board, compile_board
from campaign.rules.maps import load_map, maps_for
from campaign.rules.outside import Outside, read_outside
from campaign.rules.position import read_position
from campaign.rules.position_stage import stage_fault
from campaign.rules.problems import bad_options, clipped, problem, refuse
from campaign.rules.reader import Limits
from campaign.rules.ruleset import (
    EDITIONS,
    FEWEST_KINGDOMS,
    MOST_KINGDOMS,
    RULES,
    VERSION,
    Ruleset,
    make_ruleset,
)
from campaign.rules.sample import sample_sheet
from campaign.rules.setup.steps import empty_state, set_up
from campaign.rules.stages import Sheet, play_stage
from campaign.rules.state import BANNER, BATTLE, BUILD, COURT, FEED, SETUP, TITHE, State
from campaign.rules.steward.answer import steward_answer
from campaign.rules.table import Table
from campaign.rules.turns import Turn, check_turn, play_turn
from campaign.rules.view import view_of
from campaign.rules.year import begin_winter
from games.engine.contract import HOST, Ask, Chance, Json, NotAsked, Outcome, Refusal, Step

SEALED, OPEN = "sealed", "open"
SHEET, STEPS = "sheet", "steps"
WINTER = "winter"
STEWARD = "steward"
CHOICES = {"play": (SEALED, OPEN), "hand_in": (SHEET, STEPS), "begin": (SETUP, WINTER)}
OPTIONS = ("edition", "rules", "map", *CHOICES)


@dataclass(frozen=True, eq=False)
class CampaignGame:
    """A campaign opened with its options; immutable, safe to share, hashed by identity."""

    seats: int
    edition: str
    rules: Ruleset
    board: Board
    mode: Mode
    begin: str = SETUP

    @property
    def limits(self) -> Limits:
        """How much a sheet of this campaign may hold."""
        return Limits(self.rules.tithe_limit)

    def table(self, state: State) -> Table:
        """Lay a state out for reading or trying; the state itself never changes."""
        return Table(self.board, self.rules, state)

    def start(self, chance: Chance) -> Step[State]:
        """Return the first position: an empty board at Setup, or year 1's Winter after it."""
        first = BANNER if self.mode.open else SETUP
        table = self.table(empty_state(self.board, self.seats, first))
        if self.begin == WINTER:
            set_up(table, {}, chance)
            table.tell("year_began", year=table.year)
            begin_winter(table)
        return self._settled(table, chance)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Say who must decide what now; under ``absent`` steward the defaults are its answers."""
        asks = asks_of(self.table(state), self.mode)
        if self.rules.absent != STEWARD:
            return asks
        return tuple(replace(ask, default=self._stand_in(state, ask)) for ask in asks)

    def _stand_in(self, state: State, ask: Ask) -> Json:
        """Return the steward's answer to an ask; should it fail, the default, and all go on."""
        try:
            return steward_answer(self, state, ask.seat, ask)
        except Exception:  # a bot's failure must not stop the campaign
            return ask.default

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form, or raise ``Refusal`` naming every problem."""
        table = self.table(state)
        kind, seats, turn = asked(table, self.mode)
        if seat not in seats:
            raise NotAsked(problem("not_asked"))
        if turn is not None:
            return check_turn(table, turn, answer, self.limits)
        sheet = read_answer(kind, seat, answer, self.limits)
        refuse(review(table, kind, seat, sheet))
        return as_json(sheet, kind)

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Play the asks of the state; a line that is illegal by then is not carried out.

        What comes from outside the rules is the answer of ``contract.HOST``.
        """
        table = self.table(state)
        outside = read_outside(answers.get(HOST))
        if table.month and outside.modes:
            self._change_modes(table, state, outside)
        kind, seats, turn = asked(table, self.mode)
        given = self._understood(table, kind, seats, turn, answers)
        if self.rules.absent == STEWARD and len(given) < len(seats):
            stand_ins = {ask.seat: ask.default for ask in self.asks(state) if ask.seat not in given}
            given |= self._understood(table, kind, seats, turn, stand_ins)
        if turn is not None:
            answer = given[turn.seat] if turn.seat in given else turn.default()
            play_turn(table, turn, answer, self.limits, chance)
        elif seats:
            nothing: dict[int, Json] = {seat: {} for seat in seats if seat not in given}
            given |= self._understood(table, kind, seats, turn, nothing)
            self._play(table, {seat: given[seat] for seat in seats}, chance, outside)
        return self._settled(table, chance)

    def _change_modes(self, table: Table, state: State, outside: Outside) -> None:
        """Note how land battles are fought from now on; one that is being fought stays as it is."""
        fought = self.tile_fought_on(state)
        for tile, mode in outside.modes.items():
            if tile in table.board.index and tile != fought:
                table.modes[tile] = mode

    def tile_fought_on(self, state: State) -> int | None:
        """Return the hex of a battle that stands at a choice of open play; ``None``: nowhere."""
        if state.stage != BATTLE:
            return None
        return pending_choice(self.board, self.rules, state).tile or None

    def _understood(
        self,
        table: Table,
        kind: str,
        seats: Sequence[int],
        turn: Turn | None,
        answers: Mapping[int, Json],
    ) -> dict[int, Any]:
        """Read the answers of those who are asked; one that makes no sense counts as none (3a).

        A sheet need only be readable, an answer to a turn must be legal.
        """
        read = {}
        for seat in (seat for seat in seats if seat in answers):
            try:
                if turn is None:
                    read[seat] = read_answer(kind, seat, answers[seat], self.limits)
                else:
                    read[seat] = check_turn(table, turn, answers[seat], self.limits)
            except Refusal as refusal:
                code = refusal.code
                table.tell_only(seat, "sheet_void", kingdom=seat, stage=kind, code=code)
        return read

    def _play(
        self, table: Table, sheets: Mapping[int, Sheet], chance: Chance, outside: Outside
    ) -> None:
        """Play one stage, or with the one sheet of the winter all up to Deploy."""
        whole = takes_whole_winter(table, self.mode)
        play_stage(table, sheets, chance, outside, in_turns=self.mode.open)
        while whole and table.stage in ONE_SHEET:
            play_stage(table, sheets, chance, in_turns=self.mode.open)

    def _settled(self, table: Table, chance: Chance) -> Step[State]:
        settle(table, self.mode, chance)
        return Step(table.freeze(), tuple(table.events))

    def view(self, state: State, seat: int | None) -> Json:
        """Return what a viewer may know: the board, and the army lists that are theirs or open."""
        return view_of(self.board, self.rules, state, seat)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        """Return the state that a view shows: armies need no list, so none is invented."""
        return self.decode(view)

    def sample(self, state: State, ask: Ask, rng: Random) -> Json:
        """Return a random legal answer; for a sheet, a lively one."""
        if ask.legal is not None:
            return rng.choice(ask.legal)
        return sample_sheet(self.table(state), ask.kind, ask.seat, rng)

    def outcome(self, state: State) -> Outcome:
        """Say how the campaign ended, or how it stands now (4e)."""
        return scoring.outcome(state, self.rules)

    def encode(self, state: State) -> Json:
        """Return the state as JSON values."""
        return codec.encode(self.board, state)

    def decode(self, data: Json) -> State:
        """Return the state that ``encode`` wrote."""
        return codec.decode(self.board, data)

    def position(self, partial: Json) -> State:
        """Build a state from a partial position; raise ``BadOptions`` if it is impossible."""
        state = read_position(self.board, self.rules, self.seats, partial)
        fault = stage_fault(self.table(state), open_play=self.mode.open)
        if fault:
            raise bad_options("bad_position", "position", what=fault)
        return state


ONE_SHEET = (COURT, TITHE, BUILD, FEED)
"""The stages that one winter sheet covers after its first; where courts are held it comes later."""


@dataclass(frozen=True)
class CampaignSystem:
    """Opens campaigns."""

    name: str = "campaign"
    version: str = VERSION
    playout_seats: tuple[int, ...] = tuple(range(FEWEST_KINGDOMS, MOST_KINGDOMS + 1))

    def open(self, options: Json, seats: int) -> CampaignGame:
        """Check the options and return the game; raise ``BadOptions``."""
        if type(seats) is not int or not FEWEST_KINGDOMS <= seats <= MOST_KINGDOMS:
            raise bad_options("bad_seats", "seats", low=FEWEST_KINGDOMS, high=MOST_KINGDOMS)
        given = _fields(options)
        edition = given.get("edition", EDITIONS[0])
        rules = make_ruleset(edition, given.get("rules"))
        play, hand_in, begin = (_choice(given, name) for name in CHOICES)
        document = given["map"] if "map" in given else load_map(maps_for(seats)[0].key)
        mode = Mode(play == OPEN, play == SEALED and hand_in == SHEET)
        return CampaignGame(seats, edition, rules, compile_board(document, seats), mode, begin)

    def playout_options(self, rng: Random, seats: int) -> Json:
        """Return random options for a playout: editions, ways to play, a few house rules."""
        switches = [name for name, rule in RULES.items() if rule.kind == "switch"]
        rules: dict[str, Any] = {name: rng.random() < 0.5 for name in switches}
        rules["battle_mode"] = rng.choice(RULES["battle_mode"].choices)
        return {
            "edition": rng.choice(EDITIONS),
            "rules": rules | {"years": rng.randint(1, 3)},
            "play": rng.choice(CHOICES["play"]),
            "hand_in": rng.choice(CHOICES["hand_in"]),
            "begin": rng.choice(CHOICES["begin"]),
        }


def _fields(options: Json) -> dict[str, Json]:
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise bad_options("bad_options")
    for key in options:
        if key not in OPTIONS:
            raise bad_options("unknown_option", field=clipped(key))
    return options


def _choice(given: dict[str, Json], name: str) -> str:
    value = given.get(name, CHOICES[name][0])
    if not isinstance(value, str) or value not in CHOICES[name]:
        raise bad_options("bad_choice", name, field=name, choices=", ".join(CHOICES[name]))
    return value


SYSTEM = CampaignSystem()
