"""The sheets of the players: clan, dots and charges; all of it is public (H42)."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.games.scum_the_masquerade.powers.clans import CHARGES, LENT, Clan, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline

Standing: TypeAlias = Literal["clanned", "clanless", "mortal"]
"""The kind of a rank: the last one is mortal, the one before has no clan."""


class Dot(msgspec.Struct, frozen=True):
    """The dots in one discipline."""

    discipline: Discipline
    have: int = 1
    spent: int = 0
    taken: int = 0

    @property
    def unspent(self) -> int:
        return self.have - self.spent + self.taken


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player's powers."""

    clan: Clan | None = None
    disciplines: tuple[Discipline, ...] = msgspec.field(default=(), name="dots")
    """One for each dot: one with two dots stands here twice."""
    specialty: Specialty | None = None
    charges: int = 0
    spent: tuple[Discipline, ...] = ()
    """One for each dot that is spent in this round."""
    taken: tuple[Discipline, ...] = ()
    """Dots of this round that Thaumaturgy took from others: one use of level one each (A26)."""

    @staticmethod
    def of(clan: Clan | None, dots: Iterable[Dot], specialty: Specialty | None = None) -> "Sheet":
        """The sheet with these dots."""
        found = tuple(dots)
        return Sheet(
            clan,
            tuple(dot.discipline for dot in found for _ in range(dot.have)),
            specialty,
            spent=tuple(dot.discipline for dot in found for _ in range(dot.spent)),
            taken=tuple(dot.discipline for dot in found for _ in range(dot.taken)),
        )

    @property
    def standing(self) -> Standing | None:
        """The rank that this sheet was declared for; None before the first declaration."""
        if self.specialty is not None:
            return "mortal"
        if self.clan is not None:
            return "clanned"
        return "clanless" if self.disciplines else None

    @property
    def dots(self) -> tuple[Dot, ...]:
        """The dots by discipline, as declared; then those in other ones."""
        return tuple(
            Dot(one, self.disciplines.count(one), self.spent.count(one), self.taken.count(one))
            for one in dict.fromkeys((*self.disciplines, *self.taken))
        )

    @property
    def usable(self) -> tuple[Discipline, ...]:
        """The disciplines that dots or charges can be used as."""
        lent = () if self.lent is None else (self.lent,)
        return tuple(dict.fromkeys((*self.disciplines, *self.taken, *lent)))

    @property
    def lent(self) -> Discipline | None:
        """The discipline that the charges are used as."""
        return None if self.specialty is None else LENT.get(self.specialty)

    def unspent(self, discipline: Discipline) -> int:
        """The dots of a discipline that are left in this round, and the charges that are that."""
        own = self.own(discipline) + self.taken.count(discipline)
        return own + (self.charges if discipline is self.lent else 0)

    def own(self, discipline: Discipline) -> int:
        """The own dots of a discipline that are left."""
        return self.disciplines.count(discipline) - self.spent.count(discipline)

    def highest_level(self, discipline: Discipline) -> int:
        """The highest level at which a discipline can be used."""
        return max(self.own(discipline), min(1, self.unspent(discipline)))

    def less(self, discipline: Discipline, number: int) -> "Sheet":
        """The sheet with this many more dots or charges spent.

        A single use takes a dot that was taken; others are the last to go.
        """
        if discipline is self.lent:
            return replace(self, charges=self.charges - number)
        lent = number == 1 and discipline in self.taken
        own = 0 if lent else min(number, self.own(discipline))
        taken = self.taken
        for _ in range(number - own):
            taken = _without(taken, discipline)
        return replace(self, spent=self.spent + (discipline,) * own, taken=taken)

    def with_restored(self, discipline: Discipline) -> "Sheet":
        """The sheet with a spent dot back."""
        return replace(self, spent=_without(self.spent, discipline))

    def with_taken(self, discipline: Discipline) -> "Sheet":
        """The sheet with a dot more until the next round, for one use of the first level."""
        return replace(self, taken=(*self.taken, discipline))

    def refilled(self) -> "Sheet":
        """The sheet at the beginning of a round."""
        charged = self.specialty is not None and self.specialty is not Specialty.GHOUL
        return replace(self, spent=(), taken=(), charges=CHARGES if charged else 0)


def _without(some: tuple[Discipline, ...], one: Discipline) -> tuple[Discipline, ...]:
    at = some.index(one)
    return some[:at] + some[at + 1 :]


def standing_of(place: int, players: int) -> Standing:
    """The kind of the rank at this place, counted from 0."""
    last: dict[int, Standing] = {players - 1: "mortal", players - 2: "clanless"}
    return last.get(place, "clanned")


def dots(disciplines: Sequence[Discipline]) -> tuple[Dot, ...]:
    """A dot for each of these, in order; one that occurs twice has two."""
    return tuple(Dot(one, disciplines.count(one)) for one in dict.fromkeys(disciplines))
