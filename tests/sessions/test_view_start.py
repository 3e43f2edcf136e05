"""Starting a table: what the form offers, what it refuses, what it keeps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.varieties import VARIETIES, variety
from sessions.forms.options import OptionsForm
from sessions.models import Game, Player
from sessions.services import changes
from sessions.services.links import open_link
from sessions.services.seats import Drawn, draw

pytestmark = pytest.mark.django_db

NAMES = ("Aki", "Ben", "Chie", "Dan")


def typed(kind: str = "riichi", preset: str = "", shown: str = "", **fields: Any) -> dict[str, Any]:
    """What a browser sends of the untouched form of a preset, and these fields."""
    game = variety(kind)
    shown = shown or preset or game.default_preset
    players = game.players(game.rules(shown, {}))
    data: dict[str, Any] = {
        "shown": shown,
        "preset": preset or shown,
        "players": players,
        "seats": "written",
        "title": "",
        "start-round": "E1",
        "start-honba": "0",
        "start-sticks": "0",
    }
    data |= {f"name{seat}": name for seat, name in enumerate(NAMES[:players])}
    for field in OptionsForm(None, variety=game, preset=shown):
        value = field.value()
        if field.widget_type == "checkbox":
            data |= {field.html_name: "on"} if value else {}
        elif field.widget_type == "checkboxselectmultiple":
            data[field.html_name] = [str(item) for item in value]
        else:
            value = field.field.prepare_value(value)
            data[field.html_name] = "" if value is None else str(value)
    return {key: value for key, value in (data | fields).items() if value is not None}


def start(client: Client, kind: str = "riichi", **fields: Any) -> Any:
    return client.post(reverse("table:new", args=[kind]), typed(kind, **fields))


def started(response: Any) -> Game:
    assert response.status_code == 302, response.context["setup"].error or [
        form.errors
        for form in (
            response.context["setup"].people,
            response.context["setup"].options,
            response.context["setup"].position,
        )
    ]
    return open_link(response["Location"].split("/")[2])[0]


def people(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player")]


# -- a plain start -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", VARIETIES)
def test_every_variety_starts_with_four_names_and_nothing_else(client: Client, kind: str) -> None:
    game = started(start(client, kind))
    rules = variety(kind)
    assert people(game) == list(NAMES)
    assert game.rules == rules.options(rules.rules(None, {}))
    assert (game.preset, game.start) == (rules.default_preset, None)


@pytest.mark.parametrize(
    "kind, preset", [(kind, preset) for kind in VARIETIES for preset in variety(kind).presets]
)
def test_every_preset_goes_through_the_form_unchanged(
    client: Client, kind: str, preset: str
) -> None:
    game = started(start(client, kind, preset=preset))
    rules = variety(kind)
    assert game.preset == preset
    assert game.rules == rules.options(rules.rules(preset, {}))
    assert len(people(game)) == rules.players(rules.rules(preset, {}))


def test_the_keys_come_next_with_the_phrase(client: Client) -> None:
    response = client.get(start(client, title="Thursday table")["Location"])
    game = Game.objects.get()
    page = response.content.decode()
    assert game.title == "Thursday table"
    assert game.code in page
    assert "Take a photo" in page
    assert page.count('role="img"') == 2  # two QR codes


@pytest.mark.parametrize("how", ["drawn", "rolled"])
def test_seats_are_drawn_to_look_at_before_the_table_is_started(client: Client, how: str) -> None:
    seatings = set()
    for _ in range(6):
        page = start(client, seats=how, title="Kept", **{"option-bust": "zero"})
        assert page.status_code == 200
        seats = page.context["map"].seats
        assert sorted(seat.name for seat in seats) == sorted(NAMES)
        assert [seat.tile for seat in seats] == [1, 2, 3, 4]
        assert [seat.wind for seat in seats if seat.deals] == ["East"]
        assert ("rolls" in page.context["map"].said) is (how == "rolled")
        fields = dict(page.context["fields"])
        seatings.add(tuple(fields[f"name{seat}"] for seat in range(4)))
    assert len(seatings) > 1
    assert not Game.objects.exists()


def test_drawn_seats_are_confirmed_and_all_that_was_typed_holds(plain: Any) -> None:
    data = typed(seats="rolled", title="Kept", **{"option-bust": "zero"})
    plain._arrive(plain.client.post("/new/riichi/", data, follow=True), "/new/riichi/")
    shown = plain.response.context["map"].seats
    dealer = next(seat.name for seat in shown if seat.deals)
    plain.send("drawn", "Sit down and start")
    game = Game.objects.get()
    names = [seat.name for seat in shown]
    first = names.index(dealer)
    assert people(game) == names[first:] + names[:first]
    assert (game.title, game.rules["bust"]) == ("Kept", "zero")


def test_drawn_seats_can_be_drawn_again_or_changed(plain: Any) -> None:
    data = typed(seats="drawn", name0="Zoë")
    plain._arrive(plain.client.post("/new/riichi/", data, follow=True), "/new/riichi/")
    plain.send("drawn", seats="drawn")
    fields = dict(plain.response.context["fields"])
    back = plain.client.post("/new/riichi/", fields | {"choose": "1"})
    assert 'value="Zoë"' in back.content.decode()
    assert "Start" in back.content.decode()
    assert not Game.objects.exists()


def test_names_are_put_right_before_seats_are_drawn(client: Client) -> None:
    page = start(client, seats="drawn", name1="Aki")
    assert page.status_code == 422
    assert "sits at the table already" in page.content.decode()


def test_dice_count_from_whoever_drew_east() -> None:
    around = ("c", "a", "d", "b")
    people = (0, 1, 2, 3)
    dealers = [around[Drawn(people, dice).first_dealer] for dice in ((1, 1), (2, 3), (6, 6))]
    assert dealers == ["a", "c", "b"]
    assert Drawn(people, (2, 2)).order == (3, 0, 1, 2)
    assert Drawn((0, 1, 2), (3, 4)).first_dealer == 0
    assert {draw(4, dice=True).dice for _ in range(50)} <= {
        (a, b) for a in range(1, 7) for b in range(1, 7)
    }


# -- a second tap --------------------------------------------------------------------------------


def test_a_form_that_is_sent_twice_starts_one_table_and_its_last_answer_opens_it(
    client: Client,
) -> None:
    first = start(client, token="abc")
    again = start(client, token="abc")
    game = started(again)
    assert Game.objects.count() == 1
    assert client.get(again.url).status_code == 200
    assert client.get(first.url).status_code == 403
    assert "Take a photo" in client.get(again.url).content.decode()
    assert game.changes.get().state == "noted"


def test_a_form_that_comes_again_when_the_game_is_going_on_takes_nobodys_keys(
    client: Client,
) -> None:
    first = start(client, token="abc")
    game = started(first)
    changes.record(
        game, {"type": "draw", "riichi": [], "tenpai": []}, version=game.version, token=None
    )
    again = start(client, token="abc")
    assert again.status_code == 409
    assert "has been started already" in again.content.decode()
    assert client.get(first.url).status_code == 200
    assert Game.objects.count() == 1


def test_two_tables_of_two_forms_are_two(client: Client) -> None:
    page = client.get("/new/riichi/").content.decode()
    other = client.get("/new/riichi/").content.decode()
    tokens = [re.findall(r'name="token" value="([0-9a-f]{32})"', text) for text in (page, other)]
    assert tokens[0] != tokens[1]
    for token in tokens:
        started(start(client, token=token[0]))
    assert Game.objects.count() == 2


def test_a_broken_token_is_refused(client: Client) -> None:
    assert start(client, token="x y").status_code == 422
    assert not Game.objects.exists()


def test_an_unknown_variety_is_no_page(client: Client) -> None:
    assert client.get("/new/poker/").status_code == 404
    assert client.post("/new/poker/", {}).status_code == 404


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields, at, says",
    [
        ({"name1": "  "}, "name1", "Who sits here?"),
        ({"name1": None}, "name1", "Who sits here?"),
        ({"name2": "aki"}, "name2", "aki sits at the table already"),
        ({"name3": "x" * 61}, "name3", "60"),
    ],
)
def test_a_wrong_name_is_shown_at_its_seat_and_the_rest_is_kept(
    client: Client, fields: dict[str, Any], at: str, says: str
) -> None:
    response = start(client, title="Kept", **fields)
    assert response.status_code == 422
    form = response.context["setup"].people
    assert says in str(form.errors[at])
    assert set(form.errors) == {at}
    assert 'value="Kept"' in response.content.decode()
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_an_error_is_tied_to_its_field_for_a_screen_reader(client: Client) -> None:
    page = start(client, name1="").content.decode()
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="id_name1_error"' in page
    assert 'id="id_name1_error"' in page


def test_a_name_is_text_and_never_markup(client: Client) -> None:
    response = client.get(start(client, name0="<b>Aki</b>")["Location"])
    assert "<b>Aki" not in response.content.decode()
    assert "&lt;b&gt;Aki" in response.content.decode()


def test_the_names_and_rules_of_the_last_game_are_there_again(client: Client) -> None:
    start(client, preset="mleague", **{"option-bust": "below-zero"})
    setup = client.get(reverse("table:new", args=["riichi"])).context["setup"]
    assert [field.value() for field in setup.people.names] == list(NAMES)
    assert setup.preset.key == "mleague"
    assert setup.options["bust"].value() == "below-zero"
    other = client.get(reverse("table:new", args=["hongkong"])).context["setup"]
    assert [field.value() for field in other.people.names] == list(NAMES)
    assert other.preset.key == "table-stakes"


# -- rules ---------------------------------------------------------------------------------------


def test_only_what_differs_from_the_preset_overrides_it(client: Client) -> None:
    changed = {"option-bust": "below-zero", "option-uma": "20000, 10000, -10000, -20000"}
    game = started(start(client, **changed))
    kind = variety("riichi")
    expected = {"bust": "below-zero", "uma": [20000, 10000, -10000, -20000]}
    assert game.rules == kind.options(kind.rules("club", expected))


@pytest.mark.parametrize("uma", ["20,000 10,000 −10,000 −20,000", "20000,10000,▲10000,▲20000"])
def test_uma_is_read_as_people_write_it(client: Client, uma: str) -> None:
    game = started(start(client, **{"option-uma": uma}))
    assert game.rules["uma"] == [20000, 10000, -10000, -20000]


def test_floating_uma_money_and_notes_are_read(client: Client) -> None:
    floating = '{"floating": {"1": [3, -1, -1, -1], "2": [2, 1, -1, -2], "3": [1, 1, 1, -3]}}'
    game = started(
        start(
            client,
            **{
                "option-uma": floating,
                "option-rate": "0,5",
                "option-table_notes": "kuikae: not allowed\natozuke：as you like",
            },
        )
    )
    assert game.rules["uma"]["floating"]["3"] == [1, 1, 1, -3]
    assert game.rules["rate"] == "0.5"
    assert game.rules["table_notes"] == {"kuikae": "not allowed", "atozuke": "as you like"}


@pytest.mark.parametrize(
    "field, value, says",
    [
        ("uma", "1, 2, 3, 4", "add up to zero"),
        ("uma", "much", "one figure"),
        ("uma", "{", "JSON"),
        ("uma", "[" * 399, "JSON"),
        ("start_points", "many", "whole number"),
        ("start_points", "25050", "hundreds"),
        ("start_points", "-1", "between"),
        ("start_points", "9" * 400, "whole number"),
        ("start_points", "", "required"),
        ("length", "forever", "not one of the available"),
        ("aborts", ["sneeze"], "not one of the available"),
        ("rate", "-1", "0 or more"),
        ("rate", "1e9", "0 or more"),
        ("noten_pool", "100", "shared"),
        ("table_notes", "no colon", "topic"),
    ],
)
def test_a_wrong_option_is_shown_at_its_field_and_kept_as_typed(
    client: Client, field: str, value: Any, says: str
) -> None:
    response = start(client, **{f"option-{field}": value})
    assert response.status_code == 422
    options = response.context["setup"].options
    assert says in str(options.errors[field])
    assert options[field].value() == value
    assert not Game.objects.exists()


def test_an_option_nobody_knows_is_not_stored(client: Client) -> None:
    assert "cheating" not in started(start(client, **{"option-cheating": "on"})).rules


def test_an_unknown_preset_leaves_the_one_that_was_shown(client: Client) -> None:
    assert started(start(client, shown="club", preset="nope")).preset == "club"


def test_choosing_a_preset_shows_its_rules_and_keeps_what_was_typed(client: Client) -> None:
    response = start(
        client,
        shown="club",
        preset="mleague",
        choose="1",
        title="Kept",
        name0="Zoë",
        seats="drawn",
        **{"option-bust": "zero"},
    )
    assert response.status_code == 200
    setup = response.context["setup"]
    assert setup.options["uma"].value() == "30000, 10000, -10000, -30000"
    assert setup.options["bust"].value() == "zero"
    assert setup.options.changed_here == ["bust"]
    page = response.content.decode()
    assert 'value="Kept"' in page
    assert 'value="Zoë"' in page
    assert setup.people["seats"].value() == "drawn"
    assert not Game.objects.exists()


def test_choosing_a_preset_by_htmx_answers_with_the_form_alone(client: Client) -> None:
    data = typed(choose="1")
    part = client.post("/new/riichi/", data, headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part["Vary"]


def test_three_players_have_three_seats(client: Client) -> None:
    response = start(client, shown="club", preset="tenhou-sanma", choose="1")
    assert response.context["setup"].players == 3
    assert "id_name3" not in response.content.decode()


def test_who_starts_with_another_number_of_players_is_asked_for_the_names(client: Client) -> None:
    response = start(client, shown="club", preset="tenhou-sanma")
    assert response.status_code == 422
    assert "This game has 3 seats" in response.content.decode()
    assert not Game.objects.exists()


def test_a_change_that_cannot_stand_with_the_new_preset_is_let_go(client: Client) -> None:
    changed = {"option-uma": "20000, 10000, -10000, -20000"}
    response = start(client, shown="club", preset="tenhou-sanma", choose="1", **changed)
    assert response.status_code == 200
    assert response.context["setup"].options["uma"].value() == "20000, 0, -20000"


def test_what_a_preset_does_otherwise_is_said(client: Client) -> None:
    page = start(client, shown="club", preset="mleague", choose="1").content.decode()
    assert "rules differ from Club" in page


# -- in the middle -------------------------------------------------------------------------------


def middle(*scores: Any, **fields: Any) -> dict[str, Any]:
    given = {f"start-score{seat}": score for seat, score in enumerate(scores)}
    return given | {f"start-{key}": value for key, value in fields.items()}


def test_a_game_taken_up_in_the_middle(client: Client) -> None:
    fields = middle("31,400", "20600", "23000", "24000", round="S2", honba="1", sticks="1")
    game = started(start(client, **fields))
    assert game.start == {
        "round": "S2",
        "honba": 1,
        "sticks": 1,
        "scores": [31400, 20600, 23000, 24000],
    }
    assert (game.wind, game.hand_number, game.honba, game.sticks) == (1, 2, 1, 1)


def test_a_later_round_without_scores_begins_with_the_starting_points(client: Client) -> None:
    game = started(start(client, **middle(round="S1")))
    assert game.scores == [25000] * 4


def test_scores_that_do_not_add_up_say_by_how_much(client: Client) -> None:
    fields = middle("31400", "20600", "23000", "23000", round="S2", sticks="1")
    response = start(client, **fields)
    assert response.status_code == 422
    said = str(response.context["setup"].position.errors)
    assert "1,000 missing" in said
    fields["start-score3"] = "25500"
    assert "1,500 too much" in str(start(client, **fields).context["setup"].position.errors)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "fields, at",
    [
        (middle("31400", "20600"), "score2"),
        (middle("x", "20600", "23000", "25000"), "score0"),
        (middle(round="N4"), "round"),
        (middle(round="Q9"), "round"),
        (middle(honba="-1"), "honba"),
        (middle(sticks="1.5"), "sticks"),
        (middle(honba="10000"), "honba"),
    ],
)
def test_a_wrong_start_is_shown_at_its_field(
    client: Client, fields: dict[str, Any], at: str
) -> None:
    response = start(client, **fields)
    assert response.status_code == 422
    assert at in response.context["setup"].position.errors
    assert not Game.objects.exists()


def test_games_without_sticks_do_not_ask_for_them(client: Client) -> None:
    assert "start-sticks" in client.get("/new/riichi/").content.decode()
    assert "start-sticks" not in client.get("/new/hongkong/").content.decode()


def test_hong_kong_in_the_middle(client: Client) -> None:
    game = started(start(client, "hongkong", **middle("10", "-4", "-6", "0", round="S3")))
    assert game.start["round"] == "S3"
    assert game.scores == [10, -4, -6, 0]


# -- the cost ------------------------------------------------------------------------------------


def test_the_page_asks_the_database_the_same_with_one_game_and_with_twelve(
    client: Client, django_assert_num_queries: Any
) -> None:
    start(client)
    with django_assert_num_queries(5):
        client.get("/new/riichi/")
    for _ in range(13):
        start(client)
    with django_assert_num_queries(5):
        client.get("/new/riichi/")
