"""Uses of disciplines before a play: the announcement, the window for answers, and the result."""

from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import RANKS, sort_hand
from app.games.scum_the_masquerade.events import DisciplineUsed, UseCancelled
from app.games.scum_the_masquerade.moves import Use
from app.games.scum_the_masquerade.powers import announcing, primitives
from app.games.scum_the_masquerade.powers.clans import Specialty
from app.games.scum_the_masquerade.powers.disciplines import POWERS, Discipline
from app.games.scum_the_masquerade.powers.effects import effect_on
from app.games.scum_the_masquerade.powers.marks import EffectKind, Pending
from app.games.scum_the_masquerade.powers.use_rules import (
    price,
    price_of_cancelling,
    price_of_finding,
)
from app.games.scum_the_masquerade.state import ScumState, Tableau, still_in, with_hand
from app.kits.next_state import after, put
from app.rules.game import Seat

SECONDS: Final = 8
"""The window for answers (H48)."""


def answerers(public: Tableau, seat: Seat, use: Use) -> tuple[Seat, ...]:
    """The seats that can cancel this use, the one that counts first (H48).

    Of several targets each answers for itself, so who can cancel all of it is first (A6).
    """
    targets = tuple(
        target
        for target in use.targets
        if POWERS[use.discipline].fortitude
        and not silenced(public, target)
        and public.sheets[target].unspent(Discipline.FORTITUDE)
        >= price_of_cancelling(public, target, use)
    )
    others = tuple(
        other
        for other in still_in(public)
        if other != seat and other not in targets and has_charge(public, other)
    )
    return targets + others if len(use.targets) < 2 else others + targets


def silenced(public: Tableau, seat: Seat) -> bool:
    """True for a player under Quietus."""
    return effect_on(public, seat, EffectKind.SILENCED) is not None


def has_charge(public: Tableau, seat: Seat) -> bool:
    """True for an Inquisitor with a charge, and for who took one."""
    sheet = public.sheets[seat]
    return (
        not silenced(public, seat)
        and sheet.charges > 0
        and sheet.specialty in (Specialty.INQUISITOR, None)
    )


def begin(state: ScumState, seat: Seat, use: Use) -> ScumState:
    """The use is announced and paid for; it happens at once if nobody can answer."""
    public = state.public
    targets = tuple(one for one in public.order if one in use.targets)
    loses = tuple(sorted(use.loses))
    restores = tuple(sorted(use.restores))
    ranks = tuple(sorted(use.ranks, key=RANKS.index))
    use = replace(use, targets=targets, loses=loses, restores=restores, ranks=ranks)
    use = replace(use, cards=sort_hand(use.cards))
    finding = price_of_finding(public, seat, use) or 0
    sheet = (
        public.sheets[seat]
        .less(use.discipline, price(public, use))
        .less(Discipline.AUSPEX, finding)
    )
    state = after(
        state,
        DisciplineUsed(seat, use.discipline, use.level, targets, use.cards, use.demand, use.ranks),
        sheets=put(public.sheets, seat, sheet),
        uses=public.uses + 1,
        used=public.turns,
    )
    may = answerers(state.public, seat, use)
    if not may:
        return primitives.happen(state, seat, use)
    return after(state, pending=Pending(seat, use, may))


def shields(public: Tableau, pending: Pending, seat: Seat) -> bool:
    """True for a target that answers with Fortitude."""
    left = public.sheets[seat].unspent(Discipline.FORTITUDE)
    cost = price_of_cancelling(public, seat, pending.use)
    return seat in pending.use.targets and left >= cost


def cancels_all(public: Tableau, pending: Pending, seat: Seat) -> bool:
    """True if a yes of this seat leaves nothing of the use (A6)."""
    return len(pending.use.targets) < 2 or not shields(public, pending, seat)


def react(state: ScumState, seat: Seat, cancel: bool) -> ScumState:
    """An answer is secret until the window closes: when the result cannot change any more."""
    if announcing.bluff(state.public) is not None:
        return announcing.answered(state, seat, cancel)
    state = with_hand(state, seat, reaction=cancel)
    pending = state.public.pending
    assert pending is not None
    freed: tuple[Seat, ...] = ()
    for one in pending.may:
        answer = state.private[one].reaction
        if answer is None:
            return state
        if answer and cancels_all(state.public, pending, one):
            return cancelled(_closed(state), pending, one)
        freed += (one,) if answer else ()
    state = _closed(state)
    for one in freed:
        state = cancelled(state, pending, one)
    left = tuple(one for one in pending.use.targets if one not in freed)
    if freed and not left:
        return state
    return primitives.happen(state, pending.seat, replace(pending.use, targets=left))


def _closed(state: ScumState) -> ScumState:
    private = tuple(replace(hand, reaction=None) for hand in state.private)
    return after(replace(state, private=private), pending=None)


def cancelled(state: ScumState, pending: Pending, by: Seat) -> ScumState:
    """The use comes to nothing; its dots stay spent, and so do those of the answer (H48)."""
    sheets, fortitude = state.public.sheets, Discipline.FORTITUDE
    cost = price_of_cancelling(state.public, by, pending.use)
    shielded = shields(state.public, pending, by)
    sheet = (
        sheets[by].less(fortitude, cost)
        if shielded
        else replace(sheets[by], charges=sheets[by].charges - 1)
    )
    event = UseCancelled(by, pending.seat, pending.use.discipline)
    return after(state, event, sheets=put(sheets, by, sheet))
