"""Games out and in as records: the same games, results and derived rows come out again."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.errors import ScoringError
from scoring.riichi import RIICHI
from sessions.models import Club, Game, Player, Result, Round, Win
from sessions.services import changes
from sessions.services.exchange import export_club, export_game, import_game

DERIVED = ("number", "outcome", "wind", "hand_number", "dealer", "honba", "sticks", "deltas",
           "scores", "sticks_after")  # fmt: skip
WON = ("round__number", "winner", "source", "points", "points_unit", "value", "patterns")
STANDING = ("seat", "player__name", "place", "score", "score_unit", "total", "unit", "money",
            "money_unit")  # fmt: skip


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Ron", slug="ron")


def record_of(**more: Any) -> dict:
    """A game of one hand, as a record."""
    return {
        "format": "jantaku.game/1",
        "rules": {"variety": "riichi", "preset": "tenhou", "options": {"length": "single"}},
        "players": ["Aki", "Ben", "Chie", "Dan"],
        "rounds": [
            {"type": "win", "riichi": [0], "wins": [{"winner": 0, "from": 2,
             "value": {"han": 3, "fu": 40}}]},
        ],
        **more,
    }  # fmt: skip


FULL = record_of(
    rules={"variety": "riichi", "preset": None, "options": {"chips": True, "rate": "0.5"}},
    rounds=[
        {"type": "adjust", "deltas": [1000, -1000, 0, 0], "reason": "miscounted sticks"},
        {"type": "draw", "tenpai": [1, 2], "riichi": [1]},
        {"type": "penalty", "reason": "chombo", "seat": 3, "riichi": [1]},
        {"type": "abort", "reason": "nine-terminals", "riichi": []},
        {"type": "win", "riichi": [], "wins": [
            {"winner": 0, "from": 2, "value": {"limit": "mangan"}},
            {"winner": 1, "from": 2, "value": {"yakuman": 1}, "liable": {"daisangen": 3}}]},
        {"type": "end", "reason": "time"},
    ],
    start={"round": "S2", "honba": 1, "sticks": 1, "scores": [24000, 25000, 25000, 25000]},
    chips=[3, -1, -2, 0],
    substitutes=[
        {"seat": 2, "player": "Fumi", "from_round": 5},
        {"seat": 2, "player": "Emi", "from_round": 3, "counts": True},
    ],
    started="2026-11-29T19:00:00+09:00",
    ended="2026-11-29T20:30:00+09:00",
    table="Table 3",
    note="played at\nthe festival",
    id="festival-7",
)  # fmt: skip


def rows(club: Club) -> dict[str, Any]:
    """Everything that follows from a club's games, by their ids in the records."""
    games = {}
    for game in club.games.all():
        mine = {"round__game": game}
        summary = Game.objects.filter(pk=game.pk).values(
            "rules", "preset", "start", "chips", "status", "title", "note", "wind", "hand_number",
            "honba", "sticks", "scores", "hands", "finished", "reason", "started", "ended",
        )  # fmt: skip
        games[game.record_id or game.code] = {
            "game": summary.get(),
            "rounds": list(Round.objects.filter(game=game).values(*DERIVED)),
            "wins": list(Win.objects.filter(**mine).order_by("round__number", "id").values(*WON)),
            "results": list(Result.objects.filter(game=game).values(*STANDING)),
            "players": list(game.seats.values_list("player__name", flat=True)),
            "substitutes": list(
                game.substitutions.values_list("seat", "player__name", "from_round", "counts")
            ),
        }
    return games


def test_everything_in_a_record_comes_in(
    club: Club, assert_consistent: Callable[[Game], Any]
) -> None:
    done = import_game(club, FULL)
    assert done.new
    game = Game.objects.get(pk=done.game.pk)
    assert_consistent(game)
    assert (game.club, game.record_id) == (club, "festival-7")
    assert (game.title, game.note) == ("Table 3", "played at\nthe festival")
    assert [s.player.name for s in game.seats.all()] == FULL["players"]
    assert (game.start, game.chips) == (FULL["start"], FULL["chips"])
    assert (game.status, game.reason, game.rounds.count()) == ("closed", "time", 6)
    assert game.frozen_rules() == RIICHI.rules(None, {"chips": True, "rate": "0.5"})
    assert [game.started.isoformat(), game.ended.isoformat()] == [
        "2026-11-29T10:00:00+00:00",
        "2026-11-29T11:30:00+00:00",
    ]
    found = list(game.substitutions.values_list("seat", "player__name", "from_round", "counts"))
    assert found == [(2, "Emi", 3, True), (2, "Fumi", 5, False)]
    assert game.results.get(seat=2).player.name == "Emi"


def test_export_then_import_elsewhere_gives_the_same_rows(club: Club) -> None:
    import_game(club, FULL)
    import_game(club, record_of(id="two"))
    import_game(club, record_of(rules={"variety": "riichi", "preset": "mleague", "options": {}}))
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    for record in export_club(club):
        import_game(other, json.loads(json.dumps(record)))
    assert rows(other) == rows(club)
    assert len(rows(club)) == 3
    assert not set(other.players.all()) & set(club.players.all())


def test_a_game_recorded_here_is_exported_with_all_its_changes(
    club: Club, new_game: Callable[..., Game], assert_consistent: Callable[[Game], Any]
) -> None:
    game = new_game(preset="tenhou", title="Table 1")
    Game.objects.filter(pk=game.pk).update(club=club)
    for outcome in (FULL["rounds"][1], FULL["rounds"][3]):
        changes.record(game, outcome, version=game.version, token=None)
    changes.substitute(game, 1, "Emi", from_round=2, counts=True, version=game.version, token=None)
    edit = changes.swapped(1, 3, hands_follow=True)
    changes.change(game, "swap", edit, version=game.version, token=None)
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    record = export_game(Game.objects.get(pk=game.pk))
    assert record["id"] == game.code
    again = import_game(other, record).game
    assert_consistent(again)
    assert rows(other) == rows(club)
    assert (again.status, again.finished) == ("open", False)


def test_an_exported_record_says_the_same_when_it_is_exported_again(club: Club) -> None:
    first = export_game(import_game(club, FULL).game)
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    second = export_game(import_game(other, first).game)
    assert {**second, "club": None} == {**first, "club": None}
    assert (first["club"], first["rounds"][0]) == ("ron", FULL["rounds"][0])
    assert first["rules"]["options"]["rate"] == "0.5"


def test_ticked_yaku_come_in_and_go_out_as_they_were_and_must_make_their_han(club: Club) -> None:
    value = {"han": 3, "fu": 40, "patterns": [["riichi", 1], ["tanyao", 1], ["dora", 1]]}
    win = {"type": "win", "riichi": [0], "wins": [{"winner": 0, "from": 2, "value": value}]}
    game = import_game(club, record_of(rounds=[win])).game
    assert export_game(game)["rounds"] == [win]
    kept, plain = rows(club)[game.code], import_game(club, record_of(id="plain")).game
    assert kept["wins"][0]["patterns"] == value["patterns"]
    assert [{**row, "outcome": None} for row in kept["rounds"]] == [
        {**row, "outcome": None} for row in rows(club)[plain.record_id]["rounds"]
    ]
    value["han"] = 4
    with pytest.raises(ScoringError) as caught:
        import_game(club, record_of(rounds=[win]))
    assert caught.value.field == "rounds.0.wins.0.value.han"
    assert caught.value.text() == "the patterns add up to 3, not 4"


def test_nobody_holds_a_link_to_an_imported_game(club: Club) -> None:
    game = import_game(club, FULL).game
    assert (game.write_hash, game.watch_hash, game.recovery_hash) == ("", "", "")


def test_the_same_id_is_imported_once(club: Club) -> None:
    first = import_game(club, FULL)
    again = import_game(club, {**FULL, "note": "read again"})
    assert (again.new, again.game) == (False, first.game)
    assert Game.objects.count() == 1


def test_a_games_own_record_is_known_here(club: Club, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(club=club)
    again = import_game(club, export_game(Game.objects.get(pk=game.pk)))
    assert (again.new, again.game) == (False, game)


@pytest.mark.parametrize(
    "changed",
    [
        {"rounds": []},
        {"players": ["Aki", "Ben", "Chie", "Eve"]},
        {"rules": {"variety": "riichi", "preset": "mleague", "options": {"chips": True}}},
        {"chips": None},
        {"substitutes": []},
    ],
)
def test_another_game_of_the_same_id_is_refused(club: Club, changed: dict) -> None:
    import_game(club, FULL)
    with pytest.raises(ScoringError) as error:
        import_game(club, {**FULL, **changed})
    assert error.value.field == "id"
    assert Game.objects.count() == 1


def test_two_clubs_may_have_the_same_record_and_games_without_id_are_all_new(club: Club) -> None:
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    assert import_game(club, FULL).new
    assert import_game(other, FULL).new
    assert import_game(club, record_of()).new
    assert import_game(club, record_of()).new


def test_players_are_found_by_name_within_the_club(club: Club) -> None:
    other = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Player.objects.create(name="Aki", club=other)
    Player.objects.create(name="Aki")
    mine = Player.objects.create(name="Aki", club=club)
    game = import_game(club, record_of(players=["  Aki ", "Ben", "Chie", "Dan"])).game
    again = import_game(club, record_of(players=["Dan", "Ben", "Aki", "Emi"])).game
    assert game.seats.get(index=0).player == again.seats.get(index=2).player == mine
    assert club.players.count() == 5


@pytest.mark.parametrize(
    "more, field",
    [
        ({"players": ["Aki", "Ben", "aki", "Dan"]}, "players.2"),
        ({"players": ["Aki", "Ben", "Chie", "d" * 61]}, "players.3"),
        ({"players": ["Aki", "Ben", "Chie"]}, "players"),
        ({"rules": {"variety": "chess"}}, "rules.variety"),
        ({"rules": {"variety": "riichi", "options": {"uma": [1]}}}, "rules.options.uma"),
        (
            {"rules": {"variety": "riichi", "options": {"table_notes": {"kuikae": "\x00"}}}},
            "rules.options.table_notes.kuikae",
        ),
        ({"rounds": record_of()["rounds"] * 2}, "rounds.1"),
        ({"rounds": [{"type": "draw", "tenpai": [], "riichi": [1]}]}, "rounds.0.tenpai"),
        (
            {"rounds": [{"type": "adjust", "deltas": [0, 0, 0, 0], "reason": "\x00"}]},
            "rounds.0.reason",
        ),
        ({"start": {"scores": [1, 2, 3, 4]}}, "start.scores"),
        ({"chips": [1, 0, 0, 0]}, "chips"),
        ({"chips": [1, -1, 0, 0]}, "chips"),
        ({"substitutes": [{"seat": 0, "player": "Ben", "from_round": 1}]}, "substitutes.0.player"),
        ({"substitutes": [{"seat": 0, "player": "\x00", "from_round": 1}]}, "substitutes.0.player"),
        (
            {"substitutes": [{"seat": 0, "player": "Emi", "from_round": 3}]},
            "substitutes.0.from_round",
        ),
        ({"started": "yesterday"}, "started"),
        ({"table": "t" * 61}, "table"),
        ({"note": "n" * 5001}, "note"),
        ({"note": "nul\x00"}, "note"),
        ({"id": "i" * 101}, "id"),
        ({"id": "nul\x00"}, "id"),
        ({"nonsense": 1}, "nonsense"),
    ],
)  # fmt: skip
def test_a_bad_record_is_refused_by_its_field_and_nothing_is_kept(
    club: Club, more: dict, field: str
) -> None:
    with pytest.raises(ScoringError) as error:
        import_game(club, record_of(**more))
    assert error.value.field == field
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_a_result_too_large_to_keep_is_refused(club: Club) -> None:
    options = {"length": "single", "rate": "1/999999999999"}
    with pytest.raises(ScoringError, match="too large"):
        import_game(club, record_of(rules={"variety": "riichi", "options": options}))
    assert not Game.objects.exists()


def test_export_reads_any_number_of_games_in_as_many_queries(
    club: Club, django_assert_num_queries: Any
) -> None:
    for number in range(7):
        import_game(club, record_of(id=str(number)))
    import_game(club, FULL)
    with django_assert_num_queries(6):
        records = list(export_club(club))
    assert [record["id"] for record in records] == [*"0123456", "festival-7"]


# -- the commands -------------------------------------------------------------------------------


class Stdin:
    def __init__(self, lines: list[Any]) -> None:
        text = "".join(x if isinstance(x, str) else json.dumps(x) + "\n" for x in lines)
        self.buffer = io.BytesIO(text.encode())


@pytest.fixture
def import_lines(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[dict], int]]:
    """Run ``import_games`` over lines: its answers and its exit code."""

    def run(lines: list[Any], slug: str = "ron", **options: Any) -> tuple[list[dict], int]:
        monkeypatch.setattr("sys.stdin", Stdin(lines))
        out, code = io.StringIO(), 0
        try:
            call_command("import_games", club=slug, stdout=out, stderr=io.StringIO(), **options)
        except SystemExit as error:
            code = error.code
        return [json.loads(line) for line in out.getvalue().splitlines()], code

    return run


def test_import_answers_every_line_and_goes_on_after_a_bad_one(
    club: Club, import_lines: Callable[..., tuple[list[dict], int]]
) -> None:
    bad = record_of(rounds=[{"type": "draw", "tenpai": [9]}])
    answers, code = import_lines([record_of(id="a"), bad, "{nonsense\n", record_of(id="b")])
    assert code == 1
    codes = {game.record_id: game.code for game in club.games.all()}
    assert answers[0] == {"id": "a", "game": codes["a"], "new": True}
    assert answers[1]["error"].startswith("rounds.0.tenpai.0: ")
    assert answers[2]["error"].startswith("not a line of JSON")
    assert answers[3] == {"id": "b", "game": codes["b"], "new": True}


def test_import_reports_what_is_there_already(
    club: Club, import_lines: Callable[..., tuple[list[dict], int]]
) -> None:
    first, _ = import_lines([record_of(id="a")])
    again, code = import_lines([record_of(id="a")])
    assert code == 0
    assert again == [{**first[0], "new": False}]
    assert club.games.count() == 1


HIDDEN = record_of(id="h", players=["P1", "P2", "NoName", "Ben"])


def seated(club: Club) -> list[str]:
    return [seat.player.name for seat in club.games.get().seats.order_by("index")]


def test_seats_without_a_name_are_guests_and_it_is_said(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = record_of(id="s", substitutes=[{"seat": 1, "player": "P3", "from_round": 1}])
    monkeypatch.setattr("sys.stdin", Stdin([HIDDEN, late]))
    said = io.StringIO()
    call_command("import_games", club="ron", stdout=io.StringIO(), stderr=said)
    assert set(club.players.filter(guest=True).values_list("name", flat=True)) == {
        *("P1", "P2", "P3", "NoName"),
    }
    assert (
        "came in as guests: NoName, P1, P2, P3. Say who sat there with --names" in said.getvalue()
    )


def test_names_are_given_by_seat(
    club: Club, import_lines: Callable[..., tuple[list[dict], int]]
) -> None:
    Player.objects.create(name="Chie", club=club)
    answers, code = import_lines([HIDDEN], names="Aki,chie")
    assert (code, answers[0]["new"]) == (0, True)
    assert seated(club) == ["Aki", "Chie", "NoName", "Ben"]
    assert club.players.get(guest=True).name == "NoName"
    again, code = import_lines([HIDDEN])
    assert (code, again[0]["new"]) == (0, False)


def test_a_name_for_each_seat_and_no_more(
    club: Club, import_lines: Callable[..., tuple[list[dict], int]]
) -> None:
    with pytest.raises(CommandError, match="--names: at most 4"):
        import_lines([HIDDEN], names="A,B,C,D,E")
    answers, _ = import_lines([HIDDEN], names="Aki,Aki,Chie")
    assert "sits at the table already" in answers[0]["error"]
    import_lines([HIDDEN], names="Aki,Chie,Dan,Emi")
    assert seated(club) == ["Aki", "Chie", "Dan", "Ben"]


def test_import_makes_the_club_and_export_writes_it(
    db: None, import_lines: Callable[..., tuple[list[dict], int]]
) -> None:
    import_lines([FULL, record_of(id="b")], slug="new-club")
    out = io.StringIO()
    call_command("export_games", club="new-club", stdout=out)
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [record["id"] for record in records] == ["festival-7", "b"]
    import_lines(records, slug="elsewhere")
    assert rows(Club.objects.get(slug="elsewhere")) == rows(Club.objects.get(slug="new-club"))


def test_the_commands_name_a_club_that_does_not_do(
    db: None, import_lines: Callable[..., tuple[list[dict], int]]
) -> None:
    with pytest.raises(CommandError, match="--club"):
        import_lines([], slug="no slug!")
    with pytest.raises(CommandError, match="no club nowhere"):
        call_command("export_games", club="nowhere")
    for command in ("import_games", "export_games"):
        with pytest.raises(CommandError, match="--club"):
            call_command(command)


# -- many at once ---------------------------------------------------------------------------------


def imported(club: Club, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the command answers to these lines."""
    out = io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    with contextlib.suppress(SystemExit):
        call_command("import_games", club=club.slug, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_many_at_once_are_what_they_are_one_by_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [
        FULL,
        record_of(id="two"),
        record_of(),
        record_of(id="two"),
        record_of(id="two", players=["Aki", "Ben", "Chie", "Eve"]),
        record_of(id="bad", players=["Aki", "Aki", "Chie", "Eve"]),
        record_of(id="late", rounds=record_of()["rounds"] * 2),
        record_of(id="three"),
    ]
    lines = [*(json.dumps(record) for record in records), "no json", "7"]
    one = Club.objects.create(name="One by one", slug="one")
    said = imported(club, lines, monkeypatch)
    monkeypatch.setattr(
        "sessions.management.commands.import_games.import_many", lambda club, records, unnamed: {}
    )
    by_one = imported(one, lines, monkeypatch)
    assert [{**answer, "game": ""} for answer in said] == [
        {**answer, "game": ""} for answer in by_one
    ]
    assert [answer.get("new", "error") for answer in said] == [
        *(True, True, True, False, "error", "error", "error", True, "error", "error"),
    ]
    assert {key: value for key, value in rows(club).items() if key in ("two", "three")} == {
        key: value for key, value in rows(one).items() if key in ("two", "three")
    }
    assert club.games.count() == one.games.count() == 4
    assert club.players.count() == one.players.count()


def test_what_cannot_be_written_together_is_left_to_be_answered_one_by_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(ready: Any) -> Any:
        raise ScoringError("", "these figures are too large to keep")

    monkeypatch.setattr("sessions.services.exchange.write_hidden", refuse)
    said = imported(club, [json.dumps(record_of(id="one"))], monkeypatch)
    assert said[0]["new"]
    assert club.games.count() == 1
    assert club.players.count() == 4
