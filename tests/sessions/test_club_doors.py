"""Every address of accounts and clubs, and who may do what there: an owner, an organiser, a
scorekeeper, a member, a stranger, and someone of another club. A new address without a rule fails
here."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from scoring.varieties import VARIETIES
from sessions import club_urls
from sessions.models import Alias, Draw, Entry, Evening, Invitation, Membership, Player, Season
from sessions.services.accounts import way_back
from sessions.services.evenings import Setup, make_evening, welcome
from sessions.services.imports import from_text
from sessions.services.membership import claim, invite
from sessions.services.merging import merge
from sessions.services.season_games import start_table
from sessions.services.seasons import Rules, give, make_season
from sessions.services.seasons import Setup as SeasonSetup
from sessions.services.tokens import make as make_token
from sessions.services.turns import draw as draw_tables
from sessions.services.turns import start as start_tables

pytestmark = pytest.mark.once

ALL = "all"  # anyone at all
ACCOUNT = "account"  # whoever is signed in
ANYONE = "anyone"  # anyone where the club is public, else its members
MEMBER, SCOREKEEPER, ORGANISER, OWNER = "member", "scorekeeper", "organiser", "owner"

ROLES = (OWNER, ORGANISER, SCOREKEEPER, MEMBER)

# name: (methods, who). An address that both shows and takes a form is named with both methods;
# one that takes posts alone leads a GET to the page with its form.
RULES: dict[str, tuple[str, str]] = {
    "login": ("GET POST", ALL),
    "logout": ("GET POST", ALL),
    "register": ("GET POST", ALL),
    "account": ("GET POST", ACCOUNT),
    "password": ("GET POST", ACCOUNT),
    "goodbye": ("GET POST", ACCOUNT),
    "forgotten": ("GET POST", ALL),
    "reset": ("GET POST", ALL),
    "home": ("GET", ACCOUNT),
    "new": ("GET POST", ACCOUNT),
    "front": ("GET", ANYONE),
    "menu": ("GET", ANYONE),
    "settings": ("GET POST", ORGANISER),
    "trail": ("GET", MEMBER),
    "members": ("GET", MEMBER),
    "member": ("GET POST", ORGANISER),
    "way_back": ("POST", ORGANISER),
    "remove": ("POST", ORGANISER),
    "leave": ("POST", MEMBER),
    "new_keys": ("POST", ORGANISER),
    "invitations": ("GET POST", ORGANISER),
    "revoke": ("POST", ORGANISER),
    "join": ("GET POST", ALL),
    "players": ("GET", ANYONE),
    "add": ("POST", SCOREKEEPER),
    "duplicates": ("GET", ORGANISER),
    "who": ("GET", MEMBER),
    "rename": ("POST", ORGANISER),
    "alias": ("POST", ORGANISER),
    "alias_gone": ("POST", ORGANISER),
    "state": ("POST", ORGANISER),
    "claim": ("POST", MEMBER),
    "unclaim": ("POST", MEMBER),
    "merge": ("GET POST", ORGANISER),
    "unmerge": ("POST", ORGANISER),
    "forget": ("GET POST", ORGANISER),
    "claims": ("GET", ORGANISER),
    "answer": ("POST", ORGANISER),
    "nights": ("GET", ANYONE),
    "night_new": ("GET POST", ORGANISER),
    "night": ("GET", ANYONE),
    "night_poll": ("GET", ANYONE),
    "night_wall": ("GET", ANYONE),
    "night_setup": ("GET POST", ORGANISER),
    "night_rules": ("GET POST", ORGANISER),
    "night_close": ("POST", ORGANISER),
    "night_delete": ("POST", ORGANISER),
    "night_restore": ("POST", ORGANISER),
    "night_guests": ("GET POST", SCOREKEEPER),
    "night_goodbye": ("POST", SCOREKEEPER),
    "night_draw": ("GET POST", SCOREKEEPER),
    "night_swap": ("POST", SCOREKEEPER),
    "night_start": ("POST", SCOREKEEPER),
    "night_clock": ("GET POST", SCOREKEEPER),
    "night_keys": ("GET", SCOREKEEPER),
    "night_renew": ("POST", SCOREKEEPER),
    "night_table": ("GET", MEMBER),
    "night_sheets": ("GET", MEMBER),
    "night_account": ("GET", MEMBER),
    "night_text": ("GET", MEMBER),
    "night_tick": ("POST", SCOREKEEPER),
    "seasons": ("GET", ANYONE),
    "season_new": ("GET POST", ORGANISER),
    "season": ("GET", ANYONE),
    "season_edit": ("GET POST", ORGANISER),
    "season_lock": ("POST", ORGANISER),
    "season_delete": ("POST", ORGANISER),
    "season_teams": ("GET", ANYONE),
    "season_team_new": ("GET POST", ORGANISER),
    "season_team": ("GET POST", ORGANISER),
    "season_bonuses": ("GET", ANYONE),
    "season_give": ("POST", ORGANISER),
    "season_bonus_gone": ("POST", ORGANISER),
    "season_records": ("GET", ANYONE),
    "season_player": ("GET", ANYONE),
    "season_rules": ("GET", ANYONE),
    "season_rules_change": ("GET POST", ORGANISER),
    "season_games": ("GET", ANYONE),
    "games": ("GET", MEMBER),
    "season_start": ("GET POST", SCOREKEEPER),
    "season_paper": ("GET POST", SCOREKEEPER),
    "season_adopt": ("GET POST", SCOREKEEPER),
    "game": ("GET", ANYONE),
    "game_table": ("POST", MEMBER),
    "game_keys": ("POST", SCOREKEEPER),
    "game_void": ("POST", SCOREKEEPER),
    "game_restore": ("POST", SCOREKEEPER),
    "game_when": ("POST", SCOREKEEPER),
    "game_right": ("GET POST", SCOREKEEPER),
    "player": ("GET", MEMBER),
    "ratings": ("POST", MEMBER),
    "import": ("GET POST", ORGANISER),
    "import_job": ("GET", ORGANISER),
    "import_on": ("POST", ORGANISER),
    "import_decide": ("POST", ORGANISER),
    "import_stop": ("POST", ORGANISER),
    "export": ("GET", MEMBER),
    "export_club": ("GET", OWNER),
    "export_games": ("GET", MEMBER),
    "export_results": ("GET", MEMBER),
    "export_standings": ("GET", MEMBER),
    "export_players": ("GET", MEMBER),
    "tokens": ("GET POST", ORGANISER),
    "token_gone": ("POST", ORGANISER),
}


def a_player(house: Any) -> Player:
    return Player.objects.get_or_create(club=house.club, name="Mai")[0]


def a_merge(house: Any) -> int:
    gone = Player.objects.create(club=house.club, name="Maiko")
    return int(merge(house.users["owner"], a_player(house), gone).pk)


def a_key(house: Any) -> tuple[str, str]:
    owner, member = (Membership.objects.get(user=house.users[who]) for who in ("owner", "member"))
    return way_back(owner, member)


def an_invitation(house: Any) -> tuple[Invitation, str]:
    owner = Membership.objects.get(user=house.users["owner"], club=house.club)
    return invite(owner, role="member")


def a_night(house: Any) -> Evening:
    """An evening of a public season, with five guests of whom Mai is one, and tables drawn."""
    found = house.club.evenings.first()
    if found is None:
        season = house.club.seasons.create(name="Open", slug="open-nights", public=True)
        rules = VARIETIES["riichi"].options(VARIETIES["riichi"].rules(None, {}))
        season.editions.create(variety_key="riichi", number=1, rules=rules)
        setup = Setup(day=date(2026, 11, 30), season=season, variety="riichi")
        found = make_evening(house.club, house.users["owner"], setup)
        welcome(found, [a_player(house).pk], ["Aki", "Ben", "Chie", "Dan"])
        draw_tables(found, Draw.Kind.CHOSEN)
    return found


def a_table(house: Any) -> int:
    night = a_night(house)
    return start_tables(night.draws.get(), house.users["owner"])[0].pk


def a_season(house: Any) -> Season:
    found = house.club.seasons.filter(slug="autumn").first()
    if found is None:
        setup = SeasonSetup(name="Autumn", public=True)
        found = make_season(house.club, house.users["owner"], setup, [Rules("riichi")])
    return found


def a_game(house: Any) -> str:
    names = ("Mai", "Aki", "Ben", "Chie")
    people = [Player.objects.get_or_create(club=house.club, name=name)[0] for name in names]
    game, _ = start_table(a_season(house), None, variety="riichi", players=people)
    return game.code


def a_bonus(house: Any) -> int:
    return give(a_season(house), house.users["owner"], a_player(house), Fraction(5), "why").pk


# What stands in an address besides the club's slug, by name: it is made in the house's own club
# when it is asked for. Through another club's slug it must open nothing.
GIVEN: dict[str, Callable[[Any], Any]] = {
    "key": lambda house: make_token(house.club, house.users["owner"], "a page")[0].pk,
    "job": lambda house: from_text(house.club, house.users["owner"], "{}").pk,
    "member": lambda house: Membership.objects.get(user=house.users["member"]).pk,
    "invitation": lambda house: an_invitation(house)[0].pk,
    "uid": lambda house: a_key(house)[0],
    "token": lambda house: a_key(house)[1],
    "secret": lambda house: an_invitation(house)[1],
    "player": lambda house: a_player(house).pk,
    "alias": lambda house: Alias.objects.get_or_create(player=a_player(house), name="M.")[0].pk,
    "merge": a_merge,
    "claim": lambda house: claim(house.users["member"], a_player(house)).pk,
    "night": lambda house: a_night(house).pk,
    "draw": lambda house: a_night(house).draws.get().pk,
    "table": a_table,
    "season": lambda house: a_season(house).slug,
    "team": lambda house: a_season(house).teams.get_or_create(name="Winds")[0].pk,
    "bonus": a_bonus,
    "variety": lambda house: "riichi",
    "code": a_game,
}

NAMES = sorted(RULES)
PATTERNS: dict[str, URLPattern] = {str(p.name): p for p in club_urls.urlpatterns}


def needed(name: str) -> list[str]:
    """The names of what stands in an address."""
    return re.findall(r"<(?:\w+:)?(\w+)>", str(PATTERNS[name].pattern))


def address(house: Any, name: str, *, slug: str | None = None) -> str:
    kwargs: dict[str, Any] = {}
    for key in needed(name):
        kwargs[key] = (slug or house.club.slug) if key == "slug" else GIVEN[key](house)
    return reverse(f"club:{name}", kwargs=kwargs)


def ask(client: Client, name: str, path: str, method: str = "") -> Any:
    """A form is sent empty: it must be refused for who sends it, and harm nothing otherwise."""
    method = method or RULES[name][0].split()[-1]
    return client.post(path, {}) if method == "POST" else client.get(path)


def of(*who: str) -> list[str]:
    return [name for name in NAMES if RULES[name][1] in who]


def least(who: str) -> int:
    return ROLES.index(MEMBER if who == ANYONE else who)


def test_every_address_has_a_rule() -> None:
    assert set(PATTERNS) == set(RULES)


def test_every_page_of_a_club_says_itself_who_may_see_it() -> None:
    for name, (_methods, who) in RULES.items():
        if "slug" in needed(name):
            stated = getattr(PATTERNS[name].callback, "least", "nothing")
            assert stated == (None if who == ANYONE else who), name


CLUB = of(ANYONE, *ROLES)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", CLUB)
def test_a_role_opens_its_doors_and_no_other(house: Any, name: str, role: str) -> None:
    path = address(house, name)
    allowed = ROLES.index(role) <= least(RULES[name][1])
    for method in RULES[name][0].split():
        response = ask(getattr(house, role), name, path, method)
        assert response.status_code in ((200, 302, 409, 422) if allowed else (403,)), method


@pytest.mark.parametrize("name", CLUB)
def test_a_stranger_is_asked_to_sign_in(house: Any, name: str) -> None:
    path = address(house, name)
    for method in RULES[name][0].split():
        response = ask(house.stranger, name, path, method)
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("club:login"))


@pytest.mark.parametrize("name", CLUB)
def test_an_account_of_another_club_finds_nothing(house: Any, name: str) -> None:
    path = address(house, name)
    for method in RULES[name][0].split():
        assert ask(house.outsider, name, path, method).status_code == 404


@pytest.mark.parametrize("name", CLUB)
def test_a_club_that_is_not_there_looks_the_same_as_a_closed_one(house: Any, name: str) -> None:
    path = address(house, name, slug="no-such-club")
    assert ask(house.outsider, name, path).status_code == 404
    assert ask(house.stranger, name, path).status_code == 302


@pytest.mark.parametrize("name", CLUB)
def test_in_a_public_club_only_what_is_public_opens(house: Any, name: str) -> None:
    path = address(house, name)
    house.club.public = True
    house.club.save()
    open_to_all = RULES[name][1] == ANYONE
    assert (ask(house.stranger, name, path).status_code == 200) == open_to_all
    assert (ask(house.outsider, name, path).status_code == 200) == open_to_all


FOREIGN = [name for name in CLUB if set(needed(name)) - {"slug"}]


@pytest.mark.parametrize("name", FOREIGN)
def test_nothing_of_a_club_opens_through_another(house: Any, name: str) -> None:
    """The ids are of the house's club, the slug and the right to it another's."""
    path = address(house, name, slug=house.other.slug)
    before = Entry.objects.count()
    for method in RULES[name][0].split():
        assert ask(house.outsider, name, path, method).status_code == 404, method
    assert Entry.objects.count() == before


@pytest.mark.parametrize("name", of(ACCOUNT))
def test_an_account_is_enough(house: Any, name: str) -> None:
    path = address(house, name)
    assert ask(house.stranger, name, path).status_code == 302
    assert ask(house.outsider, name, path).status_code in (200, 422)


@pytest.mark.parametrize("name", of(ALL))
def test_these_need_no_account(house: Any, name: str) -> None:
    assert ask(house.stranger, name, address(house, name)).status_code in (200, 302, 422)


@pytest.mark.parametrize("name", NAMES)
def test_no_address_takes_another_method(house: Any, name: str) -> None:
    allowed = RULES[name][0].split()
    path = address(house, name)
    for method in {"GET", "POST", "DELETE", "PUT"} - set(allowed):
        status = getattr(house.owner, method.lower())(path).status_code
        assert status == (302 if method == "GET" else 405), (name, method)


@pytest.mark.parametrize("name", NAMES)
def test_no_change_without_the_forms_own_token(house: Any, name: str) -> None:
    if "POST" not in RULES[name][0].split():
        return
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.users["owner"], "django.contrib.auth.backends.ModelBackend")
    assert client.post(address(house, name), {}).status_code == 403


@pytest.mark.parametrize("name", NAMES)
def test_no_page_is_kept_by_a_cache_or_shown_in_a_frame(house: Any, name: str) -> None:
    if "GET" not in RULES[name][0].split():
        return
    response = house.owner.get(address(house, name))
    assert "no-store" in response["Cache-Control"] or "no-cache" in response["Cache-Control"]
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
