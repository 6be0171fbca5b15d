"""The deck of a table, the deal, and joining and leaving between two hands."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.scum_of_the_earth.cards import sort_hand
from app.games.scum_of_the_earth.events import HandDealt, SeatsChanged
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import (
    Asked,
    Hand,
    Phase,
    ScumState,
    Tableau,
    Trick,
    with_hands,
)
from app.kits.next_state import after
from app.rules.game import Seat

SEATS: Final = range(4, 11)

HIGHEST: Final[dict[str, int]] = {"10": 10, "J": 11, "Q": 12, "K": 13}

PLAYERS: Final[dict[int, range]] = {
    10: range(4, 6),
    11: range(4, 7),
    12: range(5, 8),
    13: range(6, 11),
}
"""The numbers of players for a deck up to that face."""

_DEFAULT: Final[dict[int, int]] = {4: 10, 5: 11, 6: 12}


def allowed(seats: int) -> tuple[int, ...]:
    """The highest faces that the deck may have for this many players."""
    return tuple(face for face, players in PLAYERS.items() if seats in players)


def highest_for(seats: int, options: Options) -> int:
    """The deck's highest face for this many players: the host's choice, or the nearest allowed."""
    if options.highest == "auto":
        return _DEFAULT.get(seats, 13)
    wanted = HIGHEST[options.highest]
    return min(allowed(seats), key=lambda face: abs(face - wanted))


def with_deck(public: Tableau) -> Tableau:
    """The table's facts with the deck that this many players need."""
    return replace(public, highest=highest_for(len(public.ranks), public.options))


def deal(state: ScumState, order: Sequence[int]) -> ScumState:
    """Deals the whole deck in this order, clockwise from rank 1.

    Then the takeover window opens, or rank 1 leads.
    """
    public = state.public
    players = len(public.ranks)
    cards = [public.deck[index] for index in order]
    hands = {
        seat: Hand(sort_hand(cards[place::players])) for place, seat in enumerate(public.ranks)
    }
    dealt = with_hands(state, hands)
    dealt = after(dealt, HandDealt(public.deal, dealt.public.counts), confirmed=())
    if swaps(public):
        return after(dealt, phase=Phase.TAKEOVER)
    return first_lead(dealt)


def swaps(public: Tableau) -> bool:
    """True if this hand has a takeover window and a card swap."""
    return public.options.first_swap or public.deal > 1


def first_lead(state: ScumState) -> ScumState:
    """Rank 1 is asked to lead the first trick."""
    return after(
        state,
        phase=Phase.PLAY,
        turn=state.public.ranks[0],
        asked=Asked.LEAD,
        trick=Trick(1),
        turns=1,
    )


def clear(state: ScumState) -> ScumState:
    """The table swept for the next hand, which awaits its shuffle."""
    public = state.public
    swept = replace(
        with_deck(public),
        phase=Phase.DEAL,
        deal=public.paid_deal + 1,
        counts=(0,) * len(public.salaries),
        played=((),) * len(public.salaries),
        draws=() if public.paid_deal else public.draws,
        confirmed=(),
        giving=(),
        turn=None,
        asked=None,
        trick=None,
        last_trick=None,
        infinity=None,
        takeover=None,
        looks=(),
        out=(),
        turns=0,
    )
    return replace(state, public=swept, private=tuple(Hand() for _ in state.private))


def may_reseat(public: Tableau) -> bool:
    """True if people may come and go: between two hands, never before the first one."""
    return public.phase is Phase.INTERVAL or (public.phase is Phase.DEAL and public.paid_deal > 0)


def reseat(state: ScumState, left: Sequence[Seat], joined: int) -> ScumState:
    """Leavers drop out of the ranks, joiners come last without salary, and the deck is fitted."""
    public = state.public
    known = len(state.private)
    new = tuple(Seat(seat) for seat in range(known, known + joined))
    ranks = tuple(seat for seat in public.ranks if seat not in left) + new
    assert len(ranks) in SEATS, f"{len(ranks)} cannot play this game"
    private = (
        tuple(Hand() if seat in left else hand for seat, hand in enumerate(state.private))
        + (Hand(),) * joined
    )
    changed = replace(
        public,
        ranks=ranks,
        salaries=public.salaries + (0,) * joined,
        counts=tuple(len(hand.cards) for hand in private),
        played=public.played + ((),) * joined,
        confirmed=tuple(seat for seat in public.confirmed if seat not in left),
        infinity=None if public.infinity in left else public.infinity,
    )
    if public.phase is Phase.DEAL:
        changed = with_deck(changed)
    reseated = replace(
        state, public=changed, private=private, events=(SeatsChanged(tuple(left), new, ranks),)
    )
    if public.phase is Phase.INTERVAL and set(ranks) <= set(changed.confirmed):
        return clear(reseated)
    return reseated
