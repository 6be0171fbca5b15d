"""Resampling: a state that one seat cannot tell from the true one, with other hands redrawn.

A view knows this for certain about other hands, and nothing else:

- Every card neither played nor in this seat's hand is in another hand. The numbers of cards are
  public.
- A player who took Infinity by winning a trick holds it until it is played again.
- A takeover shows that its declarer was dealt both WILDs. They are in that hand, or with the last
  rank, to whom rank 1 may have given them back.
- Own bonus exchange, lower rank: what I gave went into my partner's hand. What did not come back
  and was not played is still there.
- Own bonus exchange, higher rank: I got the best cards. Every other card that my partner was dealt
  is no better than the worst of those. Any better one there is one that I gave back.
- While a higher rank still ponders its gift, that hand holds cards at least as good as the best of
  the lower rank's. Afterwards a third player knows nothing for certain.
- The cards that the special 5 showed me, less those played since.

Passing, playing and confirming are free choices: evidence, never proof. Other seats' private
knowledge is rebuilt so that it fits the hands drawn for them. All deals that fit are equally
likely; players' habits are not taken into account.
"""

from collections import Counter

from msgspec.structs import replace

from app.games.scum_of_the_earth.bonus import BONUS
from app.games.scum_of_the_earth.cards import ORDER, PLACE, Card, sort_hand
from app.games.scum_of_the_earth.dealing import swaps
from app.games.scum_of_the_earth.skips import unseen
from app.games.scum_of_the_earth.state import (
    Exchange,
    Hand,
    Look,
    Phase,
    ScumState,
    ScumView,
    Seen,
    Tableau,
)
from app.rules.game import Chance, Seat, State

TRIES = 50
"""Attempts to rebuild the others' exchanges; only WILDs given back after a takeover are hard."""


def resample(view: ScumView, chance: Chance) -> ScumState:
    """A state with the view's public facts and own hand in which all other hands are drawn anew."""
    public = view.public
    own = {} if view.seat is None or view.private is None else {view.seat: view.private}
    seats = [Seat(seat) for seat in range(len(public.counts))]
    if public.phase in (Phase.DRAW, Phase.DEAL):
        return State(public, tuple(own.get(seat, Hand()) for seat in seats), None)
    cards, exchanges = _fitting(view, chance)
    hands = {seat: Hand(sort_hand(held), exchanges.get(seat)) for seat, held in cards.items()} | own
    for look in public.looks:
        if look.seat != view.seat:
            hand = hands[look.seat]
            hands[look.seat] = replace(
                hand, seen=(*hand.seen, _shown(public, look, hands[look.target].cards))
            )
    return State(public, tuple(hands[seat] for seat in seats), None)


def _fitting(view: ScumView, chance: Chance) -> tuple[dict[Seat, list[Card]], dict[Seat, Exchange]]:
    """Cards for every other seat, and what they exchanged."""
    cards, moving = _draw(view, chance)
    for _ in range(TRIES):
        exchanges = _exchanges(view, cards, moving, chance)
        if exchanges is not None:
            return cards, exchanges
        cards, moving = _draw(view, chance)
    return cards, {}


# -- cards


def _draw(
    view: ScumView, chance: Chance
) -> tuple[dict[Seat, list[Card]], dict[Seat, tuple[Card, ...]]]:
    """Cards for every other seat, certain ones first; and the bonus cards of those who ponder."""
    public = view.public
    seats = [Seat(seat) for seat in range(len(public.counts)) if seat != view.seat]
    certain, closed = _certain(view)
    hands = {seat: list(certain[seat].elements()) for seat in seats}
    room = {seat: public.counts[seat] - len(hands[seat]) for seat in seats}
    pending = _pending(view)
    for higher, lower, number in pending:
        room[higher] -= number
        room[lower] += number

    pool = unseen(public)
    for seat in seats:
        pool.subtract(certain[seat])
    if view.private is not None:
        pool.subtract(view.private.cards)
    pool = +pool  # Infinity taken back into a hand had left the pool already
    while pool[Card.WILD] and public.takeover in room:
        holders = [public.takeover]
        if public.takeover not in public.giving:
            holders.append(public.ranks[-1])
        holder = chance.choice([seat for seat in holders for _ in range(room.get(seat, 0))])
        hands[holder].append(Card.WILD)
        room[holder] -= 1
        pool[Card.WILD] -= 1

    rest = list(pool.elements())
    chance.shuffle(rest)
    for seat in sorted(seats, key=lambda seat: seat not in closed):
        dealt = [card for card in rest if card not in closed.get(seat, ())][: room[seat]]
        assert len(dealt) == room[seat], "the cards that are left do not fit the hands"
        hands[seat] += dealt
        for card in dealt:
            rest.remove(card)
    moving: dict[Seat, tuple[Card, ...]] = {}
    for higher, lower, number in pending:
        held = sort_hand(hands[lower])
        moving[higher] = held[:number]
        hands[higher] += held[:number]
        hands[lower] = list(held[number:])
    return hands, moving


def _certain(view: ScumView) -> tuple[dict[Seat, Counter[Card]], dict[Seat, set[Card]]]:
    """The cards that seats certainly hold, and those of which a seat holds no more."""
    public, own = view.public, view.private
    certain: dict[Seat, Counter[Card]] = {
        Seat(seat): Counter() for seat in range(len(public.counts))
    }
    closed: dict[Seat, set[Card]] = {}
    if public.infinity is not None:
        certain[public.infinity][Card.INFINITY] = 1
    if own is None:
        return certain, closed
    if own.exchange is not None:
        _from_exchange(view, own.exchange, certain, closed)
    for seen in own.seen:
        held = Counter(seen.cards)
        held.subtract(public.played[seen.seat][seen.played :])
        held[Card.INFINITY] = certain[seen.seat][Card.INFINITY] or max(held[Card.INFINITY], 0)
        certain[seen.seat] = held
        closed.pop(seen.seat, None)
    return certain, closed


def _from_exchange(
    view: ScumView,
    exchange: Exchange,
    certain: dict[Seat, Counter[Card]],
    closed: dict[Seat, set[Card]],
) -> None:
    public, other = view.public, exchange.partner
    played, gave, got = Counter(public.played[other]), Counter(exchange.gave), Counter(exchange.got)
    if view.seat in public.ranks[: len(BONUS)]:
        threshold = max(PLACE[card] for card in exchange.got)
        closed[other] = set(ORDER[:threshold])
        held = gave - played
    else:
        held = gave - got - played
        if public.takeover == other:
            held[Card.WILD] = 2 - got[Card.WILD] - played[Card.WILD]
    certain[other] |= held


def _pending(view: ScumView) -> list[tuple[Seat, Seat, int]]:
    """Exchanges of others that wait for the higher rank: who, with whom, how many cards."""
    public = view.public
    pairs = (
        (public.ranks[place], public.ranks[-1 - place], number)
        for place, number in enumerate(BONUS)
    )
    return [pair for pair in pairs if pair[0] in public.giving and view.seat not in pair[:2]]


# -- what others know


def _exchanges(
    view: ScumView,
    cards: dict[Seat, list[Card]],
    moving: dict[Seat, tuple[Card, ...]],
    chance: Chance,
) -> dict[Seat, Exchange] | None:
    """Everybody else's exchange so that it fits these hands; None where none was found."""
    public = view.public
    found: dict[Seat, Exchange] = {}
    if public.phase not in (Phase.BONUS, Phase.PLAY) or not swaps(public):
        return found
    if view.private is not None and view.private.exchange is not None and view.seat is not None:
        mine = view.private.exchange
        found[mine.partner] = Exchange(view.seat, mine.got, mine.gave)
    for place, number in enumerate(BONUS):
        higher, lower = public.ranks[place], public.ranks[-1 - place]
        if view.seat in (higher, lower):
            continue
        if higher in moving:
            found[higher], found[lower] = (
                Exchange(lower, (), moving[higher]),
                Exchange(higher, moving[higher], ()),
            )
        else:
            above, below = _dealt(public, higher, cards), _dealt(public, lower, cards)
            passed = _passed(above, below, number, public.takeover == higher, chance)
            if passed is None:
                return None
            up, down = passed
            found[higher], found[lower] = Exchange(lower, down, up), Exchange(higher, up, down)
    return found


def _dealt(public: Tableau, seat: Seat, cards: dict[Seat, list[Card]]) -> list[Card]:
    """The seat's cards after the bonuses, without Infinity, which may have come later."""
    return [card for card in (*cards[seat], *public.played[seat]) if card is not Card.INFINITY]


def _passed(
    higher: list[Card], lower: list[Card], number: int, takeover: bool, chance: Chance
) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Cards that may have passed up and down to give these hands; None if no attempt found any."""
    wilds = [card for card in lower if card is Card.WILD] if takeover else []
    others = [card for card in lower if card is not Card.WILD] if takeover else lower
    for _ in range(8):
        down = wilds + chance.sample(others, number - len(wilds))
        kept = Counter(lower) - Counter(down)
        threshold = min((PLACE[card] for card in kept), default=len(PLACE))
        good = [
            card
            for card in (*higher, *down)
            if PLACE[card] <= threshold and not (takeover and card is Card.WILD)
        ]
        if len(good) >= number:
            return sort_hand(chance.sample(good, number)), sort_hand(down)
    best = sort_hand(lower)[:number]
    return None if wilds else (best, best)


def _shown(public: Tableau, look: Look, cards: tuple[Card, ...]) -> Seen:
    """The special 5's view, if the hand looked at now holds these cards."""
    shown = Counter(cards) + Counter(public.played[look.target][look.played :])
    if look.infinity is not None:
        shown[Card.INFINITY] = int(look.infinity)
    return Seen(look.target, sort_hand(shown.elements()), look.played)
