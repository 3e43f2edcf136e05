"""All settings, in one file, from the environment.

Nothing needs to be set: without any variable the app runs on SQLite in ``var/``, with a secret key
made at the first start and kept there.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from importlib.util import find_spec
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from pythonjsonlogger.core import RESERVED_ATTRS

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("JANTAKU_VAR", BASE_DIR / "var"))


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, str(default)).lower() in ("1", "true", "yes", "on")


def _list(name: str, default: str = "") -> list[str]:
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def _secret_key() -> str:
    """The key from the environment, or the one made at the first start and kept beside the data."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        # Written whole under another name and linked: of two processes that start together both
        # read the first one's key, and neither a half-written one.
        descriptor, draft = tempfile.mkstemp(dir=VAR_DIR)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        os.unlink(draft)
    return path.read_text()


DEBUG = _flag("DEBUG", False)
SECRET_KEY = _secret_key()
# Asked from the machine itself, for its health, whatever its name outside.
ALLOWED_HOSTS = [*_list("ALLOWED_HOSTS", "*"), "localhost"]
CSRF_TRUSTED_ORIGINS = _list("CSRF_TRUSTED_ORIGINS")
HTTPS = _flag("HTTPS", False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
    "scoring.apps.ScoringConfig",
    "sessions.apps.SessionsConfig",
]

if find_spec("django_linear_migrations"):  # a developer's environment: makemigrations keeps order
    INSTALLED_APPS.append("django_linear_migrations")

MIDDLEWARE = [
    "sessions.middleware.behind_proxy",
    "config.logs.access",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages shrink to a fifth. What a page keeps secret does not leak by its compressed length
    # (BREACH): Django masks the CSRF token anew each time and pads every answer at random.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "sessions.middleware.negative_figures",
    "django.middleware.common.CommonMiddleware",
    "sessions.middleware.Bounded",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "sessions.middleware.who_acts",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "sessions.middleware.TooManyRequests",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

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
            ],
        },
    },
]

# SQLite as measured: WAL and immediate transactions gave no error under concurrent posts, the
# defaults failed one in seven. A misplaced option is silent, so a test reads the PRAGMAs back.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000",
}
DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL", f"sqlite:///{VAR_DIR / 'jantaku.sqlite3'}"),
        conn_max_age=None,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    # A file, as in production: locking and WAL differ in memory.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
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
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "sessions.limits.line"
AXES_LOCKOUT_CALLABLE = "sessions.views.club.account.locked_out"
# The pause said on the page is the pause: a try during it does not begin it anew.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
# Each process counts for itself, see sessions.limits.
SILENCED_SYSTEM_CHECKS = ["django_ratelimit.E003", "django_ratelimit.W001"]
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
LOGIN_URL, LOGIN_REDIRECT_URL = "club:login", "club:home"

# Without a mail server, an organiser's link lets someone in who forgot the password.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS", EMAIL_PORT == 587)
EMAIL_USE_SSL = _flag("EMAIL_USE_SSL", EMAIL_PORT == 465)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "jantaku@localhost")
PASSWORD_RESET_TIMEOUT = 3600

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("en-x-plain", "Plain English"),
    ("ja", "日本語"),
    ("zh-hant", "繁體中文"),
]
LOCALE_PATHS = [VAR_DIR / "locale"]  # compiled there from locale/, see config/catalog.py
TIME_ZONE = os.environ.get("TZ", "UTC")
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = False

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.StaticStorage"},
}
# Where nothing was collected, files come straight from static/.
WHITENOISE_USE_FINDERS = DEBUG or not (STATIC_ROOT / "staticfiles.json").exists()

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
CSRF_FAILURE_VIEW = "sessions.views.errors.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/$"]  # asked from inside, by plain HTTP
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31536000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "not_now": {"()": "config.logs.NotNow"},
        "hide_links": {"()": "config.logs.HideLinks"},
    },
    "formatters": {
        "text": {"format": "%(message)s"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
            # Django hands a refused request on with its line, whole, with the key in its address.
            "reserved_attrs": [*RESERVED_ATTRS, "request"],
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["not_now", "hide_links"],
            "formatter": os.environ.get("LOG_FORMAT", "text"),
        }
    },
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    # Django's own handlers would print every refusal a second time, as it is.
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "jantaku.access": {"level": "INFO" if _flag("LOG_ACCESS", False) else "WARNING"},
    },
}
