"""Japanese readings in letters, for who reads no kana."""

from __future__ import annotations

from typing import Final

_ROWS: Final = (
    ("", "アイウエオ"), ("k", "カキクケコ"), ("s", "サシスセソ"), ("t", "タチツテト"),
    ("n", "ナニヌネノ"), ("h", "ハヒフヘホ"), ("m", "マミムメモ"), ("r", "ラリルレロ"),
    ("g", "ガギグゲゴ"), ("z", "ザジズゼゾ"), ("d", "ダヂヅデド"), ("b", "バビブベボ"),
    ("p", "パピプペポ"),
)  # fmt: skip
_LETTERS: Final = {
    **{
        kana: start + vowel
        for start, row in _ROWS
        for vowel, kana in zip("aiueo", row, strict=True)
    },
    "シ": "shi", "チ": "chi", "ツ": "tsu", "フ": "fu", "ジ": "ji", "ヤ": "ya", "ユ": "yu",
    "ヨ": "yo", "ワ": "wa", "ヲ": "o", "ン": "n", "・": ", ",
}  # fmt: skip
_SMALL: Final = {"ャ": "ya", "ュ": "yu", "ョ": "yo", "ァ": "a", "ェ": "e", "ォ": "o"}
_LONG: Final = {"a": "ā", "i": "ī", "u": "ū", "e": "ē", "o": "ō"}
_KATAKANA: Final = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}


def romaji(reading: str) -> str:
    """ "サンゼンキュウヒャク・ザンク" → "sanzenkyūhyaku, zanku"; what is no kana stays."""
    words = reading.translate(_KATAKANA).split(" ")
    return " ".join("wa" if word == "ハ" else _word(word) for word in words)


def _word(kana: str) -> str:
    text, double = "", False
    for sign in kana:
        if sign == "ッ":
            double = True
        elif sign in _SMALL and text:
            text = _glide(text, _SMALL[sign])
        elif text and (sign in "ーィ" or (sign == "ウ" and text[-1] in "uo")):
            text = text[:-1] + _LONG.get(text[-1], text[-1])
        else:
            letters = _LETTERS.get(sign, sign)
            text += letters[0] * double + letters
            double = False
    return text


def _glide(text: str, vowel: str) -> str:
    """hi + ya → hya, chi + ya → cha, fu + o → fo."""
    stem = text[:-1]
    return stem + (vowel[-1] if stem.endswith(("sh", "ch", "j")) else vowel)
