"""The app's settings, with two bare views beside the app's own to measure it against."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
