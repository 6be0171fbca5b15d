"""The effects of uses before a play, each a small function of its own (page 6.3)."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card, sort_hand, without
from app.games.scum_the_masquerade.events import CryptSeen, DotLost, DotRestored, HandTakenBack
from app.games.scum_the_masquerade.moves import CHARGE, Demand, Use
from app.games.scum_the_masquerade.powers import reshaping, temptation
from app.games.scum_the_masquerade.powers.clans import LENT, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.effects import effect_on, put_effect
from app.games.scum_the_masquerade.powers.forbidden_ranks import forbid
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind, Gain, Look
from app.games.scum_the_masquerade.powers.rulesets import ruleset
from app.games.scum_the_masquerade.powers.use_rules import losses
from app.games.scum_the_masquerade.state import Asked, ScumState, Snapshot, with_hand
from app.games.scum_the_masquerade.tricks import ask
from app.kits.next_state import after, put
from app.rules.game import Seat


def happen(state: ScumState, seat: Seat, use: Use) -> ScumState:
    """The use takes effect; the turn goes on after it."""
    trick = state.public.trick
    assert trick is not None
    match use.discipline:
        case Discipline.ANIMALISM:
            return take_from_pile(state, seat, use.cards[0])
        case Discipline.MYTHERCERIA:
            turn = ruleset(state.public.options).forbidden_for[use.level - 1] == "turn"
            return forbid(state, seat, use.ranks, 0 if turn else trick.number)
        case Discipline.VICISSITUDE:
            return reshaping.begin(state, seat, use.level)
        case Discipline.OBFUSCATE:
            until = (0, trick.number, trick.number + 1)[use.level - 1]
            return put_effect(state, Effect(EffectKind.HIDDEN, seat, seat, until=until))
        case _:
            for target in use.targets:
                state = _happen_to(state, seat, use, target)
            return state


def _happen_to(state: ScumState, seat: Seat, use: Use, target: Seat) -> ScumState:
    match use.discipline:
        case Discipline.AUSPEX:
            return watch(peek(state, seat, target), seat, target, use.level)
        case Discipline.DAIMOINON:
            return take_from_pile(state, target, *use.cards)
        case Discipline.DEMENTATION:
            turns, leads = (2 if use.level == 3 else 1), use.level > 1
            madness = Effect(EffectKind.MADDENED, target, seat, turns=turns, leads=leads)
            return put_effect(state, madness)
        case Discipline.DOMINATE:
            if use.demand is Demand.NAMED:
                state = peek(state, seat, target)
            return put_effect(state, Effect(EffectKind.COMMANDED, target, seat, use.demand))
        case Discipline.OBEAH:
            return restore_dots(state, target, use.restores, use.level)
        case Discipline.OBTENEBRATION:
            return take_back(state)
        case Discipline.PRESENCE:
            return awe(state, seat, target)
        case Discipline.QUIETUS:
            return silence(state, seat, target, use.level)
        case Discipline.SERPENTIS:
            return temptation.begin(state, seat, target, use.level)
        case Discipline.THAUMATURGY:
            return lose_dots(state, seat, target, use)
        case _:
            raise AssertionError(f"{use.discipline} is not used before a play")


def awe(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """The target passes until the trick ends, or once by the page's letter."""
    trick = state.public.trick
    assert trick is not None
    until = trick.number if ruleset(state.public.options).awed_for == "trick" else 0
    return put_effect(state, Effect(EffectKind.AWED, target, seat, until=until))


def take_from_pile(state: ScumState, seat: Seat, *cards: Card) -> ScumState:
    """Cards of finished tricks go into the crypt, for all to see (A9)."""
    public = state.public
    state = with_hand(state, seat, cards=sort_hand((*state.private[seat].cards, *cards)))
    pile = tuple(one for one in public.pile if one not in cards)
    gains = tuple(Gain(seat, card) for card in cards)
    return after(state, pile=pile, gains=public.gains + gains)


def peek(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """One look at the target's crypt, as everybody sees."""
    return after(snapshot(state, seat, target), CryptSeen(seat, target))


def snapshot(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """The target's crypt as it is now, for one seat, kept until the round ends (section 9)."""
    public = state.public
    played, gained = len(public.played[target]), len(public.gained(target))
    seen = Snapshot(target, state.private[target].cards, played, gained)
    state = with_hand(state, seat, snapshots=(*state.private[seat].snapshots, seen))
    return after(
        state, looks=(*public.looks, Look(seat, target, played, gained, len(public.swaps)))
    )


def watch(state: ScumState, seat: Seat, target: Seat, level: int) -> ScumState:
    """From the second level on the user sees the crypt until the trick, or the round, ends."""
    trick = state.public.trick
    assert trick is not None
    if level == 1:
        return state
    until = trick.number if level == 2 else 0
    return put_effect(state, Effect(EffectKind.WATCHED, target, seat, until=until))


def silence(state: ScumState, seat: Seat, target: Seat, level: int) -> ScumState:
    """The target uses no power until this trick, the next one or the round ends.

    A shorter silence does not end a longer one.
    """
    trick, before = state.public.trick, effect_on(state.public, target, EffectKind.SILENCED)
    assert trick is not None
    until = (trick.number, trick.number + 1, 0)[level - 1]
    if before is not None and (not before.until or 0 < until < before.until):
        return state
    return put_effect(state, Effect(EffectKind.SILENCED, target, seat, until=until))


def refresh(state: ScumState) -> ScumState:
    """Those who watch a crypt see it as it is now."""
    for effect in state.public.effects:
        named = effect.kind is EffectKind.COMMANDED and effect.demand is Demand.NAMED
        if effect.kind is EffectKind.WATCHED or named:
            state = _seen_again(state, effect.by, effect.seat)
    return state


def _seen_again(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """The last snapshot of this crypt, as it is now."""
    public = state.public
    looks = [look for look in public.looks if look.seat == seat]
    at = max(index for index, look in enumerate(looks) if look.target == target)
    now = Look(
        seat,
        target,
        len(public.played[target]),
        len(public.gained(target)),
        len(public.swaps),
    )
    if looks[at] == now:
        return state
    if looks[at].swaps != now.swaps:
        return snapshot(state, seat, target)
    seen = Snapshot(target, state.private[target].cards, now.played, now.gained)
    snapshots = state.private[seat].snapshots
    state = with_hand(state, seat, snapshots=(*snapshots[:at], seen, *snapshots[at + 1 :]))
    changed = tuple(now if look is looks[at] else look for look in public.looks)
    return after(state, looks=changed)


def lose_dots(state: ScumState, seat: Seat, target: Seat, use: Use) -> ScumState:
    """The target loses dots or charges until the next round; from level two on the user gains.

    Where one discipline is named at level three, both dots are its own, if there are two.
    """
    specialty = state.public.sheets[target].specialty
    lost = use.loses if len(use.loses) == losses(use.level) else use.loses * losses(use.level)
    for one in lost:
        sheet = state.public.sheets[target]
        left = sheet.charges if one == CHARGE else sheet.unspent(Discipline(one))
        if left:
            state = lose_dot(state, target, None if one == CHARGE else Discipline(one))
            state = gain_dot(state, seat, one, specialty) if use.level > 1 else state
    return state


def gain_dot(state: ScumState, seat: Seat, one: str, specialty: Specialty | None) -> ScumState:
    """A dot or charge that was another's: for one use of the first level in this round (A26)."""
    sheets = state.public.sheets
    sheet = sheets[seat]
    kind = Discipline(one) if one != CHARGE else LENT.get(specialty) if specialty else None
    more = replace(sheet, charges=sheet.charges + 1) if kind is None else sheet.with_taken(kind)
    return after(state, sheets=put(sheets, seat, more))


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


def restore_dots(
    state: ScumState, target: Seat, restores: tuple[str, ...], number: int
) -> ScumState:
    """This many spent dots come back: of each of these disciplines in turn, while there are any."""
    left = number
    while left:
        before = left
        for discipline in map(Discipline, restores):
            sheet = state.public.sheets[target]
            spent = any(dot.spent and dot.discipline is discipline for dot in sheet.dots)
            if left and spent:
                left -= 1
                sheets = put(state.public.sheets, target, sheet.with_restored(discipline))
                state = after(state, DotRestored(target, discipline), sheets=sheets)
        if left == before:
            break
    return state


def take_back(state: ScumState) -> ScumState:
    """Obtenebration: the hand on top goes back to its owner's crypt (H55, A10), and all passes go.

    Cards return as themselves, borrowed ones to the pile. Whoever led leads another hand;
    by the page's letter the user leads.
    """
    public = state.public
    assert public.trick is not None
    *below, laid = public.trick.hands
    owner = ruleset(public.options).lead_after_taking_back == "owner"
    own = without(laid.cards, laid.borrowed)
    crypt = sort_hand((*state.private[laid.seat].cards, *own))
    state = after(
        with_hand(state, laid.seat, cards=crypt),
        HandTakenBack(laid.seat, laid.cards, owner and not below),
        trick=replace(public.trick, hands=tuple(below), passed=(), resting=()),
        pile=(*public.pile, *laid.borrowed),
        gains=(*public.gains, *(Gain(laid.seat, card) for card in own)),
    )
    if below:
        return state
    if not owner:
        assert public.turn is not None
        return ask(state, public.turn, Asked.LEAD)
    return ask(after(state, taken_back=laid.cards), laid.seat, Asked.LEAD)
