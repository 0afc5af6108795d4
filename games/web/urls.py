"""The addresses of the pages of matches."""

from __future__ import annotations

from django.urls import path

from games.services.rulebook import OFFERED
from games.web.addresses import slug
from games.web.views import acting, after, how_to, invites, lobby, match, teams

ONE = "matches/<int:pk>/"

urlpatterns = [
    path("matches/", lobby.lobby, name="match-list"),
    path("matches/new/", lobby.match_create, name="match-create"),
    path(ONE, match.match, name="match"),
    path(ONE + "board/", match.board, name="match-board"),
    path(ONE + "status/", match.status, name="match-status"),
    path(ONE + "answer/", acting.answer, name="match-answer"),
    path(ONE + "plan/", acting.plan, name="match-plan"),
    path(ONE + "offer/", acting.offer, name="match-offer"),
    path(ONE + "resign/", acting.resign, name="match-resign"),
    path(ONE + "seats/", acting.hand_over, name="match-seats"),
    path(ONE + "join/", acting.join, name="match-join"),
    path(ONE + "leave/", acting.leave, name="match-leave"),
    path(ONE + "call-off/", acting.call_off, name="match-call-off"),
    path(ONE + "rematch/", acting.rematch, name="match-rematch"),
    path(ONE + "replay/", after.replay_first, name="match-replay-first"),
    path(ONE + "replay/<int:step>/", after.replay_step, name="match-replay"),
    path(ONE + "shuffle/", after.shuffle, name="match-shuffle"),
    path(ONE + "match.json", after.file, name="match-file"),
    path("match-invites/<str:token>/", invites.invite, name="match-invite"),
    path("match-seats/<str:token>/", invites.seat_link, name="match-seat-link"),
    path("skirmish-teams/", teams.teams, name="skirmish-teams"),
    path("skirmish-teams/new/", teams.team_new, name="skirmish-team-new"),
    path("skirmish-teams/<int:pk>/", teams.team_edit, name="skirmish-team"),
    *(
        path(
            f"how-to-play/{slug(game)}/",
            how_to.how_to_play,
            {"game": game},
            name=f"how-to-play-{slug(game)}",
        )
        for game in OFFERED
    ),
]
