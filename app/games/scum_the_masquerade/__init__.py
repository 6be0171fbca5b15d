"""Scum: The Masquerade: a climbing game for four to eight, in which ranks trade, beg and conspire.

Players try to get rid of their cards. A trick is led with any legal hand, from a single card to a
straight, and climbed with higher hands of the same type; its winner leads the next. The order of
going out gives the ranks of the next round. Ranks trade cards before the play, anybody may ask the
first rank for the first lead, and two players may agree to look at each other's cards. If the last
rank is the first to go out, that is a revolution, and all ranks reverse. After the CTY page of
2009. Clans give each player disciplines: small powers that may be used once or twice in a round.

Here: the cards, the round and its tricks, and the bots. `powers`: clans and disciplines.
`politics`: trades, boons, conspiracies, pacts and hunts. `worlds`: what one seat may believe.
"""

from typing import Final

from app.games.scum_the_masquerade.game import ScumTheMasquerade

GAME: Final = ScumTheMasquerade()
