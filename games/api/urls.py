"""The addresses of the API's part about matches, under ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.api.permissions import ROUTES
from games.api.views import playing, tables
from games.hosting.api import routes
from games.services.policy import Action

routes.register(ROUTES, open_to_all=[Action.LOOK])

ONE = "matches/<int:match_id>/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("games/", playing.Games.as_view(), name="games"),
    path("me/matches/", tables.MyMatches.as_view(), name="my-matches"),
    path("matches/", tables.Matches.as_view(), name="matches"),
    path("match-invites/<slug:token>/", tables.Invitation.as_view(), name="match-invite"),
    path("match-seats/<slug:token>/", tables.OfferedSeat.as_view(), name="match-seat"),
    path(ONE, playing.OneMatch.as_view(), name="match"),
    path(ONE + "join/", tables.Join.as_view(), name="match-join"),
    path(ONE + "call-off/", tables.CallOff.as_view(), name="match-call-off"),
    path(ONE + "rematch/", tables.Rematch.as_view(), name="match-rematch"),
    path(ONE + "ask/", playing.MatchAsk.as_view(), name="match-ask"),
    path(ONE + "answer/", playing.Answer.as_view(), name="match-answer"),
    path(ONE + "plan/", playing.MatchPlan.as_view(), name="match-plan"),
    path(ONE + "events/", playing.MatchEvents.as_view(), name="match-events"),
    path(ONE + "notes/", playing.MatchNotes.as_view(), name="match-notes"),
    path(ONE + "draw/", playing.Draw.as_view(), name="match-draw"),
    path(ONE + "undo/", playing.Undo.as_view(), name="match-undo"),
    path(ONE + "resign/", playing.Resign.as_view(), name="match-resign"),
    path(ONE + "seats/<int:number>/bot/", tables.SeatBot.as_view(), name="match-seat-bot"),
    path(ONE + "seats/<int:number>/link/", tables.SeatLink.as_view(), name="match-seat-link"),
    path(ONE + "replay/", playing.Replay.as_view(), name="match-replay"),
    path(ONE + "record/", playing.MatchRecord.as_view(), name="match-record"),
]
