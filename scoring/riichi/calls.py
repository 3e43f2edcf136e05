"""How a score is said at the table.

Source: the course's lists of scores with their puns (語呂合わせ) and its rules for announcing a
win: the child's payment first, points only, with honba the plain figure and then the raised one
("ニセン ヨンセン は ニセンヒャク ヨンセンヒャク").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game import Translate

RON, ALL, SPLIT = "ron", "all", "split"


@dataclass(frozen=True, slots=True)
class Amount:
    """What one win makes people pay, as it is said.

    ``kind`` is ``ron`` (one figure, from the discarder), ``all`` (each of the others pays the
    figure) or ``split`` (child, then dealer).
    """

    kind: str
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """One announcement in three languages.

    ``reading`` is the plain Japanese reading in kana, ``mnemonic`` the course's own way of saying
    the figure without honba, where it has one.
    """

    ja: str
    reading: str
    mnemonic: str | None
    en: str
    zh: str


MNEMONICS: Mapping[tuple[str, tuple[int, ...]], str] = {
    (RON, (1000,)): "千点",
    (RON, (2000,)): "二千",
    (RON, (3900,)): "ザンク",
    (RON, (7700,)): "ちっち",
    (RON, (1500,)): "センゴヒャク",
    (RON, (2900,)): "ニック",
    (RON, (5800,)): "ゴッパ",
    (RON, (11600,)): "ピンピンロク",
    (RON, (2600,)): "ニィロク",
    (RON, (5200,)): "ゴンニ",
    (RON, (3200,)): "ザンニ",
    (RON, (6400,)): "ロクヨン",
    (RON, (2400,)): "ニィよん",
    (RON, (4800,)): "よんはち",
    (RON, (9600,)): "クンロク",
    (RON, (18000,)): "インパチ",
    (RON, (16000,)): "テッパン",
    (SPLIT, (300, 500)): "ゴミ",
    (SPLIT, (500, 1000)): "ゴットウ",
    (SPLIT, (1000, 2000)): "セン ニセン",
    (SPLIT, (2000, 3900)): "ニセン ザンク",
    (SPLIT, (400, 700)): "ナシ",
    (SPLIT, (700, 1300)): "ナナトーサン",
    (SPLIT, (1300, 2600)): "イチサン ニィロク",
    (SPLIT, (400, 800)): "四本 八本",
    (SPLIT, (800, 1600)): "八本 十六本",
    (SPLIT, (1600, 3200)): "いちろく ザンニ",
    (SPLIT, (2000, 4000)): "ニセン ヨンセン",
    (SPLIT, (3000, 6000)): "サンゼン ロクセン",
    (SPLIT, (4000, 8000)): "ヨンセン ハッセン",
    (ALL, (500,)): "五本オール",
    (ALL, (700,)): "七本オール",
    (ALL, (1300,)): "イチサンオール",
    (ALL, (2000,)): "二千オール",
    (ALL, (2600,)): "ニィロクオール",
    (ALL, (3900,)): "ザンクオール",
    (ALL, (800,)): "はっぴゃくオール",
    (ALL, (1600,)): "いちろくオール",
    (ALL, (3200,)): "ザンニオール",
}
"""The course's names, by who pays and how much."""

DEALERS_OWN: Mapping[tuple[str, tuple[int, ...]], str] = {(RON, (24000,)): "ニィヨンマル"}
"""Names of a dealer's win whose figure a child can make as well (24000: a child's sanbaiman)."""

CARD = (
    "Lay the winning tile to the right of your hand, not in it; say tsumo or ron.",
    "Only then open the hand.",
    "Say the points, and only the points; nobody needs the yaku read out.",
    "On a self-draw the child's payment comes first, then the dealer's: 2000, 4000.",
    "With honba say the plain figure, then the raised one: 2000, 4000 は 2100, 4100.",
    "Say the figures rather than “mangan”: they depend on who won and how.",
)
"""The manner of announcing a win, one line each (English msgids)."""

_DIGITS = ("", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュウ")
_HUNDREDS = {1: "ヒャク", 3: "サンビャク", 6: "ロッピャク", 8: "ハッピャク"}
_THOUSANDS = {1: "セン", 3: "サンゼン", 8: "ハッセン"}
_MYRIADS = ("", "マン", "オク")
"""What every four figures are counted in, from the right."""


def kana(figure: int) -> str:
    """A score read in katakana: 11600 → ``イチマンセンロッピャク``. Figures where it is too large
    to be said, as it can be without limits.
    """
    said, rest = "", figure
    for counted in _MYRIADS:
        rest, four = divmod(rest, 10_000)
        if four:
            said = _four(four, counted) + said
    return str(figure) if rest else said


def _four(figure: int, counted: str) -> str:
    """1 to 9999 of what is counted."""
    if counted and figure == 1000:
        return f"イッセン{counted}"
    thousands, hundreds, tens, ones = (int(digit) for digit in f"{figure:04}")
    said = ""
    if thousands:
        said += _THOUSANDS.get(thousands, _DIGITS[thousands] + "セン")
    if hundreds:
        said += _HUNDREDS.get(hundreds, _DIGITS[hundreds] + "ヒャク")
    if tens:
        said += ("" if tens == 1 else _DIGITS[tens]) + "ジュウ"
    return said + _DIGITS[ones] + counted


def figures_text(amount: Amount) -> str:
    """The bare figures in the order they are said: ``"1300, 2600"``."""
    return ", ".join(str(figure) for figure in amount.figures)


def english(amount: Amount, gettext: Translate = str) -> str:
    """``"3900"``, ``"1300, 2600"``, ``"2600 all"``."""
    text = figures_text(amount)
    return gettext("{amount} all").format(amount=text) if amount.kind == ALL else text


def _japanese(amount: Amount) -> str:
    return figures_text(amount) + ("オール" if amount.kind == ALL else "")


def _reading(amount: Amount) -> str:
    said = " ".join(kana(figure) for figure in amount.figures)
    return said + ("オール" if amount.kind == ALL else "")


def _chinese(amount: Amount) -> str:
    text = "、".join(str(figure) for figure in amount.figures)
    return f"每家 {text}" if amount.kind == ALL else text


def spoken(plain: Amount, raised: Amount | None = None, *, dealer: bool = False) -> Call:
    """The announcement of a win; ``raised`` is the same with honba, where there are any."""
    key = (plain.kind, plain.figures)
    pair = (plain,) if raised is None or raised == plain else (plain, raised)
    return Call(
        ja=" は ".join(map(_japanese, pair)),
        reading=" は ".join(map(_reading, pair)),
        mnemonic=MNEMONICS.get(key) or (DEALERS_OWN.get(key) if dealer else None),
        en=", with honba ".join(map(english, pair)),
        zh="，連本場 ".join(map(_chinese, pair)),
    )
