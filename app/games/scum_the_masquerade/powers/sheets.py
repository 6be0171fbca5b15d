"""The sheets of the players: clan, dots and charges; all of it is public (H42)."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scum_the_masquerade.powers.clans import CHARGES, LENT, Clan, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline

Standing: TypeAlias = Literal["clanned", "clanless", "mortal"]
"""The kind of a rank: the last one is mortal, the one before has no clan."""


class Dot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dots in one discipline."""

    discipline: Discipline
    have: int = 1
    spent: int = 0
    taken: int = 0
    """Dots of this round that Thaumaturgy took from others: one use of level one each (A26)."""

    @property
    def unspent(self) -> int:
        return self.have - self.spent + self.taken

    @property
    def highest_level(self) -> int:
        """The highest level that the dots reach."""
        return max(self.have - self.spent, min(1, self.taken))

    def less(self, number: int) -> "Dot":
        """With so many more dots spent; a single one of those that were taken comes first."""
        if number <= self.taken and number == 1:
            return replace(self, taken=self.taken - 1)
        own = min(number, self.have - self.spent)
        return replace(self, spent=self.spent + own, taken=self.taken - (number - own))


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

    @property
    def disciplines(self) -> tuple[Discipline, ...]:
        """One for each dot, as declared."""
        return tuple(dot.discipline for dot in self.dots for _ in range(dot.have))

    @property
    def usable(self) -> tuple[Discipline, ...]:
        """The disciplines that dots or charges can be used as."""
        own = tuple(dot.discipline for dot in self.dots)
        return own if self.lent is None or self.lent in own else (*own, self.lent)

    @property
    def lent(self) -> Discipline | None:
        """The discipline that the charges are used as."""
        return None if self.specialty is None else LENT.get(self.specialty)

    def unspent(self, discipline: Discipline) -> int:
        """The dots of a discipline that are left in this round, and the charges that are that."""
        own = next((dot.unspent for dot in self.dots if dot.discipline is discipline), 0)
        return own + (self.charges if discipline is self.lent else 0)

    def highest_level(self, discipline: Discipline) -> int:
        """The highest level at which a discipline can be used."""
        own = [dot.highest_level for dot in self.dots if dot.discipline is discipline]
        return max(own, default=min(1, self.unspent(discipline)))

    def less(self, discipline: Discipline, number: int) -> "Sheet":
        """The sheet with so many more dots or charges spent."""
        if discipline is self.lent:
            return replace(self, charges=self.charges - number)
        dots = tuple(dot.less(number) if dot.discipline is discipline else dot for dot in self.dots)
        return replace(self, dots=dots)

    def with_restored(self, discipline: Discipline) -> "Sheet":
        """The sheet with a spent dot back."""
        dots = tuple(
            replace(dot, spent=dot.spent - 1) if dot.discipline is discipline else dot
            for dot in self.dots
        )
        return replace(self, dots=dots)

    def with_taken(self, discipline: Discipline) -> "Sheet":
        """The sheet with a dot more until the next round, for one use of the first level."""
        if not any(dot.discipline is discipline for dot in self.dots):
            return replace(self, dots=(*self.dots, Dot(discipline, 0, 0, 1)))
        dots = tuple(
            replace(dot, taken=dot.taken + 1) if dot.discipline is discipline else dot
            for dot in self.dots
        )
        return replace(self, dots=dots)

    def refilled(self) -> "Sheet":
        """The sheet at the beginning of a round."""
        charged = self.specialty is not None and self.specialty is not Specialty.GHOUL
        dots = tuple(replace(dot, spent=0, taken=0) for dot in self.dots if dot.have)
        return replace(self, dots=dots, charges=CHARGES if charged else 0)


def standing_of(place: int, players: int) -> Standing:
    """The kind of the rank at this place, counted from 0."""
    last: dict[int, Standing] = {players - 1: "mortal", players - 2: "clanless"}
    return last.get(place, "clanned")


def dots(disciplines: Sequence[Discipline]) -> tuple[Dot, ...]:
    """A dot for each of these, in order; one that occurs twice has two."""
    return tuple(Dot(one, disciplines.count(one)) for one in dict.fromkeys(disciplines))
