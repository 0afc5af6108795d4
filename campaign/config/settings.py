"""Settings, all from the environment; docs/hosting.md lists the variables.

Two profiles. *Embedded* (the default, `make run`) needs nothing prepared:
SQLite, a Redis of its own, a generated key and mail as files, all in ``var/``.
*Production* (``WINTERTIDE_PRODUCTION=1``) insists on a key and host names from
the environment and speaks HTTPS only. Debugging is off in both.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import environ

from campaign.config.addresses import port_number, redis_address
from campaign.config.logs import logging_settings
from campaign.config.paths import BASE_DIR, private_directory, secret_key, socket_path

env = environ.Env()
env.read_env(os.environ.get("WINTERTIDE_ENV_FILE", BASE_DIR / ".env"))

PRODUCTION: bool = env.bool("WINTERTIDE_PRODUCTION", default=False)
DEBUG: bool = env.bool("WINTERTIDE_DEBUG", default=False) and not PRODUCTION
VAR_DIR = private_directory(Path(env.str("WINTERTIDE_VAR", default=str(BASE_DIR / "var"))))

# Hosts and HTTPS

HOST: str = env.str("HOST", default="127.0.0.1")
PORT: int = port_number(env.str("PORT", default="8000"))
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not bound

if PRODUCTION:
    SECRET_KEY = env.str("SECRET_KEY")
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
else:
    SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR_DIR / "secret_key")
    ALLOWED_HOSTS = env.list(
        "ALLOWED_HOSTS",
        default=["*"] if HOST in EVERYWHERE else ["localhost", "127.0.0.1", "[::1]", HOST],
    )
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# As `make run` prints it: another name for the same machine would ask for a log-in of its own.
_shown = "localhost" if HOST in EVERYWHERE or ":" in HOST else HOST
SITE_URL: str = env.str(
    "SITE_URL",
    default=f"https://{ALLOWED_HOSTS[0]}" if PRODUCTION else f"http://{_shown}:{PORT}",
).rstrip("/")
"""Where links in mails lead."""

PROXIES: int = env.int("WINTERTIDE_PROXIES", default=0)
"""How many proxies of our own stand in front; their forwarded headers are believed."""
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES

SECURE_SSL_REDIRECT = PRODUCTION and env.bool("WINTERTIDE_HTTPS_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = env.int("WINTERTIDE_HSTS_SECONDS", default=31_536_000) if PRODUCTION else 0
# For hosts that are not this site, and for years, so only when asked for.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("WINTERTIDE_HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("WINTERTIDE_HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # both are the host's to decide
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

# What a request may hold

DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 1

# Applications

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "games.apps.GamesConfig",
    "campaign.apps.CampaignConfig",
]

MIDDLEWARE = [
    # Outermost, so that a refused host name and a redirection to HTTPS bear it too.
    "campaign.config.middleware.content_policy",
    "campaign.config.middleware.private_answers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "campaign.config.middleware.queue_watch",
    "campaign.config.middleware.body_limit",
    "campaign.config.middleware.plain_text",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.hosting.sessions.SignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "campaign.config.urls"
WSGI_APPLICATION = "campaign.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaign.web.context.waiting",
            ],
        },
    }
]

# Database

DATABASES = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'wintertide.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A transaction takes the write lock at its start, so that two writers queue
    # up instead of failing half-way; readers never wait.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # One connection for each synchronous process, kept and tried before use.
    DATABASES["default"]["ENGINE"] = "games.hosting.postgresql"
    DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

REDIS_URL: str = env.str("REDIS_URL", default="")
REDIS_SOCKET = None if REDIS_URL else socket_path(VAR_DIR)
REDIS_PREFIX: str = env.str("REDIS_PREFIX", default="wintertide:")

# Rate limits count in the default one: all web processes together while a Redis answers.
_counts = redis_address(REDIS_URL or f"redis+socket://{REDIS_SOCKET}")
CACHES = {
    "default": {
        "BACKEND": "games.hosting.counts.Counts",
        "LOCATION": _counts,
        "KEY_PREFIX": f"{REDIS_PREFIX}count",
        "OPTIONS": {"serializer": "games.hosting.counts.Plain", "socket_timeout": 0.25},
    }
    if _counts
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "default"},
    "pictures": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pictures",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 64},
    },
}
SESSION_ENGINE = "games.hosting.sessions"

# People

AUTH_USER_MODEL = "campaign.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Mail: as files until a server is named, for example
# EMAIL_URL=smtp+tls://user:password@mail.example.org:587

EMAIL_URL: str = env.str("EMAIL_URL", default="")
EMAIL_FILE_PATH = str(VAR_DIR / "mail")
if EMAIL_URL:
    vars().update(env.email("EMAIL_URL"))
    EMAIL_FILE_PATH = str(VAR_DIR / "mail")
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Wintertide <wintertide@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

ACCOUNT_ADAPTER = "campaign.web.accounts.Accounts"
ACCOUNT_FORMS = {"login": "campaign.web.log_in.LogInForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Wintertide] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_LOGIN_ON_PASSWORD_RESET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_SESSION_REMEMBER = True
# A club logs in from one address within a minute; of one name few attempts may fail.
ACCOUNT_RATE_LIMITS = {"login": "60/m/ip", "login_failed": "30/m/ip,5/300s/key"}
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("WINTERTIDE_STATIC", default=str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}
MEDIA_ROOT = VAR_DIR / "media"

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        # Of an address, behind which a whole club may sit.
        "anon": env.str("API_RATE_ANONYMOUS", default="600/min"),
        "user": env.str("API_RATE_USER", default="600/min"),
        "write": env.str("API_RATE_WRITE", default="120/min"),
        "token": env.str("API_RATE_TOKEN", default="30/min"),
        "token_name": env.str("API_RATE_TOKEN_NAME", default="30/hour"),
    },
    "EXCEPTION_HANDLER": "games.hosting.api.problems.exception_handler",
    "NUM_PROXIES": PROXIES,
    "PAGE_SIZE": 50,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
REST_KNOX = {
    "TOKEN_TTL": timedelta(days=365),
    "AUTH_HEADER_PREFIX": "Token",
    "AUTO_REFRESH": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wintertide",
    "DESCRIPTION": "Everything a page does, for programs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "list"},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Celery: the database is the clock's memory, the broker only wakes workers.

CELERY_BROKER_URL = REDIS_URL or f"redis+socket://{REDIS_SOCKET}"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A page that wakes a worker must not wait for a broker that is down or hangs;
    # a worker's own waiting (for one second at a time) is not under this limit.
    "max_retries": 0,
    "socket_connect_timeout": 1,
    "socket_timeout": 1.5,
    "visibility_timeout": 600,
    "global_keyprefix": REDIS_PREFIX,
}
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = env.int("WORKER_PROCESSES", default=1)
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 150_000  # KB
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
# A message that nobody took before the next one is sent is dropped.
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "campaign.tasks.sweep", "schedule": 3.0, "options": {"expires": 3.0}},
    "matches": {
        "task": "campaign.tasks.sweep_matches",
        "schedule": 3.0,
        "options": {"expires": 3.0},
    },
    "outbox": {
        "task": "campaign.tasks.deliver_outbox",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "housekeeping": {
        "task": "campaign.tasks.housekeeping",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
}

LOGGING = logging_settings(env.str("LOG_LEVEL", default="INFO"))
