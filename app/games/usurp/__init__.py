"""Usurp: a game of rank and nerve for two, or four.

Thirteen cards each, one face-up pile, and whoever plays well on its top card wins what that card is worth. Follow its suit and
beat it, in an Order that is Regal (high wins) or Common (low wins) and can be turned over by whoever usurps with a card of
equal rank; or rise in an Uprising with any card face down, and hope to be believed, or to be challenged. The Crown (Ace) and
the Plow (2) beat each other whatever the Order. After the text of Noby Nobriga and Rusty Spell of 2002 and 2003; where it is
silent, and for four players, `docs/rules/usurp.md` says what this house plays.
"""

from typing import Final

from app.games.usurp.game import Usurp

GAME: Final = Usurp()
