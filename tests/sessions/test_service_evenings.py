"""Club nights: guests, draws, tables started together, and one account of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.varieties import VARIETIES
from sessions.draws import Custom
from sessions.models import Draw, Edition, Entry, Evening, Game, Meeting, Player, Season, Standing
from sessions.selectors.accounts import account, account_text, net
from sessions.selectors.evenings import evenings, mark, night_board
from sessions.services import changes
from sessions.services.evenings import (
    EveningClosed,
    Setup,
    close,
    delete,
    make_evening,
    reopen,
    restore,
    say_goodbye,
    set_up,
    settle_up,
    welcome,
)
from sessions.services.forgetting import forget
from sessions.services.games import rematch
from sessions.services.links import Role, derived, open_link
from sessions.services.turns import (
    Overtaken,
    draw,
    free_players,
    renew_keys,
    start,
    swap,
)

NIGHT = date(2026, 11, 30)
NAMES = ("Aki", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen", "Hana", "Ivo", "Jun")
Kind = Draw.Kind

Make = Callable[..., Evening]


@pytest.fixture
def night(house: Any) -> Make:
    """An evening of riichi at 100 a point, with so many of NAMES as its guests."""

    def make(guests: int = 8, **given: Any) -> Evening:
        setup = {"day": NIGHT, "variety": "riichi", "options": {"length": "single", "rate": 100}}
        evening = make_evening(house.club, house.users["organiser"], Setup(**(setup | given)))
        welcome(evening, [], NAMES[:guests])
        return evening

    return make


def organiser(evening: Evening) -> Any:
    return evening.club.memberships.get(role="organiser").user


def open_tables(evening: Evening, kind: Draw.Kind = Kind.CHOSEN, **given: Any) -> list[Game]:
    return start(draw(evening, kind, **given), organiser(evening))


def end(game: Game, winner: int = 0, loser: int = 3, **value: Any) -> None:
    """One hand, and the game is over."""
    claim = {"winner": winner, "from": loser, "value": value or {"limit": "mangan"}}
    outcome = {"type": "win", "wins": [claim], "riichi": []}
    game.refresh_from_db()
    changes.record(game, outcome, version=game.version, token=None)
    game.refresh_from_db()
    assert game.finished


def names(players: Iterable[int]) -> list[str]:
    known = dict(Player.objects.values_list("pk", "name"))
    return [known[player] for player in players]


def at_tables(drawn: Draw) -> list[list[str]]:
    return [names(table) for table in drawn.tables]


# -- the evening ----------------------------------------------------------------------------------


def test_an_evening_keeps_its_rules_in_full(night: Make) -> None:
    evening = night(0, fee="3.50")
    assert (evening.fee, evening.fee_unit) == (7, 2)
    kind = VARIETIES["riichi"]
    assert evening.options == kind.options(kind.rules(None, {"length": "single", "rate": 100}))
    assert Entry.objects.get(kind="evening.made").user == organiser(evening)


@pytest.mark.parametrize(
    "wrong, at",
    [
        ({"options": {"length": "for ever"}}, "options.length"),
        ({"preset": "nowhere"}, "preset"),
        ({"fee": "a lot"}, "fee"),
        ({"fee": 10**9}, "fee"),
        ({"rate": "-1"}, "rate"),
        ({"name": "a" * 61}, "name"),
    ],
)
def test_what_is_wrong_with_an_evening_is_said_at_its_field(
    night: Make, wrong: dict[str, Any], at: str
) -> None:
    with pytest.raises(ScoringError) as refused:
        night(0, **wrong)
    assert refused.value.field == at
    assert not Evening.objects.exists()


def test_a_closed_evening_does_not_change_until_it_is_opened_again(night: Make) -> None:
    evening = night(4)
    drawn = draw(evening, Kind.RANDOM)
    user = organiser(evening)
    close(evening, user)
    assert not evening.draws.exists()
    for act in (
        lambda: welcome(evening, [], ["Zoe"]),
        lambda: say_goodbye(evening, evening.guests.first().player_id),  # type: ignore[union-attr]
        lambda: draw(evening, Kind.RANDOM),
        lambda: start(drawn, user),
        lambda: close(evening, user),
    ):
        with pytest.raises(EveningClosed):
            act()
    reopen(evening, user)
    assert len(open_tables(evening)) == 1


def test_a_deleted_evening_is_off_the_list_and_its_games_stay(night: Make) -> None:
    evening = night(4)
    open_tables(evening)
    delete(evening, organiser(evening))
    assert not evenings(evening.club)
    assert Game.objects.filter(club=evening.club).count() == 1
    restore(evening, organiser(evening))
    assert [(row.tables, row.people) for row in evenings(evening.club)] == [(1, 4)]


# -- guests ---------------------------------------------------------------------------------------


def test_a_known_name_is_the_clubs_player_and_a_new_one_becomes_one(night: Make) -> None:
    evening = night(0)
    aki = Player.objects.create(name="Aki", club=evening.club)
    welcome(evening, [], [" Aki ", "Zoe"])
    welcome(evening, [aki.pk], ["Zoe"])
    assert names(evening.guests.order_by("pk").values_list("player", flat=True)) == ["Aki", "Zoe"]
    assert evening.club.players.count() == 2


def test_nobody_of_another_club_is_a_guest(night: Make, house: Any) -> None:
    evening = night(0)
    stranger = Player.objects.create(name="Other", club=house.other)
    welcome(evening, [stranger.pk])
    assert not evening.guests.exists()


def test_a_name_that_is_none_is_refused(night: Make) -> None:
    evening = night(0)
    with pytest.raises(ScoringError) as refused:
        welcome(evening, [], ["Aki", " "])
    assert refused.value.field == "names"
    assert not evening.guests.exists()


def test_who_goes_home_is_drawn_no_more_and_can_come_back(night: Make) -> None:
    evening = night(5)
    end(open_tables(evening)[0])
    ben = Player.objects.get(name="Ben").pk
    say_goodbye(evening, ben)
    assert names(free_players(evening)) == ["Aki", "Chie", "Dan", "Emi"]
    welcome(evening, [ben])
    assert len(free_players(evening)) == 5


def test_who_was_listed_by_mistake_was_never_there(night: Make) -> None:
    evening = night(5)
    end(open_tables(evening)[0])
    for name in ("Aki", "Emi"):
        say_goodbye(evening, Player.objects.get(name=name).pk)
    listed = names(evening.guests.values_list("player", flat=True))
    assert sorted(listed) == ["Aki", "Ben", "Chie", "Dan"]


# -- draws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.ROTATION])
@pytest.mark.parametrize("players", [3, 4])
def test_every_kind_of_draw_fills_the_tables_the_rules_need(
    night: Make, kind: Draw.Kind, players: int
) -> None:
    evening = night(10, options={}, preset={3: "tenhou-sanma", 4: "tenhou"}[players])
    drawn = draw(evening, kind, seed=1)
    assert [len(table) for table in drawn.tables] == [players] * (10 // players)
    assert len(drawn.resting) == 10 % players
    everybody = [*drawn.resting, *(player for table in drawn.tables for player in table)]
    assert sorted(everybody) == sorted(free_players(evening))


def test_a_new_draw_takes_the_place_of_one_that_was_not_started(night: Make) -> None:
    evening = night()
    first = draw(evening, Kind.RANDOM)
    second = draw(evening, Kind.RANDOM)
    assert list(evening.draws.all()) == [second]
    with pytest.raises(Overtaken):
        start(first, organiser(evening))
    with pytest.raises(Overtaken):
        swap(first, *first.tables[0][:2])
    assert not evening.games.exists()


def test_too_few_for_a_table_are_told_so(night: Make) -> None:
    with pytest.raises(ScoringError, match="3 players are free; a table needs 4"):
        draw(night(3), Kind.RANDOM)


def test_only_who_sits_at_no_table_is_drawn(night: Make) -> None:
    evening = night(9)
    one, _other = open_tables(evening)
    end(one)
    drawn = draw(evening, Kind.RANDOM)
    assert sorted(at_tables(drawn)[0]) != ["Emi", "Fumi", "Gen", "Hana"]
    assert len(drawn.tables) == 1
    assert len(drawn.resting) == 1


def test_a_balanced_draw_keeps_apart_who_has_met_tonight_and_in_the_season(night: Make) -> None:
    evening = night(8)
    for game in open_tables(evening):  # Aki to Dan, Emi to Hana
        end(game)
    players = {player.name: player for player in Player.objects.all()}
    for one, other in (("Aki", "Emi"), ("Emi", "Aki")):
        Meeting.objects.create(player=players[one], other=players[other], games=9)
    for seed in range(8):
        tables = at_tables(draw(evening, Kind.BALANCED, seed=seed))
        for table in tables:
            assert len({"Aki", "Ben", "Chie", "Dan"} & set(table)) == 2
            assert not {"Aki", "Emi"} <= set(table)


def test_a_balanced_draw_gives_other_seats_than_before(night: Make) -> None:
    evening = night(4)
    sat: set[tuple[int, int]] = set()
    for _ in range(4):
        drawn = draw(evening, Kind.BALANCED)
        sat |= {(player, seat) for seat, player in enumerate(drawn.tables[0])}
        end(start(drawn, organiser(evening))[0])
    assert len(sat) == 16


def test_by_standing_the_season_decides_and_who_has_no_games_comes_last(
    night: Make, season: Season
) -> None:
    evening = night(8, season=season)
    for figure, name in enumerate(("Hana", "Gen", "Fumi", "Emi", "Dan", "Chie")):
        player = Player.objects.get(name=name)
        Standing.objects.create(season=season, player=player, games=1, ranked=-figure)
    tables = at_tables(draw(evening, Kind.STANDING))
    assert [sorted(table) for table in tables] == [
        ["Emi", "Fumi", "Gen", "Hana"],
        ["Aki", "Ben", "Chie", "Dan"],
    ]
    tables = at_tables(draw(evening, Kind.SNAKE))
    assert [sorted(table) for table in tables] == [
        ["Ben", "Dan", "Emi", "Hana"],
        ["Aki", "Chie", "Fumi", "Gen"],
    ]


def test_by_standing_without_a_season_the_evening_itself_decides(night: Make) -> None:
    evening = night(8)
    for game in open_tables(evening):
        end(game)
    assert {"Aki", "Emi"} <= set(at_tables(draw(evening, Kind.STANDING))[0])


def test_over_an_evening_everybody_sits_out_alike(night: Make) -> None:
    evening = night(5)
    out = []
    for _ in range(5):
        drawn = draw(evening, Kind.BALANCED)
        out += names(drawn.resting)
        end(start(drawn, organiser(evening))[0])
    assert sorted(out) == ["Aki", "Ben", "Chie", "Dan", "Emi"]


@pytest.mark.parametrize(
    "custom, out", [(Custom.LAST, "Dan"), (Custom.FIRST, "Chie"), (Custom.ORDER, "Aki")]
)
def test_five_at_one_table_change_by_their_custom(night: Make, custom: Custom, out: str) -> None:
    evening = night(5)
    end(open_tables(evening)[0], winner=2, loser=3)
    drawn = draw(evening, Kind.ROTATION, custom=custom)
    assert names(drawn.resting) == [out]
    assert "Emi" in at_tables(drawn)[0]


def test_a_rotation_waits_for_the_end_of_the_game(night: Make) -> None:
    evening = night(5)
    with pytest.raises(ScoringError) as refused:
        draw(evening, Kind.ROTATION)
    assert refused.value.field == "kind"
    open_tables(evening)
    with pytest.raises(ScoringError, match="not over yet"):
        draw(evening, Kind.ROTATION)


def test_a_rotation_that_cannot_fill_the_table_says_so(night: Make) -> None:
    evening = night(5)
    end(open_tables(evening)[0])
    for name in ("Aki", "Ben"):
        say_goodbye(evening, Player.objects.get(name=name).pk)
    with pytest.raises(ScoringError, match="too few"):
        draw(evening, Kind.ROTATION)


def test_two_change_places_by_hand(night: Make) -> None:
    evening = night(5)
    drawn = draw(evening, Kind.CHOSEN)
    aki, emi = drawn.tables[0][0], drawn.resting[0]
    swap(drawn, aki, emi)
    drawn.refresh_from_db()
    assert at_tables(drawn) == [["Emi", "Ben", "Chie", "Dan"]]
    assert names(drawn.resting) == ["Aki"]
    for wrong in (aki, 0):
        with pytest.raises(ScoringError):
            swap(drawn, aki, wrong)


# -- tables ---------------------------------------------------------------------------------------


def test_the_tables_of_a_draw_start_together_with_keys_of_their_own(night: Make) -> None:
    evening = night(8)
    drawn = draw(evening, Kind.BALANCED)
    games = start(drawn, organiser(evening))
    assert [(game.draw, game.table_number) for game in games] == [(1, 1), (1, 2)]
    for game, table in zip(games, drawn.tables, strict=True):
        assert list(game.seats.values_list("player", flat=True)) == table
        assert game.club == evening.club
        stored = Game.objects.get(pk=game.pk)
        assert open_link(derived(stored).write) == (game, Role.WRITE)
        assert stored.rules["length"] == "single"
    assert len({derived(game).write for game in games}) == 2
    with pytest.raises(Overtaken):
        start(drawn, organiser(evening))
    assert evening.games.count() == 2


def test_if_one_table_cannot_start_none_does(night: Make, monkeypatch: Any) -> None:
    evening = night(8)
    drawn = draw(evening, Kind.CHOSEN)
    say_goodbye(evening, Player.objects.get(name="Hana").pk)
    with pytest.raises(ScoringError, match="Hana has gone"):
        start(drawn, organiser(evening))
    assert not evening.games.exists()
    drawn.refresh_from_db()
    assert drawn.started is None


def test_keys_of_a_table_are_renewed_on_demand(night: Make) -> None:
    game = open_tables(night(4))[0]
    before = derived(game)
    renew_keys(game, organiser(game.evening))  # type: ignore[arg-type]
    game.refresh_from_db()
    after = derived(game)
    assert after.write not in ("", before.write)
    assert open_link(after.write) == (game, Role.WRITE)


@pytest.fixture
def season(house: Any) -> Season:
    kind = VARIETIES["riichi"]
    season = Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    for number, length in enumerate(("hanchan", "single"), start=1):
        rules = kind.options(kind.rules("mleague", {"length": length}))
        Edition.objects.create(
            season=season, variety_key="riichi", number=number, preset="mleague", rules=rules
        )
    return season


def test_tables_of_a_season_have_its_newest_rules(night: Make, season: Season) -> None:
    game = open_tables(night(4, season=season))[0]
    assert game.season == season
    assert game.edition_of is not None
    assert (game.edition_of.number, game.rules["length"]) == (2, "single")


def test_a_season_without_rules_for_the_game_or_that_is_finished_is_refused(
    night: Make, season: Season
) -> None:
    with pytest.raises(ScoringError, match="nothing is played in this season"):
        night(4, season=season, variety="zungjung", options={})
    evening = night(4, season=season)
    drawn = draw(evening, Kind.CHOSEN)
    Season.objects.update(locked=timezone.now())
    drawn = Draw.objects.get(pk=drawn.pk)
    with pytest.raises(ScoringError, match="locked"):
        start(drawn, organiser(evening))


def test_tables_that_were_started_keep_their_rules(night: Make) -> None:
    evening = night(4)
    game = open_tables(evening)[0]
    setup = Setup(day=NIGHT, variety="hongkong", fee=5)
    set_up(evening, organiser(evening), setup)
    game.refresh_from_db()
    assert (game.variety_key, game.rules["length"]) == ("riichi", "single")
    end(game)
    assert open_tables(evening)[0].variety_key == "hongkong"
    entry = Entry.objects.get(kind="evening.changed")
    assert (entry.before["variety"], entry.after["variety"]) == ("riichi", "hongkong")
    assert (entry.before["fee"], entry.after["fee"]) == (0, 5)


def test_a_rematch_at_the_table_belongs_to_the_evening_and_its_season(
    night: Make, season: Season
) -> None:
    evening = night(4, season=season, fee=100)
    game = open_tables(evening)[0]
    end(game)
    again, keys = rematch(Game.objects.get(pk=game.pk))
    assert (again.evening, again.season, again.table_number) == (evening, season, 1)
    assert again.edition_of == game.edition_of
    assert derived(Game.objects.get(pk=again.pk)).write == keys.write
    board = night_board(evening)
    assert [table.number for table in board.now if table.state == "playing"] == [1]
    assert not board.free
    end(again)
    assert account(evening).games == 2


def test_a_rematch_after_the_evening_is_no_more_of_it_but_of_its_season(
    night: Make, season: Season
) -> None:
    evening = night(4, season=season)
    game = open_tables(evening)[0]
    end(game)
    close(evening, organiser(evening))
    again, _keys = rematch(Game.objects.get(pk=game.pk))
    assert (again.club, again.evening, again.season) == (evening.club, None, season)


# -- the board ------------------------------------------------------------------------------------


def test_the_boards_mark_moves_with_everything_on_it(night: Make) -> None:
    evening = night(8)
    marks = [mark(evening)]

    def moved() -> bool:
        marks.append(mark(Evening.objects.get(pk=evening.pk)))
        return marks[-1] not in marks[:-1]

    welcome(evening, [], ["Zoe"])
    assert moved()
    drawn = draw(evening, Kind.CHOSEN)
    assert moved()
    games = start(drawn, organiser(evening))
    assert moved()
    end(games[0])
    assert moved()
    say_goodbye(evening, Player.objects.get(name="Zoe").pk)
    assert moved()


def test_the_board_shows_the_last_turn_and_what_still_goes_on(night: Make) -> None:
    evening = night(9)
    one, two = open_tables(evening)
    end(one)
    open_tables(evening)
    board = night_board(evening)
    shown = [(table.turn, table.number, table.state) for table in board.now]
    assert shown == [(2, 1, "playing"), (1, 2, "playing")]
    assert [(table.turn, table.number, table.state) for table in board.earlier] == [(1, 1, "over")]
    assert (board.here, board.playing, len(board.free)) == (9, 2, 1)
    end(two)
    assert len(night_board(evening).now) == 1


@pytest.mark.parametrize("tables", [1, 20])
def test_the_board_costs_the_same_for_one_table_and_for_twenty(
    night: Make, tables: int, django_assert_num_queries: Any
) -> None:
    evening = night(0)
    welcome(evening, [], [f"P{n}" for n in range(4 * tables)])
    end(open_tables(evening)[0])
    evening = Evening.objects.get(pk=evening.pk)
    with django_assert_num_queries(8):
        assert len(night_board(evening).now) == tables


# -- the account ----------------------------------------------------------------------------------


@given(
    st.lists(st.fractions(-1000, 1000, max_denominator=4) | st.integers(-1000, 1000), max_size=40)
)
def test_netting_gives_everybody_their_balance_with_few_payments(balances: list[Any]) -> None:
    left = [*map(Fraction, balances), -sum(map(Fraction, balances), Fraction(0))]
    owing = sum(1 for amount in left if amount)
    found = net(balances)
    for payer, payee, amount in found:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)
    assert len(found) <= max(owing - 1, 0)


def test_one_account_of_all_games_with_the_fee(night: Make) -> None:
    evening = night(5, fee=500)
    for _ in range(2):
        end(open_tables(evening, Kind.BALANCED)[0], winner=1, loser=2)
    told = account(evening)
    assert (told.games, told.going_on, told.fees, told.left_over) == (2, 0, 2500, 0)
    assert sum(share.money for share in told.shares) == 0
    assert sum(share.balance for share in told.shares) == -2500
    assert sum(share.games for share in told.shares) == 8
    to_club = sum(p.amount for p in told.payments if p.payee is None)
    assert to_club == told.club == 2500
    for share in told.shares:
        got = sum(p.amount for p in told.payments if p.payee == share.name)
        gave = sum(p.amount for p in told.payments if p.payer == share.name)
        assert got - gave == share.balance


def test_games_that_go_on_or_are_void_count_for_nothing(night: Make) -> None:
    evening = night(8)
    one, two = open_tables(evening)
    end(one)
    told = account(evening)
    assert (told.games, told.going_on) == (1, 1)
    Game.objects.filter(pk=one.pk).update(voided=timezone.now())
    told = account(evening)
    assert (told.games, told.going_on) == (0, 1)
    assert not told.payments
    end(two)
    assert account(evening).games == 1


def test_points_without_money_are_paid_at_the_evenings_rate_or_not_at_all(night: Make) -> None:
    free = night(4, options={"length": "single", "rate": None})
    end(open_tables(free)[0])
    told = account(free)
    assert told.without_money == 1
    assert not told.has_money
    assert "−" in account_text(free, told)
    assert not told.payments
    assert told.shares[0].points > 0
    paid = night(0, options={"length": "single", "rate": None}, rate="0.5")
    welcome(paid, free.guests.values_list("player", flat=True))
    end(open_tables(paid)[0])
    told = account(paid)
    assert told.without_money == 0
    assert told.has_money
    assert [share.money for share in told.shares] == [share.points / 2 for share in told.shares]


def test_what_the_points_leave_over_goes_to_the_club(night: Make) -> None:
    """A game whose sticks are lost sums to less than nothing; the account adds up all the same."""
    options = {"length": "single", "rate": None, "leftover_sticks": "lost"}
    evening = night(4, options=options, rate=1)
    game = open_tables(evening)[0]
    game.refresh_from_db()
    changes.record(game, {"type": "draw", "tenpai": [0], "riichi": [0]}, version=game.version,
                   token=None)  # fmt: skip
    game.refresh_from_db()
    if not game.finished:
        end(game, winner=1, loser=2, han=1, fu=30)
    told = account(evening)
    assert told.left_over == -sum(share.points for share in told.shares)
    assert sum(p.amount for p in told.payments if p.payee is None) == max(told.club, 0)


def test_who_has_paid_is_done_until_the_balance_changes(night: Make) -> None:
    evening = night(4, fee=500)
    game = open_tables(evening)[0]
    end(game)  # Dan pays Aki
    loser = account(evening).shares[-1]
    assert loser.name == "Dan"
    settle_up(evening, loser.player, loser.balance)
    told = account(evening)
    assert told.shares[-1].settled
    assert {p.done for p in told.payments if p.payer == "Dan"} == {True}
    assert {p.done for p in told.payments if p.payer != "Dan"} <= {False}
    set_up(evening, organiser(evening), Setup(day=NIGHT, variety="riichi", fee=700))
    share = account(Evening.objects.get(pk=evening.pk)).shares[-1]
    assert not share.settled
    assert share.open == -200
    settle_up(evening, loser.player, None)
    assert account(evening).shares[-1].paid is None


def test_the_account_as_text(night: Make) -> None:
    evening = night(4, fee=500, name="November")
    end(open_tables(evening)[0])
    told = account(evening)
    settle_up(evening, told.shares[-1].player, told.shares[-1].balance)
    text = account_text(evening, account(evening))
    lines = text.splitlines()
    assert lines[0] == "November"
    assert lines[2].startswith("Aki  +")
    assert any(line.startswith("Dan → Aki: ") and line.endswith("✓") for line in lines)
    assert any("→ the club: " in line for line in lines)


@pytest.mark.parametrize("tables", [1, 20])
def test_the_account_costs_the_same_for_one_table_and_for_twenty(
    night: Make, tables: int, django_assert_num_queries: Any
) -> None:
    evening = night(0, fee=1)
    welcome(evening, [], [f"P{n}" for n in range(4 * tables)])
    for game in open_tables(evening):
        end(game)
    evening = Evening.objects.get(pk=evening.pk)
    with django_assert_num_queries(3):
        assert account(evening).games == tables


# -- somebody is forgotten ------------------------------------------------------------------------


def test_whoever_is_forgotten_is_on_no_list_of_an_evening_and_in_no_draw(
    house: Any, night: Make
) -> None:
    evening, over = night(5), night(5)
    close(over, house.users["organiser"])
    aki = house.club.players.get(name="Aki")
    draw(evening, Kind.RANDOM)
    forget(house.club, house.users["organiser"], aki)
    board = night_board(evening)
    assert (board.waiting, board.here) == (None, 4)
    assert board.free == NAMES[1:5]
    assert aki.pk not in free_players(evening)
    assert Entry.objects.filter(kind="evening.went").exists()
    reopen(over, house.users["organiser"])
    assert night_board(over).free == NAMES[1:5]


def test_whoever_is_forgotten_while_they_play_is_free_no_more_when_the_game_is_over(
    house: Any, night: Make
) -> None:
    evening = night(4)
    (game,) = start(draw(evening, Kind.RANDOM), house.users["organiser"])
    aki = house.club.players.get(name="Aki")
    forget(house.club, house.users["organiser"], aki)
    changes.end(game, reason="agreed", version=game.version, token=None)
    assert night_board(evening).free == NAMES[1:4]
    assert evening.guests.filter(player=aki).exists(), "they played, and are in the account"
