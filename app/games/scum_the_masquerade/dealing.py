"""The beginning of a round: extra cards, the deal, and the table swept after the round before."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade import tricks
from app.games.scum_the_masquerade.cards import FIRST_LEAD, sort_hand
from app.games.scum_the_masquerade.events import (
    ExtrasChosen,
    ExtrasDrawn,
    LeadAnnounced,
    RoundDealt,
)
from app.games.scum_the_masquerade.options import Options, or_usual
from app.games.scum_the_masquerade.politics import trading
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.sheets import Sheet
from app.games.scum_the_masquerade.state import (
    Asked,
    Hand,
    Phase,
    ScumState,
    Tableau,
    Trick,
    due,
    extra_cards,
    first_rank,
)
from app.kits.next_state import after
from app.rules.game import Seat, State

SEATS: Final = range(4, 9)


def setup(seats: int, options: Options) -> ScumState:
    """The match before its first round; the places are those of the seats."""
    public = Tableau(
        options=or_usual(options),
        phase=Phase.DEAL,
        round=0 if options.ranks else 1,
        order=tuple(map(Seat, range(seats))),
        scores=(0,) * seats,
        counts=(0,) * seats,
        played=((),) * seats,
    )
    if options.disciplines:
        public = replace(public, sheets=(Sheet(),) * seats)
    return State(replace(public, phase=due(public)), (Hand(),) * seats, ())


def draw_extras(state: ScumState, order: Sequence[int]) -> ScumState:
    """The lot of a plain round: the first seats drawn get an extra card (H2)."""
    seats = tuple(sorted(Seat(seat) for seat in order[: extra_cards(state.public)]))
    return after(state, ExtrasDrawn(seats), extras=seats, phase=Phase.DEAL)


def choose_extras(state: ScumState, seats: tuple[Seat, ...]) -> ScumState:
    """The first rank's choice, once before each round."""
    chosen = tuple(sorted(seats))
    return after(state, ExtrasChosen(chosen), extras=chosen, extras_chosen=True)


def receivers(public: Tableau) -> tuple[Seat, ...]:
    """The seat that gets each position of the order: clockwise, the extra cards last."""
    order = public.dealt_to or public.order
    each = len(public.deck) // len(order)
    return order * each + tuple(seat for seat in order if seat in public.extras)


def deal(state: ScumState, order: Sequence[int]) -> ScumState:
    """Deals the whole deck; then trades begin, or in a plain round the first lead."""
    public = state.public
    crypts: dict[Seat, list[int]] = {seat: [] for seat in public.order}
    for seat, index in zip(receivers(public), order, strict=True):
        crypts[seat].append(index)
    private = tuple(
        Hand(sort_hand(public.deck[index] for index in crypts[Seat(seat)]))
        for seat in range(len(state.private))
    )
    counts = tuple(len(hand.cards) for hand in private)
    public = replace(public, counts=counts, dealt_to=public.order)
    events = (RoundDealt(public.round, public.extras),)
    if public.ranked and public.options.has_pacts:
        unseen = tuple(hand.cards for hand in private)
        public = replace(public, phase=Phase.PACTS)
        return State(public, (Hand(),) * len(private), unseen, events)
    state = State(public, private, (), events)
    if public.ranked:
        return trading.look(state)
    holder = next(seat for seat in public.order if FIRST_LEAD in private[seat].cards)
    leader = public.order[0] if tricks.led_by_seat(public) else holder
    state = after(state, LeadAnnounced(leader), phase=Phase.PLAY, trick=Trick(1))
    return tricks.ask(state, leader, Asked.LEAD)


def sweep(state: ScumState) -> ScumState:
    """The table swept for the next round, which awaits its shuffle."""
    public = state.public
    seats = len(state.private)
    swept = replace(
        public,
        round=public.round + 1,
        counts=(0,) * seats,
        played=((),) * seats,
        extras=public.extras if public.options.ranks else (),
        extras_chosen=False,
        dealt_to=(),
        risen=None,
        confirmed=(),
        pairs=(),
        swaps=(),
        boons=(),
        conspiracies=(),
        pile=(),
        gains=(),
        looks=(),
        proofs=(),
        effects=(),
        forbidden=(),
        uses=0,
        used=0,
        draws=0,
        reshapings=(),
        revealed=(),
        turn=None,
        asked=None,
        trick=None,
        last_trick=None,
        out=(),
        revolution=False,
    )
    state = replace(state, public=swept, private=(Hand(),) * seats)
    return declaring.begin(state)


def may_choose_extras(public: Tableau, seat: Seat) -> bool:
    """True for the first rank between two rounds, until it has chosen."""
    return (
        public.phase is Phase.INTERVAL
        and public.options.ranks
        and not public.extras_chosen
        and bool(public.extras)
        and seat == first_rank(public)
    )
