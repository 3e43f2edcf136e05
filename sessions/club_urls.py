"""Every address of accounts, clubs and their seasons. ``<slug>`` names the club."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions import exchange_urls, night_urls, season_urls
from sessions.views.club import account, clubs, members, password, people, trail

app_name = "club"

urlpatterns: list[URLPattern] = [
    # accounts
    path("account/", password.account, name="account"),
    path("account/login/", account.sign_in, name="login"),
    path("account/logout/", account.sign_out, name="logout"),
    path("account/register/", account.register, name="register"),
    path("account/password/", password.change, name="password"),
    path("account/forgotten/", password.forgotten, name="forgotten"),
    path("account/reset/<str:uid>/<str:token>/", password.reset, name="reset"),
    path("account/delete/", password.goodbye, name="goodbye"),
    # clubs
    path("clubs/", clubs.home, name="home"),
    path("clubs/new/", clubs.new, name="new"),
    path("c/<slug:slug>/", clubs.front, name="front"),
    path("c/<slug:slug>/menu/", clubs.menu, name="menu"),
    path("c/<slug:slug>/settings/", clubs.change, name="settings"),
    path("c/<slug:slug>/trail/", trail.show, name="trail"),
    # members
    path("c/<slug:slug>/members/", members.members, name="members"),
    path("c/<slug:slug>/members/<int:member>/", members.member, name="member"),
    path("c/<slug:slug>/members/<int:member>/remove/", members.remove, name="remove"),
    path("c/<slug:slug>/members/<int:member>/link/", members.link, name="way_back"),
    path("c/<slug:slug>/members/keys/", members.new_keys, name="new_keys"),
    path("c/<slug:slug>/leave/", members.leave, name="leave"),
    path("c/<slug:slug>/invitations/", members.invitations, name="invitations"),
    path("c/<slug:slug>/invitations/<int:invitation>/", members.revoke, name="revoke"),
    path("join/<str:secret>/", members.join, name="join"),
    # players
    path("c/<slug:slug>/players/", people.players, name="players"),
    path("c/<slug:slug>/players/add/", people.add, name="add"),
    path("c/<slug:slug>/players/alike/", people.duplicates, name="duplicates"),
    path("c/<slug:slug>/players/<int:player>/", people.who, name="who"),
    path("c/<slug:slug>/players/<int:player>/rename/", people.rename, name="rename"),
    path("c/<slug:slug>/players/<int:player>/alias/", people.alias, name="alias"),
    path("c/<slug:slug>/players/<int:player>/state/", people.state, name="state"),
    path("c/<slug:slug>/players/<int:player>/claim/", people.claim, name="claim"),
    path("c/<slug:slug>/players/<int:player>/unclaim/", people.unclaim, name="unclaim"),
    path("c/<slug:slug>/players/<int:player>/merge/", people.merge, name="merge"),
    path("c/<slug:slug>/players/<int:player>/forget/", people.forget, name="forget"),
    path("c/<slug:slug>/aliases/<int:alias>/", people.alias_gone, name="alias_gone"),
    path("c/<slug:slug>/merges/<int:merge>/", people.unmerge, name="unmerge"),
    path("c/<slug:slug>/claims/", people.claims, name="claims"),
    path("c/<slug:slug>/claims/<int:claim>/", people.answer, name="answer"),
    # club nights
    *night_urls.urlpatterns,
    # seasons
    *season_urls.urlpatterns,
    # files in and out
    *exchange_urls.urlpatterns,
]
