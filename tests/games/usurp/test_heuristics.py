"""The heuristic of bots: positions whose best move is plain, and tournaments."""

import random

import pytest
from msgspec.structs import replace

from app.bots import arena
from app.games.usurp import GAME
from app.games.usurp.cards import Card, Order
from app.games.usurp.moves import CallReneg, Challenge, Move, NameOrder, Play, Uprise
from app.games.usurp.options import Options
from app.games.usurp.state import Asked
from app.rules.game import Seat
from tests.games.usurp.table import Table, playing


def best(table: Table, seat: int = 0) -> Move:
    moves = table.legal(seat)
    scores = GAME.score_moves(table.view(seat), moves)
    assert len(scores) == len(moves)
    return moves[max(range(len(moves)), key=scores.__getitem__)]


def best_open(table: Table, seat: int = 0) -> Move:
    moves = [move for move in table.legal(seat) if isinstance(move, Play)]
    scores = GAME.score_moves(table.view(seat), moves)
    return moves[max(range(len(moves)), key=scores.__getitem__)]


def test_a_card_that_wins_is_better_than_one_that_loses() -> None:
    assert best_open(playing("KH 4H 8D 7S", "KC 6S 5D 4D", upcard="QH")) == Play(Card.HK)


def test_with_two_winners_the_safer_upcard_is_left() -> None:
    """The Plow beats the Crown for twenty and is worth two; the other Crown is worth fifteen."""
    assert best_open(playing("AS 2H 8D 7S", "KC 6S 5D 4D", upcard="AH")) == Play(Card.H2)


def test_on_a_sluff_off_the_dear_card_is_kept_from_the_next_player() -> None:
    assert best_open(playing("KD 3C", "KC 6S 5D 4D", upcard="QH", free=True)) == Play(Card.C3)


def test_nobody_challenges_what_cannot_lose() -> None:
    table = playing("QC 7D", "3D 4S", upcard="9H").play(0, "QC").uprise(1, "3D")
    assert not isinstance(best(table), Challenge)


def test_a_winner_that_cannot_be_in_hand_is_challenged() -> None:
    """Everything that beats or usurps the king of spades is in Ben's hand or has been seen."""
    table = playing("3D 9C", "AS KC KD KH", upcard="KS").uprise(0, "3D")
    assert isinstance(best(table, 1), Challenge)


def test_a_reneg_is_called_when_it_is_likely_only() -> None:
    table = playing("4C 9D", "KC 6S", upcard="KH", options=Options(renegs="honour")).play(0, "4C")
    assert not isinstance(best(table, 1), CallReneg)


@pytest.mark.parametrize(
    ("hand", "order"),
    [("AS KS QH AH KD QD KC", Order.REGAL), ("2S 3S 4H 2H 3D 4D 3C", Order.COMMON)],
)
def test_the_order_after_an_usurp_suits_the_hand(hand: str, order: Order) -> None:
    assert best(playing(f"{hand} 7S", "8S 9D", upcard="7H").play(0, "7S")) == NameOrder(order)


def test_a_lead_that_is_hard_to_beat_is_better_than_one_that_is_not() -> None:
    """Of two Plows, the one whose Crown has been seen."""
    table = playing("AS", "8S", "9S", "2S 2H", upcard="QD")
    facts = {
        "asked": Asked.LEAD,
        "turn": Seat(3),
        "upcard": None,
        "owner": None,
        "discard": (),
        "reveal": (Card.SA,),
    }
    assert best(Table(replace(table.state, public=replace(table.public, **facts))), 3) == Play(
        Card.S2
    )


def test_a_reneg_is_dearer_than_the_same_sluff_off_without_the_suit() -> None:
    on_honour = Options(renegs="honour")
    with_suit = playing("4C 9H", "KC 6S", upcard="KH", options=on_honour)
    enforced = playing("4C 9H", "KC 6S", upcard="KH")
    (reneg,), (same,) = (
        GAME.score_moves(table.view(0), [Play(Card.C4)]) for table in (with_suit, enforced)
    )
    assert reneg < same


def test_between_hands_there_is_nothing_to_score() -> None:
    table = playing("3D", "4C", upcard="KS").play(0, "3D").play(1, "4C")
    assert list(GAME.score_moves(table.view(0), table.legal(0))) == [0.0]


def test_the_riser_sees_its_own_downcards() -> None:
    table = (
        playing("3D 9C 8C", "KC QC", upcard="KS")
        .uprise(0, "3D")
        .give_in(1)
        .uprise(1, "QC")
        .give_in(0)
    )
    assert len(GAME.score_moves(table.view(0), table.legal(0))) == len(table.legal(0))


def test_every_move_has_a_score_and_bluffs_are_among_them() -> None:
    table = playing("3D 9C", "KC", upcard="KS")
    assert {type(move) for move in table.legal(0)} == {Play, Uprise}
    assert len(GAME.score_moves(table.view(0), table.legal(0))) == 4


def test_steady_bots_beat_casual_ones() -> None:
    wins = 0
    for number in range(60):
        seated = ["steady", "casual"] if number % 2 else ["casual", "steady"]
        outcome = GAME.outcome(
            arena.final_state(GAME, seated, Options(best_of=1), random.Random(number // 2)).public
        )
        assert outcome is not None
        wins += seated[outcome.ranking[0][0]] == "steady"
    assert wins >= 36, "of 60 hands, half of them with the other's cards"
