"""Scum of the Earth: a climbing game for four to ten, about who stands above whom.

Players try to get rid of their cards. A trick is led with any number of cards of one face. It is
climbed with as many of a better one; small is good. Its winner leads the next. The order of going
out gives the ranks of the next hand. The last rank pays its best two cards to the first and gets
any two back. Everybody draws a salary for the rank won. The deck has one Ace, two 2s, three 3s and
so on, and some cards with special powers. After Ryan McGuire's text of 1999 (version 1.1); our
choices where it is silent are in `docs/rules/scum-of-the-earth.md`.
"""

from typing import Final

from app.games.scum_of_the_earth.game import ScumOfTheEarth

GAME: Final = ScumOfTheEarth()
