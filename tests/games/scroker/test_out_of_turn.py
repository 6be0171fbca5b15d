"""Bets out of turn: "may not change his mind and bet differently when his proper turn is taken".

An option; the table refuses the change (tests/table/actor).
"""

from app.games.scroker import GAME
from app.games.scroker.moves import Call, Check, Draw, Fold, Move, Open, Raise
from app.rules.game import Seat, view
from tests.games.scroker.table import JUNK, A, B, C, Session

BETS: tuple[Move, ...] = (Check(), Open(2), Call(), Raise(1), Fold())


def stands(session: Session, seat: Seat, move: Move) -> bool:
    return GAME.premove_stands(view(session.state, seat), move)


def test_only_bets_of_a_player_in_the_round_stand_once_they_are_said() -> None:
    session = Session(3, out_of_turn="stands").deal(*JUNK[:3]).bet("o1")
    assert all(stands(session, A, move) for move in BETS)
    assert not stands(session, A, Draw(()))
    session.bet("f")
    assert not any(stands(session, C, move) for move in BETS), "C has folded"
    session.bet("c")
    assert not any(stands(session, A, move) for move in BETS), "the round is over"


def test_bets_said_out_of_turn_are_free_as_usual() -> None:
    session = Session(3).deal(*JUNK[:3])
    assert not any(stands(session, seat, move) for seat in (A, B, C) for move in BETS)
