"""The WSGI entry point: `gunicorn campaign.config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.config.settings")

application = get_wsgi_application()
