"""From one way of giving the value to another and back: what was said stays said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scoring.errors import ScoringError
from scoring.forms import draft, round_form, seal
from scoring.preview import Position
from scoring.varieties import VARIETIES

Fields = Mapping[str, Any]


class Inputs(HTMLParser):
    """What a browser would send of a part of a form."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (
            tag == "input"
            and given.get("name")
            and (given.get("type") == "hidden" or "checked" in given)
        ):
            self.found.setdefault(str(given["name"]), []).append(given.get("value") or "")


class Phone:
    """An entry of a win by seat 1, tapped from way to way."""

    def __init__(self, variety: str, **options: Any) -> None:
        kind = VARIETIES[variety]
        rules = kind.rules(None, options)
        self.position = Position(kind, rules, kind.start(rules), ("Aki", "Ben", "Chie", "Dan"))
        self.fields: dict[str, Any] = {"winner": "1", "source": "3"}

    def tap(self, **fields: Any) -> Phone:
        """Give these fields of the winner, beside what stands on the page already."""
        asked = {name: value for name, value in fields.items() if name in ("source", "riichi")}
        own = {f"seat1-{name}": fields[name] for name in fields.keys() - asked}
        page = self.page({**asked, **own})
        found = Inputs(page.partition('id="title"')[0]).found
        assert not [name for name, values in found.items() if len({*values}) < len(values)]
        kept = {name: self.fields[name] for name in ("riichi",) if name in self.fields}
        self.fields = kept | asked | found
        return self

    def page(self, fields: Fields) -> str:
        sent = {"kind": "win", "position": seal(self.position), **self.fields, **fields}
        return Client().post(reverse("scoring:preview"), sent).content.decode()

    def way(self, to: str) -> Phone:
        """Another tab: its key comes after the hidden one of the way that is left."""
        return self.tap(way=[*self.fields.get("seat1-way", ()), to])

    def has(self, name: str) -> list[str]:
        return list(self.fields.get(f"seat1-{name}", ()))

    def sent(self) -> QueryDict:
        """The form as it would be sent now."""
        data = QueryDict(mutable=True)
        for name, value in self.fields.items():
            data.setlist(name, value if isinstance(value, list) else [value])
        return data

    @property
    def value(self) -> Any:
        """What recording it now would write down."""
        kind = round_form(self.position.variety.key, "win")
        form = kind(self.position, self.sent(), typing=False)
        win = form.outcome()["wins"][0]
        assert (win["winner"], win["from"]) == (1, 3)
        return win.get("value") or win["hand"]


PINFU = "1m.2m.3m.4m.5m.6m.2p.3p.4p.5s.5s.7s.8s.9s|||||"


def test_han_and_fu_are_the_amount_and_the_amount_is_han_and_fu() -> None:
    phone = Phone("riichi").tap(way="hanfu", han="2", fu="40").way("amount")
    assert phone.has("amount") == ["2600"]
    phone.way("hanfu")
    assert (phone.has("han"), phone.has("fu")) == (["2"], ["40"])
    phone.way("amount").tap(amount="8000").way("hanfu")
    assert phone.value == {"limit": "mangan"}
    phone.tap(han="yakuman2").way("amount")
    assert phone.has("amount") == ["64000"]


def test_what_costs_the_same_stays_as_it_was_said() -> None:
    phone = Phone("riichi").tap(way="hanfu", han="2", fu="60").way("amount")
    assert phone.has("amount") == ["3900"]
    assert phone.way("hanfu").value == {"han": 2, "fu": 60}


def test_ticked_yaku_are_han_and_fu_and_stay_ticked() -> None:
    phone = Phone("riichi").tap(way="patterns", tanyao="tanyao", dora="2", fu="40").way("hanfu")
    assert phone.value == {"han": 3, "fu": 40}
    assert phone.way("patterns").has("tanyao") == ["tanyao"]
    assert phone.has("dora") == ["2"]


def test_tiles_are_han_and_fu_and_stay_laid_out() -> None:
    phone = Phone("riichi").tap(way="tiles", tray_text=PINFU, riichi=["1"])
    phone.tap(situation=["ippatsu"]).way("hanfu")
    assert phone.value == {"han": 3, "fu": 30}
    phone.way("patterns").way("tiles")
    assert phone.has("tray_text") == [PINFU]
    assert phone.value["situation"] == ["riichi", "ippatsu"]


def test_an_unfinished_way_leaves_the_other_as_it_was() -> None:
    phone = Phone("riichi").tap(way="hanfu", han="1", fu="50").way("tiles")
    phone.tap(taps="hand:3m hand:4m").way("patterns").way("hanfu")
    assert phone.value == {"han": 1, "fu": 50}
    assert phone.way("tiles").has("tray_text") == ["3m.4m|||||"]


def test_a_value_that_no_such_hand_has_is_put_right_by_the_way_it_came_from() -> None:
    """20 fu are for a self-draw only; off a discard the keys keep what they can."""
    phone = Phone("riichi").tap(way="hanfu", han="2", fu="20", source="self").tap(source="3")
    assert phone.way("amount").has("amount") == ["2000"]
    phone = Phone("riichi")
    phone.fields |= {"seat1-han": "9x", "seat1-amount": "8000", "seat1-way": ["amount"]}
    assert phone.way("hanfu").has("han") == ["mangan"]


def test_who_is_liable_stays_while_nothing_is_to_be_liable_for() -> None:
    phone = Phone("riichi", pao=["daisangen"])
    phone.tap(way="hanfu", han="yakuman1").tap(**{"pao-daisangen": "2"})
    phone.way("tiles").way("hanfu")
    assert phone.has("pao-daisangen") == ["2"]


FIVE_YAKUMAN = "1z.1z.1z.2z.2z.2z.3z.3z.3z.4z.4z.4z.5z.5z|||||"


def test_more_yakuman_than_the_pads_have_are_taken_over_all_the_same() -> None:
    """What is chosen has a key, or recording would take what is chosen where nothing is."""
    phone = Phone("riichi", double_yakuman=["suuankou-tanki", "daisuushi"])
    phone.tap(way="tiles", tray_text=FIVE_YAKUMAN).way("hanfu")
    count = phone.value["yakuman"]
    assert count > 4
    assert phone.way("amount").has("amount") == [str(32000 * count)]
    assert phone.way("hanfu").value == {"yakuman": count}


def test_without_limits_a_yakuman_is_its_han_and_fu() -> None:
    phone = Phone("riichi", aotenjou=True).tap(way="patterns", daisangen="daisangen", fu="40")
    worth = {name: phone.value[name] for name in ("han", "fu")}
    assert worth["han"] > 13
    assert phone.way("hanfu").value == worth
    phone.way("amount")  # no key says as much: it begins as it does else
    assert phone.has("amount") == ["3900"]


@pytest.mark.parametrize(
    "ticked, fan",
    [
        ({"dragon-red": "dragon-red", "half-flush": "half-flush"}, ["4"]),
        ({"thirteen-orphans": "thirteen-orphans"}, ["limit"]),
        ({"flower": ["f1", "f2", "f3", "f4"], "dragon-red": "dragon-red"}, ["1"]),
    ],
)
def test_ticked_patterns_are_a_number_of_fan(ticked: Fields, fan: list[str]) -> None:
    """Drawn flowers count on top of the key there, and are not counted twice."""
    phone = Phone("hongkong", maximum=10, flowers=True).tap(way="patterns", **ticked)
    before = phone.value
    phone.way("fan")
    assert phone.has("fan") == fan
    assert phone.value.get("faan") == before.get("faan")
    assert phone.way("patterns").value == before


def test_an_unfinished_hong_kong_hand_chooses_no_fan() -> None:
    phone = Phone("hongkong").tap(way="tiles", taps="hand:3m").way("fan")
    assert phone.has("fan") == []


def test_a_hand_of_no_fan_is_no_fan() -> None:
    phone = Phone("hongkong", minimum=0).tap(way="fan", fan="3")
    phone.way("patterns").tap(chicken="chicken").way("fan")
    assert phone.value == {"faan": 0}


def test_whether_a_kong_was_robbed_is_taken_over() -> None:
    """It decides who pays: the one it was robbed of, for all."""
    robbed = {"kong-replacement": "robbing-kong", "half-flush": "half-flush"}
    phone = Phone("hongkong", liability=["robbing-kong"]).tap(way="patterns", **robbed).way("fan")
    assert phone.has("robbed") == ["on"]
    phone.way("patterns").tap(**{"kong-replacement": ""}).way("fan")
    assert phone.has("robbed") == []


def test_ticked_patterns_are_their_points() -> None:
    phone = Phone("zungjung").tap(way="patterns", **{"s1.1": "1.1"}).way("points")
    assert phone.value == {"points": 5}
    phone.way("patterns")
    assert phone.value == {"points": 5, "patterns": ["1.1"]}
    phone.way("tiles").way("points")
    assert phone.value == {"points": 5}


@pytest.mark.parametrize("variety", ["riichi", "hongkong"])
def test_a_tile_tapped_by_the_keyboard_keeps_the_focus(variety: str) -> None:
    """What is drawn anew has it again by its id."""
    page = Phone(variety).page({"seat1-way": "tiles"})
    keys = re.findall(r"<button[^>]*data-(?:tile|tap)=[^>]*>", page)
    ids = [found[1] for key in keys if (found := re.search(r' id="([^"]+)"', key))]
    assert len(keys) > 34
    assert len({*ids}) == len(keys)


def test_unknown_names_do_no_harm() -> None:
    phone = Phone("zungjung").tap(way="patterns", nonsense="<b>").way("points").way("patterns")
    assert phone.has("nonsense") == ["<b>"]
    assert phone.way("nonsense").has("way") == ["patterns"]


def test_a_round_that_nobody_won_has_nothing_put_by() -> None:
    position = Phone("riichi").position
    assert draft(round_form("riichi", "draw")(position, QueryDict("tenpai=1"))).put_by == []


def test_an_amount_that_is_none_by_self_draw_is_asked_for_not_replaced() -> None:
    """Recorded as it stands, what the keys begin with would be taken, and nobody has said that."""
    phone = Phone("riichi").tap(way="amount", amount="3600")
    assert phone.value == {"han": 1, "fu": 110}
    phone.tap(source="self")
    form = round_form("riichi", "win")(phone.position, phone.sent(), typing=False)
    assert form.question == "Which amount was said?"
    with pytest.raises(ScoringError):
        form.outcome()
    phone.tap(source="3")
    assert phone.tap(amount="3900").value == {"han": 3, "fu": 30}


KEY = re.compile(r'type="radio" id="[^"]*" name="seat1-([a-z_0-9.-]+)" value="([^"]+)"')


@pytest.mark.parametrize("variety", VARIETIES)
def test_every_key_outlives_a_change_of_who_pays(variety: str) -> None:
    """Some hands can only be won off a discard, and some only by self-draw: that is said."""
    for way in round_form(variety, "win").ways:
        for before, after in (("3", "self"), ("self", "3")):
            page = Phone(variety).page({"seat1-way": way.key, "source": before})
            for name, value in KEY.findall(page):
                typed = {"seat1-way": way.key, f"seat1-{name}": value, "source": after}
                assert 'id="title"' in Phone(variety).page(typed), (name, value)


def test_what_is_no_hand_gives_way_to_what_was_said_since() -> None:
    phone = Phone("riichi").tap(way="hanfu", han="1", fu="110").tap(source="self")
    phone.way("amount").tap(amount="1000-2000")
    phone.tap(source="3").way("hanfu")
    assert phone.value == {"han": 3, "fu": 30}


def test_fu_that_no_key_has_are_not_taken_over() -> None:
    phone = Phone("riichi", aotenjou=True)
    kans = [f"ankan:{tile}" for tile in ("1z", "2z", "3z", "4z")]
    phone.tap(way="tiles", taps=" ".join([*kans, "hand:5z", "hand:5z"]))
    assert phone.way("hanfu").has("fu") == ["30"]
