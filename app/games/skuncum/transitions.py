"""The state after a legal move of Skuncum; each phase has its own module."""

from typing import assert_never

from app.games.skuncum import duels, leading, scrum, settlement
from app.games.skuncum.moves import (
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
from app.games.skuncum.state import SkuncumState
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
