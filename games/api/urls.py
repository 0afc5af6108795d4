"""The addresses of the API's part about matches, under ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.api.permissions import ROUTES
from games.api.views import playing, tables, teams
from games.hosting.api import routes
from games.services.policy import Action

routes.register(ROUTES, open_to_all=[Action.LOOK])

one_match: list[URLPattern | URLResolver] = [
    path("", playing.OneMatch.as_view(), name="match"),
    path("join/", tables.Join.as_view(), name="match-join"),
    path("leave/", tables.Leave.as_view(), name="match-leave"),
    path("call-off/", tables.CallOff.as_view(), name="match-call-off"),
    path("rematch/", tables.Rematch.as_view(), name="match-rematch"),
    path("ask/", playing.MatchAsk.as_view(), name="match-ask"),
    path("answer/", playing.Answer.as_view(), name="match-answer"),
    path("plan/", playing.MatchPlan.as_view(), name="match-plan"),
    path("events/", playing.MatchEvents.as_view(), name="match-events"),
    path("notes/", playing.MatchNotes.as_view(), name="match-notes"),
    path("draw/", playing.Draw.as_view(), name="match-draw"),
    path("undo/", playing.Undo.as_view(), name="match-undo"),
    path("resign/", playing.Resign.as_view(), name="match-resign"),
    path("seats/<int:number>/bot/", tables.SeatBot.as_view(), name="match-seat-bot"),
    path("seats/<int:number>/link/", tables.SeatLink.as_view(), name="match-seat-link"),
    path("replay/", playing.Replay.as_view(), name="match-replay"),
    path("record/", playing.MatchRecord.as_view(), name="match-record"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("games/", playing.Games.as_view(), name="games"),
    path("factions/", teams.Factions.as_view(), name="factions"),
    path("skirmish-teams/", teams.Teams.as_view(), name="skirmish-teams"),
    path("skirmish-teams/<int:team_id>/", teams.Team.as_view(), name="skirmish-team"),
    path("me/matches/", tables.MyMatches.as_view(), name="my-matches"),
    path("matches/", tables.Matches.as_view(), name="matches"),
    path("match-invites/<slug:token>/", tables.Invitation.as_view(), name="match-invite"),
    path("match-seats/<slug:token>/", tables.OfferedSeat.as_view(), name="match-seat"),
    path("matches/<int:match_id>/", include(one_match)),
]
