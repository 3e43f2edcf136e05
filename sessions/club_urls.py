"""Every address of accounts, clubs and their seasons. ``<slug>`` names the club."""

from __future__ import annotations

from django.urls import URLPattern, path  # noqa: F401

app_name = "club"

urlpatterns: list[URLPattern] = []
