"""The Scrum: Politiks, then a Suit card to an area of the board, or dropping out."""

from msgspec.structs import replace

from app.games.skuncum import board, duels, leading
from app.games.skuncum.cards import FACES, Card, has_suit
from app.games.skuncum.events import DroppedOut, Joined, PolitiksPlayed
from app.games.skuncum.hats import stakes
from app.games.skuncum.moves import Area
from app.games.skuncum.state import SkuncumState, Tableau
from app.kits.next_state import after
from app.rules.game import Seat, State


def may_lay(public: Tableau, card: Card, target: Seat) -> bool:
    """True if Politiks may lay this Action card on the stack of `target`, which takes cards.

    Only a frozen stack refuses, and only a BONUS: plays without an effect are allowed.
    """
    stack = board.stack_of(public, target)
    assert stack is not None
    return not (stack.frozen and FACES[card].bonus)


def may_drop_out(public: Tableau, hand: tuple[Card, ...]) -> bool:
    """True after Politiks in this turn, or without a Suit card."""
    return public.politiks is not None or not has_suit(hand)


def politiks(state: SkuncumState, seat: Seat, card: Card, target: Seat) -> SkuncumState:
    """The Action card is laid on the target's stack, and the turn goes on."""
    role = board.target_role(state.public, target)
    stack = board.stack_of(state.public, target)
    assert stack is not None
    assert role is not None
    state = leading.played_from_hand(state, seat, (card,))
    stack = board.laid_on(stack, (card,))
    public = replace(
        board.with_stack(state.public, stack),
        politiks=card,
        questions=state.public.questions + 1,
    )
    event = PolitiksPlayed(seat, card, target, role, stack.value)
    state = State(public, state.private, state.hidden, (*state.events, event))
    return with_stakes(state)


def join(state: SkuncumState, seat: Seat, card: Card, area: Area) -> SkuncumState:
    """The Suit card opens this seat's stack in the area, and the turn ends."""
    public = state.public
    laid = 1 + len(public.bandwagon) + len(public.challengers) + len(public.coalition)
    stack = board.new_stack(seat, card, laid)
    state = leading.played_from_hand(state, seat, (card,))
    king = public.kingmaker
    match area:
        case Area.BANDWAGON:
            state = after(state, bandwagon=(*public.bandwagon, stack))
        case Area.CHALLENGER:
            state = after(state, challengers=(*public.challengers, stack))
        case Area.COALITION:
            coalition = (*public.coalition, stack)
            king = board.kingmaker(coalition)
            state = after(state, coalition=coalition, kingmaker=king)
    pawn = area is Area.COALITION and king == seat
    return next_turn(after(state, Joined(seat, card, area, pawn)))


def drop_out(state: SkuncumState, seat: Seat) -> SkuncumState:
    """No Suit card in this Race. Without Politiks it shows that the seat has none."""
    public = state.public
    if public.politiks is None:
        public = leading.without_suit(public, seat)
    state = State(public, state.private, state.hidden, state.events)
    return next_turn(after(state, DroppedOut(seat), dropped=(*public.dropped, seat)))


def next_turn(state: SkuncumState) -> SkuncumState:
    """The next seat takes its turn, or the Play-Off begins."""
    waiting = state.public.waiting
    state = after(state, politiks=None)
    if not waiting:
        return duels.begin_playoff(with_stakes(state))
    questions = state.public.questions + 1
    return with_stakes(after(state, turn=waiting[0], waiting=waiting[1:], questions=questions))


def with_stakes(state: SkuncumState) -> SkuncumState:
    """The state with what each side's win would mark now."""
    public = state.public
    return after(state, stakes=stakes(public, board.standing_sides(public)))
