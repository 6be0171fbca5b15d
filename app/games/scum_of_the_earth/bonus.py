"""The time before the first trick: the takeover window and the bonuses between the ranks."""

from typing import Final

from msgspec.structs import replace

from app.games.scum_of_the_earth.cards import Card, sort_hand, without
from app.games.scum_of_the_earth.dealing import first_lead
from app.games.scum_of_the_earth.events import BonusGiven, TakeoverDeclared
from app.games.scum_of_the_earth.ranks import taken_over
from app.games.scum_of_the_earth.state import Exchange, Hand, Phase, ScumState, Tableau, with_hands
from app.kits.next_state import after
from app.rules.game import Seat

TAKEOVER_SECONDS: Final = 15
"""The length of the takeover window, the same for everybody whatever they hold."""

BONUS: Final = (2, 1)
"""The cards that rank 1 and rank 2 exchange with the last and the second-to-last rank."""


def may_take_over(public: Tableau, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """True if the holder of these cards may declare a takeover: both WILDs, and not rank 1."""
    return public.ranks[0] != seat and cards.count(Card.WILD) == 2


def take_over(state: ScumState, seat: Seat) -> ScumState:
    """The declarer is rank 1, all follow in seat order from there, and the bonuses begin."""
    ranks = taken_over(state.public.ranks, seat)
    return call_in_bonuses(after(state, TakeoverDeclared(seat, ranks), ranks=ranks, takeover=seat))


def call_in_bonuses(state: ScumState) -> ScumState:
    """The lower ranks' best cards have moved up; both higher ranks are asked what to give back."""
    ranks = state.public.ranks
    hands: dict[Seat, Hand] = {}
    for place, number in enumerate(BONUS):
        higher, lower = ranks[place], ranks[-1 - place]
        best, rest = state.private[lower].cards[:number], state.private[lower].cards[number:]
        hands[lower] = Hand(rest, Exchange(higher, best, ()))
        hands[higher] = Hand(
            sort_hand(state.private[higher].cards + best), Exchange(lower, (), best)
        )
    events = (
        BonusGiven(ranks[-1 - place], ranks[place], number) for place, number in enumerate(BONUS)
    )
    return after(
        with_hands(state, hands),
        *events,
        phase=Phase.BONUS,
        confirmed=(),
        giving=ranks[: len(BONUS)],
    )


def to_give(public: Tableau, seat: Seat) -> int:
    """The number of cards that the higher rank at `seat` gives back."""
    return BONUS[public.ranks.index(seat)]


def key(public: Tableau, seat: Seat) -> str:
    """The key of the question what `seat` gives back; both higher ranks are asked at once."""
    return f"give-{public.deal}-{seat}"


def partner(public: Tableau, seat: Seat) -> Seat | None:
    """With whom `seat` exchanges bonus cards in this hand; None in the middle."""
    place = public.ranks.index(seat)
    mirrored = len(public.ranks) - 1 - place
    return public.ranks[mirrored] if min(place, mirrored) < len(BONUS) else None


def give(state: ScumState, seat: Seat, cards: tuple[Card, ...]) -> ScumState:
    """The higher rank at `seat` gives these cards back; after the last such gift rank 1 leads."""
    public = state.public
    cards = sort_hand(cards)
    lower = public.ranks[-1 - public.ranks.index(seat)]
    own, other = state.private[seat], state.private[lower]
    assert own.exchange is not None
    assert other.exchange is not None
    hands = {
        seat: replace(
            own, cards=without(own.cards, cards), exchange=replace(own.exchange, gave=cards)
        ),
        lower: replace(
            other, cards=sort_hand(other.cards + cards), exchange=replace(other.exchange, got=cards)
        ),
    }
    giving = tuple(giver for giver in public.giving if giver != seat)
    state = after(with_hands(state, hands), BonusGiven(seat, lower, len(cards)), giving=giving)
    if giving:
        return state
    return first_lead(state)


def worst(hand: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """The default gift when time is up: the worst cards of the hand."""
    return hand[len(hand) - number :]
