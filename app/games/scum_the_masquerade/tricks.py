"""The play of a round: hands, passes, the end of a trick, going out, and the end of the round."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import FIRST_LEAD, Card, sort_hand, without
from app.games.scum_the_masquerade.events import HandPlayed, Passed, TrickWon, WentOut
from app.games.scum_the_masquerade.hands import hand_type, top
from app.games.scum_the_masquerade.round_end import end_round, revolution
from app.games.scum_the_masquerade.state import (
    Asked,
    Laid,
    ScumState,
    Tableau,
    Trick,
    after,
    after_seat,
    last_rank,
    put,
    still_in,
    with_hand,
)
from app.rules.game import Seat


def best(public: Tableau) -> Laid | None:
    """The hand that has to be beaten; None for a lead."""
    assert public.trick is not None
    return public.trick.hands[-1] if public.trick.hands else None


def designated(public: Tableau) -> Card | None:
    """The card that the lead has to contain, in the first trick of a plain round (H8)."""
    first = public.trick is not None and public.trick == Trick(1)
    return FIRST_LEAD if first and not public.ranked else None


def play(state: ScumState, seat: Seat, cards: tuple[Card, ...]) -> ScumState:
    """Lays the hand, and goes on: going out, a revolution, or the next turn."""
    public = state.public
    trick = public.trick
    assert trick is not None
    cards = sort_hand(cards)
    kind = hand_type(cards, public.packs)
    assert kind is not None
    laid = Laid(seat, cards, kind, top(cards))
    left = without(state.private[seat].cards, cards)
    state = after(
        with_hand(state, seat, cards=left),
        HandPlayed(seat, cards, kind, lead=not trick.hands),
        trick=replace(trick, hands=(*trick.hands, laid), passed=()),
        played=put(public.played, seat, public.played[seat] + cards),
    )
    if left:
        return advance(state, seat)
    out = (*public.out, seat)
    state = after(state, WentOut(seat, len(out)), out=out)
    if public.ranked and len(out) == 1 and seat == last_rank(public):
        return revolution(state)
    return end_round(state) if len(still_in(state.public)) == 1 else advance(state, seat)


def pass_by(state: ScumState, seat: Seat, rest: bool) -> ScumState:
    """`seat` passes; it may play when the turn comes back."""
    trick = state.public.trick
    assert trick is not None
    resting = trick.resting if seat in trick.resting or not rest else (*trick.resting, seat)
    passed = replace(trick, passed=(*trick.passed, seat), resting=resting)
    told = Passed(seat, rest and seat not in trick.resting)
    return advance(after(state, told, trick=passed), seat)


def ask(state: ScumState, seat: Seat, asked: Asked) -> ScumState:
    """The next question of the round is put to `seat`."""
    return after(state, turn=seat, asked=asked, turns=state.public.turns + 1)


def advance(state: ScumState, seat: Seat) -> ScumState:
    """Moves the turn on from `seat`; the trick ends when it comes back to its best hand (H9)."""
    public = state.public
    laid = best(public)
    assert laid is not None
    for other in after_seat(public, seat):
        if other == laid.seat:
            break
        if other not in public.out:
            return ask(state, other, Asked.FOLLOW)
    return end_trick(state)


def end_trick(state: ScumState) -> ScumState:
    """Everybody else has passed: the last hand wins the trick, and its player leads.

    After a winner who is out the next player in turn leads (H11).
    """
    public = state.public
    trick, laid = public.trick, best(public)
    assert trick is not None
    assert laid is not None
    seats = (laid.seat, *after_seat(public, laid.seat))
    leader = next(seat for seat in seats if seat not in public.out)
    state = after(
        state,
        TrickWon(laid.seat, leader),
        last_trick=replace(trick, winner=laid.seat),
        trick=Trick(trick.number + 1),
    )
    private = tuple(replace(hand, requests=()) for hand in state.private)
    return ask(replace(state, private=private), leader, Asked.LEAD)
