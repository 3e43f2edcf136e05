"""A table's menu and its rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.varieties import VARIETIES
from sessions.services.changes import close


@pytest.mark.parametrize("name", ["hands", "result", "keys", "rules", "players", "sheet", "board"])
def test_everything_is_one_tap_away(client: Client, opened: Any, name: str) -> None:
    assert f'href="{opened.at(name)}"' in client.get(opened.at("menu")).content.decode()


def test_a_watcher_is_offered_nothing_that_writes(client: Client, opened: Any) -> None:
    page = client.get(opened.watch("menu")).content.decode()
    assert opened.watch("players") not in page
    assert opened.keys.write not in page


def test_a_closed_game_is_reopened_from_the_menu(client: Client, opened: Any) -> None:
    assert "/reopen/" not in client.get(opened.at("menu")).content.decode()
    close(opened.game, reason="agreed", version=0, token=None)
    assert "/reopen/" in client.get(opened.at("menu")).content.decode()
    assert "/reopen/" not in client.get(opened.watch("menu")).content.decode()


@pytest.mark.parametrize("kind", VARIETIES)
def test_every_option_is_told_in_words(client: Client, open_game: Any, kind: str) -> None:
    opened = open_game(variety=kind)
    chapters = client.get(opened.watch("rules")).context["chapters"]
    told = [rule.label for chapter in chapters for rule in chapter.rules]
    specs = VARIETIES[kind].option_specs()
    assert sorted(told) == sorted(spec.label for spec in specs)
    assert all(rule.value for chapter in chapters for rule in chapter.rules)
    assert not any(rule.usual for chapter in chapters for rule in chapter.rules)


def test_own_rules_are_marked_with_what_is_usual(client: Client, open_game: Any) -> None:
    opened = open_game(options={"bust": "below-zero", "rate": "0.5"})
    response = client.get(opened.at("rules"))
    rules = [rule for chapter in response.context["chapters"] for rule in chapter.rules]
    own = {rule.label: (rule.value, rule.usual) for rule in rules if rule.usual}
    assert own == {
        "Game ends on a bust": ("below zero", "none"),
        "Money per 1000 points": ("0.5", "none"),
    }
    assert "own rule, otherwise none" in response.content.decode()


def test_the_preset_its_edition_and_its_source_are_named(client: Client, open_game: Any) -> None:
    opened = open_game(preset="mleague")
    preset = VARIETIES["riichi"].presets["mleague"]
    page = client.get(opened.at("rules")).content.decode()
    assert preset.name in page
    assert preset.edition in page


def test_a_preset_that_is_no_more_leaves_the_games_own_rules(client: Client, opened: Any) -> None:
    opened.game.preset = "forgotten"
    opened.game.save(update_fields=("preset",))
    response = client.get(opened.at("rules"))
    assert response.status_code == 200
    assert response.context["chapters"]
    assert client.get(opened.at("menu")).status_code == 200
