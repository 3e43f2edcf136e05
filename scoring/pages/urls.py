"""Addresses of what scoring answers without a game."""

from __future__ import annotations

from django.urls import path

from scoring.pages import calculator, tables, train, views

app_name = "scoring"

urlpatterns = [
    path("", views.index, name="index"),
    path("preview/", views.preview, name="preview"),
    path("train/", train.index, name="train"),
    path("train/<slug:variety>/", train.levels, name="train-levels"),
    path("train/<slug:variety>/reset/", train.reset, name="train-reset"),
    path("train/<slug:variety>/<int:level>/", train.begin, name="train-begin"),
    path(
        "train/<slug:variety>/<int:level>/<int:seed>/",
        train.question,
        name="train-question",
    ),
    path("<slug:variety>/calculator/", calculator.calculator, name="calculator"),
    path("<slug:variety>/table/", tables.table, name="table"),
]
