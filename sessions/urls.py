"""Every address of the table. ``<link>`` is the key to one game: it writes, or it only watches."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "table"

urlpatterns: list[URLPattern] = []
