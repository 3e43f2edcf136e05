"""Files and values made to be dear to whoever reads them."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable

MB = 1024 * 1024
BIG = 32 * MB - 4096
"""As large as a file may be."""
LONG = b"x" * (10 * MB)
ENTITIES = b'<!DOCTYPE x [<!ENTITY a "ha">' + b"".join(
    b'<!ENTITY %c "&%c;&%c;&%c;&%c;">' % (98 + n, *[97 + n] * 4) for n in range(20)
) + b"]><mjloggm>&u;</mjloggm>"  # fmt: skip
PACKED = b'{"format":"jantaku.club/1"'


def bomb(megabytes: int) -> bytes:
    """So many of nothing, packed into a thousandth."""
    packer = zlib.compressobj(1, wbits=31)
    parts = [packer.compress(bytes(MB)) for _ in range(megabytes)]
    return b"".join([*parts, packer.flush()])


FILES: dict[str, Callable[[], list[bytes]]] = {
    "a bomb of a gigabyte": lambda: [bomb(1024)],
    "fifty files that grow": lambda: [gzip.compress(b"1\n" * (15 * MB), 1)] * 50,
    "empty lines": lambda: [b"{}" + b"\n" * BIG],
    "short lines": lambda: [b"1\n" * (BIG // 2)],
    "a text with one emoji": lambda: [b"a" * BIG + "🀄".encode()],
    "half of it with one emoji": lambda: [b"a" * (BIG // 2) + "🀄".encode()],
    "lists": lambda: [b"[" + b"[]," * (300 * 1024) + b"[]]"],
    "long lists": lambda: [b"[" + b"[]," * (BIG // 3) + b"[]]"],
    "nesting": lambda: [b"[" * MB],
    "objects in objects": lambda: [b'{"a":' * (MB // 5)],
    "a figure": lambda: [b"[" + b"9" * MB + b"]"],
    "entities": lambda: [ENTITIES],
    "nested elements": lambda: [b"<mjloggm>" + b"<T>" * (300 * 1024)],
    "many elements": lambda: [b"<mjloggm>" + b"<T/>" * (240 * 1024) + b"</mjloggm>"],
    "columns": lambda: [b"score1," * (BIG // 7)],
    "rows": lambda: [b"date,player1,score1\n" + b",,\n" * (BIG // 3 - 99)],
    "a packed club": lambda: [PACKED + b',"players":[' + b"[]," * (BIG // 3 - 99) + b"[]]}"],
    "a packed club of figures": lambda: [PACKED + b',"players":[' + b"999," * (MB) + b"9]}"],
    "an odd packed club": lambda: [
        PACKED + b',"players":[],"seasons":[],"evenings":[]}\n' + b"1\n" * (BIG // 2 - 99)
    ],
}
"""Files to import, by what is wrong with them; several at once where there are more."""
