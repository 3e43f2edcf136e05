"""The trainer's pages: a question is its address, an answer is graded and explained, how one gets
on is kept in a cookie alone.
"""

from __future__ import annotations

import re
from html import unescape
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.pages.train import COOKIE, SALT, TRAINERS
from scoring.trainer import SEEDS, Question
from scoring.varieties import VARIETIES

# No page of the trainer asks the database anything: a query in any of these tests is an error,
# for none of them asks for the database.

HTMX = {"HX-Request": "true"}


def at(page: str, *args: Any, **query: str) -> str:
    there = reverse(f"scoring:{page}", args=args)
    return there + ("?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else "")


def asked(variety: str, level: int, seed: int, preset: str = "") -> Question:
    kind = VARIETIES[variety]
    rules = kind.rules(preset or None, {})
    trainer = TRAINERS[variety]
    return trainer.question(rules, trainer.levels(rules)[level - 1], seed)


def right(variety: str, level: int, seed: int, preset: str = "") -> dict[str, str]:
    return {part.key: part.right for part in asked(variety, level, seed, preset).task.parts}


def text(response: HttpResponse) -> str:
    plain = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(plain).split())


def kept(client: Client) -> Any:
    return signing.loads(client.cookies[COOKIE].value, salt=SALT)


EVERY = [
    (key, level.number)
    for key, trainer in TRAINERS.items()
    for level in trainer.levels(VARIETIES[key].rules(None, {}))
]


# -- pages --------------------------------------------------------------------------------------


def test_home_help_and_scores_lead_to_the_trainer(client: Client, db: None) -> None:
    for page in (reverse("table:home"), reverse("table:help")):
        assert reverse("scoring:train") in client.get(page).content.decode()
    scores = client.get(reverse("scoring:index")).content.decode()
    assert all(reverse("scoring:train-levels", args=(key,)) in scores for key in TRAINERS)


def test_every_game_and_its_levels_are_listed(client: Client) -> None:
    page = client.get(at("train")).content.decode()
    for key, trainer in TRAINERS.items():
        assert at("train-levels", key) in page
        levels = text(client.get(at("train-levels", key)))
        for level in trainer.levels(VARIETIES[key].rules(None, {})):
            assert level.name in levels


@pytest.mark.parametrize(("variety", "level"), EVERY)
def test_a_level_begins_with_a_question_of_its_own(
    client: Client, variety: str, level: int
) -> None:
    response = client.get(at("train-begin", variety, level))
    assert response.status_code == 302
    assert re.fullmatch(rf"/score/train/{variety}/{level}/\d+/", response["Location"])
    assert client.get(response["Location"]).status_code == 200


@pytest.mark.parametrize(("variety", "level"), EVERY)
def test_a_right_answer_is_praised_and_explained(client: Client, variety: str, level: int) -> None:
    for seed in range(7):
        page = client.get(at("train-question", variety, level, seed), right(variety, level, seed))
        assert page.status_code == 200
        assert "✓ Right" in text(page)
        assert "✗" not in text(page)
        assert "Next" in text(page)


def test_a_wrong_answer_shows_the_right_one_and_why(client: Client) -> None:
    page = client.get(at("train-question", "riichi", 4, 24), {"fu": "30"})
    said = text(page)
    assert "✗ Not right fu 60 your answer: 30" in said
    assert "Concealed kan of terminals or honors 2222z 32" in said
    assert "The quick way" in said


def test_each_part_is_marked_by_itself(client: Client) -> None:
    answers = right("riichi", 6, 3)
    page = text(client.get(at("train-question", "riichi", 6, 3), {**answers, "points": "100"}))
    assert page.count("your answer:") == 1
    assert "✗ Not right" in page


def test_the_same_address_is_the_same_question(client: Client) -> None:
    pages = [
        re.sub(r'csrf\w*" value="\w+"|X-CSRFToken": "\w+"', "", page.content.decode())
        for page in (client.get(at("train-question", "hongkong", 3, 17)) for _ in range(2))
    ]
    assert pages[0] == pages[1]


def test_worthwhile_scores_are_taught_where_they_come_up(client: Client) -> None:
    levels = text(client.get(at("train-levels", "riichi", preset="course")))
    assert "Child, ron: 7700 30 fu 4 han: riichi on a 3900." in levels
    seed = next(
        seed
        for seed in range(500)
        if (q := asked("riichi", 2, seed, "course")).task.ask == "4 han 30 fu"
        and q.task.facts == ("Child, ron",)
    )
    page = client.get(at("train-question", "riichi", 2, seed, preset="course", points="7700"))
    assert "Worth knowing by heart. 30 fu 4 han: riichi on a 3900." in text(page)
    assert "known as chicchi" in text(page)


# -- answers ------------------------------------------------------------------------------------


def test_a_posted_answer_counts_and_leads_to_the_graded_address(client: Client) -> None:
    answers = right("riichi", 3, 8)
    response = client.post(at("train-question", "riichi", 3, 8), answers)
    assert response.status_code == 303
    assert response["Location"] == at("train-question", "riichi", 3, 8, **answers)
    assert kept(client)["riichi"]["s"] == 1
    assert "1 in a row" in text(client.get(response["Location"]))


def test_with_htmx_the_answer_comes_at_once_as_a_part_of_the_page(client: Client) -> None:
    answers = right("zungjung", 4, 5)
    there = at("train-question", "zungjung", 4, 5)
    response = client.post(there, answers, headers=HTMX)
    assert response.status_code == 200
    assert response["HX-Replace-Url"].startswith(f"{there}?points=")
    assert response.content.decode().startswith('<div class="train"')
    assert "HX-Request" in response["Vary"]
    back = client.get(there, headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert back.content.decode().startswith("<!doctype html>")


def test_a_question_counts_once_however_often_it_is_posted(client: Client) -> None:
    there = at("train-question", "riichi", 3, 8)
    client.post(there, {"fu": "32"})
    before = kept(client)
    client.post(there, right("riichi", 3, 8))
    client.post(there, right("riichi", 3, 8))
    assert kept(client) == before
    assert before["riichi"]["s"] == 0


def test_reading_an_answered_address_counts_nothing(client: Client) -> None:
    client.get(at("train-question", "riichi", 3, 8), right("riichi", 3, 8))
    assert COOKIE not in client.cookies


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_what_is_no_answer_is_refused_beside_the_field_and_kept(
    client: Client, headers: dict[str, str]
) -> None:
    typed = {"han": "2", "fu": "30", "points": "<mangan>"}
    response = client.post(at("train-question", "riichi", 6, 3), typed, headers=headers)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Type the figure, such as 3900" in page
    assert 'aria-invalid="true" aria-describedby="wrong"' in page
    assert 'value="&lt;mangan&gt;"' in page
    assert 'value="30" checked' in page
    assert COOKIE not in client.cookies


def test_full_width_digits_will_do(client: Client) -> None:
    question = asked("riichi", 2, 3)
    figures = question.task.parts[0].figures[0]
    wide = "/".join(str(f) for f in figures).translate(
        str.maketrans("0123456789", "０１２３４５６７８９")
    )
    page = client.post(at("train-question", "riichi", 2, 3), {"points": wide}, follow=True)
    assert "✓ Right" in text(page)


# -- how it goes --------------------------------------------------------------------------------


def answer(client: Client, variety: str, level: int, seed: int, correct: bool = True) -> None:
    answers = right(variety, level, seed)
    if not correct:
        for part in asked(variety, level, seed).task.parts:
            others = [c.value for c in part.choices if c.value != part.right]
            answers[part.key] = others[0] if others else "1"
    client.post(at("train-question", variety, level, seed), answers, headers=HTMX)


def test_weak_spots_are_shown_and_lead_to_their_questions(client: Client) -> None:
    answer(client, "riichi", 3, 1, correct=False)  # kans
    page = client.get(at("train-levels", "riichi")).content.decode()
    assert "Weak spots" in page
    seed = int(re.findall(r'href="/score/train/riichi/3/(\d+)/"', page)[0])
    assert asked("riichi", 3, seed).topic.key == "kans"


def test_a_level_that_is_known_leads_to_the_next(client: Client) -> None:
    for seed in range(9):
        answer(client, "riichi", 3, seed)
    there = at("train-question", "riichi", 3, 9)
    page = client.post(there, right("riichi", 3, 9), headers=HTMX)
    assert "Next level Fu of a hand" in text(page)
    assert at("train-begin", "riichi", 4) in page.content.decode()
    levels = client.get(at("train-levels", "riichi"))
    assert "5 of 5 sure" in text(levels)
    assert "right in a row 10 at best 10" in text(levels)
    assert "level 3, 10 right in a row, 10 at best" in text(client.get(at("train")))


def test_the_last_level_has_none_after_it(client: Client) -> None:
    for seed in range(4):
        answer(client, "zungjung", 4, seed)
    page = client.get(at("train-question", "zungjung", 4, 0), right("zungjung", 4, 0))
    assert "Next level" not in text(page)


def test_it_can_be_forgotten_and_the_other_games_stay(client: Client) -> None:
    answer(client, "riichi", 3, 1)
    answer(client, "hongkong", 1, 1)
    page = client.get(at("train-levels", "riichi"))
    assert "Forget how it went" in text(page)
    response = client.post(at("train-reset", "riichi"))
    assert response["Location"] == at("train-levels", "riichi")
    assert kept(client)["riichi"]["a"] == {}
    assert kept(client)["hongkong"]["s"] == 1
    assert client.get(at("train-reset", "riichi")).status_code == 405


def test_another_ruleset_is_kept_from_page_to_page(client: Client) -> None:
    start = client.get(at("train-begin", "riichi", 7, preset="tenhou"))["Location"]
    assert start.endswith("?preset=tenhou")
    page = client.get(start).content.decode()
    assert f'action="{start}"' in page
    levels = client.get(at("train-levels", "riichi", preset="tenhou")).content.decode()
    assert 'value="tenhou" selected' in levels
    assert "tenhou-sanma" not in levels


def test_the_cookie_stays_small_and_is_ours_alone(client: Client) -> None:
    for key, level in EVERY:
        rules = VARIETIES[key].rules(None, {})
        topics = len(TRAINERS[key].levels(rules)[level - 1].topics)
        for seed in range(topics * 2):
            answer(client, key, level, seed, correct=seed % 3 > 0)
    cookie = client.cookies[COOKIE]
    assert len(cookie.value) < 2000
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/score/train/"


@pytest.mark.parametrize("value", ["", "x", "eyJ9:1:2", "é", "." * 5000])
def test_a_cookie_that_is_not_ours_is_as_good_as_none(client: Client, value: str) -> None:
    client.cookies = SimpleCookie({COOKIE: value})
    assert "Forget how it went" not in text(client.get(at("train-levels", "riichi")))
    answer(client, "riichi", 3, 1)
    assert kept(client)["riichi"]["s"] == 1


# -- what is not there --------------------------------------------------------------------------

BROKEN = [
    "nothing/",
    "riichi/0/",
    "riichi/8/",
    "riichi/1/1000000/",
    f"riichi/1/{SEEDS * 10**30}/",
    f"riichi/1/{'9' * 5000}/",
    "riichi/99999999999999999999/1/",
    "riichi/1/-1/",
    "riichi/?preset=nothing",
    "riichi/?preset=tenhou-sanma",
    "riichi/1/1/?preset=two-players",
    "hongkong/1/1/?preset=%00",
    "zungjung/9/1/?points=1",
    "table/1/1/",
]


@pytest.mark.parametrize("path", BROKEN)
def test_an_address_that_was_tampered_with_is_not_found(client: Client, path: str) -> None:
    assert client.get(reverse("scoring:train") + path).status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "fu=",
        "fu=%00",
        "fu=30&fu=40",
        "fu=" + "9" * 3000,
        "fu=３０",
        "fu=<b>",
        "points=1",
        "seed=2&level=9",
        "han=1&fu=30&points=" + "1" * 2000,
        "preset=&fu=1e9",
    ],
)
@pytest.mark.parametrize(("variety", "level"), EVERY)
def test_no_answer_breaks_a_page(client: Client, variety: str, level: int, query: str) -> None:
    there = f"{at('train-question', variety, level, 12)}?{query}"
    assert client.get(there).status_code in (200, 422)
    posted = client.post(there, query, content_type="application/x-www-form-urlencoded")
    assert posted.status_code in (303, 422)


@pytest.mark.parametrize("language", ["ja", "zh-hant", "en-x-plain"])
def test_every_level_is_asked_in_every_language(client: Client, language: str) -> None:
    with override(language):
        for variety, level in EVERY:
            headers = {"Accept-Language": language}
            page = client.get(at("train-question", variety, level, 11), headers=headers)
            assert page.status_code == 200
