"""Letters that look alike, by the letter or digit that stands for them. A table without rules.

Each line begins with the letter that stands for the group, all in lower case and without accents.
Greek and Cyrillic letters stand where their capitals belong, which have the shapes of Latin ones.
Unicode's own list is in unicode_confusables.py.
"""

from typing import Final

from app.text.unicode_confusables import ALIKE

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
n п ν ո ɴ
o 0 о ο σ ө ɵ ø օ ᴏ ○ ◯
p р ρ þ
q ԛ գ
r г ʀ ɾ
s 5 ѕ ʂ § ꜱ $
t т τ ŧ
u ц ս
v ѵ ᴠ
w ѡ ω ԝ ш щ ա
x х χ ×
y у υ γ ү ყ ʏ ¥
z ζ ᴢ ʐ
2 ƨ
3 з ʒ ӡ ვ
4 ч
6 б
8 ȣ
"""

LOOK_ALIKE: Final[dict[int, str]] = ALIKE | {
    ord(other): first
    for line in _GROUPS.split("\n")
    if line
    for first, *others in [line.split(" ")]
    for other in others
}
"""For str.translate."""

PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Letters that look like another one when side by side."""

BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u17b4\u17b5\u034f")
"""Letters and symbols that show nothing, though Unicode does not call them spaces."""
