"""Scripts: which of them one name may mix, and which signs it may hold.

The rule is "Highly Restrictive" of Unicode Technical Standard #39: letters of one script, or Latin
beside one of three writings of East Asia. The data is unicode_scripts.txt beside this file; it is
read when the first name needs it.
"""

import unicodedata
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_DATA: Final = Path(__file__).with_name("unicode_scripts.txt")
_TOGETHER: Final = (
    {"Latin", "Han", "Hiragana", "Katakana"},
    {"Latin", "Han", "Bopomofo"},
    {"Latin", "Han", "Hangul"},
)
_ORNAMENTS: Final = frozenset("€£¥¢°⁄★☆♡♪♫")
"""Symbols that names may hold, as they hold emoji."""
_PUNCTUATION: Final = (range(0xA1, 0xC0), range(0x2010, 0x2028), range(0x2030, 0x205F))
"""The punctuation of every script, such as quotes and dashes."""


def mixes_scripts(name: str) -> bool:
    """True if the name has letters of scripts that do not go together."""
    if name.isascii():
        return False
    scripts = [found for letter in name if (found := _scripts_of(letter))]
    return (
        bool(scripts)
        and not frozenset.intersection(*scripts)
        and not any(all(found & group for found in scripts) for group in _TOGETHER)
    )


def unfit_sign(name: str) -> str | None:
    """The first sign that is no letter, digit, emoji or plain punctuation; None: all are fit."""
    return next((sign for sign in name if not (sign.isascii() or _is_fit(sign))), None)


def _is_fit(sign: str) -> bool:
    kind = unicodedata.category(sign)[0]
    if kind not in "SP" or sign in _ORNAMENTS or sign in _data().signs:
        return True
    return kind == "P" and (
        any(ord(sign) in known for known in _PUNCTUATION) or bool(_scripts_of(sign))
    )


def _scripts_of(letter: str) -> frozenset[str]:
    """The scripts that write this letter; empty for what every script may use."""
    data, code = _data(), ord(letter)
    at = bisect_right(data.starts, code) - 1
    return data.scripts[at] if at >= 0 and code <= data.ends[at] else frozenset()


class _Data(NamedTuple):
    signs: frozenset[str]
    """Emoji, and punctuation that several scripts share."""
    starts: tuple[int, ...]
    """The first code points of ranges of letters, in order; next to them their last ones."""
    ends: tuple[int, ...]
    scripts: tuple[frozenset[str], ...]


@cache
def _data() -> _Data:
    signs, ranges, name = set[str](), list[tuple[int, int, frozenset[str]]](), ""
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        for token in () if line.startswith("#") else line.split(" "):
            if token.endswith(":"):
                name = token[:-1]
                continue
            first, _, last = token.partition("-")
            start, end = int(first, 16), int(last or first, 16)
            if name in ("Emoji", "Punctuation"):
                signs.update(map(chr, range(start, end + 1)))
            else:
                ranges.append((start, end, frozenset(name.split("+"))))
    ranges.sort(key=lambda one: one[0])
    return _Data(frozenset(signs), *zip(*ranges, strict=True))
