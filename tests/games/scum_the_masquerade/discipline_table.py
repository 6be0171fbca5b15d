"""Tables of four whose players have disciplines."""

from app.games.scum_the_masquerade.moves import Use
from app.games.scum_the_masquerade.powers.clans import CHARGES, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

INQUISITOR = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
CRYPTS = ("4C 5C 5D 6H", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
X = Discipline


def sheet(*disciplines: Discipline) -> Sheet:
    return Sheet.of(None, dots(disciplines))


def table_with(
    own: tuple[Discipline, ...],
    second: Sheet | None = None,
    last: Sheet | None = None,
    crypts: tuple[str, ...] = CRYPTS,
) -> Table:
    """A is to lead and has a dot in each of these; B and the last rank have these sheets."""
    sheets = (sheet(*own), second or Sheet(), Sheet(), last or Sheet())
    return playing(*crypts, sheets=sheets, pile=cards("3C 9H JH"), order=(A, B, C, D))


def use(discipline: Discipline, target: Seat | None = None, **args: object) -> Use:
    return Use(discipline, () if target is None else (target,), **args)  # type: ignore[arg-type]  # by name
