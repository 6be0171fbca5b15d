"""Legality and prices of uses before a play; all of it follows from public facts."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from app.games.scum_the_masquerade.cards import RANKS, Card, sort_hand
from app.games.scum_the_masquerade.moves import CHARGE, Demand, Use
from app.games.scum_the_masquerade.powers.disciplines import POWERS, Discipline
from app.games.scum_the_masquerade.powers.effects import effect_on
from app.games.scum_the_masquerade.powers.marks import EffectKind
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.powers.temptation import may_exchange
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import Asked, Phase, Tableau, Trick, still_in
from app.games.scum_the_masquerade.tricks import best
from app.rules.game import Seat

REACHED: Final = {
    Discipline.ANIMALISM: tuple(map(RANKS.index, ("10", "K", "2"))),
    Discipline.DAIMOINON: tuple(map(RANKS.index, ("6", "6", "6"))),
}
"""The highest rank that a discipline takes out of the pile, by level."""
TAKEN_BACK: Final = (1, 4, 6)
"""The most cards of a hand that Obtenebration takes off the trick, by level."""


def may_use(public: Tableau, seat: Seat) -> bool:
    """True on an own turn without a use, once the first hand of the round lies (H44, A5)."""
    return (
        public.options.disciplines
        and public.phase is Phase.PLAY
        and public.ranked
        and public.turn == seat
        and public.asked in (Asked.LEAD, Asked.FOLLOW)
        and public.pending is None
        and public.used != public.turns
        and effect_on(public, seat, EffectKind.SILENCED) is None
        and not any(effect.cards for effect in public.effects if effect.seat == seat)
        and public.trick != Trick(1)
        and not (public.trick is not None and public.trick.number == 1 and not public.trick.hands)
    )


def levels_of(public: Tableau, seat: Seat, discipline: Discipline) -> range:
    """The levels that this seat has dots for (H41)."""
    built = len(POWERS[discipline].levels)
    return range(1, min(built, public.sheets[seat].highest_level(discipline)) + 1)


def uses(public: Tableau, seat: Seat, every: bool = True) -> Iterator[Use]:
    """Every legal use of this seat; else of many sets of cards each card alone, and a largest set.

    Two packs have thousands of sets that Daimoinon may choose.
    """
    others = tuple(other for other in still_in(public) if other != seat)
    for discipline in public.sheets[seat].usable:
        for level in levels_of(public, seat, discipline):
            for use in _possible(public, seat, discipline, level, others, every):
                if problem(public, seat, use) is None:
                    yield use


def _possible(
    public: Tableau,
    seat: Seat,
    discipline: Discipline,
    level: int,
    others: tuple[Seat, ...],
    every: bool,
) -> Iterator[Use]:
    match discipline:
        case Discipline.ANIMALISM:
            yield from (Use(discipline, (), level, (card,)) for card in public.pile)
        case Discipline.DAIMOINON:
            low = [card for card in public.pile if reaches(Use(discipline, (), level, (card,)))]
            for other in others:
                for cards in _some(sort_hand(low), level, every):
                    yield Use(discipline, (other,), level, cards)
        case Discipline.MYTHERCERIA:
            number = ruleset(public.options).forbidden[level - 1]
            for ranks in combinations(RANKS, number):
                yield Use(discipline, (), level, ranks=ranks)
        case Discipline.OBEAH:
            for one in (seat, *others):
                spent = to_restore(public, one)
                for number in range(1, min(len(spent), level) + 1):
                    for restores in combinations(spent, number):
                        yield Use(discipline, (one,), level, restores=restores)
        case Discipline.OBFUSCATE | Discipline.VICISSITUDE:
            yield Use(discipline, (), level)
        case Discipline.AUSPEX | Discipline.DEMENTATION | Discipline.QUIETUS:
            yield from (Use(discipline, (other,), level) for other in others)
        case Discipline.PRESENCE:
            found = [visible(public, seat)] if level == 3 else combinations(others, level)
            yield from (Use(discipline, targets, level) for targets in found)
        case Discipline.SERPENTIS:
            yield from (Use(discipline, (other,), level) for other in others)
        case Discipline.OBTENEBRATION:
            lies = best(public)
            if lies is not None:
                yield Use(discipline, (lies.seat,), level)
        case Discipline.DOMINATE:
            for other in others:
                for demand in demands(public, seat, other, level):
                    yield Use(discipline, (other,), level, demand=demand)
        case Discipline.THAUMATURGY:
            for other in others:
                left = to_lose(public, other)
                for number in range(1, min(len(left), losses(level)) + 1):
                    for loses in combinations(left, number):
                        yield Use(discipline, (other,), level, loses=loses)
        case _:
            return


def _some(cards: tuple[Card, ...], most: int, every: bool) -> Iterator[tuple[Card, ...]]:
    """The sets of up to `most` of these cards; or each card alone, and one of the largest."""
    yield from ((card,) for card in cards)
    for long in range(2, min(most, len(cards)) + 1):
        if every:
            yield from combinations(cards, long)
        elif long == min(most, len(cards)):
            yield cards[:long]


def reaches(use: Use) -> bool:
    """True for cards of the pile that the discipline takes at this level; how many, too."""
    most = use.level if use.discipline is Discipline.DAIMOINON else 1
    ranks = REACHED.get(use.discipline)
    if ranks is None or not 1 <= len(set(use.cards)) == len(use.cards) <= most:
        return False
    return all(card.rank <= ranks[use.level - 1] for card in use.cards)


def visible(public: Tableau, seat: Seat) -> tuple[Seat, ...]:
    """The other seats with cards that are not hidden, in order of play from the first place."""
    return tuple(
        other
        for other in still_in(public)
        if other != seat and effect_on(public, other, EffectKind.HIDDEN) is None
    )


def demands(public: Tableau, seat: Seat, target: Seat, level: int) -> tuple[Demand, ...]:
    """The orders of Dominate: at the first level the highest hand of a lower rank alone."""
    if level == 1:
        below = public.order.index(target) > public.order.index(seat)
        return (Demand.ANY, Demand.HIGHEST) if below else (Demand.ANY,)
    return (Demand.HIGHEST, Demand.LOWEST) if level == 2 else (Demand.NAMED,)


def to_lose(public: Tableau, target: Seat) -> tuple[str, ...]:
    """The disciplines of which a dot is left, and the charge."""
    sheet = public.sheets[target]
    left = tuple(dot.discipline.value for dot in sheet.dots if dot.unspent)
    return (*left, CHARGE) if sheet.charges else left


def to_restore(public: Tableau, target: Seat) -> tuple[str, ...]:
    """The disciplines of which Obeah gives a spent dot back."""
    dots = public.sheets[target].dots
    return tuple(
        dot.discipline.value for dot in dots if dot.spent and dot.discipline is not Discipline.OBEAH
    )


def losses(level: int) -> int:
    """The dots that Thaumaturgy takes at this level."""
    return 2 if level == 3 else 1


def problem(public: Tableau, seat: Seat, use: Use) -> Reason | None:
    """The reason why this use is not legal now, or None."""
    if not public.sheets[seat].unspent(use.discipline):
        return Reason.NO_DOTS
    if POWERS[use.discipline].timing != "before":
        return Reason.WRONG_TIME
    if use.level not in levels_of(public, seat, use.discipline):
        return Reason.NO_DOTS
    if use.discipline is Discipline.OBFUSCATE and seat == public.hunted:
        return Reason.HUNTED
    return _target_problem(public, seat, use) or _details(public, seat, use)


def _target_problem(public: Tableau, seat: Seat, use: Use) -> Reason | None:
    kind, targets = POWERS[use.discipline].targets, set(use.targets)
    possible = set(still_in(public)) - ({seat} if kind != "anybody" else set())
    if len(targets) < len(use.targets) or not targets <= possible:
        return Reason.WRONG_TARGET
    wanted = 0 if kind == "self" else 1
    if use.discipline is Discipline.PRESENCE and use.level > 1:
        wanted = 2 if use.level == 2 else len(visible(public, seat))
        if use.level == 3 and (not targets or targets != set(visible(public, seat))):
            return Reason.WRONG_TARGET
    if len(targets) != wanted:
        return Reason.WRONG_TARGET
    return Reason.TARGET_HIDDEN if price_of_finding(public, seat, use) is None else None


def _details(public: Tableau, seat: Seat, use: Use) -> Reason | None:
    """The reason why the card, demand or dots that the use names will not do, or None."""
    takes = bool(use.cards) or use.discipline in REACHED
    if takes and not (reaches(use) and set(use.cards) <= set(public.pile)):
        return Reason.NOT_IN_THE_PILE
    if use.discipline is Discipline.SERPENTIS:
        (other,) = use.targets
        below = public.order.index(other) > public.order.index(seat)
        both = all(may_exchange(public, one) for one in (seat, other))
        if not both or (use.level == 1 and not below):
            return Reason.WRONG_TARGET
    if use.discipline is Discipline.OBTENEBRATION:
        lies = best(public)
        if lies is None:
            return Reason.WRONG_TIME
        if lies.seat != use.targets[0]:
            return Reason.NOT_ON_TOP
        if len(lies.cards) > TAKEN_BACK[use.level - 1]:
            return Reason.HAND_TOO_LARGE
    if use.demand is not Demand.ANY or use.discipline is Discipline.DOMINATE:
        dominates = use.discipline is Discipline.DOMINATE
        if not dominates or use.demand not in demands(public, seat, use.targets[0], use.level):
            return Reason.WRONG_TARGET
    if use.loses or use.discipline is Discipline.THAUMATURGY:
        left = to_lose(public, use.targets[0]) if use.targets else ()
        takes = use.discipline is Discipline.THAUMATURGY and len(set(use.loses)) == len(use.loses)
        if not takes or not 1 <= len(use.loses) <= losses(use.level) or not {*use.loses} <= {*left}:
            return Reason.NOTHING_TO_LOSE
    if use.restores or use.discipline is Discipline.OBEAH:
        spent = to_restore(public, use.targets[0]) if use.targets else ()
        heals, named = use.discipline is Discipline.OBEAH, set(use.restores)
        few = 1 <= len(named) == len(use.restores) <= use.level
        if not heals or not few or not named <= {*spent}:
            return Reason.NOTHING_SPENT
    if use.ranks or use.discipline is Discipline.MYTHERCERIA:
        number = ruleset(public.options).forbidden[use.level - 1]
        ranks = {*use.ranks} & {*RANKS}
        riddles = use.discipline is Discipline.MYTHERCERIA
        if not riddles or not len(ranks) == len(use.ranks) == number:
            return Reason.NOT_SUCH_RANKS
    return None


def price_of_finding(public: Tableau, seat: Seat, use: Use) -> int | None:
    """The further dots of Auspex that hidden targets cost; None: they are not there (H54)."""
    others = [one for one in use.targets if one != seat]
    hidden = sum(effect_on(public, one, EffectKind.HIDDEN) is not None for one in others)
    if use.discipline is Discipline.AUSPEX:
        return 0
    return hidden if public.sheets[seat].unspent(Discipline.AUSPEX) >= hidden else None


def price(public: Tableau, use: Use) -> int:
    """The dots that a use costs: fewer against a player under a blood hunt, at least none.

    Obeah is not against its target.
    """
    against = public.hunted in use.targets and use.discipline is not Discipline.OBEAH
    return max(0, use.level - against * ruleset(public.options).hunt_saves)


def price_of_cancelling(public: Tableau, seat: Seat, use: Use) -> int:
    """The dots of Fortitude that cancel a use (H53): one more under a blood hunt (8.2)."""
    return (use.level if len(use.targets) == 1 else 1) + (seat == public.hunted)
