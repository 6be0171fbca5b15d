"""Tables of four whose players have disciplines."""

from typing import Any

from app.games.scum_the_masquerade.moves import Demand, Use
from app.games.scum_the_masquerade.powers.clans import CHARGES, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet, dots
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

INQUISITOR = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
CRYPTS = ("4C 5C 5D 6H", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
X = Discipline
PILE = "3C 4D 6S 7H 9H JH 2D"
BOTH = ("celerity", "potence")


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


def with_dots(
    discipline: Discipline, have: int = 3, *, more: tuple[Dot, ...] = (), b: tuple[Dot, ...] = (),
    d: Sheet | None = None, **public: Any,
) -> Table:  # fmt: skip
    """A is to lead with this many dots; B has a dot left of Potence and of Celerity."""
    own = Sheet.of(None, (Dot(discipline, have), *more))
    theirs = Sheet.of(None, (Dot(X.POTENCE, 3, 2), Dot(X.CELERITY, 2, 1), *b))
    values: dict[str, Any] = {
        "sheets": (own, theirs, Sheet(), d or Sheet()),
        "pile": cards(PILE),
        **public,
    }
    return playing(*CRYPTS, **values)


def legal_use(discipline: Discipline, level: int) -> Use:
    """A legal use at this level, on B where it has a target."""
    match discipline:
        case X.ANIMALISM:
            return Use(discipline, (), level, cards(("3C", "JH", "2D")[level - 1]))
        case X.OBFUSCATE | X.VICISSITUDE:
            return Use(discipline, (), level)
        case X.MYTHERCERIA:
            return Use(discipline, (), level, ranks=("7", "8", "9")[:level])
        case X.PRESENCE:
            return Use(discipline, ((B,), (B, C), (B, C, D))[level - 1], level)
        case X.DOMINATE:
            demand = (Demand.HIGHEST, Demand.LOWEST, Demand.NAMED)[level - 1]
            return Use(discipline, (B,), level, demand=demand)
        case X.THAUMATURGY:
            return Use(discipline, (B,), level, loses=BOTH if level == 3 else ("potence",))
        case X.OBEAH:
            return Use(discipline, (B,), level, restores=("potence",) if level == 1 else BOTH)
        case X.DAIMOINON:
            return Use(discipline, (B,), level, cards(("3C", "3C 4D", "3C 4D 6S")[level - 1]))
        case _:
            return Use(discipline, (B,), level)
