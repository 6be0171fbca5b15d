"""The effects of uses before a play, each a small function of its own (page 6.3)."""

from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import RANKS, Card, sort_hand
from app.games.scum_the_masquerade.disciplines import Discipline
from app.games.scum_the_masquerade.effects import put_effect
from app.games.scum_the_masquerade.events import CryptSeen, DotLost
from app.games.scum_the_masquerade.marks import Effect, EffectKind, Gain, Look
from app.games.scum_the_masquerade.moves import Use
from app.games.scum_the_masquerade.state import ScumState, Snapshot, after, put, with_hand
from app.rules.game import Seat

HIGHEST_TAKEN: Final = RANKS.index("10")
"""The highest rank that Animalism takes out of the pile at its first level."""


def happen(state: ScumState, seat: Seat, use: Use) -> ScumState:
    """The use takes effect; the turn goes on after it."""
    match use.discipline:
        case Discipline.ANIMALISM:
            assert use.card is not None
            return take_from_pile(state, seat, use.card)
        case Discipline.OBFUSCATE:
            return put_effect(state, Effect(EffectKind.HIDDEN, seat, seat))
        case _:
            assert use.target is not None
            return _happen_to(state, seat, use, use.target)


def _happen_to(state: ScumState, seat: Seat, use: Use, target: Seat) -> ScumState:
    match use.discipline:
        case Discipline.AUSPEX:
            return peek(state, seat, target)
        case Discipline.DOMINATE:
            return put_effect(state, Effect(EffectKind.COMMANDED, target, seat, use.demand))
        case Discipline.PRESENCE:
            return put_effect(state, Effect(EffectKind.AWED, target, seat))
        case Discipline.THAUMATURGY:
            return lose_dot(state, target, use.loses)
        case _:
            raise AssertionError(f"{use.discipline} is not used before a play")


def take_from_pile(state: ScumState, seat: Seat, card: Card) -> ScumState:
    """A card of a finished trick goes into the crypt, for all to see (A9)."""
    public = state.public
    state = with_hand(state, seat, cards=sort_hand((*state.private[seat].cards, card)))
    pile = tuple(one for one in public.pile if one is not card)
    return after(state, pile=pile, gains=(*public.gains, Gain(seat, card)))


def peek(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """One look at the target's crypt, as everybody sees."""
    return after(snapshot(state, seat, target), CryptSeen(seat, target))


def snapshot(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """The target's crypt as it is now, for one seat, kept until the round ends (section 9)."""
    public = state.public
    played, gained = len(public.played[target]), len(public.gained(target))
    seen = Snapshot(target, state.private[target].cards, played, gained)
    state = with_hand(state, seat, snapshots=(*state.private[seat].snapshots, seen))
    return after(state, looks=(*public.looks, Look(seat, target, played, gained)))


def lose_dot(state: ScumState, target: Seat, discipline: Discipline | None) -> ScumState:
    """The target has one unspent dot or charge less until the next round (A26)."""
    sheets = state.public.sheets
    sheet = sheets[target]
    less = (
        replace(sheet, charges=sheet.charges - 1)
        if discipline is None
        else sheet.less(discipline, 1)
    )
    return after(state, DotLost(target, discipline), sheets=put(sheets, target, less))
