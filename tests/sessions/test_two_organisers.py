"""Two organisers, each with a browser, edit one season at once, whatever comes to their
minds: no page breaks, nobody writes over what the other wrote without having seen it, nothing that
was acknowledged is lost, and every sum is what the games say.

``TWO_ORGANISERS=60`` goes on for a minute (bench/organisers.py); here it is some seconds.
"""

from __future__ import annotations

import json
import os
import random
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from sessions.models import Bonus, Edition, Entry, Game, Player, Season, Team
from sessions.services.games import create_game
from sessions.services.season_games import adopt
from sessions.services.seasons import Rules, Setup, make_season
from tests.sessions.conftest import Clubhouse
from tests.sessions.league import (
    expected_hands,
    expected_meetings,
    expected_standings,
    shown_hands,
    shown_meetings,
    shown_standings,
)
from tests.sessions.plain_browser import PlainBrowser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
SECONDS = float(os.environ.get("TWO_ORGANISERS", "4"))
NAMES = ("Aki", "Ben", "Chie", "Dan", "Emi", "Finn")
TOLD = "Somebody else has changed this"


@dataclass
class Organiser:
    """One of them: what they see, do, and were told."""

    who: str
    house: Clubhouse
    slug: str
    links: list[str]
    chance: random.Random
    browser: PlainBrowser
    done: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    told: int = 0
    saw: dict[str, str] = field(default_factory=dict)
    """What stood on the page, by what was written over it and acknowledged."""
    given: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    entered: int = 0

    def at(self, name: str, *args: Any) -> str:
        return self.house.at(name, *args)

    def new(self) -> str:
        """A text that nobody else writes."""
        return f"{self.who} {self.done.total()} {self.chance.randrange(10**6)}"

    def open(self, path: str) -> bool:
        """Look at a page, and think for a moment."""
        self.browser.open(path)
        self.answers[self.browser.response.status_code] += 1
        time.sleep(self.chance.random() * 0.1)
        return bool(self.browser.response.status_code == 200)

    def send(self, form: str, button: str = "", **fields: Any) -> bool:
        """Whether it was done: a page led on from, without a refusal. A season that was locked as
        the page was opened offers no form."""
        if not any(form == one.ident or form in one.action for one in self.browser.read().forms):
            return False
        self.browser.send(form, button, **fields)
        response = self.browser.response
        self.answers[response.status_code] += 1
        self.told += TOLD in self.browser.text
        return response.status_code == 200 and 'class="error"' not in self.browser.text

    def act(self) -> None:
        act = self.chance.choice(ACTS)
        self.done[act.__name__.strip("_")] += 1
        act(self)


def _settings(one: Organiser) -> None:
    if not one.open(one.at("season_edit", one.slug)) or 'id="season"' not in one.browser.text:
        return
    before, name = one.browser.form("season").fields["name"][0], one.new()
    more: dict[str, Any] = one.chance.choice((
        {"ranking": "average"}, {"ranking": "sum"}, {"ranking": "best", "ranking_n": "2"},
        {"ends": str(date(2026, 12, 1) + timedelta(days=one.chance.randrange(30)))},
        {"minimum_games": str(one.chance.randrange(4))},
        {"points4": "15, 5, -5, -15"}, {"points4": ""},
    ))  # fmt: skip
    if one.send("season", name=name, **more):
        one.saw[name] = before


def _club(one: Organiser) -> None:
    if one.open(one.at("settings")):
        before, about = one.browser.form("settings").fields["about"][0], one.new()
        if one.send("settings", about=about):
            one.saw[about] = before


def _rules(one: Organiser) -> None:
    if one.open(one.at("season_rules_change", one.slug, "riichi")):
        uma = 1000 * one.chance.randrange(1, 30)
        one.send("rules", **{"option-uma": f"{3 * uma}, {uma}, {-uma}, {-3 * uma}"})


def _lock(one: Organiser) -> None:
    if one.open(one.at("season_edit", one.slug)):
        one.send("/lock/")
        one.open(one.at("season_edit", one.slug))
        one.send("/lock/", **({"open": "1"} if 'name="open"' in one.browser.text else {}))


def _give(one: Organiser) -> None:
    if one.open(one.at("season_bonuses", one.slug)):
        why, player = one.new(), Player.objects.filter(club=one.house.club).first()
        assert player is not None
        amount = one.chance.choice(("5", "-20", "0.5"))
        if one.send("/give/", player=str(player.pk), amount=amount, reason=why):
            one.given.add(why)


def _take(one: Organiser) -> None:
    bonus = Bonus.objects.filter(season__slug=one.slug, deleted=None).order_by("?").first()
    if bonus is not None and one.open(one.at("season_bonuses", one.slug)):
        path = one.at("season_bonus_gone", one.slug, bonus.pk)
        answer = one.browser.client.post(path, follow=True)
        one.answers[answer.status_code] += 1
        if answer.status_code == 200 and 'class="error"' not in answer.content.decode():
            one.taken.add(bonus.reason)


def _team(one: Organiser) -> None:
    team = Team.objects.filter(season__slug=one.slug).order_by("?").first()
    if team is None or one.chance.random() < 0.3:
        page = one.at("season_team_new", one.slug)
    else:
        page = one.at("season_team", one.slug, team.pk)
    if not one.open(page):
        return
    if team is not None and one.chance.random() < 0.2 and 'name="remove"' in one.browser.text:
        one.send("team", remove="1")
        return
    people = Player.objects.filter(club=one.house.club).values_list("pk", flat=True)
    chosen = one.chance.sample(list(people), 2)
    one.send("team", name=one.new(), players=[str(pk) for pk in chosen])


def _paper(one: Organiser) -> None:
    if not one.open(one.at("season_paper", one.slug)):
        return
    people = list(Player.objects.filter(club=one.house.club).values_list("pk", flat=True))
    scores = [25000 + 100 * one.chance.randint(-200, 200) for _ in range(3)]
    scores.append(100_000 - sum(scores))
    fields: dict[str, Any] = {f"scores{seat}": str(score) for seat, score in enumerate(scores)}
    chosen = enumerate(one.chance.sample(people, 4))
    fields |= {f"players{seat}": str(pk) for seat, pk in chosen}
    fields["when"] = f"2026-11-{one.chance.randint(1, 28):02}T20:{one.chance.randrange(60):02}"
    one.entered += one.send("paper", **fields)


def _game(one: Organiser, finished: bool = True) -> Game | None:
    games = Game.objects.filter(season__slug=one.slug, finished=finished)
    return games.order_by("?").first()


def _void(one: Organiser) -> None:
    game = _game(one)
    if game is not None and one.open(one.at("game", game.code)):
        if "/restore/" in one.browser.text:
            one.send("/restore/")
        else:
            one.send("/void/", reason=one.new())


def _when(one: Organiser) -> None:
    game = _game(one)
    if game is not None and one.open(one.at("game", game.code)):
        one.send("/when/", when=f"2026-11-{one.chance.randint(1, 28):02}T21:00")


def _hand(one: Organiser) -> None:
    """At a table that plays, or that is over and opened again: a hand more, the last undone."""
    link = one.chance.choice(one.links)
    if not one.open(f"/g/{link}/enter/draw/") and not one.open(f"/g/{link}/"):
        return
    form = next((f for f in one.browser.read().forms if "/record/" in f.action), None)
    undo = next((f for f in one.browser.read().forms if "/undo/" in f.action), None)
    chosen = undo if form is None or one.chance.random() < 0.3 else form
    if chosen is not None:
        data = {**chosen.fields, "kind": "draw"} if chosen is form else chosen.fields
        answer = one.browser.client.post(chosen.action, data, follow=True)
        one.answers[answer.status_code] += 1


def _name(one: Organiser) -> None:
    player = Player.objects.filter(club=one.house.club).order_by("?").first()
    if player is not None and one.open(one.at("who", player.pk)):
        before = one.browser.form("/rename/").fields["name"][0]
        name = one.new()
        if one.send("/rename/", name=name):
            one.saw[name] = before


ACTS: tuple[Callable[[Organiser], None], ...] = (
    _settings, _settings, _settings, _club, _club, _rules, _lock, _give, _give, _take, _team, _team,
    _paper, _paper, _paper, _void, _void, _when, _hand, _hand, _name, _name,
)  # fmt: skip


@pytest.fixture
def season(house: Clubhouse) -> tuple[Season, list[str]]:
    """A season with two tables that play, and their writing links."""
    made = make_season(house.club, house.users["owner"], Setup(name="Autumn"), [Rules("riichi")])
    links = []
    for number in range(2):
        names = [f"{name}{number}" for name in NAMES[:4]]
        game, keys = create_game(variety="riichi", names=names)
        adopt(made, house.users["owner"], game, people={}, other_rules=True)
        links.append(keys.write)
    for name in NAMES:
        Player.objects.create(club=house.club, name=name)
    return made, links


def test_two_who_edit_a_season_at_once_lose_nothing_and_break_nothing(
    house: Clubhouse, season: tuple[Season, list[str]], assert_consistent: Callable[[Game], Any]
) -> None:
    made, links = season
    seed = int(os.environ.get("SEED", random.randrange(10**6)))
    print("SEED", seed)
    both = [
        Organiser(who, house, made.slug, links, random.Random(f"{seed}{who}"), PlainBrowser(client))
        for who, client in (("one", house.owner), ("other", house.organiser))
    ]
    wrong = _let_them(both)
    assert not wrong, "\n".join(wrong)
    for one in both:
        assert set(one.answers) <= {200, 403, 404, 409, 422}, one.answers
    _nothing_was_lost(made, both)
    for game in made.games.all():
        assert_consistent(game)
    made.refresh_from_db()
    assert shown_standings(made) == expected_standings(made)
    assert shown_meetings(made) == expected_meetings(made)
    assert shown_hands(made) == {k: v for k, v in expected_hands(made).items() if v}
    _report(seed, both)


def _let_them(both: list[Organiser]) -> list[str]:
    """Both at once for as long as it is to last; what broke."""
    end, wrong = time.monotonic() + SECONDS, []

    def run(one: Organiser) -> None:
        try:
            while time.monotonic() < end:
                one.act()
        except Exception:  # a page that broke, as the client raises it
            wrong.append(f"{one.who} {dict(one.done)}:\n{traceback.format_exc()}")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(one,)) for one in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def _nothing_was_lost(season: Season, both: list[Organiser]) -> None:
    """What was acknowledged is there, and was written over by nobody who had not seen it."""
    saw = {text: before for one in both for text, before in one.saw.items()}
    for kind, key in (("season.changed", "name"), ("club.changed", "about"),
                      ("player.renamed", "name")):  # fmt: skip
        before = None
        for entry in Entry.objects.filter(kind=kind).order_by("id"):
            now = entry.after[key] if entry.after and key in entry.after else before
            if now in saw:
                assert entry.before[key] == saw.pop(now), "written over unseen"
            before = now
    assert saw == {}, "acknowledged, and in no trail"
    given = set.union(*(one.given for one in both)) - set.union(*(one.taken for one in both))
    assert given == set(Bonus.objects.filter(deleted=None).values_list("reason", flat=True))
    papers = season.games.exclude(changes__kind="record").filter(rounds__outcome__type="adjust")
    assert papers.distinct().count() == sum(one.entered for one in both)
    numbers = list(Edition.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def _report(seed: int, both: list[Organiser]) -> None:
    path = os.environ.get("TWO_ORGANISERS_JSON")
    if path:
        done, answers = (sum((getattr(o, n) for o in both), Counter()) for n in ("done", "answers"))
        figures = {"seed": seed, "seconds": SECONDS, "acts": done, "answers": answers,
                   "told_of_the_other": sum(one.told for one in both)}  # fmt: skip
        Path(path).write_text(json.dumps(figures))
