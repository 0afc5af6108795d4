"""The rule system ``campaign``: its options, and its game behind the engine's contract.

::

    options = {"edition": "capitals", "rules": {"years": 3}, "map": document,
               "play": "sealed", "hand_in": "sheet"}
    game = SYSTEM.open(options, seats=4)

Every option may be left out: classic, no house rules, the shipped map for so many
kingdoms, sealed play, one sheet. The state holds only what changes; the map and the
rules stay in the options, which a host pins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from campaign.rules import codec, open_play, scoring
from campaign.rules.asks import Mode, asked, asks_of, settle
from campaign.rules.board import Board, compile_board
from campaign.rules.maps import load_map, maps_for
from campaign.rules.position import read_position
from campaign.rules.problems import bad_options, clipped, problem, refuse
from campaign.rules.reader import Limits
from campaign.rules.review import review
from campaign.rules.ruleset import EDITIONS, VERSION, Ruleset, make_ruleset
from campaign.rules.sample import sample_sheet
from campaign.rules.setup import empty_state, set_up
from campaign.rules.sheets import Sheet, as_json, read_sheet
from campaign.rules.state import BUILD, FEED, RECALL, TITHE, State
from campaign.rules.table import Table
from campaign.rules.view import public_view
from campaign.rules.winter import play_stage
from games.engine.contract import Ask, Chance, Json, NotAsked, Outcome, Refusal, Step

SEALED, OPEN = "sealed", "open"
SHEET, STEPS = "sheet", "steps"
FEWEST, MOST = 2, 8
CHOICES = {"play": (SEALED, OPEN), "hand_in": (SHEET, STEPS)}
OPTIONS = ("edition", "rules", "map", *CHOICES)


@dataclass(frozen=True, eq=False)
class CampaignGame:
    """A campaign opened with its options; immutable, safe to share, hashed by identity."""

    seats: int
    edition: str
    rules: Ruleset
    board: Board
    mode: Mode

    @property
    def limits(self) -> Limits:
        """How much a sheet of this campaign may hold."""
        return Limits(self.rules.tithe_limit)

    def table(self, state: State) -> Table:
        """Lay a state out for reading or trying; the state itself never changes."""
        return Table(self.board, self.rules, state)

    def start(self, chance: Chance) -> Step[State]:
        """Return the first position: what Setup's defaults give, in the Recall of year 1."""
        table = self.table(empty_state(self.board, self.seats, RECALL))
        set_up(table, {}, chance)
        table.tell("year_began", year=table.year)
        return self._settled(table, chance)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Say who must decide what now."""
        return asks_of(self.table(state), self.mode)

    def check(self, state: State, seat: int, answer: Json) -> Json:
        """Return the answer in canonical form, or raise ``Refusal`` naming every problem."""
        table = self.table(state)
        kind, seats, in_turns = asked(table, self.mode)
        if seat not in seats:
            raise NotAsked(problem("not_asked"))
        if in_turns:
            return open_play.action_json(self._action(table, seat, answer))
        sheet = read_sheet(kind, answer, self.limits)
        refuse(review(table, kind, seat, sheet))
        return as_json(sheet, kind)

    def _action(self, table: Table, seat: int, answer: Json) -> open_play.Action:
        action = open_play.read_action(table.stage, answer, self.limits)
        code = open_play.obstacle(table, seat, action)
        refuse(open_play.explain(table, code, action) if code else ())
        return open_play.plain(table, seat, action)

    def resolve(self, state: State, answers: Mapping[int, Json], chance: Chance) -> Step[State]:
        """Play the asks of the state; a line that is illegal by then is not carried out."""
        table = self.table(state)
        kind, seats, in_turns = asked(table, self.mode)
        if in_turns:
            self._resolve_turn(table, seats[0], answers, chance)
        elif seats:
            sheets = {seat: self._read(table, kind, seat, answers) for seat in seats}
            self._play(table, sheets, chance)
        return self._settled(table, chance)

    def _resolve_turn(
        self, table: Table, seat: int, answers: Mapping[int, Json], chance: Chance
    ) -> None:
        action = None
        try:
            if seat in answers:
                action = self._action(table, seat, answers[seat])
        except Refusal as refusal:
            self._void(table, table.stage, seat, refusal)
        open_play.take_turn(table, seat, action, chance)

    def _read(self, table: Table, kind: str, seat: int, answers: Mapping[int, Json]) -> Sheet:
        try:
            return read_sheet(kind, answers.get(seat, {}), self.limits)
        except Refusal as refusal:
            self._void(table, kind, seat, refusal)
            return read_sheet(kind, {}, self.limits)

    def _void(self, table: Table, kind: str, seat: int, refusal: Refusal) -> None:
        table.tell_only(seat, "sheet_void", kingdom=seat, stage=kind, code=refusal.code)

    def _play(self, table: Table, sheets: Mapping[int, Sheet], chance: Chance) -> None:
        """Play one stage, or with the one sheet (handed in before Recall) all up to Deploy."""
        whole = self.mode.one_sheet and table.stage == RECALL
        play_stage(table, sheets, chance)
        while whole and table.stage in ONE_SHEET:
            play_stage(table, sheets, chance)

    def _settled(self, table: Table, chance: Chance) -> Step[State]:
        settle(table, self.mode, chance)
        return Step(table.freeze(), tuple(table.events))

    def view(self, state: State, seat: int | None) -> Json:
        """Return what a viewer may know; in Winter that is the same for everybody."""
        return public_view(self.board, state)

    def imagine(self, view: Json, seat: int | None, rng: Random) -> State:
        """Return the state that a view shows; nothing is hidden, so nothing is invented."""
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
        return read_position(self.board, self.rules, self.seats, partial)


ONE_SHEET = (TITHE, BUILD, FEED)
"""The stages that one winter sheet covers after Recall."""


@dataclass(frozen=True)
class CampaignSystem:
    """Opens campaigns."""

    name: str = "campaign"
    version: str = VERSION
    playout_seats: tuple[int, ...] = tuple(range(FEWEST, MOST + 1))

    def open(self, options: Json, seats: int) -> CampaignGame:
        """Check the options and return the game; raise ``BadOptions``."""
        if type(seats) is not int or not FEWEST <= seats <= MOST:
            raise bad_options("bad_seats", "seats", low=FEWEST, high=MOST)
        given = _fields(options)
        edition = given.get("edition", EDITIONS[0])
        rules = make_ruleset(edition, given.get("rules"))
        play, hand_in = (_choice(given, name) for name in CHOICES)
        document = given["map"] if "map" in given else load_map(maps_for(seats)[0].key)
        mode = Mode(play == OPEN, play == SEALED and hand_in == SHEET)
        return CampaignGame(seats, edition, rules, compile_board(document, seats), mode)

    def playout_options(self, rng: Random, seats: int) -> Json:
        """Return random options for a playout: editions, ways to play, a few house rules."""
        switches = ("lines_of_supply", "one_build_per_tile", "first_player_brakes", "snake_draft")
        rules: dict[str, Any] = {name: rng.random() < 0.5 for name in switches}
        return {
            "edition": rng.choice(EDITIONS),
            "rules": rules | {"years": rng.randint(1, 4)},
            "play": rng.choice(CHOICES["play"]),
            "hand_in": rng.choice(CHOICES["hand_in"]),
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
