"""The questions of Scum of the Earth: the seats that are asked, and the answers that are legal."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import assert_never

from app.games.scum_of_the_earth import bonus, tricks, turns
from app.games.scum_of_the_earth.moves import (
    Confirm,
    Decline,
    Give,
    Move,
    Pass,
    Play,
    Reason,
    Takeover,
    Target,
)
from app.games.scum_of_the_earth.state import Asked, Phase, ScumView, Tableau
from app.rules.game import Prompt, Seat


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats that the table waits for; everybody can see that."""
    if public.turn is not None:
        return (public.turn,)
    match public.phase:
        case Phase.TAKEOVER | Phase.INTERVAL:
            return tuple(seat for seat in public.ranks if seat not in public.confirmed)
        case Phase.BONUS:
            return public.giving
        case _:
            return ()


def prompt(view: ScumView) -> Prompt | None:
    """The question to this view's seat, or None."""
    public, seat = view.public, view.seat
    if seat is None or seat not in awaited(public):
        return None
    if public.turn is not None:
        assert public.asked is not None
        return Prompt(f"{public.deal}-{public.turns}", public.asked.value)
    if public.phase is Phase.BONUS:
        return Prompt(bonus.key(public, seat), "give-back")
    if public.phase is Phase.INTERVAL:
        return Prompt(f"interval-{public.deal}", "interval")
    return Prompt(f"takeover-{public.deal}", "takeover", window=bonus.TAKEOVER_SECONDS)


def legal(view: ScumView) -> Iterator[Move]:
    """All legal answers of this view's seat, each once."""
    public, seat, hand = view.public, view.seat, view.private
    if seat is not None and hand is not None and seat == public.turn:
        return iter(turns.moves(public, seat, hand.cards))
    if seat is None or hand is None or seat not in awaited(public):
        return iter(())
    if public.phase is Phase.BONUS:
        return map(Give, dict.fromkeys(combinations(hand.cards, bonus.to_give(public, seat))))
    if public.phase is Phase.TAKEOVER and bonus.may_take_over(public, seat, hand.cards):
        return iter((Confirm(), Takeover()))
    return iter((Confirm(),))


def refusal(view: ScumView, move: Move) -> Reason | None:
    """The rule that forbids this answer to a seat that is asked something, or None."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    asked = public.asked
    match move:
        case Confirm():
            return None if public.phase in (Phase.TAKEOVER, Phase.INTERVAL) else Reason.NOT_ASKED
        case Takeover():
            may = public.phase is Phase.TAKEOVER and bonus.may_take_over(public, seat, hand.cards)
            return None if may else Reason.NO_TAKEOVER
        case Give(cards):
            if public.phase is not Phase.BONUS:
                return Reason.NOT_ASKED
            if len(cards) != bonus.to_give(public, seat):
                return Reason.WRONG_NUMBER_TO_GIVE
            return Reason.NOT_YOUR_CARDS if Counter(cards) - Counter(hand.cards) else None
        case Play():
            if asked not in (Asked.LEAD, Asked.FOLLOW, Asked.AGAIN):
                return Reason.NOT_ASKED
            return tricks.refusal(hand.cards, turns.best_set(public), move)
        case Pass():
            if asked is Asked.LEAD:
                return Reason.LEADER_MUST_PLAY
            return None if asked is Asked.FOLLOW else Reason.NOT_ASKED
        case Target(other):
            if asked not in (Asked.TARGET, Asked.LOOK):
                return Reason.NOT_ASKED
            return None if other in turns.targets(public, seat) else Reason.NOT_A_TARGET
        case Decline():
            return None if asked in (Asked.LOOK, Asked.AGAIN) else Reason.NOT_ASKED
        case _:
            assert_never(move)
