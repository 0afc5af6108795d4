"""The site's settings with the bare views beside its own: for `manage.py bench` only."""

from campaign.config.settings import *  # noqa: F403
from campaign.config.settings import STORAGES

ROOT_URLCONF = "campaign.trials.bench.urls"
# The same names with hashes as the site's, without compressing every file for each run.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
