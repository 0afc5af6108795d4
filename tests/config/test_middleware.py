"""What the site's own middleware promises of every answer and every request."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from campaign.config.middleware import body_limit, content_policy

LIMIT = 256 * 1024


def reached(request):
    return HttpResponse("reached")


@pytest.mark.django_db
def test_every_answer_carries_a_policy_without_inline_code(client):
    response = client.get("/health/")

    policy = response.headers["Content-Security-Policy"]
    assert response.content == b"ok\n"
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_a_view_may_set_a_policy_of_its_own():
    own = content_policy(lambda request: HttpResponse(headers={"Content-Security-Policy": "x"}))

    assert own(RequestFactory().get("/")).headers["Content-Security-Policy"] == "x"


@pytest.mark.parametrize(("length", "status"), [(LIMIT, 200), (LIMIT + 1, 413)])
def test_a_body_may_have_256_kb(length, status):
    request = RequestFactory().post("/somewhere/", b"x" * length, content_type="text/plain")

    assert body_limit(reached)(request).status_code == status


def test_the_api_is_told_in_a_problem_body():
    request = RequestFactory().post(
        "/api/v1/x/", b"x" * (LIMIT + 1), content_type="application/json"
    )

    response = body_limit(reached)(request)

    assert response.status_code == 413
    assert response.headers["Content-Type"] == "application/problem+json"
    assert b'"code": "request_too_large"' in response.content
    assert b"256 KB" in response.content
