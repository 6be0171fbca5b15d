"""The state of Skuncum after a move or time-out; each phase has its own module."""

from typing import assert_never

from msgspec.structs import replace

from app.games.skuncum import board, duels, leading, scrum, settlement
from app.games.skuncum.cards import FACES, SUIT_CARDS, Card
from app.games.skuncum.moves import (
    Area,
    BuyHats,
    ChooseHats,
    Concede,
    DropOut,
    Join,
    Lead,
    Move,
    PassLead,
    Play,
    Politiks,
    PowerPlay,
    Stand,
)
from app.games.skuncum.state import Phase, SkuncumState, Tableau
from app.rules.game import Seat, State


def apply(state: SkuncumState, seat: Seat, move: Move) -> SkuncumState:
    """The state after this legal move of `seat`."""
    state = State(state.public, state.private, state.hidden)
    match move:
        case Lead(card):
            return scrum.next_turn(leading.lead(state, seat, card))
        case PassLead():
            return leading.pass_lead(state, seat)
        case Politiks(card, target):
            return scrum.politiks(state, seat, card, target)
        case Join(card, area):
            return scrum.join(state, seat, card, area)
        case DropOut():
            return scrum.drop_out(state, seat)
        case Play(card):
            return duels.play(state, seat, (card,), power=False)
        case PowerPlay(cards):
            return duels.play(state, seat, cards, power=True)
        case Stand():
            return duels.stand(state, seat)
        case Concede():
            return duels.concede(state, seat)
        case ChooseHats(picks):
            return settlement.choose_hats(state, seat, picks)
        case BuyHats(number):
            return settlement.buy_hats(state, ((seat, number),))
        case _:
            assert_never(move)


def expire(state: SkuncumState) -> SkuncumState:
    """The state after time is up for the open question."""
    public = state.public
    state = replace(state, events=())
    if public.phase is Phase.HATS:
        for seat in settlement.choosing(public):
            state = settlement.choose_hats(state, seat, ())
        return state
    if public.phase is Phase.CONVERT:
        late = [seat for seat in public.seats if seat not in public.answered]
        bought = [(seat, settlement.default_purchase(public, seat)) for seat in late]
        return settlement.buy_hats(state, bought)
    assert public.turn is not None
    return apply(state, public.turn, default(public, state.private[public.turn].cards))


def default(public: Tableau, hand: tuple[Card, ...]) -> Move:
    """The default move of the seat whose turn it is, which holds `hand`; always legal."""
    match public.phase:
        case Phase.LEAD:
            return PassLead() if public.may_pass else Lead(lowest(hand))
        case Phase.SCRUM:
            return _scrum(public, hand)
        case _:
            assert public.duel is not None
            return Stand() if duels.tied(public.duel) else Concede()


def lowest(hand: tuple[Card, ...]) -> Card:
    """The lowest Suit card, the first of equal ones."""
    return min((card for card in hand if card in SUIT_CARDS), key=lambda card: FACES[card].value)


def _scrum(public: Tableau, hand: tuple[Card, ...]) -> Move:
    """The lowest Suit card: a copy that may join the Bandwagon if there is one, else Coalition."""
    assert public.candidate is not None
    suits = [card for card in hand if card in SUIT_CARDS]
    if not suits:
        return DropOut()
    value = FACES[lowest(hand)].value
    equal = [card for card in suits if FACES[card].value == value]
    lead, colours = public.candidate.card, public.options.colours
    for card in equal:
        if Area.BANDWAGON in board.legal_areas(card, lead, colours):
            return Join(card, Area.BANDWAGON)
    return Join(equal[0], Area.COALITION)
