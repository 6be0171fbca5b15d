"""The questions of Scroker: the seats that are asked, and the answers that are legal."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, assert_never

from app.games.scroker import (
    betting,
    between_hands,
    consent,
    dealer_choices,
    dealing,
    declarations,
    shown_hands,
)
from app.games.scroker.moves import (
    Agree,
    Ante,
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    NameGame,
    Object,
    Open,
    Raise,
    Ready,
    Reason,
    Rebuy,
    See,
    SitOut,
)
from app.games.scroker.openers import may_open
from app.games.scroker.state import Phase, ScrokerView, Tableau, live
from app.rules.game import Prompt, Seat

ANTE_SECONDS: Final = 10
DECLARE_SECONDS: Final = 60
CHALLENGE_SECONDS: Final = 15
INTERVAL_SECONDS: Final = 20

BETS = (Phase.BET,)
PHASES: dict[type, tuple[Phase, ...]] = {
    NameGame: (Phase.NAMING,),
    Ante: (Phase.ANTE,),
    SitOut: (Phase.ANTE, Phase.INTERVAL),
    Check: BETS,
    Open: BETS,
    Call: BETS,
    Raise: BETS,
    Fold: BETS,
    Agree: (Phase.CONSENT,),
    Object: (Phase.CONSENT,),
    Draw: (Phase.DRAW,),
    Declare: (Phase.DECLARE,),
    Challenge: (Phase.CHALLENGE,),
    LetStand: (Phase.CHALLENGE,),
    Ready: (Phase.INTERVAL,),
    Rebuy: (Phase.INTERVAL,),
    See: (Phase.INTERVAL,),
}
"""The phases in which each move answers a question."""


def awaited(public: Tableau) -> tuple[Seat, ...]:
    """The seats that the table waits for; everybody can see that."""
    match public.phase:
        case Phase.NAMING | Phase.BET | Phase.DRAW:
            return () if public.turn is None else (public.turn,)
        case Phase.ANTE:
            return tuple(seat for seat in public.players if seat not in public.confirmed)
        case Phase.DECLARE:
            return tuple(seat for seat in live(public) if seat not in public.declared)
        case Phase.CHALLENGE:
            return tuple(seat for seat in shown_hands.asked(public) if seat not in public.answered)
        case Phase.INTERVAL:
            return tuple(seat for seat in public.seats if seat not in public.confirmed)
        case _:
            return ()


def prompt(view: ScrokerView) -> Prompt | None:
    """The question to this view's seat, or None."""
    public, seat = view.public, view.seat
    key = f"{public.hand}-{public.questions}"
    if public.phase is Phase.CONSENT:
        return Prompt(key, "consent", within=consent.span(public).key) if _may_agree(view) else None
    if seat is None or seat not in awaited(public):
        return None
    match public.phase:
        case Phase.NAMING:
            return Prompt(key, "name-game")
        case Phase.ANTE:
            return Prompt(key, "ante", window=ANTE_SECONDS)
        case Phase.BET:
            return Prompt(key, "bet")
        case Phase.DRAW:
            return Prompt(key, "draw")
        case Phase.DECLARE:
            return Prompt(key, "declare", window=DECLARE_SECONDS)
        case Phase.CHALLENGE:
            return Prompt(key, "challenge", window=CHALLENGE_SECONDS)
        case _:
            deeds = public.deeds[seat]
            return Prompt(
                f"{key}-{seat}-{deeds}" if deeds else key, "interval", window=INTERVAL_SECONDS
            )


def _may_agree(view: ScrokerView) -> bool:
    """True if this seat has yet to say whether players may tap out; nobody can see who has."""
    return (
        view.seat in view.public.seats and view.private is not None and view.private.agrees is None
    )


def legal(view: ScrokerView) -> Iterator[Move]:
    """All that this view's seat may answer, each answer once."""
    public, seat, hand = view.public, view.seat, view.private
    if public.phase is Phase.CONSENT and _may_agree(view):
        yield from (Agree(), Object())
    if seat is None or hand is None or seat not in awaited(public):
        return
    match public.phase:
        case Phase.NAMING:
            yield from dealer_choices.legal(public.options)
        case Phase.ANTE:
            yield Ante()
            yield SitOut()
        case Phase.BET:
            yield from betting.legal(public, seat, may_open(view))
        case Phase.DRAW:
            for number in range(dealing.DRAWS[public.named.base] + 1):
                yield from map(Draw, combinations(hand.cards, number))
        case Phase.DECLARE:
            yield from declarations.legal(view)
        case Phase.CHALLENGE:
            yield LetStand()
            assert public.leader is not None
            yield from map(Challenge, shown_hands.contestable(public, public.leader))
        case _:
            yield Ready()
            yield SitOut()
            yield from map(See, between_hands.to_be_seen(public, seat))
            amounts = between_hands.rebuys(public, seat)
            yield from map(
                Rebuy, (*amounts[-1:], *amounts[:-1])
            )  # the ends first: a list may be cut short


def refusal(view: ScrokerView, move: Move) -> Reason | None:
    """The rule that forbids this answer to a seat that is asked something, or None."""
    public, seat, hand = view.public, view.seat, view.private
    assert seat is not None
    assert hand is not None
    if public.phase not in PHASES[type(move)]:
        return Reason.NOT_ASKED
    match move:
        case NameGame(game):
            return dealer_choices.refusal(game, public.options)
        case Check() | Open() | Call() | Raise() | Fold():
            return betting.refusal(public, seat, move, not isinstance(move, Open) or may_open(view))
        case Draw(cards):
            if len(set(cards)) < len(cards):
                return Reason.CARD_TWICE
            if not set(cards) <= set(hand.cards):
                return Reason.NOT_YOUR_CARDS
            return Reason.TOO_MANY_CARDS if len(cards) > dealing.DRAWS[public.named.base] else None
        case Declare():
            return declarations.refusal(view, move)
        case Challenge(word):
            assert public.leader is not None
            claim = public.claims[public.leader]
            assert claim is not None
            if not 0 <= word < len(claim.words):
                return Reason.NO_SUCH_WORD
            return (
                None
                if word in shown_hands.contestable(public, public.leader)
                else Reason.PROVED_ALREADY
            )
        case Rebuy(chips):
            return None if chips in between_hands.rebuys(public, seat) else Reason.NO_REBUY
        case See(other):
            return (
                None if other in between_hands.to_be_seen(public, seat) else Reason.NOT_TO_BE_SEEN
            )
        case Ante() | SitOut() | LetStand() | Ready() | Agree() | Object():
            return None
        case _:
            assert_never(move)
