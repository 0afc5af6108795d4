"""What a seat, or an outsider, may know: all but the order of the deck, and teams in secret.

Source: skirmish.md 3 (teams are revealed at step 5), 9.
"""

from __future__ import annotations

from random import Random

from games.engine.contract import Json
from games.skirmish.answers import TEAM, choosers, choosing_teams
from games.skirmish.cards import CARD_OF, CARDS
from games.skirmish.codec import decode, encode
from games.skirmish.flow import points_of
from games.skirmish.house import HOUSE
from games.skirmish.state import HAND, Piece, Setup, State
from games.skirmish.tasks import asked
from games.skirmish.teams import Team, default_team, legal_teams, read_team


def in_secret(state: State) -> bool:
    """Tell whether the teams have not been revealed yet."""
    return bool(state.agenda) and any(task[0] == "reveal" for task in state.agenda)


def stage_of(state: State) -> str:
    """Return the kind of what is asked now, or ``over``."""
    if state.over:
        return "over"
    return TEAM if choosing_teams(state) else asked(state)[1]


def view(state: State, seat: int | None) -> Json:
    """Return what ``seat`` may know. Before teams are revealed ``pieces`` is empty.

    ``teams``: counts by entry of the teams that the reader may know, else null.
    """
    data = encode(state)
    secret = in_secret(state)
    teams: list[Json] = [None, None]
    for owner in (0, 1):
        if state.pieces and (not secret or owner == seat):
            teams[owner] = _counts(state, owner)
    running = not state.over and not choosing_teams(state)
    return {
        **data,
        "stage": stage_of(state),
        "to_move": asked(state)[0] if running else None,
        "choosing": choosers(state) if choosing_teams(state) else [],
        "factions": [faction.id for faction in state.setup.factions],
        "team_points": list(state.setup.points),
        "pieces": [] if secret else data["pieces"],
        "teams": teams,
        "deck": len(state.deck),
        "points": [0, 0] if secret else list(points_of(state)),
        "last_turn": HOUSE.last_turn,
    }


def _counts(state: State, seat: int) -> Team:
    counts: Team = {}
    for piece in state.pieces:
        if piece.seat == seat:
            counts[piece.entry.id] = counts.get(piece.entry.id, 0) + 1
    return counts


def pieces_of(setup: Setup, seat: int, team: Team) -> list[Piece]:
    """Return a team's pieces in hand, in the order of the roster."""
    return [
        Piece(seat, entry, HAND)
        for entry in setup.factions[seat].entries
        for _ in range(team.get(entry.id, 0))
    ]


def imagine(setup: Setup, seen: Json, rng: Random) -> State:
    """Return a state with that view: the deck in some order, hidden teams made up."""
    names = [*seen["discard"], *seen["shown"], *seen["kept"][0], *seen["kept"][1]]
    gone = {CARD_OF[name] for name in names}
    state = decode(setup, {**seen, "deck": []})
    if seen["deck"]:
        state.deck = [card for card in range(CARDS) if card not in gone]
        rng.shuffle(state.deck)
    if not seen["pieces"] and not choosing_teams(state):
        for owner in (0, 1):
            team = seen["teams"][owner] or setup.teams[owner] or _some_team(setup, owner, rng)
            state.pieces += pieces_of(setup, owner, team)
    return state


def _some_team(setup: Setup, seat: int, rng: Random) -> Team:
    faction, points = setup.factions[seat], setup.points[seat]
    if rng.random() < 0.5:
        return default_team(faction, points)
    read = read_team(faction, rng.choice(legal_teams(faction, points)))
    assert isinstance(read, dict)
    return read
