"""The trainer's questions: each has one right answer, the engine's; levels keep their promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.hongkong import faan as hongkong
from scoring.hongkong.payment import price
from scoring.pages.train import TRAINERS
from scoring.riichi import explain as riichi
from scoring.riichi.calls import english
from scoring.riichi.hand import Question as Asked
from scoring.riichi.hand import value
from scoring.riichi.lookup import amount
from scoring.riichi.points import amounts
from scoring.riichi.trainer import RIICHI_TRAINER
from scoring.trainer import (
    Choice,
    Level,
    Part,
    Progress,
    Question,
    Task,
    Topic,
    neighbours,
    read_figures,
)
from scoring.varieties import VARIETIES
from scoring.zungjung.payment import shares

EVERY = [
    (key, preset, level.number)
    for key, trainer in TRAINERS.items()
    for preset, rules in (
        (preset, VARIETIES[key].rules(preset, {})) for preset in VARIETIES[key].presets
    )
    if trainer.is_practised(rules)
    for level in trainer.levels(rules)
]
DEFAULT = [each for each in EVERY if each[1] == VARIETIES[each[0]].default_preset]
SEEDS = 2000
FEW = 60


def school(variety: str, preset: str, level: int) -> tuple[Any, Level]:
    rules = VARIETIES[variety].rules(preset, {})
    return rules, TRAINERS[variety].levels(rules)[level - 1]


def ask(variety: str, level: int, seed: int, preset: str = "") -> Question:
    rules, found = school(variety, preset or VARIETIES[variety].default_preset, level)
    return TRAINERS[variety].question(rules, found, seed)


def right(question: Question) -> dict[str, str]:
    return {part.key: part.right for part in question.task.parts}


# -- every question -----------------------------------------------------------------------------


def check(question: Question) -> None:
    """One right answer, and keys that are all different."""
    task = question.task
    assert task.ask
    assert task.parts
    assert all(task.grade(right(question)))
    for part in task.parts:
        values = [choice.value for choice in part.choices]
        assert values.count(part.right) == (1 if values else 0)
        assert len(set(values)) == len(values)
        assert len({choice.label for choice in part.choices}) == len(values)
        assert len(values) >= 4 or not values
        assert sum(part.read(value) for value in values) <= 1


@pytest.mark.parametrize(("variety", "preset", "level"), DEFAULT)
def test_every_question_has_one_right_answer(variety: str, preset: str, level: int) -> None:
    rules, found = school(variety, preset, level)
    for seed in range(SEEDS):
        check(TRAINERS[variety].question(rules, found, seed))


@pytest.mark.parametrize(("variety", "preset", "level"), EVERY)
def test_every_ruleset_can_be_practised(variety: str, preset: str, level: int) -> None:
    rules, found = school(variety, preset, level)
    for seed in range(FEW):
        question = TRAINERS[variety].question(rules, found, seed)
        check(question)
        assert question.topic in found.topics
        lesson = question.task.teach()
        assert question.task.explanation or lesson.working or lesson.quick


@pytest.mark.parametrize(("variety", "preset", "level"), DEFAULT)
def test_a_seed_is_a_question_and_topics_take_turns(variety: str, preset: str, level: int) -> None:
    rules, found = school(variety, preset, level)
    trainer = TRAINERS[variety]
    for topic in found.topics:
        seed = found.seed_about(topic, Random(1))
        question = trainer.question(rules, found, seed)
        assert question.topic == topic
        assert question == trainer.question(rules, found, seed)
    seen = {str(trainer.question(rules, found, seed).task.rows) for seed in range(10)}
    assert len(seen) > 5 or not trainer.question(rules, found, 0).task.rows


# -- the answers are the engines' ---------------------------------------------------------------


def counted(found: Asked) -> riichi.Explanation:
    return riichi.explain(found)


@pytest.mark.parametrize("preset", ["club", "tenhou", "jpml-a", "course"])
@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_riichi_hands_are_graded_by_the_account_of_the_hand(preset: str, level: int) -> None:
    rules, _ = school("riichi", preset, level)
    for seed in range(150):
        question = ask("riichi", level, seed, preset)
        asked = question.task.explanation
        assert value(rules, asked.hand, asked.context).base  # such a hand can be, and may win
        account = counted(asked)
        answers = right(question)
        if "fu" in answers:
            assert answers["fu"] == str(account.fu)
        if "han" in answers:
            assert answers["han"] == str(account.han)
        if "points" in answers:
            honba = sum(int(f.split()[0]) for f in question.task.facts if f.endswith(" honba"))
            base = account.formula.base if account.formula else 8000 * account.yakuman
            dealer = asked.context.seat_wind == 0
            said = amount(rules, base, dealer, asked.context.tsumo, honba)
            assert answers["points"] == english(said)
        if level < 7:
            assert not account.yakuman
            same = [other for other in account.others if other.points == account.points]
            assert all((other.han, other.fu) == (account.han, account.fu) for other in same)


def test_the_fu_of_a_piece_are_those_of_the_whole_hand() -> None:
    answers = {topic.key: set() for topic in RIICHI_TRAINER.levels(None)[2].topics}  # type: ignore[arg-type]
    for seed in range(600):
        question = ask("riichi", 3, seed)
        answers[question.topic.key].add(int(right(question)["fu"]))
        lesson = question.task.teach()
        figures = [int(line.rpartition(" ")[2]) for line in lesson.working]
        if question.topic.key != "start":
            assert sum(figures) == int(right(question)["fu"])
    assert answers == {
        "triplets": {2, 4, 8},
        "kans": {8, 16, 32},
        "pairs": {0, 2},
        "waits": {0, 2},
        "start": {20, 22, 25, 30},
    }


def test_a_double_wind_pair_counts_as_the_table_says() -> None:
    found = {right(ask("riichi", 3, 5 * seed + 2, "tenhou"))["fu"] for seed in range(200)}
    assert found == {"0", "2", "4"}


@pytest.mark.parametrize("preset", list(VARIETIES["hongkong"].presets))
def test_hong_kong_hands_are_graded_by_the_account_of_the_hand(preset: str) -> None:
    rules, _ = school("hongkong", preset, 4)
    for seed in range(100):
        question = ask("hongkong", 4, seed, preset)
        explained = question.task.explanation
        assert isinstance(explained, hongkong.Explanation)
        faan = explained.count.faan
        assert rules.minimum <= faan <= rules.limit
        assert right(question)["faan"] == str(faan)
        part = 0.5 if rules.gun == "half" or question.topic.key == "self-draw" else 1
        assert right(question)["pays"] == str(int(price(rules, faan) * part))


@pytest.mark.parametrize("preset", list(VARIETIES["zungjung"].presets))
def test_zung_jung_hands_are_graded_by_the_account_of_the_hand(preset: str) -> None:
    rules, _ = school("zungjung", preset, 4)
    for seed in range(100):
        question = ask("zungjung", 4, seed, preset)
        points = question.task.explanation.worth.points
        share = shares(rules, points)
        pays = share.each if question.topic.key == "self-draw" else share.discarder
        assert right(question) == {"points": str(points), "pays": str(pays)}


# -- what levels promise ------------------------------------------------------------------------


def patterns(variety: str, level: int, number: int = 600, preset: str = "") -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in range(number):
        asked = ask(variety, level, seed, preset).task.explanation
        found.update(name for name, _ in counted(asked).yaku)
    return found


@pytest.mark.slow
def test_riichi_hands_are_like_those_of_a_table() -> None:
    """Most often riichi and tanyao, value honors and pinfu, seldom a flush; yakuman hardly ever."""
    found = patterns("riichi", 7, 800, "tenhou")
    common = ["riichi", "tanyao", "menzen-tsumo", "pinfu", "dora"]
    assert all(found[name] > 100 for name in common)
    assert 20 < found["chiitoitsu"] < 100
    assert 30 < found["honitsu"] < 150
    assert found["red-dora"] > 100
    values = sum(n for name, n in found.items() if name.startswith("yakuhai"))
    assert values > 150
    big = [ask("riichi", 7, seed).task.explanation for seed in range(800)]
    assert sum(bool(counted(asked).yakuman) for asked in big) < 40


def test_below_the_last_level_riichi_hands_stay_below_the_limits_where_fu_are_asked() -> None:
    for level, seed in product((4, 6), range(150)):
        account = counted(ask("riichi", level, seed).task.explanation)
        assert account.han is not None
        assert account.han <= 4


def test_riichi_topics_are_what_they_say() -> None:
    for seed in range(300):
        question = ask("riichi", 7, seed)
        asked = question.task.explanation
        side, _, how = question.topic.key.partition("-")
        if side == "limits":
            assert counted(asked).limit
        else:
            assert (asked.context.seat_wind == 0) == (side == "dealer")
            assert asked.context.tsumo == (how == "tsumo")


def test_riichi_red_fives_and_ippatsu_only_where_they_are_played() -> None:
    assert "red-dora" not in patterns("riichi", 7, 200, "club")
    plain = patterns("riichi", 7, 300, "jpml-a")
    assert not {"ippatsu", "ura-dora", "red-dora"} & set(plain)


def test_a_hand_of_hong_kong_or_zung_jung_is_about_its_topic() -> None:
    about = {
        "flush": {"half-flush", "full-flush"},
        "triplets": {"all-triplets"},
        "sequences": {"all-sequences"},
    }
    for seed in range(120):
        question = ask("hongkong", 3, seed, "old-style")
        names = {name for name, _ in question.task.explanation.count.patterns}
        assert names & about.get(question.topic.key, names)
    small = [ask("zungjung", 2, 4 * seed) for seed in range(60)]
    assert all(int(right(question)["points"]) <= 40 for question in small)


def test_keys_are_figures_that_hands_pay_and_do_not_show_by_their_form() -> None:
    rules = VARIETIES["riichi"].rules(None, {})
    for seed in range(400):
        question = ask("riichi", 1, seed)
        part, (side,) = question.task.parts[0], question.task.facts
        paid = {
            said.text.replace(" all", "")
            for dealer in (False, True)
            for said in amounts(rules, dealer, "self-draw" in side)
        }
        assert {choice.value for choice in part.choices} <= paid
        assert len({choice.label.replace(",", "").count(" ") for choice in part.choices}) == 1


def test_nobody_can_be_liable_for_a_hand_whose_payment_is_asked() -> None:
    for seed in range(200):
        called = [row for row in ask("hongkong", 4, seed).task.rows if row.label == "Called"]
        assert all(len(row.groups) < 3 for row in called)


def test_three_players_and_hands_without_limits_are_not_practised() -> None:
    assert not RIICHI_TRAINER.is_practised(VARIETIES["riichi"].rules("tenhou-sanma", {}))
    without = VARIETIES["riichi"].rules(None, {"aotenjou": True})
    assert not RIICHI_TRAINER.is_practised(without)


# -- what is taught -----------------------------------------------------------------------------


def cell(text: str, side: str, preset: str = "course", level: int = 2) -> Question:
    """The question of this cell of the table."""
    for seed in range(4000):
        question = ask("riichi", level, seed, preset)
        if question.task.ask == text and question.task.facts == (side,):
            return question
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("text", "side", "words"),
    [
        ("2 han 60 fu", "Child, ron", "60 fu 2 han = 30 fu 3 han"),
        ("3 han 20 fu", "Child, self-draw", "20 fu 3 han = 40 fu 2 han"),
        ("3 han 50 fu", "Dealer, ron", "25 fu 4 han is 6400"),
        ("1 han 70 fu", "Child, ron", "70 fu is about 30 and 40 fu together: 1000 + 1300"),
        ("3 han 30 fu", "Dealer, ron", "half again what a child gets: 3900"),
        ("3 han 30 fu", "Child, self-draw", "A ron of 3900: half from the dealer"),
        ("4 han 40 fu", "Child, ron", "Mangan from 40 fu 4 han"),
        ("7 han", "Child, ron", "Mangan is 8000"),
    ],
)
def test_the_shortcuts_of_the_course_are_taught(text: str, side: str, words: str) -> None:
    quick = cell(text, side).task.teach().quick
    assert any(words in line for line in quick), quick


def test_where_the_table_rounds_up_to_mangan_that_is_said() -> None:
    question = cell("4 han 30 fu", "Child, ron", "club")
    assert right(question) == {"points": "8000"}
    assert "this table rounds it up" in question.task.teach().quick[0]
    question = cell("4 han 30 fu", "Child, ron", "course")
    assert right(question) == {"points": "7700"}
    assert "riichi on a 3900" in question.task.teach().by_heart


def test_a_figure_comes_with_its_name_and_its_working() -> None:
    lesson = cell("4 han 30 fu", "Dealer, ron").task.teach()
    assert lesson.said == ("11600", "イチマンセンロッピャク", "ピンピンロク")
    assert lesson.working == (
        "30 × 2⁴⁺² = 1,920",
        "the discarder: 1,920 × 6 = 11,520, rounded up to 11,600",
    )
    lesson = cell("7 han", "Dealer, self-draw").task.teach()
    assert lesson.working == ("haneman: 3,000", "each of the others: 3,000 × 2 = 6,000")


def test_worthwhile_scores_are_those_the_table_pays() -> None:
    def scores(preset: str) -> list[str]:
        rules = VARIETIES["riichi"].rules(preset, {})
        return [figure for figure, _ in RIICHI_TRAINER.by_heart(rules)]

    assert scores("course") == [
        "Child, ron: 5200",
        "Child, ron: 6400",
        "Child, ron: 7700",
        "Dealer, ron: 5800",
        "Dealer, ron: 7700",
        "Dealer, ron: 9600",
        "Dealer, ron: 18000",
    ]
    assert "Child, ron: 7700" not in scores("club")
    for key in ("hongkong", "zungjung"):
        kind = VARIETIES[key]
        rules = [kind.rules(preset, {}) for preset in kind.presets]
        assert any(TRAINERS[key].by_heart(each) for each in rules)


def test_what_fu_hang_on_is_taught_with_the_hand() -> None:
    said = {line for seed in range(400) for line in ask("riichi", 4, seed).task.teach().quick}
    for words in ("starts at 30", "Pinfu is", "Seven pairs", "takes a triplet", "A triplet brings"):
        assert any(words in line for line in said), words
    said = {line for seed in range(400) for line in ask("riichi", 5, seed).task.teach().quick}
    for words in ("suits first", "lose a han", "Dora raise", "From 5 han"):
        assert any(words in line for line in said), words


def test_a_yakuman_is_taught_as_a_limit() -> None:
    limits = [ask("riichi", 7, 5 * seed + 4) for seed in range(150)]
    found = [one for one in limits if counted(one.task.explanation).yakuman]
    assert 0 < len(found) < 40
    for question in found:
        assert question.task.teach().quick == (
            "Mangan is 8000; then 1.5, 2, 3 and 4 times that. The dealer half again.",
        )


def test_the_columns_of_the_other_games_are_taught() -> None:
    said = {
        line
        for preset in ("table-stakes", "old-style", "half-gun")
        for level, seed in product((1, 2, 3), range(200))
        for line in ask("hongkong", level, seed, preset).task.teach().quick
    }
    for words in ("Half gun", "every second one", "Half flush 混一色 3", "counts the maximum"):
        assert any(words in line for line in said), words
    said = {
        line
        for level, seed in product((1, 2, 3, 4), range(300))
        for line in ask("zungjung", level, seed).task.teach().quick
    }
    for words in ("Of one series", "counts alone", "60 in all", "The winner gets"):
        assert any(words in line for line in said), words


# -- typed answers ------------------------------------------------------------------------------

SPLIT = Part("points", "points", "1300, 2600", figures=((1300, 2600), (1300, 2600)))
RON = Part("points", "points", "3900", figures=((3900,), (3900,)))
HONBA = Part("points", "", "2100, 4100", figures=((2100, 4100), (2000, 4000, 2100, 4100)))


@pytest.mark.parametrize(
    "text",
    [
        *("1300-2600", "1300/2600", "1300 2600", "2600-1300", "1300,2600", "1300、2600"),
        *("１３００−２６００", "1,300 / 2,600点", "1.300-2.600"),
    ],
)
def test_a_payment_of_two_figures_is_read_as_people_type_it(text: str) -> None:
    assert SPLIT.read(text)
    assert not RON.read(text)


@pytest.mark.parametrize("text", ["3900", "3,900", "３９００", "3 900", "3900点", " 3900 all"])
def test_a_single_figure_is_read_as_people_type_it(text: str) -> None:
    assert RON.read(text)
    assert not SPLIT.read(text)


@pytest.mark.parametrize("text", ["2100-4100", "2000 4000 は 2100 4100", "4100/2100"])
def test_with_honba_the_plain_figures_may_come_first(text: str) -> None:
    assert HONBA.read(text)


def test_with_honba_the_plain_figures_alone_are_wrong() -> None:
    assert not HONBA.read("2000-4000")


@pytest.mark.parametrize("text", ["", "mangan", "−", "\x00", "満貫"])
def test_what_has_no_figure_is_refused_and_not_wrong(text: str) -> None:
    with pytest.raises(ScoringError) as refused:
        RON.read(text)
    assert refused.value.field == "points"


def test_a_key_that_is_not_there_is_refused() -> None:
    part = Part("fu", "fu", "30", (Choice("30", "30"), Choice("40", "40")))
    with pytest.raises(ScoringError):
        part.read("50")


def test_a_long_text_is_cut_and_read() -> None:
    assert (3900,) in read_figures("3900" + " " * 10_000)


def test_neighbours_are_close_and_never_the_right_answer() -> None:
    for seed in range(200):
        four = neighbours(Random(seed), 5, [5, 4, 6, 4, 3, 7, 2, 8, 1, 9])
        assert four[0] == 5
        assert len(set(four)) == 4
        assert set(four) <= {5, 4, 6, 3, 7, 2, 8}
    assert neighbours(Random(1), 5, [5, 6]) == [5, 6]


# -- the same everywhere ------------------------------------------------------------------------

PRINT_ALL = """
from scoring.pages.train import TRAINERS
from scoring.varieties import VARIETIES
for key, trainer in TRAINERS.items():
    rules = VARIETIES[key].rules(None, {})
    for level in trainer.levels(rules):
        for seed in range(25):
            task = trainer.question(rules, level, seed).task
            print(task.ask, task.facts, task.parts, task.rows)
"""


def test_a_question_is_the_same_in_every_process() -> None:
    """Sets of texts come in another order in each process; no question may hang on it."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT_ALL],
            env={**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "config.settings"},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
    assert len(printed.pop()) > 10_000


# -- how it goes --------------------------------------------------------------------------------

TOPICS = (Topic("a", "a"), Topic("b", "b"), Topic("c", "c"))
LEVEL = Level(1, "one", "", TOPICS)


def asked(seed: int, level: Level = LEVEL) -> Question:
    return Question(level, level.topic_of(seed), seed, Task("", (), (), teach=lambda: None))  # type: ignore[arg-type, return-value]


def after(*answers: tuple[int, bool]) -> Progress:
    progress = Progress()
    for seed, right in answers:
        progress = progress.after(asked(seed), right)
    return progress


def test_a_streak_grows_and_breaks() -> None:
    progress = after((0, True), (1, True), (2, False), (3, True))
    assert (progress.streak, progress.best) == (1, 2)


def test_the_same_question_counts_once() -> None:
    assert after((0, False), (0, True), (0, True)) == after((0, False))


def test_a_topic_is_sure_after_two_right_answers_in_a_row() -> None:
    progress = after((0, True), (3, False), (6, True))
    assert not progress.is_sure(LEVEL, TOPICS[0])
    progress = progress.after(asked(9), True)
    assert progress.is_sure(LEVEL, TOPICS[0])
    assert progress.sure(LEVEL) == 1
    assert not progress.masters(LEVEL)


def test_a_level_is_done_when_every_topic_is_sure() -> None:
    assert after(*((seed, True) for seed in range(6))).masters(LEVEL)


def test_weak_spots_are_what_went_wrong_the_worst_first() -> None:
    progress = after((0, False), (1, False), (4, False), (2, True))
    assert progress.weak_spots([LEVEL]) == [(LEVEL, TOPICS[1]), (LEVEL, TOPICS[0])]
    cured = progress.after(asked(3), True).after(asked(6), True)
    assert cured.weak_spots([LEVEL]) == [(LEVEL, TOPICS[1])]


def test_questions_go_to_the_weak_spots() -> None:
    progress = after(*((seed, True) for seed in range(6)), (7, False), (10, False))
    seeds = [progress.next_seed(LEVEL, Random(seed)) for seed in range(300)]
    topics = Counter(LEVEL.topic_of(seed).key for seed in seeds)
    assert topics["b"] > topics["a"] + topics["c"]
    assert topics["a"]
    assert topics["c"]


def test_progress_is_written_and_read_back_and_stays_small() -> None:
    progress = after(*((seed, seed % 2 == 0) for seed in range(40)))
    assert Progress.load(progress.dump()) == progress
    assert all(len(answers) <= 6 for answers in progress.answers.values())
    assert replace(progress, answers={}) != progress


def test_a_hand_and_its_payment_are_both_taught() -> None:
    for seed in range(12):
        quick = " ".join(ask("hongkong", 4, seed).task.teach().quick)
        assert "Suits first" in quick
        assert "off a discard" in quick
        quick = " ".join(ask("zungjung", 4, seed).task.teach().quick)
        assert "Group by group" in quick
        assert "whoever discarded" in quick


def test_the_seat_says_which_flowers_count() -> None:
    own = re.compile("(East|South|West|North) seat: your own are flower ([1-4]) and season ([1-4])")
    found = {
        match.groups()
        for seed in range(60)
        if (match := own.search(" ".join(ask("hongkong", 3, seed).task.teach().quick)))
    }
    assert found == {("East", "1", "1"), ("South", "2", "2"), ("West", "3", "3"),
                     ("North", "4", "4")}  # fmt: skip
