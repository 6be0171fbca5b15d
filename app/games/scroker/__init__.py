"""Scroker: poker with words, for two to eight.

Every card bears a letter, and a hand is worth what it spells. A Duck has two letters, a Frog four,
and a Flying Scroker five with the Unicorn among them. Words keep to their suit, but Lemons and
Limes may borrow peppers. Players ante, open, raise, draw or bluff. Nobody looks a word up unless a
player pays to have it spellchecked. Spit in the Can, Longhorn Stud and Dealer's Choice are options
of the same table. All chips are play chips. After the publisher's own rules; our choices where they
are silent are in `docs/rules/scroker.md`.
"""

from typing import Final

from app.games.scroker.game import Scroker

GAME: Final = Scroker()
