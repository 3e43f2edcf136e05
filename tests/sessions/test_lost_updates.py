"""Two who edit the same at once: whoever saves second is told what the first wrote; saving once
more writes what they changed themselves, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.timezone import get_current_timezone

from sessions.models import Club, Evening, Game, Membership, Player, Season, Team
from sessions.services.changes import record
from sessions.services.evenings import Setup, make_evening
from sessions.services.season_games import from_paper, start_table, void
from sessions.services.seasons import Rules, make_season, set_team
from sessions.services.seasons import Setup as SeasonSetup
from tests.sessions.conftest import Clubhouse
from tests.sessions.plain_browser import PlainBrowser

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Case:
    """A form: its page, where it goes to, what one and the other write, how the page tells the one
    what the other wrote, what is kept, and what of it in the end."""

    page: str
    form: str
    mine: dict[str, Any]
    theirs: dict[str, Any]
    told: str
    kept: Callable[[], Any]
    both: Any


def clubs_settings(house: Clubhouse) -> Case:
    page = house.at("settings")
    return Case(
        page, "settings", {"name": "Mine"}, {"about": "Theirs, Fridays"}, "Theirs, Fridays",
        lambda: Club.objects.values_list("name", "about").get(pk=house.club.pk),
        ("Mine", "Theirs, Fridays"),
    )  # fmt: skip


def a_season(house: Clubhouse) -> Season:
    setup = SeasonSetup(name="Autumn", starts=date(2026, 9, 1))
    return make_season(house.club, house.users["owner"], setup, [Rules("riichi")])


def season_settings(house: Clubhouse) -> Case:
    season = a_season(house)
    return Case(
        house.at("season_edit", season.slug), "season",
        {"name": "Mine"}, {"ends": "2026-12-24", "ranking": "average"}, "2026-12-24",
        lambda: Season.objects.values_list("name", "ends", "ranking").get(pk=season.pk),
        ("Mine", date(2026, 12, 24), "average"),
    )  # fmt: skip


def season_rules(house: Clubhouse) -> Case:
    season = a_season(house)
    return Case(
        house.at("season_rules_change", season.slug, "riichi"), "rules",
        {"option-target_points": "31000"}, {"option-uma": "20, 10, -10, -20"},
        "20, 10, -10, -20",
        lambda: [(e.rules["target_points"], e.rules["uma"]) for e in season.editions.all()][0],
        (31000, [20, 10, -10, -20]),
    )  # fmt: skip


def team(house: Clubhouse) -> Case:
    season = a_season(house)
    players = [Player.objects.create(club=house.club, name=name) for name in ("Aki", "Ben")]
    made = set_team(season, house.users["owner"], "Winds", players[:1])
    return Case(
        house.at("season_team", season.slug, made.pk), "team",
        {"name": "Mine"}, {"players": [str(players[1].pk)]}, "Ben",
        lambda: [(t.name, t.members.get().player.name) for t in Team.objects.all()],
        [("Mine", "Ben")],
    )  # fmt: skip


def a_night(house: Clubhouse) -> Evening:
    setup = Setup(day=date(2026, 11, 30), variety="riichi")
    return make_evening(house.club, house.users["owner"], setup)


def night_setup(house: Clubhouse) -> Case:
    night = a_night(house)
    return Case(
        house.at("night_setup", night.pk), "night", {"name": "Mine"}, {"fee": "500"}, "500",
        lambda: Evening.objects.values_list("name", "fee").get(pk=night.pk),
        ("Mine", 500),
    )  # fmt: skip


def night_rules(house: Clubhouse) -> Case:
    night = a_night(house)
    return Case(
        house.at("night_rules", night.pk), "rules",
        {"option-target_points": "31000"}, {"option-uma": "20, 10, -10, -20"}, "20, 10, -10, -20",
        lambda: [Evening.objects.get(pk=night.pk).options[key] for key in ("target_points", "uma")],
        [31000, [20, 10, -10, -20]],
    )  # fmt: skip


def rename(house: Clubhouse) -> Case:
    player = Player.objects.create(club=house.club, name="Aki")
    return Case(
        house.at("who", player.pk), "/rename/", {"name": "Mine"}, {"name": "Theirs"}, "Theirs",
        lambda: Player.objects.values_list("name", flat=True).get(pk=player.pk),
        "Mine",
    )  # fmt: skip


def role(house: Clubhouse) -> Case:
    member = Membership.objects.get(user=house.users["member"])
    return Case(
        house.at("member", member.pk), "role", {"role": "organiser"}, {"role": "scorekeeper"},
        "It says now: scorekeeper", lambda: Membership.objects.get(pk=member.pk).role,
        "organiser",
    )  # fmt: skip


def when(house: Clubhouse) -> Case:
    people = [Player.objects.create(club=house.club, name=name) for name in "ABCD"]
    game = from_paper(
        a_season(house), house.users["owner"], variety="riichi", players=people,
        scores=[40000, 30000, 20000, 10000], when=datetime(2026, 11, 1, 20, tzinfo=UTC),
    )  # fmt: skip
    return Case(
        house.at("game", game.code), "/when/",
        {"when": "2026-11-02T20:00"}, {"when": "2026-11-03T21:30"}, "2026-11-03",
        lambda: Game.objects.values_list("played", flat=True).get(pk=game.pk),
        datetime(2026, 11, 2, 20, tzinfo=get_current_timezone()),
    )  # fmt: skip


def on_paper(house: Clubhouse) -> Case:
    people = [Player.objects.create(club=house.club, name=name) for name in "ABCDE"]
    game = from_paper(
        a_season(house), house.users["owner"], variety="riichi", players=people[:4],
        scores=[40000, 30000, 20000, 10000], when=datetime(2026, 11, 1, 20, tzinfo=UTC),
    )  # fmt: skip
    return Case(
        house.at("game_right", game.code), "right", {"players0": str(people[4].pk)},
        {"scores2": "15000", "scores3": "15000"}, "15000",
        lambda: list(game.results.order_by("seat").values_list("player__name", "score")),
        [("E", 40000), ("B", 30000), ("C", 15000), ("D", 15000)],
    )  # fmt: skip


def at_a_table(house: Clubhouse) -> Case:
    people = [Player.objects.create(club=house.club, name=name) for name in "ABCDEF"]
    game, _ = start_table(a_season(house), None, variety="riichi", players=people[:4])
    return Case(
        house.at("game_right", game.code), "right", {"players0": str(people[4].pk)},
        {"players1": str(people[5].pk)}, "F",
        lambda: list(game.seats.values_list("player__name", flat=True)), ["E", "F", "C", "D"],
    )  # fmt: skip


CASES = (clubs_settings, season_settings, season_rules, team, night_setup, night_rules, rename,
         role, when, on_paper, at_a_table)  # fmt: skip


@pytest.mark.parametrize("make", CASES)
def test_whoever_saves_second_is_told_what_the_first_wrote(
    house: Clubhouse, make: Callable[[Clubhouse], Case]
) -> None:
    case = make(house)
    before = case.kept()
    one, other = (PlainBrowser(client).open(case.page) for client in (house.owner, house.organiser))
    assert other.send(case.form, **_given(case.theirs)).response.status_code == 200
    theirs = case.kept()
    assert theirs != before

    one.send(case.form, **_given(case.mine))
    assert one.response.status_code == 422
    assert "somebody else" in one.text.lower()
    assert case.told in one.text
    assert case.kept() == theirs, "nothing is overwritten unseen"
    for typed in case.mine.values():
        assert typed in one.text, "and what was typed is kept"

    one.send(case.form)
    assert one.response.status_code == 200
    assert case.kept() == case.both, "seen, mine may be written, and nothing else"


def test_what_both_have_changed_is_said_and_what_one_alone_has_is_taken_over(
    house: Clubhouse,
) -> None:
    page = house.at("settings")
    one, other = (PlainBrowser(client).open(page) for client in (house.owner, house.organiser))
    other.send("settings", name="Theirs", about="Fridays", public="on")
    one.send("settings", name="Mine", about="")
    form = one.response.context["form"]
    assert form.errors["name"] == ["It says now: Theirs"]
    assert form.errors["about"] == ["Somebody else has changed this."], "it was empty all along"
    assert form.errors["public"] == ["Somebody else has changed this."]


def test_a_form_that_is_sent_back_for_another_reason_still_sees_what_was_changed(
    house: Clubhouse,
) -> None:
    page = house.at("settings")
    one, other = (PlainBrowser(client).open(page) for client in (house.owner, house.organiser))
    other.send("settings", about="Fridays")
    one.send("settings", name="")
    assert one.response.status_code == 422
    one.send("settings", name="Mine")
    assert "somebody else" in one.text.lower()
    assert Club.objects.get(pk=house.club.pk).name != "Mine"
    one.send("settings")
    assert Club.objects.values_list("name", "about").get(pk=house.club.pk) == ("Mine", "Fridays")


@pytest.mark.parametrize("opened", ["{", "[1]", "1", '{"name": [1]}', "[" * 100_000])
def test_marks_that_a_page_never_made_break_nothing(house: Clubhouse, opened: str) -> None:
    page = house.at("settings")
    browser = PlainBrowser(house.owner).open(page)
    PlainBrowser(house.organiser).open(page).send("settings", about="Fridays")
    browser.send("settings", name="Mine", opened=opened)
    assert browser.response.status_code == 422
    assert browser.response.context["form"].errors["about"] == ["It says now: Fridays"]


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


@pytest.mark.parametrize("make", CASES)
def test_whoever_saves_twice_alone_is_not_held_up(
    house: Clubhouse, make: Callable[[Clubhouse], Case]
) -> None:
    case = make(house)
    browser = PlainBrowser(house.owner)
    for written in (case.theirs, case.mine):
        browser.open(case.page)
        assert browser.send(case.form, **_given(written)).response.status_code == 200


def test_a_team_that_was_taken_away_meanwhile_does_not_come_back(house: Clubhouse) -> None:
    case = team(house)
    one, other = (PlainBrowser(client).open(case.page) for client in (house.owner, house.organiser))
    other.send("team", remove="1")
    one.client.raise_request_exception = False
    assert one.client.post(case.page, one.form("team").fields).status_code == 404
    assert not Team.objects.exists()


def test_a_hand_recorded_meanwhile_holds_nobody_up_who_puts_the_players_right(
    house: Clubhouse,
) -> None:
    case = at_a_table(house)
    browser = PlainBrowser(house.organiser).open(case.page)
    game = Game.objects.get()
    hand = {"type": "win", "wins": [{"winner": 0, "from": 1, "value": {"limit": "mangan"}}]}
    record(game, hand, version=game.version, token=None)
    assert browser.send(case.form, **case.mine).response.status_code == 200
    assert case.kept() == ["E", "B", "C", "D"]


# -- sent twice -----------------------------------------------------------------------------------


def paper(house: Clubhouse) -> tuple[str, dict[str, Any]]:
    people = [Player.objects.create(club=house.club, name=name) for name in "ABCD"]
    scores = (40000, 30000, 20000, 10000)
    fields = {f"players{seat}": str(player.pk) for seat, player in enumerate(people)}
    fields |= {f"scores{seat}": str(score) for seat, score in enumerate(scores)}
    page = house.at("season_paper", a_season(house).slug)
    return page, {**fields, "when": "2026-11-30T21:15"}


def test_a_result_from_paper_that_is_sent_twice_is_one_game(house: Clubhouse) -> None:
    page, fields = paper(house)
    assert house.scorekeeper.post(page, fields).status_code == 302
    again = house.scorekeeper.post(page, fields)
    assert again.status_code == 422
    assert "This game is in already" in again.content.decode()
    assert house.at("game", Game.objects.get().code) in again.content.decode()
    assert Game.objects.count() == 1
    for other in ({"when": "2026-11-30T22:15"}, {"scores0": "41000", "scores3": "9000"}):
        assert house.scorekeeper.post(page, {**fields, **other}).status_code == 302
    void(Game.objects.order_by("pk")[0], house.users["owner"], "wrong day")
    assert house.scorekeeper.post(page, fields).status_code == 302, "entered anew"


def test_points_given_twice_by_two_taps_are_given_once(house: Clubhouse) -> None:
    season = a_season(house)
    player = Player.objects.create(club=house.club, name="Aki")
    path = house.at("season_give", season.slug)
    fields = {"player": str(player.pk), "amount": "-10", "reason": "late"}
    assert house.organiser.post(path, fields).status_code == 302
    again = house.organiser.post(path, fields)
    assert again.status_code == 422
    assert "given a moment ago" in again.content.decode()
    assert house.owner.post(path, fields).status_code == 302, "somebody else means it"
    season.bonuses.update(created=timezone.now() - timedelta(minutes=2))
    assert house.organiser.post(path, fields).status_code == 302, "late again"
    assert season.bonuses.count() == 3
