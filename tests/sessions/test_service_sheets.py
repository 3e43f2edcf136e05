"""Tables for spreadsheets: out without formulas, in as games; what went out comes in again."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from sessions.models import Alias, Club, Job, Player, Season
from sessions.services import sheets
from sessions.services.imports import Choice, decide, from_pieces
from sessions.services.seasons import Rules as SeasonRules
from sessions.services.seasons import Setup, make_season
from sessions.services.sheets import Rules, looks_like_a_sheet, read, results, written
from tests.sessions.test_service_exchange import record_of
from tests.sessions.test_service_imports import brought_in, derived, through

RIICHI = Rules("riichi", "club", {})


def cells(rows: Any) -> list[list[str]]:
    text = "".join(written(rows))
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:])))


# -- formulas -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+81", "-2", "@SUM(A1)", "\tx", "＝1", "＋1", "'=1", "''+x", "－3"],
)
def test_a_text_a_spreadsheet_would_carry_out_is_written_with_an_apostrophe(text: str) -> None:
    assert cells([[text]]) == [[f"'{text}"]]


@pytest.mark.parametrize("text", ["Aki", "'90s", "a=b", "東", "1", "O'Hara", ""])
def test_any_other_text_is_written_as_it_is(text: str) -> None:
    assert cells([[text, "x"]]) == [[text, "x"]]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8))
def test_every_name_comes_back(text: str) -> None:
    ((cell, _),) = cells([[text, "x"]])
    assert sheets._in(cell) == text.strip()
    assert not cell or cell[0] not in "=+-@\t\r＝＋－＠"


def test_figures_stay_figures() -> None:
    from fractions import Fraction

    row = [-5, Fraction(-31, 2), Fraction(1, 3), None, 25000]
    assert cells([row]) == [["-5", "-15.5", "1/3", "", "25000"]]


# -- in -------------------------------------------------------------------------------------------


def game(text: str, rules: Rules = RIICHI) -> dict[str, Any]:
    (piece,) = read(text, rules)
    return piece


HEAD = "date,player 1,score 1,player 2,score 2,player 3,score 3,player 4,score 4,table\n"
ROW = 'Aki,"41,300",Ben,28000,Chie,▲500,Dan,31200,Table 2'


def test_a_row_a_game_is_read() -> None:
    record = game(f"{HEAD}2026-11-30,{ROW}\n\n")["record"]
    assert record["players"] == ["Aki", "Ben", "Chie", "Dan"]
    assert record["rounds"][0]["deltas"] == [16300, 3000, -25500, 6200]
    assert record["started"] == record["ended"] == "2026-11-30T12:00:00+00:00"
    assert record["table"] == "Table 2"
    assert record["rules"] == {"variety": "riichi", "preset": "club", "options": {}}


@pytest.mark.parametrize(
    "text, moment",
    [
        ("2026/1/5", "2026-01-05T12:00:00+00:00"),
        ("2026-11-30 19:30", "2026-11-30T19:30:00+00:00"),
        ("2026-11-30T09:30:00+09:00", "2026-11-30T09:30:00+09:00"),
        ("", None),
    ],
)
def test_days_as_people_write_them(text: str, moment: str | None) -> None:
    assert game(f"{HEAD}{text},{ROW}")["record"].get("started") == moment


def test_columns_may_stand_apart_by_anything_and_bear_other_names() -> None:
    head = HEAD.replace("player ", "Name_").replace("score ", "Points ").replace(",", ";")
    text = f"\ufeff{head}2026-11-30;Aki;41300;Ben;28000;Chie;-500;Dan;31200;x"
    assert looks_like_a_sheet(text)
    assert game(text)["record"]["players"] == ["Aki", "Ben", "Chie", "Dan"]
    assert not looks_like_a_sheet('{"format": "jantaku.game/1"}')
    assert not looks_like_a_sheet("")


@pytest.mark.parametrize(
    "row, field, said",
    [
        ("2026-13-01," + ROW, "played", "2026-13-01 is no day; write 2026-11-30"),
        ("30.11.2026," + ROW, "played", "30.11.2026 is no day; write 2026-11-30"),
        ("2026-11-30 25:99," + ROW, "played", "2026-11-30 25:99 is no day; write 2026-11-30"),
        (f"2026-11-30,{ROW.replace('28000', '28100')}", "scores",
         "the scores add up to 100,100, not 100,000"),
        (f"2026-11-30,{ROW.replace('28000', 'many')}", "score 2", "many is no score"),
        (f"2026-11-30,{ROW.replace('28000', '')}", "score 2", "Ben has no score"),
        ("2026-11-30,Aki,50000,Ben,30000,Chie,25000,,", "players", "this game needs 4 players"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_row_is_told_with_it(row: str, field: str, said: str) -> None:
    error = game(HEAD + row)["error"]
    assert error["field"] == field
    assert ScoringError(field, error["message"], **error["params"]).text() == said


def test_a_row_with_neither_a_name_nor_a_score_wants_the_name() -> None:
    rows = "1,Aki,50000\n1,Ben,30000\n1,Chie,25000\n1,,\n"
    assert game(f"game,player,score\n{rows}")["error"]["message"] == "this seat needs a name"


def test_other_rows_stand_for_themselves() -> None:
    wrong, right = read(f"{HEAD}x,{ROW}\n2026-11-30,{ROW}", RIICHI)
    assert "error" in wrong
    assert wrong["players"] == ["Aki", "Ben", "Chie", "Dan"]
    assert "record" in right


def test_three_players_need_three() -> None:
    three = Rules("riichi", "tenhou-sanma", {})
    assert game(f"{HEAD}2026-11-30,{ROW}", three)["error"]["field"] == "players"


@pytest.mark.parametrize("text", ["a,b\n1,2", "", "game,score\n1,2"])
def test_another_table_is_refused(text: str) -> None:
    with pytest.raises(ScoringError, match="needs the columns"):
        read(text, RIICHI)


def test_a_table_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ScoringError, match="cannot be read as a table"):
        read(f"{HEAD}{'x' * 200_000},y", RIICHI)
    monkeypatch.setattr(sheets, "MOST_ROWS", 1)
    with pytest.raises(ScoringError, match="at most 1 rows"):
        read(f"{HEAD}x", RIICHI)


@pytest.mark.django_db
def test_paper_results_come_into_a_season() -> None:
    club = Club.objects.create(name="Harbour", slug="harbour")
    season = make_season(club, None, Setup("Autumn"), [SeasonRules("riichi", "mleague")])
    rules = Rules("riichi", None, season.editions.get().rules)
    job = through(from_pieces(club, None, read(f"{HEAD}2026-11-30,{ROW}", rules)))
    through(decide(job, None, Choice(season=season)))
    game = season.games.get()
    assert game.edition_of == season.editions.get()
    assert list(game.results.values_list("player__name", "score", "place")) == [
        ("Aki", 41300, 1),
        ("Ben", 28000, 3),
        ("Chie", -500, 4),
        ("Dan", 31200, 2),
    ]


# -- out and in again -----------------------------------------------------------------------------


def a_season(name: str) -> tuple[Club, Season]:
    club = Club.objects.create(name=name, slug=name.lower())
    single = SeasonRules("riichi", "tenhou", {"length": "single", "rate": "0.5"})
    return club, make_season(club, None, Setup("Autumn"), [single])


@pytest.mark.django_db
def test_results_that_went_out_come_in_elsewhere_with_the_same_standings() -> None:
    club, season = a_season("Harbour")
    mine = {"variety": "riichi", "preset": None, "options": season.editions.get().rules}
    names = ["=Aki", "Ben, the old", "千恵", 'D"an']
    games = [
        record_of(id=f"g{n}", rules=mine, players=names, ended=f"2026-11-0{n + 1}T19:00:00+09:00")
        for n in range(3)
    ]
    brought_in(club, *games, season=season)
    text = "".join(written(results(club, season)))
    assert "'=Aki" in text
    other, there = a_season("Hill")
    rules = Rules("riichi", None, there.editions.get().rules)
    job = through(from_pieces(other, None, read(text, rules)))
    assert [item.error for item in job.items.all()] == [""] * 3
    assert through(decide(job, None, Choice(season=there))).state == Job.State.DONE
    assert derived(other)["standings"] == derived(club)["standings"]
    # and where they came from they are known, though they were played there hand by hand
    again = through(from_pieces(club, None, read(text, rules)))
    assert all(item.kept["known"] for item in again.items.all())
    changed = text.replace("Ben, the old", "Ben")
    again = through(from_pieces(club, None, read(changed, rules)))
    assert {item.kept["error"]["field"] for item in again.items.all()} == {"id"}


@pytest.mark.django_db
def test_totals_that_these_rules_do_not_give_are_told() -> None:
    club, season = a_season("Harbour")
    brought_in(club, record_of(id="one"), season=season, other_rules=True)
    text = "".join(written(results(club)))
    (piece,) = read(text, RIICHI)
    assert piece["error"]["field"] == "total"
    (piece,) = read(text.replace(",riichi,", ",go,"), RIICHI)
    assert piece["error"]["field"] == "variety"
    (piece,) = read("\n".join(text.split("\n")[:-2]), RIICHI)
    assert piece["error"]["field"] == "players"
    (piece,) = read(text, Rules("hongkong", None, {}))
    assert piece["record"]["rules"]["preset"] == "tenhou"


@pytest.mark.django_db
def test_the_players_of_a_club() -> None:
    club = Club.objects.create(name="Harbour", slug="harbour")
    aki = Player.objects.create(club=club, name="Aki", seen="aki")
    Alias.objects.create(player=aki, name="秋", seen="秋")
    Player.objects.create(club=club, name="=Ben", guest=True)
    table = cells(sheets.players(club))
    assert table[0] == list(sheets.PLAYERS)
    assert [row[:3] for row in table[1:]] == [["'=Ben", "", "guest"], ["Aki", "秋", ""]]
