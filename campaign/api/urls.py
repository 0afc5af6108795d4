"""Every address under ``/api/``: version 1, its schema, a page to read it, and problems."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from campaign.api.permissions import ROUTES
from campaign.api.site import Docs, Nothing, Schema
from campaign.api.views import (
    battles,
    board,
    campaigns,
    contests,
    history,
    lists,
    maps,
    masters,
    people,
    phases,
    season,
    sheets,
)
from campaign.services.policy import Action
from games.hosting.api import routes

app_name = "api"
routes.register(ROUTES, open_to_all=[Action.LOOK])

one_campaign: list[URLPattern | URLResolver] = [
    path("", campaigns.Campaign.as_view(), name="campaign"),
    path("start/", campaigns.Start.as_view(), name="start"),
    path("armies/", lists.Armies.as_view(), name="armies"),
    path("armies/<int:army>/", lists.ArmyDraft.as_view(), name="army-draft"),
    path("kingdom/", campaigns.Kingdom.as_view(), name="kingdom"),
    path("leave/", campaigns.Leave.as_view(), name="leave"),
    path("map/", board.Map.as_view(), name="map"),
    path("kingdoms/", board.Kingdoms.as_view(), name="kingdoms"),
    path("phase/", phases.RunningPhase.as_view(), name="phase"),
    path("phases/", phases.Phases.as_view(), name="phases"),
    path("phases/<int:ordinal>/", phases.Report.as_view(), name="report"),
    path("phases/<int:ordinal>/dice/", phases.Dice.as_view(), name="dice"),
    path("phases/<int:ordinal>/position/", history.Position.as_view(), name="position"),
    path("phases/<int:ordinal>/reports/", battles.Reports.as_view(), name="reports"),
    path("phases/<int:ordinal>/reports/confirm/", battles.Confirm.as_view(), name="confirm"),
    path(
        "phases/<int:ordinal>/battles/<int:tile>/mode/",
        contests.Mode.as_view(),
        name="battle-mode",
    ),
    path(
        "phases/<int:ordinal>/battles/<int:tile>/wish/",
        contests.Wish.as_view(),
        name="battle-wish",
    ),
    path("phases/<int:ordinal>/courts/", contests.Courts.as_view(), name="courts"),
    path("phases/<int:ordinal>/challenges/", contests.Challenges.as_view(), name="challenges"),
    path(
        "phases/<int:ordinal>/challenges/<int:number>/",
        contests.Challenge.as_view(),
        name="challenge",
    ),
    path(
        "phases/<int:ordinal>/challenges/<int:number>/answer/",
        contests.ChallengeAnswer.as_view(),
        name="challenge-answer",
    ),
    path("contests/", contests.Contests.as_view(), name="contests"),
    path("phases/<int:ordinal>/sheet/", sheets.Sheet.as_view(), name="sheet"),
    path("phases/<int:ordinal>/forecast/", sheets.Forecast.as_view(), name="forecast"),
    path("ask/", sheets.Ask.as_view(), name="ask"),
    path("receipts/", sheets.Receipts.as_view(), name="receipts"),
    path("events/", phases.Events.as_view(), name="events"),
    path("log/", phases.Log.as_view(), name="log"),
    path("presence/", masters.Presence.as_view(), name="presence"),
    path("clock/", masters.Clock.as_view(), name="clock"),
    path("invites/", masters.Invites.as_view(), name="invites"),
    path("invites/<int:invite_id>/", masters.Invite.as_view(), name="invite"),
    path("hand-over/", masters.HandOver.as_view(), name="hand-over"),
    path("regent/", masters.Regent.as_view(), name="regent"),
    path("take-back/", campaigns.TakeBack.as_view(), name="take-back"),
    path("ruling/", battles.Ruling.as_view(), name="ruling"),
    path("export/", history.Export.as_view(), name="export"),
    path("season/", season.Season.as_view(), name="season"),
]
v1: list[URLPattern | URLResolver] = [
    path("me/", people.Me.as_view(), name="me"),
    path("me/asks/", people.MyAsks.as_view(), name="my-asks"),
    path("me/tokens/", people.MyTokens.as_view(), name="my-tokens"),
    path("me/tokens/<slug:token_id>/", people.MyToken.as_view(), name="my-token"),
    path("tokens/", people.Tokens.as_view(), name="tokens"),
    path("editions/", board.Editions.as_view(), name="editions"),
    path("maps/", board.Maps.as_view(), name="maps"),
    path("maps/drafts/", maps.MapDrafts.as_view(), name="map-drafts"),
    path("maps/drafts/<int:draft_id>/", maps.MapDraft.as_view(), name="map-draft"),
    path("maps/check/", maps.MapCheck.as_view(), name="map-check"),
    path("maps/made/", maps.MadeMap.as_view(), name="map-made"),
    path("maps/<slug:key>/text/", maps.MapText.as_view(), name="map-text"),
    path("maps/<slug:key>/", board.MapDocument.as_view(), name="map-document"),
    path("lists/read/", lists.ReadList.as_view(), name="list-read"),
    path("join/", campaigns.Join.as_view(), name="join"),
    path("join/<slug:token>/", campaigns.Invitation.as_view(), name="invitation"),
    path("campaigns/", campaigns.Campaigns.as_view(), name="campaigns"),
    path("campaigns/<int:campaign_id>/", include(one_campaign)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("v1/", include("games.api.urls")),
    path("v1/", include(v1)),
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="docs"),
    re_path(r"", Nothing.as_view(), name="nothing"),
]
