"""The questions of Usurp: the seats that are asked, and the answers that are legal."""

from collections.abc import Iterator
from typing import Final, assert_never

from app.games.usurp.cards import Order
from app.games.usurp.moves import (
    CallReneg,
    Challenge,
    Confirm,
    GiveIn,
    Move,
    NameOrder,
    Play,
    Reason,
    Uprise,
)
from app.games.usurp.plays import open_plays
from app.games.usurp.renegs import calls
from app.games.usurp.state import Asked, Phase, Tableau, UsurpView
from app.rules.game import Prompt, Seat

ORDERS: Final = tuple(map(NameOrder, Order))
KIND: Final = {
    Asked.LEADING: "name-order",
    Asked.ORDER: "name-order",
    Asked.LEAD: "lead",
    Asked.PLAY: "play",
    Asked.ANSWER: "answer",
}
"""The prompt's kind, as pages know it."""


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats that the table waits for; everybody can see that."""
    if public.phase is Phase.INTERVAL:
        return tuple(seat for seat in public.seats if seat not in public.confirmed)
    return () if public.turn is None else (public.turn,)


def prompt(view: UsurpView) -> Prompt | None:
    """The question to this view's seat, or None."""
    public, seat = view.public, view.seat
    if seat is None:
        return None
    if public.phase is Phase.INTERVAL:
        return None if seat in public.confirmed else Prompt(f"interval-{public.hand}", "interval")
    if seat != public.turn or public.asked is None:
        return None
    return Prompt(f"{public.hand}-{public.questions}", KIND[public.asked])


def legal(view: UsurpView) -> Iterator[Move]:
    """All legal answers of this view's seat, each once."""
    public, seat, hand = view.public, view.seat, view.private
    if seat is None or hand is None:
        return
    if public.phase is Phase.INTERVAL:
        if seat not in public.confirmed:
            yield Confirm()
        return
    if seat != public.turn:
        return
    match public.asked:
        case Asked.LEADING | Asked.ORDER:
            yield from ORDERS
        case Asked.LEAD:
            yield from map(Play, hand.cards)
        case Asked.PLAY:
            yield from map(Play, open_plays(public, hand.cards))
            yield from map(Uprise, hand.cards)
            yield from calls(public, seat)
        case Asked.ANSWER:
            yield GiveIn()
            yield Challenge()
            yield from calls(public, seat)


def refusal(view: UsurpView, move: Move) -> Reason | None:
    """The rule that forbids this answer to a seat that is asked something, or None."""
    public, hand = view.public, view.private
    assert hand is not None
    assert view.seat is not None
    asked = public.asked
    match move:
        case Play(card):
            if asked not in (Asked.PLAY, Asked.LEAD):
                return Reason.NOT_ASKED
            if card not in hand.cards:
                return Reason.NOT_YOUR_CARD
            if asked is Asked.LEAD or card in open_plays(public, hand.cards):
                return None
            return Reason.FOLLOW_SUIT
        case Uprise(card):
            if asked is Asked.LEAD:
                return Reason.NO_UPRISING_YET
            if asked is not Asked.PLAY:
                return Reason.NOT_ASKED
            return None if card in hand.cards else Reason.NOT_YOUR_CARD
        case GiveIn() | Challenge():
            return None if asked is Asked.ANSWER else Reason.NOT_ASKED
        case NameOrder():
            return None if asked in (Asked.LEADING, Asked.ORDER) else Reason.NOT_ASKED
        case CallReneg():
            if asked not in (Asked.PLAY, Asked.LEAD, Asked.ANSWER):
                return Reason.NOT_ASKED
            return None if move in calls(public, view.seat) else Reason.NOTHING_TO_CALL
        case Confirm():
            return None if public.phase is Phase.INTERVAL else Reason.NOT_ASKED
        case _:
            assert_never(move)
