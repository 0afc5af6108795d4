"""The site's settings for `manage.py leaks`: no file is served, and no mail leaves."""

from campaign.config.settings import *  # noqa: F403
from campaign.config.settings import STATIC_ROOT, STORAGES

STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
