"""Conspiring: two players agree to look at each other's crypts as they are at that moment (H34)."""

from msgspec.structs import replace

from app.games.scum_the_masquerade.events import ConspiracyAsked, ConspiracyRefused, Conspired
from app.games.scum_the_masquerade.primitives import snapshot
from app.games.scum_the_masquerade.state import (
    Asked,
    Conspiracy,
    Hand,
    Phase,
    Request,
    ScumState,
    Tableau,
    after,
    tell,
    with_hand,
)
from app.rules.game import Prompt, Seat


def partners(public: Tableau, seat: Seat, hand: Hand) -> tuple[Seat, ...]:
    """The seats that `seat` may ask: others with cards, if it has not asked in this trick yet."""
    trick = public.trick
    if (
        not public.options.conspiring
        or not public.ranked
        or public.phase is not Phase.PLAY
        or public.asked is Asked.BOON
        or trick is None
        or seat in public.out
        or any(request.seat == seat for request in hand.requests)
        or any(one.seats[0] == seat and one.trick == trick.number for one in public.conspiracies)
    ):
        return ()
    asking = [request.seat for request in hand.requests if not request.refused]
    return tuple(
        other
        for other in public.order
        if other != seat and other not in public.out and other not in asking
    )


def to_answer(public: Tableau, seat: Seat, hand: Hand) -> tuple[Request, ...]:
    """The requests that wait for this seat's answer."""
    if public.phase is not Phase.PLAY or public.asked is Asked.BOON or seat in public.out:
        return ()
    return tuple(
        request
        for request in hand.requests
        if request.partner == seat and not request.refused and request.seat not in public.out
    )


def asker(prompt: Prompt) -> Seat:
    """The seat whose request this offer to answer is about: the last part of its key."""
    return Seat(int(prompt.key.rpartition("-")[2]))


def request(state: ScumState, seat: Seat, partner: Seat) -> ScumState:
    """The request is known to the two alone."""
    for one in (seat, partner):
        requests = (*state.private[one].requests, Request(seat, partner))
        state = with_hand(state, one, requests=requests)
    return tell(state, ConspiracyAsked(seat, partner), seat, partner)


def answer(state: ScumState, asker: Seat, partner: Seat, yes: bool) -> ScumState:
    """Both get a snapshot of the other's crypt, or the request is refused until the trick ends."""
    for one in (asker, partner):
        requests = tuple(
            replace(request, refused=True) if request.seat == asker else request
            for request in state.private[one].requests
            if not (yes and request.seat == asker)
        )
        state = with_hand(state, one, requests=requests)
    if not yes:
        return tell(state, ConspiracyRefused(asker, partner), asker, partner)
    public = state.public
    assert public.trick is not None
    for looker, shown in ((asker, partner), (partner, asker)):
        state = snapshot(state, looker, shown)
    conspiracy = Conspiracy((asker, partner), public.trick.number)
    told = Conspired((asker, partner))
    return after(state, told, conspiracies=(*public.conspiracies, conspiracy))
