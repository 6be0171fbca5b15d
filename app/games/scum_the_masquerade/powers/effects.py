"""The effects that lie on seats, and what an order to play proves of a crypt."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.events import TurnLost
from app.games.scum_the_masquerade.moves import Demand
from app.games.scum_the_masquerade.powers import forbidden_ranks
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind, Proof
from app.games.scum_the_masquerade.state import Asked, Laid, ScumState, Tableau
from app.kits.next_state import after
from app.rules.game import Seat

ORDERS = (EffectKind.COMMANDED, EffectKind.AWED, EffectKind.MADDENED)
"""One at a time: a newer one replaces the older (H45)."""


def effect_on(public: Tableau, seat: Seat, *kinds: EffectKind) -> Effect | None:
    """The effect of one of these kinds that lies on this seat."""
    return next((one for one in public.effects if one.seat == seat and one.kind in kinds), None)


def put_effect(state: ScumState, effect: Effect) -> ScumState:
    """The effect lies on its seat; an order replaces an older one (H45)."""
    replaced = ORDERS if effect.kind in ORDERS else (effect.kind,)
    if effect.kind is EffectKind.WATCHED:
        kept = tuple(
            one
            for one in state.public.effects
            if (one.kind, one.seat, one.by) != (effect.kind, effect.seat, effect.by)
        )
        return after(state, effects=(*kept, effect))
    state = without_effect(state, effect.seat, *replaced)
    return after(state, effects=(*state.public.effects, effect))


def turn_came(state: ScumState, seat: Seat) -> ScumState:
    """The end of what hid this seat until its next turn."""
    left = tuple(
        one
        for one in state.public.effects
        if one.seat != seat or one.kind is not EffectKind.HIDDEN or one.until
    )
    return after(state, effects=left) if left != state.public.effects else state


def lasting(public: Tableau, number: int) -> tuple[Effect, ...]:
    """The effects that are left when the trick of this number is over (A18: awe is not)."""
    return tuple(
        one
        for one in public.effects
        if one.kind is not EffectKind.AWED and not 0 < one.until <= number
    )


def without_effect(state: ScumState, seat: Seat, *kinds: EffectKind) -> ScumState:
    """The state without the effects of these kinds on this seat."""
    left = tuple(one for one in state.public.effects if one.seat != seat or one.kind not in kinds)
    return after(state, effects=left) if left != state.public.effects else state


def lose_turn(state: ScumState, seat: Seat) -> ScumState:
    """The turn comes and is gone: it starts and ends, and an order waits (A12, A13)."""
    trick = state.public.trick
    assert trick is not None
    passed = replace(trick, passed=(*trick.passed, seat))
    state = turn_came(without_effect(state, seat, EffectKind.LOST_TURN), seat)
    state = forbidden_ranks.turn_came(state, seat)
    return after(state, TurnLost(seat), trick=passed)


def order_on(public: Tableau, seat: Seat) -> Effect | None:
    """The order that this seat has to follow on its present turn: never on a lead (H45)."""
    if public.asked is not Asked.FOLLOW or public.turn != seat:
        return None
    return effect_on(public, seat, *ORDERS)


def left_to_chance(public: Tableau, seat: Seat, asked: Asked) -> bool:
    """True if chance plays the hand of this seat's turn, which is about to come."""
    madness = effect_on(public, seat, EffectKind.MADDENED)
    return madness is not None and (asked is Asked.FOLLOW or madness.leads)


def turn_over(state: ScumState, seat: Seat) -> ScumState:
    """The end of a turn: an order that it followed is used up, or madness has a turn less."""
    public, madness = state.public, effect_on(state.public, seat, EffectKind.MADDENED)
    awe = effect_on(public, seat, EffectKind.AWED)
    if awe is not None and awe.until:
        return state
    if madness is not None and madness.turns > 1:
        less = replace(madness, turns=madness.turns - 1)
        effects = tuple(less if one is madness else one for one in public.effects)
        return after(state, effects=effects)
    led = madness is not None and madness.leads
    following = led or order_on(public, seat) is not None
    return without_effect(state, seat, *ORDERS) if following else state


def proved_by_pass(state: ScumState, seat: Seat) -> ScumState:
    """A pass in spite of an order to play: there was no hand (section 9)."""
    trick, order = state.public.trick, order_on(state.public, seat)
    if order is None or order.kind is EffectKind.AWED:
        return state
    assert trick is not None
    return _proved(state, seat, trick.hands[-1], trick.hands[-1].top)


def proved_by_play(state: ScumState, seat: Seat, height: int) -> ScumState:
    """The highest or lowest hand was demanded: there was no higher one, or none between."""
    trick, order = state.public.trick, order_on(state.public, seat)
    if order is None or order.demand not in (Demand.HIGHEST, Demand.LOWEST):
        return state
    assert trick is not None
    laid = trick.hands[-1]
    if order.demand is Demand.HIGHEST:
        return _proved(state, seat, laid, height)
    return _proved(state, seat, laid, laid.top, height)


def _proved(state: ScumState, seat: Seat, laid: Laid, above: int, below: int = 52) -> ScumState:
    public = state.public
    played, gained = len(public.played[seat]), len(public.gained(seat))
    ranks = forbidden_ranks.forbidden(public)
    swaps = len(public.swaps)
    proof = Proof(seat, laid.kind, above, played, gained, swaps, below, ranks)
    return after(state, proofs=(*public.proofs, proof))
