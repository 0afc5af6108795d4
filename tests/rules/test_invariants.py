"""What holds in every campaign, whatever is played. Source: campaign.md 1 and 4."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from campaign.rules.events import ARMY_GAINED, ARMY_GONE, KINDS, LEDGER, SHIP_GAINED, SHIP_GONE
from campaign.rules.state import WINTER_STAGES
from games.engine.chance import Seeded
from tests.rules.play import examples, lively, opened, played, seeds

RICH = {"rules": {"lines_of_supply": False, "years": 3}}


@examples
@given(seeds)
def test_f50_gold_and_food_are_never_negative(seed):
    for _, _, step in played(seed):
        assert all(kingdom.gold >= 0 and kingdom.food >= 0 for kingdom in step.state.kingdoms)


@examples
@given(seeds)
def test_f51_events_account_for_every_gold_and_food(seed):
    for game, before, step in played(seed):
        for stock in ("gold", "food"):
            moved = Counter()
            for event in step.events:
                for who, sign in LEDGER.get(event.kind, ()):
                    moved[event.data[who]] += sign * event.data[stock]
            for seat in range(game.seats):
                change = getattr(step.state.kingdoms[seat], stock) - getattr(
                    before.kingdoms[seat], stock
                )
                assert moved[seat] == change


@examples
@given(seeds)
def test_f51_events_account_for_every_army_and_ship(seed):
    for _, before, step in played(seed):
        for token, column, gained, gone in (
            ("army", "armies", ARMY_GAINED, ARMY_GONE),
            ("ship", "ships", SHIP_GAINED, SHIP_GONE),
        ):
            count = Counter((t.kingdom, t.number) for t in getattr(before, column))
            for event in step.events:
                sign = (event.kind in gained) - (event.kind in gone)
                if sign:
                    count[event.data["kingdom"], event.data[token]] += sign
            now = {(t.kingdom, t.number) for t in getattr(step.state, column)}
            assert +count == Counter(now)


@examples
@given(seeds)
def test_tithes_move_gold_and_food_but_make_none(seed):
    for _, before, step in played(seed, play="sealed", hand_in="steps"):
        if before.stage == "tithe" and step.state.stage == "build":
            for stock in ("gold", "food"):
                total = sum(getattr(kingdom, stock) for kingdom in before.kingdoms)
                assert total == sum(getattr(kingdom, stock) for kingdom in step.state.kingdoms)


@examples
@given(seeds)
def test_limits_of_tokens_and_settlements_hold(seed):
    for game, _, step in played(seed):
        state = step.state
        armies = Counter(army.kingdom for army in state.armies)
        capitals = Counter(
            owner
            for owner, kind in zip(state.owners, state.settlements, strict=True)
            if kind == "capital"
        )
        numbers = [(army.kingdom, army.number) for army in state.armies]
        assert all(count <= game.rules.max_armies for count in armies.values())
        assert all(count == 1 for count in capitals.values())
        assert len(numbers) == len(set(numbers))


@examples
@given(seeds)
def test_one_ship_a_berth_in_a_city_of_its_owner(seed):
    for game, before, step in played(seed):
        if (before.year, before.stage) == (1, "recall") and step.state.year == 1:
            tiles = [ship.tile for ship in step.state.ships]
            places = [game.board.index[tile] for tile in tiles]
            assert len(tiles) == len(set(tiles))
            assert all(game.board.harbour[place] for place in places)
            assert all(step.state.settlements[place] in ("city", "capital") for place in places)
            owners = [step.state.owners[place] for place in places]
            assert owners == [ship.kingdom for ship in step.state.ships]


@examples
@given(seeds)
def test_armies_deploy_within_the_room_of_settlements(seed):
    room = {"village": 1, "city": 2, "capital": 3, "fortress": 3}
    for game, before, step in played(seed, **RICH):
        if step.state.year > before.year or step.state.stage == "over":
            placed = Counter(
                event.data["tile"] for event in step.events if event.kind == "army_deployed"
            )
            for tile, count in placed.items():
                kind = before.settlements[game.board.index[tile]]
                assert count <= room[kind]


@examples
@given(seeds)
def test_a_recruit_takes_the_lowest_free_number(seed):
    for _, before, step in played(seed, play="open"):
        taken = {(army.kingdom, army.number) for army in before.armies}
        for event in step.events[:2]:
            seat = event.data.get("kingdom")
            if event.kind == "army_disbanded":
                taken.discard((seat, event.data["army"]))
            if event.kind == "army_recruited":
                lower = {(seat, number) for number in range(1, event.data["army"])}
                assert lower <= taken
                assert (seat, event.data["army"]) not in taken


@examples
@given(seeds)
def test_control_changes_only_in_summer_and_settlements_only_grow(seed):
    grows = {None: {"village"}, "village": {"city", "fortress"}, "city": {"capital"}}
    for _, before, step in played(seed, play="open"):
        if before.stage not in WINTER_STAGES:
            continue
        assert step.state.owners == before.owners
        pairs = zip(before.settlements, step.state.settlements, strict=True)
        assert all(new == old or new in grows[old] for old, new in pairs)


@examples
@given(seeds)
def test_events_are_documented_and_made_of_numbers_and_words(seed):
    for _, _, step in played(seed):
        for event in step.events:
            assert set(event.data) == set(KINDS[event.kind].keys)
            assert all(type(value) in (int, str) for value in event.data.values())


@examples
@given(seeds)
def test_private_events_are_seen_by_their_kingdom_alone(seed):
    for _, _, step in played(seed):
        for event in step.events:
            private = event.kind in ("line_unused", "sheet_void")
            assert event.seen_by == ((event.data["kingdom"],) if private else None)


@examples
@given(seeds)
def test_f22_a_kingdom_that_is_out_is_never_asked_and_holds_nothing(seed):
    for game, _, step in played(seed):
        out = {s for s, kingdom in enumerate(step.state.kingdoms) if not kingdom.alive}
        tokens = (*step.state.armies, *step.state.ships)
        assert not out & {ask.seat for ask in game.asks(step.state)}
        assert not out & {token.kingdom for token in tokens}


@examples
@given(seeds)
def test_f23_a_campaign_that_nobody_answers_still_ends(seed):
    game, rng = opened(seed)
    state = game.start(Seeded(rng)).state
    steps = 0
    while game.asks(state):
        state = game.resolve(state, {}, Seeded(rng)).state
        steps += 1
        assert steps < 2_000
    assert game.outcome(state).over
    assert lively(game, state, rng) == {}
