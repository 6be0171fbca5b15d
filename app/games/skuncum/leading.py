"""The lead: who is asked, who may pass, and what that tells everybody about Suit cards."""

from msgspec.structs import replace

from app.games.skuncum.board import new_stack
from app.games.skuncum.cards import SUIT_CARDS, Card, has_suit, without
from app.games.skuncum.events import LeadPassed, Led
from app.games.skuncum.state import Phase, SkuncumState, Tableau, with_hand
from app.kits.next_state import after
from app.rules.game import Seat, State


def clockwise(public: Tableau, start: Seat) -> tuple[Seat, ...]:
    """Every seat, from `start` on."""
    return public.seats[start:] + public.seats[:start]


def holders(state: SkuncumState) -> list[Seat]:
    """The seats that hold a Suit card."""
    return [seat for seat in state.public.seats if has_suit(state.private[seat].cards)]


def hand_ends(state: SkuncumState) -> bool:
    """True if no Race can begin, or with short hands if only one player could lead it."""
    return len(holders(state)) <= int(state.public.options.short_hands)


def begin_race(state: SkuncumState, first: Seat) -> SkuncumState:
    """A new Race on an empty board; at least one seat holds a Suit card."""
    public = cleared(state.public)
    public = replace(public, phase=Phase.LEAD, race=public.race + 1, first=first)
    return _ask_next(State(public, state.private, state.hidden, state.events), first)


def cleared(public: Tableau) -> Tableau:
    """The table without the board of the last Race."""
    return replace(
        public,
        passed=(),
        may_pass=False,
        candidate=None,
        bandwagon=(),
        challengers=(),
        coalition=(),
        kingmaker=None,
        dropped=(),
        waiting=(),
        politiks=None,
        duel=None,
        duels=(),
        out=(),
        power_used=False,
        stakes=(),
        winnings=(),
        answered=(),
    )


def pass_lead(state: SkuncumState, seat: Seat) -> SkuncumState:
    """The next player with a Suit card is asked; after all have passed, the first one again."""
    state = after(state, LeadPassed(seat), passed=(*state.public.passed, seat))
    return _ask_next(state, Seat((seat + 1) % len(state.public.seats)))


def _ask_next(state: SkuncumState, start: Seat) -> SkuncumState:
    """Asks the next seat from `start` on that holds a Suit card; the others lack one."""
    public, able = state.public, holders(state)
    left = [seat for seat in able if seat not in public.passed]
    asked = next((seat for seat in clockwise(public, start) if seat in left), None)
    turn = public.passed[0] if asked is None else asked
    may_pass = asked is not None and len(able) > 1
    around = clockwise(public, start)
    skipped = around[: around.index(turn)] if may_pass else around
    suited = list(public.suited)
    for seat in skipped:
        if seat != turn and seat not in public.passed:
            suited[seat] = False
    suited[turn] = True
    one_of = public.one_of
    if any(suited[seat] for seat in one_of):
        one_of = ()
    one_of = tuple(seat for seat in one_of if suited[seat] is None)
    others = [seat for seat in public.seats if seat != turn]
    if may_pass and not one_of and not any(suited[seat] for seat in others):
        one_of = tuple(seat for seat in others if suited[seat] is None and public.counts[seat])
    state = after(
        state,
        turn=turn,
        may_pass=may_pass,
        suited=tuple(suited),
        one_of=one_of,
        questions=public.questions + 1,
    )
    return State(_settled(state.public), state.private, state.hidden, state.events)


def lead(state: SkuncumState, seat: Seat, card: Card) -> SkuncumState:
    """The card goes to the Candidate circle, and the Scrum begins at its player's left."""
    public = state.public
    state = played_from_hand(state, seat, (card,))
    waiting = tuple(other for other in clockwise(public, seat)[1:] if state.public.counts[other])
    return after(
        state,
        Led(seat, card, public.race),
        phase=Phase.SCRUM,
        candidate=new_stack(seat, card, 0),
        waiting=waiting,
        result=public.result and replace(public.result, gains=(), duels=()),
        turn=None,
    )


def played_from_hand(state: SkuncumState, seat: Seat, cards: tuple[Card, ...]) -> SkuncumState:
    """The cards leave the hand; a Suit card among them leaves open whether there are more."""
    public, hand = state.public, state.private[seat]
    state = with_hand(state, seat, replace(hand, cards=without(hand.cards, cards)))
    counts = list(public.counts)
    counts[seat] -= len(cards)
    suited, one_of = list(public.suited), public.one_of
    if not SUIT_CARDS.isdisjoint(cards):
        suited[seat] = None
        one_of = () if seat in one_of else one_of
    state = after(state, counts=tuple(counts), suited=tuple(suited), one_of=one_of)
    if not counts[seat]:
        known = without_suit(state.public, seat)
        state = State(known, state.private, state.hidden, state.events)
    if not public.kept_cards:
        return state
    kept = list(public.kept_counts)
    kept[seat] -= sum(card in public.kept_cards for card in cards)
    left = without(public.kept_cards, cards)
    return after(state, kept_cards=left, kept_counts=tuple(kept) if left else ())


def without_suit(public: Tableau, seat: Seat) -> Tableau:
    """The facts after a seat has shown that it holds no Suit card."""
    suited = list(public.suited)
    suited[seat] = False
    one_of = tuple(other for other in public.one_of if other != seat)
    return _settled(replace(public, suited=tuple(suited), one_of=one_of))


def _settled(public: Tableau) -> Tableau:
    """One seat of which one holds a Suit card holds one; a seat without cards is no secret."""
    if len(public.one_of) != 1:
        return public
    suited = list(public.suited)
    suited[public.one_of[0]] = True
    return replace(public, suited=tuple(suited), one_of=())
