"""What is kept for a time only goes when its time is over, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import AuthToken

from campaign.tasks import housekeeping
from games.hosting.idempotency import KEPT
from games.models import IdempotencyRecord
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_old_answers_expired_tokens_and_sessions_go():
    person, now = make_user(), timezone.now()
    for key, age in (("old", KEPT), ("new", timedelta())):
        IdempotencyRecord.objects.create(user=person, key=key, fingerprint="", status=200, body="")
        IdempotencyRecord.objects.filter(key=key).update(at=now - age)
        Session.objects.create(session_key=key, session_data="", expire_date=now + KEPT / 2 - age)
    valid, _ = AuthToken.objects.create(person)
    expired, _ = AuthToken.objects.create(person)
    AuthToken.objects.filter(pk=expired.pk).update(expiry=now)

    gone = housekeeping()

    assert gone == 2
    assert list(IdempotencyRecord.objects.values_list("key", flat=True)) == ["new"]
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
    assert list(AuthToken.objects.values_list("pk", flat=True)) == [valid.pk]
