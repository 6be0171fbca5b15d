"""Letters that look alike, by the letter or digit that stands for them. A table without rules.

The longer table is Unicode's own list: confusables.txt of Unicode Technical Standard #39, version
17.0.0, by the code points that it maps to letters and digits of ASCII. Licence: Unicode License V3
(UNICODE-LICENSE.txt beside this file). Left out is what lookalikes.py and our own table fold
anyway. Its lines begin with what their letters look like, as skeletons spell it: i and 1 are l,
0 is o. Its letters stand as code points, since few fonts have them and some are written from the
right.

In our own table the first letter of a line stands for the group, all in lower case and without
accents. Greek and Cyrillic letters stand where their capitals belong, which look Latin.
"""

from typing import Final

_ALIKE: Final = """
2 03E9 14BF A645 A6EF A75B 1CCF2
3 021D 025C 2C9D 2CC5 2CCD A76B 118CA 16F3B 1CCF3 1D206
4 13CE 118CF 1CCF4
6 03ED 13EE 2CD3 2CDD 1CCF6
7 104FA 1CCF7 1D212
8 1031A 1CCF8 1E8CB
9 2CCB A76F 118CC 118D6 1CCF9
a 13AA 15C5 237A A4EE 102A0 16F40 1CCD6
b 13CF 13F4 1472 15AF 15F7 2C83 A4D0 A7B5 10282 102A1 10301 16EB6 1CCD7
c 1004 105A 13DF 2CA5 A4DA 102A2 10302 1043D 1051C 118F2 1CCD8 1F74C
d 13A0 13E7 146F 15DE 15EA A4D2 A4D3 1CCD9
e 13AC 212E 22FF 2D39 A4F0 AB32 10286 118C6 118CE 1CCDA
f 0584 15B4 1E9D A4DD AB35 10287 102A5 10525 118C2 1CCDB 1D213
g 018D 050D 13C0 13F3 A4D6 1CCDC
h 13BB 13C2 157C 2C8F A4E7 102CF 1CCDD
j 13AB 148D A4D9 1CCDF
k 13E6 16D5 2C95 A4D7 10518 1CCE0
l 0582 05C0 05D5 05DF 0627 07CA 13A5 13DE 14AA 16C1 2223 2373 23FD 2C93 2CD1 2D4F A4E1 A4F2 A647
l 1028A 10309 10320 10443 10526 118C3 118D2 11DDA 11DE1 16EAA 16F16 16F28 1CCDE 1CCE1 1CCF1 1D22A
l 1E8C7
m 03FB 13B7 15F0 16D6 2C99 A4DF 102B0 10311 11700 1CCE2
n 057C 2C9B A4E0 10513 1CCE3
o 05E1 0647 06BE 06C1 06D5 0B20 0D20 101D 10FF 12D0 1D11 2C9F 2D54 3007 A4F3 AB3D 10292 102AB 1042C
o 104EA 10516 118C8 118D5 118D7 11DE0 1CCE4 1CCF0
p 01BF 03F8 13E2 146D 2374 2CA3 2CCF A4D1 10295 1CCE5
q 0566 2D55 1CCE6
r 13A1 13B1 13D2 1587 1D26 2C85 A4E3 AB47 AB48 104DC 16F35 1CCE7 1D216
s 01BD 057F 0D1F 13D5 13DA A4E2 10296 10448 118C1 118DB 16F3A 1CCE8 1CCF5
t 13A2 22A4 27D9 2CA7 A4D4 10297 102B1 10315 118DC 16F0A 1CCE9 1F768
u 1200 144C 222A 22C3 A4F4 A79F 104F6 118D8 16F42 1CCEA
v 05D8 13D9 142F 2228 22C1 2D38 A4E6 A6DF 1051D 11706 118C0 16F08 1CCEB 1D20D
w 026F 13B3 13D4 2CBD A4EA 1170A 1170E 1170F 118EF 1CCEC
x 1541 157D 166D 166E 16B7 2573 292B 292C 2A2F 2CAD 2D5D A4EB AB53 10290 102B4 10317 10322 10527
x 118EC 1CCED
y 0263 13A9 13BD 2CA9 A4EC 102B2 118C4 16F43 1CCEE
z 13C3 A4DC 102F5 118C9 1CCEF
aa A733
ae 00E6 04D5
ao A735
ar 1F707
au A737
av A739 A73B
ay A73D
bl 044B
dz 02A3
ll 01C1 05F0 2016 2225
lo 044E
ls 02AA
lt 20B6
lz 02AB
mb 1F76B
oe 0153
oo 221E A699 A74F
qe 1F700
sss 1F75C
t3 A729
tf A777
ts 02A6
ue 1D6B
uo AB63
vb 1F76C
"""

_ALIKE_BESIDE_LATIN: Final = """
6 118D5
7 118C6
8 09EA 0A6A 0B03
9 09ED 0A67 0B68 0D6D
c 118E9
m 118E3
o 03ED 0665 06F5 0C02 0C82 0D02 0D82
u 03C5
v 03BD 0667 06F7
w 118E6
y 118DC
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


ALIKE: Final = _table(_ALIKE)
"""Letters as folding case leaves them, for str.translate."""

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
