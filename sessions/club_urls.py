"""Every address of accounts, clubs and their seasons. ``<slug>`` names the club."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views.club import account, clubs

app_name = "club"

urlpatterns: list[URLPattern] = [
    # accounts
    path("account/", account.account, name="account"),
    path("account/login/", account.sign_in, name="login"),
    path("account/logout/", account.sign_out, name="logout"),
    path("account/register/", account.register, name="register"),
    # clubs
    path("clubs/", clubs.home, name="home"),
    path("clubs/new/", clubs.new, name="new"),
    path("c/<slug:slug>/", clubs.front, name="front"),
    path("c/<slug:slug>/menu/", clubs.menu, name="menu"),
]
