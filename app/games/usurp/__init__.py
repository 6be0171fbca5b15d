"""Usurp: a game of rank and nerve for two, or four.

Everybody holds thirteen cards, and one pile lies face up. A player who beats its top card wins what
that card is worth. One follows suit in an Order that is Regal (high wins) or Common (low wins). A
card of equal rank usurps, and its player may turn the Order over. Or one rises in an Uprising, with
any card face down, and hopes to be believed, or to be challenged. The Crown (Ace) and the Plow (2)
beat each other in both Orders. After the text of Noby Nobriga and Rusty Spell of 2002 and 2003. Our
choices where it is silent, and for four players, are in `docs/rules/usurp.md`.
"""

from typing import Final

from app.games.usurp.game import Usurp

GAME: Final = Usurp()
