"""A table for tests of the disciplines of independent and Sabbat clans."""

from app.games.scum_the_masquerade.moves import (
    PlayWith,
)
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from tests.games.scum_the_masquerade.table import Table, cards, playing

X = Discipline
CRYPTS = ("4C 5C 5D 6H", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
PILE = "4H 5H 6S 7D 7H"


def table_with(discipline: Discipline, have: int, *crypts: str, **public: object) -> Table:
    """A is to lead, with this many dots; the pile holds five cards."""
    sheets = (Sheet.of(None, (Dot(discipline, have),)), Sheet(), Sheet(), Sheet())
    values = {"sheets": sheets, "pile": cards(PILE), **public}
    return playing(*(crypts or CRYPTS), **values)  # type: ignore[arg-type]  # by name


def unearthed(own: str, borrowed: str, level: int = 1) -> PlayWith:
    return PlayWith(X.NECROMANCY, cards(own), level, borrowed=cards(borrowed))
