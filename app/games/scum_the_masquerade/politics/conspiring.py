"""Conspiring: two players agree to look at each other's crypts as they are at that moment (H34).

A pause of some seconds follows each request. It is a span that its asker alone sees, so that a
request stays between the two.
"""

from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.politics.trade_events import (
    ConspiracyAsked,
    ConspiracyRefused,
    Conspired,
)
from app.games.scum_the_masquerade.powers.primitives import snapshot
from app.games.scum_the_masquerade.state import (
    Conspiracy,
    Hand,
    Phase,
    Request,
    ScumState,
    ScumView,
    Tableau,
    tell,
    with_hand,
)
from app.kits.next_state import after
from app.rules.game import Prompt, Seat, Span

SECONDS: Final = 10
"""The pause after a request, for whoever asked (H34)."""
PHASES: Final = (Phase.TRADE, Phase.MARKET, Phase.PLAY)
"""The phases from the look at the own crypt to the end of the play (A36)."""


def present(public: Tableau, seat: Seat) -> bool:
    """True for a seat that holds cards and has seen them."""
    return seat not in public.out and seat not in public.unseen


def partners(public: Tableau, seat: Seat, hand: Hand) -> tuple[Seat, ...]:
    """The seats that `seat` may ask now; one request of two seats is open at a time."""
    open_to_all = public.options.conspiring and public.ranked and public.phase in PHASES
    if not open_to_all or hand.resting or not present(public, seat):
        return ()
    busy = {one for request in hand.requests if not request.refused for one in _two(request)}
    return tuple(
        other
        for other in public.order
        if other != seat and other not in busy and present(public, other)
    )


def _two(request: Request) -> tuple[Seat, Seat]:
    return request.seat, request.partner


def to_answer(public: Tableau, seat: Seat, hand: Hand) -> tuple[Request, ...]:
    """The requests that wait for this seat's answer."""
    if not hand.requests or public.phase not in PHASES or not present(public, seat):
        return ()
    return tuple(
        request
        for request in hand.requests
        if request.partner == seat and not request.refused and present(public, request.seat)
    )


def pause(view: ScumView) -> Span | None:
    """The pause of this view's seat, while it runs."""
    seat, hand = view.seat, view.private
    if seat is None or hand is None or not hand.resting:
        return None
    number = asked(view.public, hand, seat)
    return Span(f"{PAUSE}{view.public.round}-{number}-{seat}", SECONDS, beside=True)


def asked(public: Tableau, hand: Hand, seat: Seat) -> int:
    """The requests of `seat` in this round that this hand knows of: those to or from it, granted
    or not."""
    known = [request for request in hand.requests if request.seat == seat]
    return len(known) + sum(one.seats[0] == seat for one in public.conspiracies)


PAUSE: Final = "conspire-pause-"


def pauses(key: str) -> Seat | None:
    """The seat whose pause has this key; None: it is the key of something else."""
    return Seat(int(key.rpartition("-")[2])) if key.startswith(PAUSE) else None


def asker(prompt: Prompt) -> Seat:
    """The seat whose request this offer to answer is about: the last part of its key."""
    return Seat(int(prompt.key.rpartition("-")[2]))


def request(state: ScumState, seat: Seat, partner: Seat) -> ScumState:
    """The request is known to the two alone."""
    for one in (seat, partner):
        requests = (*state.private[one].requests, Request(seat, partner))
        state = with_hand(state, one, requests=requests)
    state = with_hand(state, seat, resting=True)
    return tell(state, ConspiracyAsked(seat, partner), seat, partner)


def answer(state: ScumState, asker: Seat, partner: Seat, yes: bool) -> ScumState:
    """Both get a snapshot of the other's crypt, or the request is refused."""
    request = Request(asker, partner)
    for one in (asker, partner):
        answered = () if yes else (replace(request, refused=True),)
        requests = tuple(
            left
            for other in state.private[one].requests
            for left in (answered if other == request else (other,))
        )
        state = with_hand(state, one, requests=requests)
    if not yes:
        return tell(state, ConspiracyRefused(asker, partner), asker, partner)
    public = state.public
    for looker, shown in ((asker, partner), (partner, asker)):
        state = snapshot(state, looker, shown)
    conspiracy = Conspiracy((asker, partner), public.trick.number if public.trick else 0)
    event = Conspired((asker, partner))
    return after(state, event, conspiracies=(*public.conspiracies, conspiracy))
