"""The hands of a showdown: their strength, what of it is public, and what can be challenged."""

from app.games.scroker.betting import clockwise
from app.games.scroker.hands import Hand, evaluate
from app.games.scroker.named_game import hand_rules
from app.games.scroker.state import ScrokerState, Tableau, shared
from app.rules.game import Seat


def strength(state: ScrokerState, seat: Seat) -> Hand:
    """This seat's hand as it counts now."""
    public = state.public
    claim = public.claims[seat]
    assert claim is not None
    cards = state.private[seat].cards + shared(public, seat)
    return evaluate(cards, claim, hand_rules(public.named), fouled=seat in public.fouled)


def presented(public: Tableau, seat: Seat, cards: int) -> Hand | None:
    """The least public value of a seat's hand of this many cards; None if face down."""
    claim = public.claims[seat]
    assert claim is not None
    rules = hand_rules(public.named)
    if len(public.shown[seat]) == cards:
        return evaluate(
            public.shown[seat] + shared(public, seat), claim, rules, fouled=seat in public.fouled
        )
    if not claim.words or seat in public.fouled:
        return None
    return evaluate([card for word in claim.words for card in word], claim, rules)


def has_challenges(public: Tableau) -> bool:
    """True if words can be challenged at this table."""
    return public.options.spellcheck == "challenge" and public.options.assist != "full"


def contestable(public: Tableau, seat: Seat) -> tuple[int, ...]:
    """The words of this seat's claim that can still be challenged, by index."""
    claim = public.claims[seat]
    if claim is None or seat in public.accepted or seat in public.fouled:
        return ()
    return tuple(index for index in range(len(claim.words)) if (seat, index) not in public.proved)


def asked(public: Tableau) -> tuple[Seat, ...]:
    """The seats that may call for a spellcheck, from the leader's left, answered or not."""
    assert public.leader is not None
    circle = clockwise(public.players, public.leader)[1:]
    return tuple(seat for seat in circle if seat not in public.folded)
