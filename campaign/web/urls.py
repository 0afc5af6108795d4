"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from campaign.web.views import (
    campaign_page,
    creating,
    hand_in,
    hexes,
    history,
    home,
    invites,
    kingdom,
    maps,
    master,
    people,
    reports,
    texts,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("how-to-play/", texts.how_to_play, name="how-to-play"),
    path("robots.txt", texts.robots, name="robots"),
    path("dice_check.py", texts.dice_script, name="dice-script"),
    path("settings/", people.settings_page, name="settings"),
    path("settings/tokens/", people.token_new, name="token-create"),
    path("settings/tokens/<str:start>/revoke/", people.token_end, name="token-revoke"),
    path("invites/<str:token>/", invites.invite, name="invite"),
    path("maps/editor/", maps.map_list, name="map-list"),
    path("maps/editor/<int:pk>/", maps.map_editor, name="map-editor"),
    path("maps/picture/", maps.map_picture, name="map-picture"),
    path("campaigns/", home.campaign_list, name="campaign-list"),
    path("campaigns/new/", creating.campaign_create_page, name="campaign-create"),
    path("campaigns/<int:pk>/", campaign_page.detail, name="campaign-detail"),
    path("campaigns/<int:pk>/map/", campaign_page.map_panel, name="campaign-map"),
    path("campaigns/<int:pk>/map/<int:number>/", hexes.hex_page, name="hex"),
    path("campaigns/<int:pk>/status/", campaign_page.status, name="campaign-status"),
    path("campaigns/<int:pk>/history/", history.history, name="history"),
    path("campaigns/<int:pk>/history/<int:ordinal>/", history.history, name="history-phase"),
    path("campaigns/<int:pk>/history.json", history.history_json, name="history-json"),
    path("campaigns/<int:pk>/years/<int:year>/", history.year, name="year"),
    path("campaigns/<int:pk>/hand-in/", hand_in.hand_in, name="hand-in"),
    path("campaigns/<int:pk>/kingdom/", kingdom.kingdom_page, name="kingdom"),
    path("campaigns/<int:pk>/kingdom/leave/", kingdom.leave, name="kingdom-leave"),
    path("campaigns/<int:pk>/receipts/", kingdom.receipts, name="receipts"),
    path("campaigns/<int:pk>/reports/<int:ordinal>/", reports.report, name="report"),
    path("campaigns/<int:pk>/reports/<int:ordinal>/dice/", reports.dice, name="dice"),
    path("campaigns/<int:pk>/reports/<int:ordinal>/dice.json", reports.dice_json, name="dice-json"),
    path("campaigns/<int:pk>/run/", master.run_page, name="campaign-run"),
    path("campaigns/<int:pk>/run/start/", master.start, name="campaign-start"),
    path("campaigns/<int:pk>/run/clock/", master.clock, name="clock"),
    path("campaigns/<int:pk>/run/invites/", master.invite_new, name="invite-create"),
    path(
        "campaigns/<int:pk>/run/invites/<int:invite_id>/revoke/",
        master.invite_end,
        name="invite-revoke",
    ),
    path("campaigns/<int:pk>/run/hand-over/", master.hand_over, name="hand-over"),
]
