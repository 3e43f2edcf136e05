"""What the yaku are called: in English as players write them, and in Japanese.

The keys are those of the records; English names are msgids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game import Translate


@dataclass(frozen=True, slots=True)
class Name:
    """``en`` is a msgid, ``ja`` what stands on a Japanese table of yaku."""

    en: str
    ja: str


_ROWS = (
    ("riichi", "Riichi", "立直"),
    ("double-riichi", "Double riichi", "ダブル立直"),
    ("open-riichi", "Open riichi", "オープン立直"),
    ("ippatsu", "Ippatsu", "一発"),
    ("menzen-tsumo", "Tsumo", "門前清自摸和"),
    ("haitei", "Haitei", "海底摸月"),
    ("houtei", "Houtei", "河底撈魚"),
    ("rinshan", "Rinshan", "嶺上開花"),
    ("chankan", "Chankan", "槍槓"),
    ("tsubame-gaeshi", "Tsubame gaeshi", "燕返し"),
    ("kanburi", "Kanburi", "槓振り"),
    ("pinfu", "Pinfu", "平和"),
    ("tanyao", "Tanyao", "断幺九"),
    ("iipeikou", "Iipeikou", "一盃口"),
    ("yakuhai-haku", "White dragon", "白"),
    ("yakuhai-hatsu", "Green dragon", "發"),
    ("yakuhai-chun", "Red dragon", "中"),
    ("yakuhai-round-wind", "Round wind", "場風"),
    ("yakuhai-seat-wind", "Seat wind", "自風"),
    ("dragons", "Dragons", "三元牌"),
    ("chiitoitsu", "Seven pairs", "七対子"),
    ("sanshoku-doujun", "Sanshoku", "三色同順"),
    ("ittsu", "Ittsu", "一気通貫"),
    ("chanta", "Chanta", "混全帯幺九"),
    ("toitoi", "Toitoi", "対々和"),
    ("sanankou", "Sanankou", "三暗刻"),
    ("sankantsu", "Sankantsu", "三槓子"),
    ("sanshoku-doukou", "Sanshoku doukou", "三色同刻"),
    ("shousangen", "Shousangen", "小三元"),
    ("honroutou", "Honroutou", "混老頭"),
    ("sanrenkou", "Sanrenkou", "三連刻"),
    ("uumensai", "Uumensai", "五門斉"),
    ("ryanpeikou", "Ryanpeikou", "二盃口"),
    ("isshoku-sanjun", "Isshoku sanjun", "一色三順"),
    ("junchan", "Junchan", "純全帯幺九"),
    ("honitsu", "Honitsu", "混一色"),
    ("chinitsu", "Chinitsu", "清一色"),
    ("tenhou", "Tenhou", "天和"),
    ("chiihou", "Chiihou", "地和"),
    ("renhou", "Renhou", "人和"),
    ("kokushi", "Kokushi", "国士無双"),
    ("kokushi-13", "Kokushi, 13 waits", "国士無双十三面"),
    ("suuankou", "Suuankou", "四暗刻"),
    ("suuankou-tanki", "Suuankou tanki", "四暗刻単騎"),
    ("daisangen", "Daisangen", "大三元"),
    ("shousuushi", "Shousuushi", "小四喜"),
    ("daisuushi", "Daisuushi", "大四喜"),
    ("tsuuiisou", "Tsuuiisou", "字一色"),
    ("ryuuiisou", "Ryuuiisou", "緑一色"),
    ("chinroutou", "Chinroutou", "清老頭"),
    ("chuuren", "Chuuren", "九蓮宝燈"),
    ("junsei-chuuren", "Pure chuuren", "純正九蓮宝燈"),
    ("suukantsu", "Suukantsu", "四槓子"),
    ("daisharin", "Daisharin", "大車輪"),
    ("shiisanpuutaa", "Shiisanpuutaa", "十三不塔"),
    ("paarenchan", "Paarenchan", "八連荘"),
    ("dora", "Dora", "ドラ"),
    ("red-dora", "Red five", "赤ドラ"),
    ("ura-dora", "Ura-dora", "裏ドラ"),
    ("north-dora", "Norths", "北ドラ"),
)

NAMES: Mapping[str, Name] = {key: Name(en, ja) for key, en, ja in _ROWS}
"""Every yaku, yakuman and bonus tile. ``dragons``: two or three of them, whichever they are."""


def yaku_name(key: str, gettext: Translate = str) -> str:
    """The name in the reader's language."""
    return gettext(NAMES[key].en)
