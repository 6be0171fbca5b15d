"""Cards played on the Upcard: their effect, the points, and the next turn."""

from typing import NamedTuple

from msgspec.structs import replace

from app.games.usurp.cards import Card, Order, PlayType, beats, suits, without
from app.games.usurp.dealing import finish
from app.games.usurp.events import CardRevealed, Led, OrderNamed, Scored, Sluffed, TurnedUp, Usurped
from app.games.usurp.scoring import BEATEN, BONUS, added, left_of, opponent, side_of, value
from app.games.usurp.state import Asked, Hand, Laid, Phase, Tableau, UsurpState, with_hand
from app.kits.next_state import after
from app.rules.game import Event, Seat, State


class Verdict(NamedTuple):
    """The effect of a card, if it were played on the Upcard now."""

    way: PlayType
    wins: bool
    """True if the player gets the points, not the opponent."""
    points: int
    beater: bool


def judge(public: Tableau, card: Card) -> Verdict:
    """The effect of `card` on the present Upcard, in the present Order."""
    upcard = public.upcard
    assert upcard is not None
    if card.rank == upcard.rank:
        return Verdict(PlayType.USURP, True, public.worth, False)
    if card.suit == upcard.suit:
        if card.beater and upcard.beater:
            return Verdict(PlayType.SCORE, True, BEATEN[public.options.points], True)
        assert public.order is not None
        return Verdict(
            PlayType.SCORE, public.free or beats(card, upcard, public.order), public.worth, False
        )
    if public.free:
        return Verdict(PlayType.SCORE, True, public.worth, False)
    return Verdict(PlayType.SLUFF, False, public.worth, False)


def open_plays(public: Tableau, hand: tuple[Card, ...]) -> list[Card]:
    """The cards of this hand that may be played openly on the Upcard."""
    upcard = public.upcard
    assert upcard is not None
    trusted = public.options.renegs == "honour" and not must_follow(public)
    if public.free or trusted or upcard.suit not in suits(hand):
        return list(hand)
    return [card for card in hand if card.suit == upcard.suit or card.rank == upcard.rank]


def must_follow(public: Tableau) -> bool:
    """On your honour: the player to play took a Reneg back, and may not sluff off again."""
    last = public.calls[-1] if public.calls else None
    return last is not None and last.back is not None and last.index == len(public.discard)


def play(state: UsurpState, seat: Seat, card: Card) -> UsurpState:
    """The card leaves the hand and is laid on the Upcard."""
    public, hand = state.public, state.private[seat]
    state = with_hand(state, seat, Hand(without(hand.cards, card), hand.downcards))
    return lay(
        replace(state, public=replace(public, counts=added(public.counts, seat, -1))), seat, card
    )


def lay(state: UsurpState, seat: Seat, card: Card, *, challenged: bool = False) -> UsurpState:
    """The card, taken from its hand before, becomes the Upcard, and points are counted.

    A challenged Downcard brings the bonus too.
    """
    public = state.public
    way, wins, points, beater = judge(public, card)
    to = side_of(public, seat) if wins else opponent(public, seat)
    bonus = BONUS[public.options.points] if challenged else 0
    callable_ = (
        way is PlayType.SLUFF
        and not challenged
        and public.options.renegs == "honour"
        and public.counts[seat] > 0
    )
    event: Event
    if challenged:
        event = TurnedUp(seat, card, way, points, to, beater, bonus)
    elif way is PlayType.SCORE:
        event = Scored(seat, card, points, to, beater)
    else:
        event = (Usurped if way is PlayType.USURP else Sluffed)(seat, card, points, to)
    chooses = way is PlayType.USURP and any(public.counts)
    laid = replace(
        public,
        discard=(*public.discard, Laid(seat, way, card, points, to, beater, challenged, bonus)),
        hand_points=added(public.hand_points, to, points + bonus),
        upcard=card,
        owner=seat,
        free=way is PlayType.SLUFF,
        worth=value(public, card),
        rising=None,
        answers=(),
        accused=seat if callable_ else None,
        turn=seat if chooses else public.turn,
        asked=Asked.ORDER if chooses else public.asked,
        questions=public.questions + 1 if chooses else public.questions,
    )
    state = State(laid, state.private, state.hidden, (*state.events, event))
    return state if chooses else end_turn(state, seat)


def lead(state: UsurpState, seat: Seat, card: Card) -> UsurpState:
    """Four players: the Leader's card starts the Discard and scores nothing."""
    public, hand = state.public, state.private[seat]
    state = with_hand(state, seat, Hand(without(hand.cards, card)))
    led = after(
        state,
        Led(seat, card),
        counts=added(public.counts, seat, -1),
        discard=(Laid(seat, PlayType.LEAD, card),),
        upcard=card,
        owner=seat,
        worth=value(public, card),
    )
    return end_turn(led, seat)


def name(state: UsurpState, seat: Seat, order: Order) -> UsurpState:
    """The dealer's Leading Order, or the usurper's Order from now on."""
    public = state.public
    leading = public.phase is Phase.LEADING
    event = OrderNamed(seat, order, leading, order is not public.order)
    if not leading:
        return end_turn(after(state, event, order=order), seat)
    asked = Asked.PLAY if public.discard else Asked.LEAD
    return after(
        state,
        event,
        order=order,
        phase=Phase.PLAY,
        turn=public.leader,
        asked=asked,
        questions=public.questions + 1,
    )


def end_turn(state: UsurpState, seat: Seat) -> UsurpState:
    """Ends the turn of `seat`: the player to the left is asked, or the hand is over.

    Where the Reveal pile is played, a card of the Stock is turned up first, once for each turn,
    also where a Reneg was taken back.
    """
    public = state.public
    turns = len(public.discard) - 1
    two = len(public.seats) == 2
    if two and public.options.reveal and public.stock and len(public.reveal) < turns:
        top, stock = state.hidden[0], state.hidden[1:]
        revealed = replace(public, reveal=(*public.reveal, top), stock=len(stock))
        state = State(revealed, state.private, stock, (*state.events, CardRevealed(top)))
        public = state.public
    if not any(public.counts):
        return finish(state)
    return after(
        state, turn=left_of(public, seat), asked=Asked.PLAY, questions=public.questions + 1
    )
