"""Every address of the site: pages, accounts, the API and a health check."""

from __future__ import annotations

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from campaign.config.health import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("health/", health, name="health"),
    path("accounts/", include("allauth.account.urls")),
]
if find_spec("campaign.api.urls"):
    urlpatterns.append(path("api/", include("campaign.api.urls")))
if find_spec("campaign.web.urls"):
    urlpatterns.append(path("", include("campaign.web.urls")))
