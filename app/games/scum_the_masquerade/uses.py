"""Uses of disciplines before a play: legality, the window for answers, and the result."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade import primitives
from app.games.scum_the_masquerade.clans import Specialty
from app.games.scum_the_masquerade.disciplines import POWERS, Discipline
from app.games.scum_the_masquerade.effects import effect_on
from app.games.scum_the_masquerade.events import DisciplineUsed, UseCancelled
from app.games.scum_the_masquerade.marks import EffectKind, Pending
from app.games.scum_the_masquerade.moves import Reason, Use
from app.games.scum_the_masquerade.state import (
    Asked,
    Phase,
    ScumState,
    Tableau,
    Trick,
    after,
    put,
    still_in,
    with_hand,
)
from app.rules.game import Seat

SECONDS: Final = 8
"""The window for answers (H48)."""
LEVEL: Final = 1
"""The level of every use so far: each discipline has one dot."""


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
        and public.trick != Trick(1)
        and not (public.trick is not None and public.trick.number == 1 and not public.trick.hands)
    )


def uses(public: Tableau, seat: Seat) -> Iterator[Use]:
    """Every legal use of this seat, which follows from public facts alone."""
    for use in _possible(public, seat):
        if problem(public, seat, use) is None:
            yield use


def _possible(public: Tableau, seat: Seat) -> Iterator[Use]:
    others = [other for other in still_in(public) if other != seat]
    for dot in public.sheets[seat].dots:
        match dot.discipline:
            case Discipline.ANIMALISM:
                yield from (Use(dot.discipline, card=card) for card in public.pile)
            case Discipline.OBFUSCATE:
                yield Use(dot.discipline)
            case Discipline.AUSPEX | Discipline.PRESENCE:
                yield from (Use(dot.discipline, other) for other in others)
            case Discipline.DOMINATE:
                for other in others:
                    yield from (Use(dot.discipline, other, demand=one) for one in (False, True))
            case Discipline.THAUMATURGY:
                for other in others:
                    yield Use(dot.discipline, other)
                    for theirs in public.sheets[other].dots:
                        yield Use(dot.discipline, other, loses=theirs.discipline)
            case _:
                continue


def problem(public: Tableau, seat: Seat, use: Use) -> Reason | None:
    """The reason why this use is not legal now, or None."""
    sheet, power = public.sheets[seat], POWERS[use.discipline]
    if not sheet.unspent(use.discipline):
        return Reason.NO_DOTS
    if power.timing != "before":
        return Reason.WRONG_TIME
    if use.discipline is Discipline.OBFUSCATE and seat == public.hunted:
        return Reason.HUNTED
    if (use.target is None) is (power.targets == "other"):
        return Reason.WRONG_TARGET
    if use.target is not None:
        if use.target == seat or use.target not in still_in(public):
            return Reason.WRONG_TARGET
        if price_of_finding(public, seat, use) is None:
            return Reason.TARGET_HIDDEN
    return _details(public, seat, use)


def _details(public: Tableau, seat: Seat, use: Use) -> Reason | None:
    """The reason why the card, demand or dot that the use names will not do, or None."""
    card, loses = use.card, use.loses
    if (card is not None) is not (use.discipline is Discipline.ANIMALISM):
        return Reason.NOT_IN_THE_PILE
    if card is not None and (card not in public.pile or card.rank > primitives.HIGHEST_TAKEN):
        return Reason.NOT_IN_THE_PILE
    if use.demand:
        below = use.target is not None and _place(public, use.target) > _place(public, seat)
        if use.discipline is not Discipline.DOMINATE or not below:
            return Reason.WRONG_TARGET
    if loses is not None and use.discipline is not Discipline.THAUMATURGY:
        return Reason.NOTHING_TO_LOSE
    if use.discipline is Discipline.THAUMATURGY and use.target is not None:
        theirs = public.sheets[use.target]
        left = theirs.charges if loses is None else theirs.unspent(loses)
        return None if left else Reason.NOTHING_TO_LOSE
    return None


def _place(public: Tableau, seat: Seat) -> int:
    return public.order.index(seat)


def price_of_finding(public: Tableau, seat: Seat, use: Use) -> int | None:
    """The dots of Auspex that a hidden target costs besides; None: they are not there (H54)."""
    if use.target is None or effect_on(public, use.target, EffectKind.HIDDEN) is None:
        return 0
    if use.discipline is Discipline.AUSPEX:
        return 0
    return 1 if public.sheets[seat].unspent(Discipline.AUSPEX) else None


def price(public: Tableau, use: Use) -> int:
    """The dots that a use costs: one less against a player under a blood hunt, at least none."""
    return LEVEL - (use.target is not None and use.target == public.hunted)


def price_of_cancelling(public: Tableau, seat: Seat) -> int:
    """The dots of Fortitude that cancel a use: one more under a blood hunt (8.2)."""
    return LEVEL + (seat == public.hunted)


def answerers(public: Tableau, seat: Seat, use: Use) -> tuple[Seat, ...]:
    """The seats that can cancel this use, the one that counts first (H48)."""
    found: list[Seat] = []
    target = use.target
    if target is not None and POWERS[use.discipline].fortitude:
        left = public.sheets[target].unspent(Discipline.FORTITUDE)
        found += [target] if left >= price_of_cancelling(public, target) else []
    found += [
        other
        for other in still_in(public)
        if other != seat and other not in found and has_charge(public, other)
    ]
    return tuple(found)


def has_charge(public: Tableau, seat: Seat) -> bool:
    """True for an Inquisitor with a charge."""
    sheet = public.sheets[seat]
    return sheet.specialty is Specialty.INQUISITOR and sheet.charges > 0


def begin(state: ScumState, seat: Seat, use: Use) -> ScumState:
    """The use is announced and paid for; it happens at once if nobody can answer."""
    public = state.public
    finding = price_of_finding(public, seat, use) or 0
    sheet = (
        public.sheets[seat]
        .less(use.discipline, price(public, use))
        .less(Discipline.AUSPEX, finding)
    )
    state = after(
        state,
        DisciplineUsed(seat, use.discipline, use.target, use.card, use.demand),
        sheets=put(public.sheets, seat, sheet),
        uses=public.uses + 1,
        used=public.turns,
    )
    may = answerers(state.public, seat, use)
    if not may:
        return primitives.happen(state, seat, use)
    return after(state, pending=Pending(seat, use, may))


def react(state: ScumState, seat: Seat, cancel: bool) -> ScumState:
    """An answer is secret until the window closes: when the result cannot change any more."""
    state = with_hand(state, seat, reaction=cancel)
    pending = state.public.pending
    assert pending is not None
    for one in pending.may:
        answer = state.private[one].reaction
        if answer is None:
            return state
        if answer:
            return cancelled(_closed(state), pending, one)
    return primitives.happen(_closed(state), pending.seat, pending.use)


def _closed(state: ScumState) -> ScumState:
    private = tuple(replace(hand, reaction=None) for hand in state.private)
    return after(replace(state, private=private), pending=None)


def cancelled(state: ScumState, pending: Pending, by: Seat) -> ScumState:
    """The use comes to nothing; its dots stay spent, and so do those of the answer (H48)."""
    sheets, fortitude = state.public.sheets, Discipline.FORTITUDE
    cost = price_of_cancelling(state.public, by)
    shielded = by == pending.use.target and sheets[by].unspent(fortitude) >= cost
    sheet = (
        sheets[by].less(fortitude, cost)
        if shielded
        else replace(sheets[by], charges=sheets[by].charges - 1)
    )
    told = UseCancelled(by, pending.seat, pending.use.discipline)
    return after(state, told, sheets=put(sheets, by, sheet))
