"""The pages of an import: a file is read, every game shown, and only then it comes in."""

from __future__ import annotations

import gzip
import json
import re
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.errors import Changes, Figures, ScoringError, SeatNumber, Word
from sessions.models import Game, Job, Player, Season
from sessions.services import imports, jobs
from sessions.services.imports import WORK
from sessions.services.seasons import Rules, Setup, make_season
from tests.scoring.test_logs import BUST, init, xml
from tests.sessions.test_service_exchange import record_of
from tests.sessions.test_service_imports import lines, numbered
from tests.sessions.test_service_sheets import HEAD, ROW
from tests.sessions.test_view_api import played

OWN = "own:riichi:club"


def upload(text: str | bytes, name: str = "games.jsonl") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def send(house: Any, **fields: Any) -> Any:
    return house.organiser.post(house.at("import"), {"rules": OWN, **fields})


def through(house: Any, response: Any) -> str:
    """Tap "Go on" until it asks or is over; the page's address."""
    assert response.status_code == 302, response.content.decode()
    page = response["Location"]
    for _ in range(100):
        job = Job.objects.get(pk=page.rstrip("/").rsplit("/", 1)[1])
        if job.state != Job.State.RUNNING:
            return str(page)
        assert house.organiser.post(f"{page}on/").status_code == 302
    raise AssertionError("no end")


def read(house: Any, *records: Any, **fields: Any) -> str:
    return through(house, send(house, text=lines(*records), **fields))


def body(response: Any) -> str:
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode()


def text_of(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_a_pasted_record_is_shown_and_brought_in(house: Any) -> None:
    page = read(house, record_of(id="one", ended="2026-11-29T20:30:00+09:00"))
    shown = text_of(house.organiser.get(page))
    assert "1 game can come in." in shown
    assert "32,700" in shown
    assert "29 Nov 2026" in shown
    assert not Game.objects.exists()
    done = through(house, house.organiser.post(f"{page}decide/", {}))
    assert house.club.games.count() == 1
    shown = text_of(house.organiser.get(done))
    assert "1 game imported." in shown
    assert "4 new players." in shown


def test_files_of_several_kinds_come_together(house: Any) -> None:
    packed = upload(gzip.compress(lines(*numbered(2)).encode()), "games.jsonl.gz")
    table = upload(f"{HEAD}2026-11-30,{ROW}\n", "paper.csv")
    page = through(house, send(house, upload=[packed, table], text=json.dumps(record_of(id="x"))))
    shown = text_of(house.organiser.get(page))
    assert "4 games can come in." in shown
    assert "41,300" in shown
    assert shown.count('<p class="hint from">games.jsonl.gz</p>') == 2
    assert shown.count('<p class="hint from">paper.csv</p>') == 1
    through(house, house.organiser.post(f"{page}decide/", {}))
    assert house.club.games.count() == 4


def test_a_log_tells_its_hour_by_the_name_of_its_file(house: Any) -> None:
    page = through(house, send(house, upload=upload(xml(init(), BUST), "2010091009gm-00a9.mjlog")))
    assert "10 Sep 2010" in text_of(house.organiser.get(page))
    through(house, house.organiser.post(f"{page}decide/", {}))
    assert house.club.games.get().played.isoformat() == "2010-09-10T00:00:00+00:00"


def test_a_table_is_worked_out_by_the_rules_that_were_chosen(house: Any) -> None:
    season = make_season(house.club, None, Setup("Autumn"), [Rules("riichi", "mleague")])
    page = through(
        house,
        send(house, text=f"{HEAD}2026-11-30,{ROW}", rules=f"season:riichi:{season.pk}"),
    )
    assert "+61.3" in text_of(house.organiser.get(page))
    through(house, house.organiser.post(f"{page}decide/", {"season": season.pk}))
    assert season.games.get().edition_of == season.editions.get()


@pytest.mark.parametrize(
    "fields, said",
    [
        ({}, "Choose a file, or paste a text."),
        ({"text": "x", "rules": "no"}, "Select a valid choice"),
        ({"upload": upload(b"\xff\xfe\x00")}, "Not a text"),
        ({"upload": upload(b"\x1f\x8bxx")}, "damaged"),
        ({"text": "game,score\n1,2"}, "needs the columns"),
    ],
)
def test_what_cannot_be_read_at_all_is_refused(
    house: Any, fields: dict[str, Any], said: str
) -> None:
    response = send(house, **fields)
    assert response.status_code == 422
    assert said in text_of(response)
    assert not Job.objects.exists()


def test_too_many_files_or_too_large_ones_are_refused(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [upload("{}", f"{n}.json") for n in range(51)]
    assert "At most 50 files" in text_of(send(house, upload=many))
    monkeypatch.setattr("sessions.forms.exchange.MOST_BYTES", 10)
    assert "too large" in text_of(send(house, upload=upload("x" * 20)))


def test_wrong_games_come_first_and_are_left_out_by_choice(house: Any) -> None:
    page = read(house, record_of(id="one"), "no json", record_of(id="two", players=["A"]))
    shown = text_of(house.organiser.get(page))
    assert "2 games cannot come in." in shown
    assert "Name 4 players, by starting wind" in shown
    assert shown.count('name="take"') == 1
    refused = house.organiser.post(f"{page}decide/", {})
    assert refused.status_code == 422
    assert "Some games cannot come in" in text_of(refused)
    through(house, house.organiser.post(f"{page}decide/", {"good": "on"}))
    assert house.club.games.count() == 1


def test_a_game_whose_tick_is_taken_away_stays_out(house: Any) -> None:
    page = read(house, *numbered(3))
    assert text_of(house.organiser.get(page)).count(" checked") == 3
    through(house, house.organiser.post(f"{page}decide/", {"shown": [1, 2, 3], "take": [1, 3]}))
    assert set(house.club.games.values_list("record_id", flat=True)) == {"g0", "g2"}


def test_ticks_and_what_was_typed_come_along_to_the_next_page(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions.selectors.imports.PAGE", 2)
    page = read(house, *numbered(3))
    form = {"shown": [1, 2], "take": [2], "called-0": "Sakura", "page": "2"}
    second = text_of(house.organiser.post(f"{page}decide/", form))
    assert 'value="3" form="decide" checked' in second
    assert 'value="Sakura"' in second
    assert not house.club.games.exists()
    through(house, house.organiser.post(f"{page}decide/", {"shown": [3], "take": [3]}))
    assert set(house.club.games.values_list("record_id", flat=True)) == {"g1", "g2"}


def test_a_wrong_game_says_where_and_why_in_a_sentence(house: Any) -> None:
    rules = {"variety": "riichi", "options": {"start_points": 25050}}
    hand = {"type": "draw", "tenpai": [7], "riichi": []}
    page = read(house, record_of(id="a", rules=rules), record_of(id="b", rounds=[hand]))
    shown = text_of(house.organiser.get(page))
    assert "Starting points: " in shown
    assert "Hand 1: " in shown
    assert "rounds.0" not in shown
    assert "rules.options" not in shown


def test_a_refusal_that_was_kept_is_said_by_name_and_in_the_readers_figures(house: Any) -> None:
    rules = {"variety": "riichi", "preset": "mleague", "options": {"riichi_needs_1000": True}}
    start = {"round": "S4", "scores": [-1200, 35200, 33000, 33000]}
    hand = {"type": "draw", "tenpai": [0], "riichi": [0]}
    page = read(house, record_of(id="a", rules=rules, start=start, rounds=[hand], chips=None))
    shown = text_of(house.organiser.get(page))
    assert "Hand 1: Aki has −1,200 points: too few for riichi." in shown


@pytest.mark.parametrize(
    "value",
    [
        25000,
        Fraction(1, 3),
        SeatNumber(2),
        Word("mangan"),
        "text",
        Figures((1, Fraction(1, 2))),
        Changes((-1, Fraction(1, 2))),
    ],
)
def test_what_stands_in_a_refusal_is_kept_as_what_it_is(value: Any) -> None:
    kept = json.loads(json.dumps(jobs.told(ScoringError("at", "{it}", it=value))))
    again = jobs.error_of(kept).params["it"]
    assert (type(again), again) == (type(value), value)


def test_seats_without_a_name_are_asked_for(house: Any) -> None:
    page = read(house, record_of(id="one", players=["P1", "P2", "P3", "Ben"]))
    shown = text_of(house.organiser.get(page))
    assert "The file has no names for these seats." in shown
    assert "P1, 32,700" in shown
    refused = house.organiser.post(f"{page}decide/", {"sat-0": "Aki"})
    assert refused.status_code == 422
    assert "ame 1 does not say who P2 is" in text_of(refused)
    assert 'value="Aki"' in text_of(refused)
    done = {"sat-0": "Aki", "guests": "on"}
    through(house, house.organiser.post(f"{page}decide/", done))
    guests = house.club.players.filter(guest=True, name__in=["P2", "P3"])
    assert guests.count() == 2


# -- names that are nearly somebody's --------------------------------------------------------------

SLIP = {"id": "one", "players": ["Tanaka Hiroshl", "Ben", "Chie", "Dan"]}


def hiroshi(house: Any) -> Player:
    return Player.objects.create(club=house.club, name="Tanaka Hiroshi", seen="tanakahiroshi")


def test_a_name_a_letter_off_is_new_unless_it_is_said_who_it_is(house: Any) -> None:
    known = hiroshi(house)
    page = read(house, record_of(**SLIP))
    shown = text_of(house.organiser.get(page))
    assert "New. The club has Tanaka Hiroshi." in shown
    assert shown.count('name="same-') == 1
    assert 'name="same-0" checked' not in shown
    through(house, house.organiser.post(f"{page}decide/", {"called-0": "Tanaka Hiroshl"}))
    assert house.club.games.get().seats.get(index=0).player != known


def test_a_name_a_letter_off_is_said_to_be_the_clubs_player(house: Any) -> None:
    known = hiroshi(house)
    page = read(house, record_of(**SLIP))
    both = house.organiser.post(f"{page}decide/", {"called-0": "Emi", "same-0": "on"})
    assert both.status_code == 422
    assert "Write another name, or say that it is Tanaka Hiroshi, not both." in text_of(both)
    said = {"called-0": "Tanaka Hiroshl", "same-0": "on"}
    again = text_of(house.organiser.post(f"{page}decide/", {**said, "people": "1"}))
    assert re.search(r'name="same-0"[^>]* checked', again)
    through(house, house.organiser.post(f"{page}decide/", said))
    assert house.club.games.get().seats.get(index=0).player == known
    assert known.aliases.get().name == "Tanaka Hiroshl"


# -- more people than a page asks about ------------------------------------------------------------


def test_names_are_asked_about_page_by_page_and_none_is_lost(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions.selectors.imports.ASKED_AT_ONCE", 3)
    Player.objects.create(club=house.club, name="Aki", seen="aki")
    hiroshi(house)
    page = read(house, record_of(id="one", players=["Aki", "Ben", "Chie", "Tanaka Hiroshl"]))
    first = text_of(house.organiser.get(page))
    assert "4 names and seats are asked about" in first
    assert re.findall(r'name="called-([0-9])"', first) == ["3", "1", "2"]
    form = {"people_at": "1", "called-3": "Tanaka Hiroshl", "same-3": "on", "called-1": "Benno"}
    second = text_of(house.organiser.post(f"{page}decide/", {**form, "people": "2"}))
    assert re.findall(r'name="called-([0-9])"', second) == ["0"]
    through(house, house.organiser.post(f"{page}decide/", {"people_at": "2", "called-0": "Aki"}))
    seats = house.club.games.get().seats.order_by("index")
    assert [seat.player.name for seat in seats] == ["Aki", "Benno", "Chie", "Tanaka Hiroshi"]


def test_the_page_turns_to_the_seat_of_which_nothing_was_said(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions.selectors.imports.ASKED_AT_ONCE", 2)
    blank = record_of(id="one", players=["P1", "P2", "P3", "Ben"])
    page = read(house, blank, record_of(id="two", players=["P1", "P2", "P3", "Ben"]))
    form = {"called-0": "Ben", "sat-0": "Aki", "season": "", "day": "2026-05-01"}
    refused = house.organiser.post(f"{page}decide/", form)
    assert refused.status_code == 422
    shown = text_of(refused)
    assert "ame 1 does not say who P2 is" in shown
    assert re.findall(r'name="sat-([0-9])"', shown) == ["1", "2"]
    assert 'value="2026-05-01"' in shown
    form = {"people_at": "2", "sat-1": "Chie", "sat-2": "Dan"}
    through(house, house.organiser.post(f"{page}decide/", {**form, "guests": "on"}))
    sat = house.club.games.get(record_id="one").seats.order_by("index")
    assert [seat.player.name for seat in sat] == ["Aki", "Chie", "Dan", "Ben"]


def test_what_cannot_be_a_name_turns_no_page(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sessions.selectors.imports.ASKED_AT_ONCE", 2)
    page = read(house, record_of(id="one"))
    form = {"people_at": "1", "called-0": "x" * 61, "people": "2"}
    refused = house.organiser.post(f"{page}decide/", form)
    assert refused.status_code == 422
    assert 'name="called-0"' in text_of(refused)


# -- the season that is proposed ------------------------------------------------------------------


def chosen(house: Any, page: str) -> str:
    """What stands in the field of the season."""
    shown = text_of(house.organiser.get(page))
    found = re.search(r'<option value="[0-9]*" selected>([^<]+)', shown)
    return found[1] if found else ""


def season(house: Any, name: str, *rules: str, **setup: Any) -> Season:
    return make_season(house.club, None, Setup(name, **setup), [Rules(key) for key in rules])


def test_the_season_that_runs_and_plays_the_game_is_proposed(house: Any) -> None:
    season(house, "Last year", "riichi", ends=date(2025, 12, 31))
    season(house, "This year", "riichi", starts=date(2026, 1, 1))
    season(house, "Next", "riichi", starts=date(2027, 1, 1))
    season(house, "Other", "hongkong")
    page = read(house, record_of(id="one", ended="2026-11-29T20:30:00+09:00"))
    assert chosen(house, page) == "This year"
    shown = text_of(house.organiser.get(page))
    assert "This year takes such games at that time" in shown
    assert "Games under other rules than This year has: 1." in shown


def test_no_season_is_proposed_where_none_plays_such_games_then(house: Any) -> None:
    season(house, "Other", "hongkong")
    season(house, "Later", "riichi", starts=date(2026, 12, 1))
    page = read(house, record_of(id="one", ended="2026-11-29T20:30:00+09:00"))
    assert chosen(house, page) in ("", "no season")
    assert "takes such games" not in text_of(house.organiser.get(page))


def test_where_nothing_is_good_there_is_nothing_to_import(house: Any) -> None:
    page = read(house, "no json")
    shown = text_of(house.organiser.get(page))
    assert "0 games can come in" in shown
    assert 'form="decide"' not in shown
    assert house.organiser.post(f"{page}decide/", {"good": "on"}).status_code == 422


def test_a_name_is_made_another_player_of_the_club(house: Any) -> None:
    known = Player.objects.create(club=house.club, name="Aki", seen="aki")
    page = read(house, record_of(id="one", players=["tenhou7", "Ben", "Chie", "Dan"]))
    shown = text_of(house.organiser.get(page))
    assert "new in the club" in shown
    assert '<option value="Aki">' in shown
    twice = house.organiser.post(f"{page}decide/", {"called-0": "Aki", "called-1": "aki"})
    assert twice.status_code == 422
    assert "two of its players would be one" in text_of(twice)
    assert 'value="aki"' in text_of(twice)
    done = {"called-0": "Aki", "called-1": "Ben"}
    through(house, house.organiser.post(f"{page}decide/", done))
    assert house.club.games.get().seats.get(index=0).player == known


def test_games_without_a_day_ask_for_it(house: Any) -> None:
    page = read(house, record_of(id="one"))
    assert 'name="day"' in text_of(house.organiser.get(page))
    wrong = house.organiser.post(f"{page}decide/", {"day": "yesterday"})
    assert wrong.status_code == 422
    through(house, house.organiser.post(f"{page}decide/", {"day": "2026-05-01"}))
    assert house.club.games.get().played.isoformat() == "2026-05-01T12:00:00+00:00"


def test_an_import_can_be_broken_off(house: Any) -> None:
    page = read(house, *numbered(2))
    response = house.organiser.post(f"{page}stop/")
    assert "Nothing was imported." in text_of(house.organiser.get(response["Location"]))
    assert house.organiser.post(f"{page}decide/", {}).status_code == 302
    assert not Game.objects.exists()


def test_a_failed_import_says_why(house: Any) -> None:
    page = read(house, *numbered(1))
    house.organiser.post(f"{page}decide/", {})
    house.organiser.post(f"{page}on/")
    Player.objects.create(club=house.club, name="Aki", seen="aki")
    for _ in range(3):
        house.organiser.post(f"{page}on/")
    shown = text_of(house.organiser.get(page))
    assert "begin again with the file" in shown
    assert "Nothing was imported." in shown


def test_a_page_without_scripts_goes_on_by_a_key(house: Any) -> None:
    response = send(house, text=lines(*numbered(2)))
    shown = text_of(house.organiser.get(response["Location"]))
    assert "Reading: 0 of 2" in shown
    assert 'hx-trigger="load delay:200ms, submit"' in shown


def test_a_page_with_scripts_gets_the_part_or_is_led_on(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "AT_A_TIME", 1)
    page = send(house, text=lines(*numbered(2)))["Location"]
    first = house.organiser.post(f"{page}on/", headers={"HX-Request": "true"})
    assert "Reading: 1 of 2" in text_of(first)
    assert "<html" not in text_of(first)
    second = house.organiser.post(f"{page}on/", headers={"HX-Request": "true"})
    assert second["HX-Redirect"] == page


def test_imports_that_wait_are_listed(house: Any) -> None:
    page = read(house, *numbered(1))
    assert page in text_of(house.organiser.get(house.at("import")))
    house.organiser.post(f"{page}stop/")
    assert "Begun and not finished" not in text_of(house.organiser.get(house.at("import")))


def test_an_import_tells_its_files_who_brought_it_and_what_came_in(house: Any) -> None:
    season(house, "Autumn", "riichi")
    files = [upload(json.dumps(one), f"<b>{n}</b>.json") for n, one in enumerate(numbered(5))]
    page = through(house, send(house, upload=files, text="no json"))
    waiting = text_of(house.organiser.get(house.at("import")))
    assert "Begun and not finished" in waiting
    assert '<bdi class="file">b&gt;.json</bdi>' in waiting
    assert "and 4 more" in waiting
    assert "Read, not imported yet" in waiting
    form = {"good": "on", "shown": [1, 2], "take": [1], "season": Season.objects.get().pk}
    through(house, house.organiser.post(f"{page}decide/", {**form, "other_rules": "on"}))
    shown = re.sub("<[^>]+>", "", text_of(house.organiser.get(house.at("import"))))
    assert "Earlier imports" in shown
    assert re.search(r"[0-9]{2}:[0-9]{2}, by organiser", shown)
    assert "4 games imported. 2 games were left out. Autumn, Riichi" in shown


def test_a_stopped_import_says_that_nothing_came_in_and_a_pasted_one_what_it_was(
    house: Any,
) -> None:
    page = read(house, *numbered(1))
    house.organiser.post(f"{page}stop/")
    shown = text_of(house.organiser.get(house.at("import")))
    assert "a pasted text" in shown
    assert "Nothing was imported." in shown


def test_imports_that_are_over_are_told_up_to_a_number(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sessions.services.jobs.REMEMBERED", 2)
    for number in range(4):
        page = through(house, send(house, text=f"a{number}"))
        house.organiser.post(f"{page}stop/")
    assert house.club.jobs.count() == 3


@pytest.mark.parametrize("count", [1, 12])
def test_the_list_of_imports_asks_the_database_the_same_whatever_there_is(
    house: Any, count: int, django_assert_max_num_queries: Any
) -> None:
    for _ in range(count):
        imports.from_text(house.club, house.users["organiser"], "x")
    Job.objects.update(
        kept={"phase": "rate", "games": 1, "season": season(house, "S", "riichi").pk}
    )
    with django_assert_max_num_queries(9):
        assert house.organiser.get(house.at("import")).status_code == 200


def test_an_import_of_another_club_or_kind_is_not_found(house: Any) -> None:
    page = read(house, *numbered(1))
    pk = page.rstrip("/").rsplit("/", 1)[1]
    other = reverse("club:import_job", args=[house.other.slug, pk])
    assert house.outsider.get(other).status_code == 404
    Job.objects.filter(pk=pk).update(kind="other")
    assert house.organiser.get(page).status_code == 404


@pytest.mark.parametrize("count", [10, 120])
def test_the_page_asks_the_database_the_same_whatever_there_is(
    house: Any, count: int, django_assert_max_num_queries: Any
) -> None:
    page = read(house, *numbered(count))
    with django_assert_max_num_queries(18):
        assert house.organiser.get(page).status_code == 200
    assert WORK.kind == "import"


# -- a whole club ---------------------------------------------------------------------------------


def test_a_whole_club_goes_out_and_is_opened_elsewhere(house: Any) -> None:
    played(house)
    packed = body(house.owner.get(house.at("export_club")))
    there = house.at("import", club=house.other)
    response = house.outsider.post(there, {"rules": OWN, "upload": upload(packed)})
    page = response["Location"]
    house.outsider.post(f"{page}on/")
    shown = text_of(house.outsider.get(page))
    assert "The whole club Harbour Mahjong Club:" in shown
    assert "3 games" in shown
    assert "4 players" in shown
    assert house.outsider.post(f"{page}decide/").status_code == 302
    for _ in range(5):
        house.outsider.post(f"{page}on/")
    assert "3 games imported." in text_of(house.outsider.get(page))
    assert house.other.games.count() == 3


def test_a_whole_club_is_opened_by_an_owner_in_an_empty_club(house: Any) -> None:
    played(house, 1)
    packed = body(house.owner.get(house.at("export_club")))
    by_organiser = send(house, upload=upload(packed))
    assert "opened by its owner" in text_of(by_organiser)
    not_empty = house.owner.post(house.at("import"), {"rules": OWN, "text": packed})
    assert "in a new one that is empty" in text_of(not_empty)
    with_more = house.owner.post(
        house.at("import"), {"rules": OWN, "text": "x", "upload": upload(packed)}
    )
    assert "from one file" in text_of(with_more)


def test_an_organiser_sees_a_whole_club_that_waits_but_opens_none(house: Any) -> None:
    head = {"format": "jantaku.club/1", "about": "", "players": [], "seasons": [], "evenings": []}
    page = house.owner.post(house.at("import"), {"rules": OWN, "text": json.dumps(head)})[
        "Location"
    ]
    house.organiser.post(f"{page}on/")
    assert "Open the club here" not in text_of(house.organiser.get(page))
    assert house.organiser.post(f"{page}decide/").status_code == 403
    Player.objects.create(club=house.club, name="Eve")
    refused = house.owner.post(f"{page}decide/")
    assert refused.status_code == 422
    assert "empty" in text_of(refused)
