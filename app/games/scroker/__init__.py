"""Scroker: poker with words, for two to eight.

Every card bears a letter, and a hand is worth what it spells: a two-letter Duck, a Frog of four, up to a Flying Scroker of
five with the Unicorn in it. Words keep to their suit, but for the peppers that Lemons and Limes may borrow. One antes, opens,
raises, draws or bluffs, and nobody looks a word up unless somebody pays to have it spellchecked. Spit in the Can, Longhorn
Stud and Dealer's Choice are options of the same table. All chips are play chips. After the publisher's own rules of the game;
where they are silent, `docs/rules/scroker.md` says what this house plays.
"""

from typing import Final

from app.games.scroker.game import Scroker

GAME: Final = Scroker()
