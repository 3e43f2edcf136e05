"""The tile picker: what taps make of a tray, and the hand of the record it becomes."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from scoring.errors import ScoringError
from scoring.forms import round_form
from scoring.forms.tiles import FULL, Tray, apply_taps, mpsz, spelled, tile_name
from scoring.preview import Position
from scoring.varieties import variety


def position(**options):
    riichi = variety("riichi")
    rules = riichi.rules("club", {"red_fives": 3, **options})
    players = riichi.players(rules)
    names = ("Aki", "Ben", "Chie", "Dan")[:players]
    return Position(variety=riichi, rules=rules, state=riichi.start(rules), names=names)


def win(at=None, **fields):
    data = QueryDict(mutable=True)
    data.update({"winner": "1", "source": "2", "seat1-way": "tiles"})
    for name, value in fields.items():
        data.setlist(name.replace("__", "-"), value if isinstance(value, list) else [value])
    at = at or position()
    return round_form("riichi", "win")(at, data)


def taps(text, mode="hand", tray=None):
    return apply_taps(tray or Tray(), text, mode)


def test_tiles_are_laid_out_in_the_order_of_tapping():
    tray = taps("hand:3m hand:1m hand:0p")
    assert tray.hand == ("3m", "1m", "0p")
    assert tray.room == FULL - 3


def test_a_bare_tile_goes_where_the_mode_says():
    assert taps("1z", "dora").dora == ("1z",)
    assert taps("1z", "ura").ura == ("1z",)
    assert taps("5z", "pon").melds == ("pon 555z",)


@pytest.mark.parametrize(
    ("tap", "meld"),
    [
        ("chi:3p", "chi 345p"),
        ("chi:9s", "chi 789s"),
        ("pon:0m", "pon 055m"),
        ("kan:7z", "kan 7777z"),
        ("ankan:2m", "ankan 2222m"),
    ],
)
def test_one_tap_makes_a_called_set(tap, meld):
    assert taps(tap).melds == (meld,)


def test_the_red_key_turns_the_next_five_red_and_only_that():
    tray = taps("red hand:4p hand:5p hand:5p")
    assert tray.hand == ("4p", "0p", "5p")
    assert taps("red red hand:5m").hand == ("5m",)
    assert taps("red chi:5s").melds == ("chi 067s",)


def test_there_are_four_of_a_tile_and_red_fives_are_fives():
    tray = taps("hand:5m hand:5m hand:0m dora:5m hand:5m")
    assert tray.hand == ("5m", "5m", "0m")
    assert tray.left("5m") == 0
    assert taps("pon:1z hand:1z hand:1z").hand == ("1z",)
    assert taps("hand:1m chi:1m hand:1m hand:1m hand:1m pon:1m").melds == ("chi 123m",)


def test_what_cannot_be_is_no_tap():
    for tap in ("chi:1z", "hand:9z", "hand:", "nowhere:1m", "flower:f9", "touch:x", "meld:7"):
        assert taps(tap) == Tray()


def test_a_full_hand_takes_no_more():
    full = taps("hand:1m hand:2m hand:3m hand:4m hand:5m hand:6m hand:7m hand:8m hand:9m "
                "hand:1p hand:2p hand:3p hand:4p hand:5p")  # fmt: skip
    assert full.room == 0
    assert taps("hand:6p pon:1z", tray=full) == full
    assert taps("pon:1z", tray=taps("back:hand", tray=full)).melds == ()


def test_taking_back_the_last_of_each():
    tray = taps("hand:1m hand:2m pon:5z chi:1s dora:3p ura:4p")
    assert taps("back:hand", tray=tray).hand == ("1m",)
    assert taps("back:pon", tray=tray).melds == ("pon 555z",)
    assert taps("back", "dora", tray).dora == ()
    assert taps("back:ura", tray=tray).ura == ()
    assert taps("meld:0", tray=tray).melds == ("chi 123s",)
    assert taps("clear", tray=tray) == Tray()


def test_touching_a_tile_takes_it_back_or_makes_it_the_winning_one():
    assert taps("touch:0", tray=taps("hand:1m hand:2m")).hand == ("2m",)
    full = taps("pon:1z pon:2z pon:3z hand:1m hand:2m hand:3m hand:4m hand:4m")
    assert taps("touch:0", tray=full).hand == ("2m", "3m", "4m", "4m", "1m")


def test_flowers_are_taken_and_put_back():
    assert taps("flower:f1 flower:s2").flowers == ("f1", "s2")
    assert taps("flower:f1 flower:f1").flowers == ()


def test_a_tray_is_read_as_it_was_written():
    tray = taps("red hand:5m hand:3p pon:5z ankan:2s dora:4m ura:1z flower:f3 red")
    assert Tray.read(tray.text) == tray


@pytest.mark.parametrize("text", ["", "|", "xx.yy|pon|q|||", "1m.99z|chi 12a|", "|" * 40, "é|ü"])
def test_nonsense_in_a_tray_is_left_out(text):
    tray = Tray.read(text)
    assert set(tray.hand) <= {"1m"}
    assert tray.melds == ()


def test_tiles_as_text_and_back():
    assert mpsz(["0p", "2m", "1m", "5z", "4p"]) == "12m40p5z"
    assert spelled("12m40p5z") == ["1m", "2m", "4p", "0p", "5z"]


def test_every_tile_has_a_name_to_be_read_out():
    assert tile_name("0s") == "red 5 of bamboos"
    assert tile_name("6z") == "green dragon"
    assert tile_name("f2") == "flower 2"
    assert tile_name("s4") == "season 4"


WHOLE = "hand:1m hand:2m hand:3m hand:4m hand:5m hand:6m hand:7m hand:8m hand:9m hand:1p hand:1p"


def way(**fields):
    return win(**fields).claims[0].way


def test_the_picker_goes_once_the_hand_is_whole_and_comes_for_an_indicator():
    begun, whole = way(seat1__taps=[WHOLE]), way(seat1__taps=[f"{WHOLE} pon:7z"])
    assert (begun.picks, begun.lays_aside) == (True, False)
    assert (whole.picks, whole.lays_aside, whole.takes_tiles) == (False, False, True)
    dora = way(seat1__tray_text=[whole.tray.text], seat1__mode=["dora"])
    assert (dora.picks, dora.lays_aside) == (True, True)


def test_no_set_is_called_into_a_hand_without_room():
    def live(**fields):
        return [key.value for key in way(**fields).mode_keys if key.live]

    assert live(seat1__taps=[WHOLE]) == ["hand", "chi", "pon", "kan", "ankan", "dora"]
    assert live(seat1__taps=[f"{WHOLE} hand:2z"]) == ["hand", "dora"]


def test_the_next_tile_goes_to_the_hand_where_no_set_has_room_any_more():
    """A set was asked for before the last tiles had come in."""
    shown = way(seat1__taps=[f"{WHOLE} hand:2z"], seat1__mode=["pon"])
    assert [key.value for key in shown.mode_keys if key.checked] == ["hand"]


def test_a_hand_laid_out_becomes_the_hand_of_the_record():
    form = win(
        seat1__taps=[
            "pon:7z chi:3p hand:2m hand:4m hand:6s hand:6s hand:6s hand:9p hand:9p hand:3m"
        ],
        seat1__situation=["last-tile", "after-kan"],
    )
    assert form.outcome()["wins"] == [
        {
            "winner": 1,
            "from": 2,
            "hand": {
                "tiles": "234m99p666s",
                "melds": ["pon 777z", "chi 345p"],
                "win_tile": "3m",
                "situation": ["last-tile"],
            },
        }
    ]


def test_riichi_is_the_rounds_to_say():
    codes = "2m 3m 4m 6s 6s 6s 9p 9p 2p 3p 4p 5s 6s 7s".split()
    laid = " ".join(f"hand:{code}" for code in codes)
    form = win(seat1__taps=[laid, "ura:1z"], riichi=["1"], seat1__situation=["ippatsu"])
    hand = form.outcome()["wins"][0]["hand"]
    assert hand["situation"] == ["riichi", "ippatsu"]
    assert hand["ura"] == ["1z"]
    double = win(seat1__taps=[laid], riichi=["1"], seat1__situation=["double-riichi"])
    assert double.outcome()["wins"][0]["hand"]["situation"] == ["double-riichi"]
    assert "ura" not in form.shown.way.open_modes or form.shown.way.declared


def test_a_hand_not_laid_out_yet_asks_for_the_rest():
    assert win().question == "Tap the tiles of the hand, the winning tile last."
    assert win(seat1__taps="hand:1m").question == "13 more tiles, the winning tile last."
    with pytest.raises(ScoringError, match="13 more tiles"):
        win(seat1__taps="hand:1m").shown.way.claim()


def test_a_recorded_hand_comes_back_into_the_tray():
    at = position()
    form = win(
        seat1__taps="pon:7z chi:3p hand:2m hand:4m hand:6s hand:6s hand:6s hand:9p hand:9p hand:3m"
    )
    outcome = form.outcome()
    data = QueryDict(mutable=True)
    for name, values in type(form).typed(outcome, at).items():
        data.setlist(name, values)
    assert type(form)(at, data).outcome() == outcome


def test_norths_are_asked_for_with_three_players_only():
    three = position(players=3, start_points=35000, return_points=40000, uma=[20000, 0, -20000])
    assert [row.label for row in win(three).shown.way.extra_rows] == ["Norths"]
    assert win().shown.way.extra_rows == []
    laid = "pon:7z pon:9m hand:2p hand:3p hand:4p hand:6s hand:6s hand:6s hand:9p hand:9p"
    hand = win(three, seat1__taps=laid, seat1__north="2").outcome()["wins"][0]["hand"]
    assert hand["north"] == 2


def test_what_a_discard_cannot_be_is_not_offered():
    keys = {key.value for key in win().shown.way.situation_row.keys}
    assert "robbing-kan" in keys
    assert "after-kan" not in keys
    assert "ippatsu" not in keys
    drawn = {key.value for key in win(source="self").shown.way.situation_row.keys}
    assert "after-kan" in drawn
    assert "robbing-kan" not in drawn
