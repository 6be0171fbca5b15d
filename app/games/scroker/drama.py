"""The drama of a session.

Each kind comes once in that many hands, by 10 sessions of five casual bots (200 hands;
`tests/games/moment_figures.py`).
"""

from app.games.scroker.events import ClaimShown, Spellchecked, TappedOut
from app.games.scroker.hands import Category
from app.games.scroker.state import Tableau
from app.rules.drama import Drama
from app.rules.game import Event


def drama(before: Tableau, event: Event) -> Drama | None:
    match event:
        case ClaimShown(seat=seat, words=words, presented=presented) if words:
            if presented >= Category.SCROKER:
                return Drama("{0} spelled a Scroker: {word}.", (seat,), 12.0, " ".join(words))
        case Spellchecked(by=by, seat=seat, word=word, listed=True):
            return Drama("{1} doubted {word}, and {0} was right.", (seat, by), 17.0, word)
        case Spellchecked(by=by, seat=seat, word=word):
            return Drama("{0} caught {1}: there is no word {word}.", (by, seat), 40.0, word)
        case TappedOut(seat=seat):
            return Drama("{0} put the last chip in.", (seat,), 9.5)
    return None
