"""Skuncum: races for office, with bandwagons, coalitions and a royal sting, for three to six.

A hand of five cards is a string of Races. One player leads a Candidate. In the Scrum each other
player joins the Bandwagon, founds or joins a Coalition, or stands as a Challenger. In the Play-Off
the sides meet two by two, and whoever trails lays a card or concedes. The winner marks hats in a
printed score box, or votes; the first full box wins. After the rules of Skuncum (Campaign Politiks)
by T. J. Testa, 1988 and 2002, of which the second page alone survives. The rest is a
reconstruction; `docs/rules/skuncum.md` marks each part of it.
"""

from typing import Final

from app.games.skuncum.game import Skuncum

GAME: Final = Skuncum()
