"""The site's settings for trials that start its web server on ground of their own."""

from campaign.config.settings import *  # noqa: F403
from campaign.config.settings import STORAGES

# The same names with hashes as the site's, without compressing every file for each run.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
