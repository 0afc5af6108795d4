"""The bundled Redis, and Celery with and without it."""

import time

import pytest
from celery import Celery
from django.conf import settings
from kombu.exceptions import OperationalError

from campaign.config.paths import socket_path


def celery_at(url):
    app = Celery("test", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = url
    return app


def test_a_task_reaches_the_bundled_redis(redis_url):
    app = celery_at(redis_url)

    app.send_task("campaign.tasks.nothing", retry=False, queue="reach")

    with app.connection_for_read() as broker:
        message = broker.SimpleQueue("reach").get(timeout=5)
    assert message.headers["task"] == "campaign.tasks.nothing"


def test_sending_fails_at_once_when_redis_is_down(tmp_path):
    app = celery_at(f"redis+socket://{tmp_path}/nobody.sock")
    begun = time.monotonic()

    with pytest.raises(OperationalError):
        app.send_task("campaign.tasks.nothing", retry=False)

    assert time.monotonic() - begun < 2


def test_missed_beats_do_not_pile_up():
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["options"]["expires"] <= entry["schedule"]


def test_the_socket_moves_when_the_directory_lies_too_deep(tmp_path):
    deep = tmp_path.joinpath(*["a-rather-long-name-of-a-directory"] * 4)

    assert socket_path(tmp_path) == tmp_path / "redis.sock"
    assert len(str(socket_path(deep))) <= 100
    assert socket_path(deep) != socket_path(deep / "other")
