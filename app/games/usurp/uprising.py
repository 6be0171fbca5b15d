"""An Uprising: a Downcard across the Upcard, and whether somebody dares to have it turned up."""

from msgspec.structs import replace

from app.games.usurp.cards import Card, PlayType, without
from app.games.usurp.events import Challenged, GaveIn, PassedOn, Rose
from app.games.usurp.plays import end_turn, lay
from app.games.usurp.scoring import added, left_of, opponent, side_of
from app.games.usurp.state import Asked, Hand, Laid, Tableau, UsurpState, with_hand
from app.kits.next_state import after
from app.rules.game import Seat


def answerers(public: Tableau, seat: Seat) -> tuple[Seat, ...]:
    """The seats that may challenge the Uprising of `seat`, in the order of asking.

    Of two opponents who play together the one to the left is asked first.
    """
    left = left_of(public, seat)
    if len(public.seats) == 2:
        return (left,)
    if len(public.sides) == 2:
        return left, Seat((seat + 3) % 4)
    return (Seat(opponent(public, seat)),)


def rise(state: UsurpState, seat: Seat, card: Card) -> UsurpState:
    """The card is laid face down across the Upcard, and the opponent is asked."""
    public, hand = state.public, state.private[seat]
    answers = answerers(public, seat)
    return after(
        with_hand(state, seat, Hand(without(hand.cards, card), hand.downcards, card)),
        Rose(seat),
        counts=added(public.counts, seat, -1),
        rising=seat,
        answers=answers,
        accused=None,
        turn=answers[0],
        asked=Asked.ANSWER,
        questions=public.questions + 1,
    )


def give_in(state: UsurpState, by: Seat) -> UsurpState:
    """`by` does not challenge: a partner is asked next, or the riser gets the points.

    The Downcard stays face down and the Upcard stays. The next player has to follow suit again.
    """
    public = state.public
    seat, rest = public.rising, public.answers[1:]
    assert seat is not None
    if rest:
        return after(
            state, PassedOn(by, rest[0]), answers=rest, turn=rest[0], questions=public.questions + 1
        )
    hand = state.private[seat]
    assert hand.rising is not None
    state = with_hand(
        state, seat, Hand(hand.cards, (*hand.downcards, (hand.rising, len(public.discard))))
    )
    to = side_of(public, seat)
    given = after(
        state,
        GaveIn(by, seat, public.worth, to),
        discard=(*public.discard, Laid(seat, PlayType.GIVEN_IN, None, public.worth, to)),
        hand_points=added(public.hand_points, to, public.worth),
        free=False,
        rising=None,
        answers=(),
    )
    return end_turn(given, seat)


def challenge(state: UsurpState, by: Seat) -> UsurpState:
    """Turns the Downcard up: it counts as if played openly, and its winner gets the bonus too."""
    seat = state.public.rising
    assert seat is not None
    hand = state.private[seat]
    assert hand.rising is not None
    state = with_hand(state, seat, replace(hand, rising=None))
    return lay(after(state, Challenged(by, seat)), seat, hand.rising, challenged=True)
