"""The sheets of the players: clan, dots and charges; all of it is public (H42)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scum_the_masquerade.clans import CHARGES, Clan, Specialty
from app.games.scum_the_masquerade.disciplines import Discipline

Standing: TypeAlias = Literal["clanned", "clanless", "mortal"]
"""The kind of a rank: the last one is mortal, the one before has no clan."""


class Dot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dots in one discipline."""

    discipline: Discipline
    have: int = 1
    spent: int = 0

    @property
    def unspent(self) -> int:
        return self.have - self.spent


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's powers."""

    clan: Clan | None = None
    dots: tuple[Dot, ...] = ()
    specialty: Specialty | None = None
    charges: int = 0

    @property
    def standing(self) -> Standing | None:
        """The rank that this sheet was declared for; None before the first declaration."""
        if self.specialty is not None:
            return "mortal"
        if self.clan is not None:
            return "clanned"
        return "clanless" if self.dots else None

    def unspent(self, discipline: Discipline) -> int:
        """The dots of a discipline that are left in this round."""
        return next((dot.unspent for dot in self.dots if dot.discipline is discipline), 0)

    def less(self, discipline: Discipline, number: int) -> "Sheet":
        """The sheet with so many more dots spent."""
        dots = tuple(
            replace(dot, spent=dot.spent + number) if dot.discipline is discipline else dot
            for dot in self.dots
        )
        return replace(self, dots=dots)

    def refilled(self) -> "Sheet":
        """The sheet at the beginning of a round."""
        dots = tuple(replace(dot, spent=0) for dot in self.dots)
        return replace(self, dots=dots, charges=CHARGES if self.specialty else 0)


def standing_of(place: int, players: int) -> Standing:
    """The kind of the rank at this place, counted from 0."""
    last: dict[int, Standing] = {players - 1: "mortal", players - 2: "clanless"}
    return last.get(place, "clanned")


def dots(disciplines: Sequence[Discipline]) -> tuple[Dot, ...]:
    """A dot for each of these, in order; one that occurs twice has two."""
    return tuple(Dot(one, disciplines.count(one)) for one in dict.fromkeys(disciplines))
