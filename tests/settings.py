"""The site's settings as the suite needs them: nothing read from `.env`, nothing kept.

Which database is used, the environment says (``DATABASE_URL``, set by
``tests.run``); without it, an SQLite file that goes with the process.
"""

import atexit
import os
import shutil
import tempfile

os.environ["WINTERTIDE_ENV_FILE"] = os.devnull
for name in (
    "WINTERTIDE_PRODUCTION",
    "WINTERTIDE_DEBUG",
    "EMAIL_URL",
    "ALLOWED_HOSTS",
    "REDIS_URL",
):
    os.environ.pop(name, None)
if "WINTERTIDE_TEST_VAR" not in os.environ:
    # Workers of xdist inherit it; the process that made it removes it.
    os.environ["WINTERTIDE_TEST_VAR"] = tempfile.mkdtemp(prefix="wintertide-")
    atexit.register(shutil.rmtree, os.environ["WINTERTIDE_TEST_VAR"], ignore_errors=True)
os.environ["WINTERTIDE_VAR"] = os.environ["WINTERTIDE_TEST_VAR"]

from campaign.config.settings import *  # noqa: E402, F403
from campaign.config.settings import DATABASES, REST_FRAMEWORK, STORAGES, VAR_DIR  # noqa: E402

STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {"anon": "10000/min", "user": "10000/min"}

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: several connections and processes must meet in it.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
