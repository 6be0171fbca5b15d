"""Letters that look alike, by the letter or digit that stands for them. Tables without rules.

The long table is Unicode's own, in unicode_confusables.txt beside this file; it is read when the
first name needs it. In our own table the first letter of a line stands for the group, all in lower
case and without accents. Greek and Cyrillic letters stand where their capitals belong, which look
Latin. Our own table comes first where the two differ.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ALIKE_BESIDE_LATIN: Final = """
6 118D5
7 118C6
8 09EA 0A6A 0B03
9 09ED 0A67 0B68 0D6D
c 118E9
l 4E28 3021 3163 1175 31D1
m 118E3
o 03ED 0665 06F5 0C02 0C82 0D02 0D82
u 03C5
v 03BD 0667 06F7
w 118E6
y 03B3 118DC
z 118C4 118E5
"""


def _table(lines: str) -> dict[int, str]:
    return {
        int(code, 16): shape
        for line in lines.split("\n")
        if line
        for shape, *codes in [line.split(" ")]
        for code in codes
    }


ALIKE_BESIDE_LATIN: Final = _table(_ALIKE_BESIDE_LATIN)
"""Letters before case is folded, for str.translate in words with Latin or Cyrillic letters.

Elsewhere a small letter counts as its capital, which has another shape, and a digit as its value.
"""

_GROUPS: Final = """
a а α ɑ @
b в β ь ъ ƅ
c с ϲ ¢
d ԁ đ ɗ
e е ε є ҽ э €
f ғ ƒ ϝ
g ɡ ց ɢ
h һ н η ħ ի հ
j ј ϳ
k к κ ĸ
l i 1 | ! ı і ι ӏ ł ɩ ǀ
m м μ
n п π ν ո ɴ
o 0 о ο σ ө ɵ ø օ ᴏ ○ ◯
p р ρ þ
q ԛ գ
r г γ ʀ ɾ
s 5 ѕ ʂ § ꜱ $
t т τ ŧ
u ц ս
v ѵ ᴠ
w ѡ ω ԝ ш щ ա
x х χ ×
y у υ ү ყ ʏ ¥
z ζ ᴢ ʐ
2 ƨ
3 з ʒ ӡ ვ
4 ч
6 б
8 ȣ
"""

LOOK_ALIKE: Final[dict[int, str]] = {
    ord(other): first
    for line in _GROUPS.split("\n")
    if line
    for first, *others in [line.split(" ")]
    for other in others
}
"""For str.translate."""

PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Letters that look like another one when side by side."""

_UNICODE: Final = Path(__file__).with_name("unicode_confusables.txt")


def unicode_confusables() -> Iterator[tuple[str, str]]:
    """Each character of Unicode's table, with what it looks like."""
    target = ""
    for line in _UNICODE.read_text(encoding="utf-8").splitlines():
        for token in () if line.startswith("#") else line.split(" "):
            if token.endswith(":"):
                target = "".join(chr(int(code, 16)) for code in token[:-1].split("+"))
            else:
                yield chr(int(token, 16)), target


BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5\u034f")
"""Letters and symbols that show nothing, though Unicode does not call them spaces."""
