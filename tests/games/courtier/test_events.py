"""The public events alone tell the public state: board, pools, cards, petitions, track.

Source: courtier.md 5 to 13.
"""

import pytest

from tests.games.courtier.fold import Fold, public
from tests.games.courtier.playing import VARIANTS, lively, opened, resolved, walk


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS, ids=lambda one: "-".join(one) or "plain")
def test_whoever_heard_all_events_knows_the_board(seats, options):
    game, fold = opened(seats, **options), Fold(seats)
    if not options.get("auction", True):
        fold.sizes = {seat: [3, 2] for seat in fold.seats}
        fold.decks = {"influence": 48 - 3 * seats, "power": 44 - 2 * seats}

    for step, _, _ in walk(game, seats, lively, limit=250):
        for event in step.events:
            if event.visible_to(None):
                fold.tell(event)
        assert fold.public() == public(game.view(step.state, None))

    assert bool(fold.ended) == game.outcome(step.state).over


def test_both_cards_beside_the_decks_are_new_after_a_petition_influence_first():
    position = {
        "courtiers": {"admiral": {"0": 3}, "inventor": {"neutral": 1}},
        "petitions": ["pet_01"],
        "fashion": ["fas_royal"],
        "stage": "petition",
    }
    game = opened(3, auction=False)

    step = resolved(game, game.position(position), "complete pet_01")

    told = [event.kind for event in step.events]
    shown = [event.data["deck"] for event in step.events if event.kind == "offer_shown"]
    assert shown == ["influence", "power"]
    assert told.index("petitions_shown") < told.index("fashion_shown") < told.index("offer_shown")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_event_tells_the_end(seats):
    game = opened(seats, turn_cap=9)

    *_, (step, _, _) = walk(game, seats, lively)

    outcome, view = game.outcome(step.state), game.view(step.state, None)
    assert step.events[-1].kind == "game_over"
    assert step.events[-1].data == {
        "reason": "turn_cap",
        "winners": list(outcome.winners),
        "scores": view["scores"],
    }
