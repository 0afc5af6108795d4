"""The Celery application: `celery -A campaign.config.celery worker` (or `beat`).

The broker only wakes workers; what is due stands in the database. A lost, late
or doubled message therefore changes nothing: see ``campaign.tasks`` and ``games.tasks``.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.config.settings")

app = Celery("wintertide")
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["campaign", "games"])
