"""Addresses of what scoring answers without a game."""

from __future__ import annotations

from django.urls import path

from scoring import calculator, tables, views

app_name = "scoring"

urlpatterns = [
    path("", views.index, name="index"),
    path("preview/", views.preview, name="preview"),
    path("<slug:variety>/calculator/", calculator.calculator, name="calculator"),
    path("<slug:variety>/table/", tables.table, name="table"),
]
