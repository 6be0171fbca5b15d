"""Scum of the Earth: a climbing game for four to ten, about who stands above whom.

Get rid of your cards first. A trick is led with any number of cards of one face and is climbed with as many of a better
one, small being good; whoever wins it leads the next. The order of going out is the order of ranks in the next hand: the
last rank pays its best two cards to the first and gets any two back, and everybody draws a salary for the rank won. The
deck has one Ace, two 2s, three 3s and so on, and a handful of cards with powers of their own. After Ryan McGuire's text of
1999 (version 1.1); where it is silent, `docs/rules/scum-of-the-earth.md` says what this house plays.
"""

from typing import Final

from app.games.scum_of_the_earth.game import ScumOfTheEarth

GAME: Final = ScumOfTheEarth()
