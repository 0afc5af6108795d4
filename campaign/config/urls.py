"""Every address of the site: pages, accounts, the API and a health check."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from campaign.config.health import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health, name="health"),
    path("accounts/", include("allauth.account.urls")),
    path("api/", include("campaign.api.urls")),
    path("", include("games.web.urls")),
    path("", include("campaign.web.urls")),
]
