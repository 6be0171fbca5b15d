"""Uprisings of two players: the Downcard, giving in, the challenge."""

import pytest

from app.games.usurp.cards import Card, PlayType
from app.games.usurp.events import Challenged, GaveIn, Rose, TurnedUp
from app.games.usurp.moves import Play, Reason, Uprise
from app.games.usurp.options import Options
from app.games.usurp.state import Asked, Laid
from app.rules.game import Seat
from tests.games.usurp.table import Table, playing


def risen(
    ada: str,
    card: str,
    *,
    upcard: str = "KS",
    ben: str = "KC 6S",
    order: str = "regal",
    options: Options | None = None,
) -> Table:
    """Ada has laid a Downcard; Ben is to answer."""
    return playing(ada, ben, upcard=upcard, order=order, options=options).uprise(0, card)


def test_the_opponent_is_asked_and_the_upcard_stays() -> None:
    table = risen("3D 9C", "3D")
    assert table.asked == (1, Asked.ANSWER)
    assert (table.public.upcard, table.public.rising) == ("KS", 0)
    assert table.events == (Rose(Seat(0)),)
    assert table.public.counts == (1, 2)


def test_the_downcard_is_its_owners_alone() -> None:
    table = risen("3D 9C", "3D")
    assert table.state.private[0].rising is Card.D3
    assert table.state.private[1].rising is None
    assert Card.D3 not in [laid.card for laid in table.public.discard]


def test_any_card_may_rise_while_holding_the_suit_and_it_is_no_reneg() -> None:
    table = playing("QS 3D", "KC", upcard="KS")
    assert {move.card for move in table.legal(0) if isinstance(move, Uprise)} == {Card.SQ, Card.D3}
    assert {move.card for move in table.legal(0) if isinstance(move, Play)} == {Card.SQ}
    table.uprise(0, "3D").challenge(1)
    assert table.public.accused is None


def test_giving_in_pays_the_upcard_without_a_bonus_and_the_opponent_plays_on_it() -> None:
    table = risen("3D 9C", "3D").give_in(1)
    assert table.events == (GaveIn(Seat(1), Seat(0), 13, 0),)
    assert table.asked == (1, Asked.PLAY)
    assert table.public.discard[-1] == Laid(Seat(0), PlayType.GIVEN_IN, None, 13, 0)


def test_whoever_plays_on_the_old_upcard_follows_its_suit() -> None:
    assert risen("3D 9C", "3D").give_in(1).open_cards(1) == "6S KC"
    assert risen("3D 9C", "3D", ben="6S QC").give_in(1).open_cards(1) == "6S"


def test_one_may_have_to_play_on_ones_own_card() -> None:
    table = playing("KS 4D 3D", "9C 6D", upcard="QS").play(0, "KS").uprise(1, "6D").give_in(0)
    assert (table.public.owner, table.asked) == (0, (0, Asked.PLAY))
    assert table.play(0, "4D").points == (12, 13 + 13), "what it brings goes to the other player"


def test_a_challenge_turns_the_card_up_and_the_winner_gets_points_and_bonus() -> None:
    table = risen("AS 9C", "AS").challenge(1)
    assert table.events == (
        Challenged(Seat(1), Seat(0)),
        TurnedUp(Seat(0), Card.SA, PlayType.SCORE, 13, 0, beater=False, bonus=10),
    )
    assert table.public.discard[-1] == Laid(
        Seat(0), PlayType.SCORE, Card.SA, 13, 0, beater=False, challenged=True, bonus=10
    )


def test_a_challenged_card_that_follows_and_loses_pays_the_challenger() -> None:
    table = risen("QS 9C", "QS").challenge(1)
    assert table.points == (0, 13 + 10)
    assert not table.public.free


def test_a_challenged_usurper_wins_and_may_change_the_order() -> None:
    table = risen("KD 9C", "KD").challenge(1)
    assert table.points == (13 + 10, 0)
    assert table.asked == (0, Asked.ORDER)
    assert table.name(0, "common").asked == (1, Asked.PLAY)


def test_a_challenged_beater_wins_20_and_the_bonus() -> None:
    assert risen("2S 9C", "2S", upcard="AS").challenge(1).points == (20 + 10, 0)


@pytest.mark.parametrize(("card", "points"), [("AS", (10 + 20, 0)), ("4C", (0, 10 + 20))])
def test_the_alternative_bonus_is_20(card: str, points: tuple[int, int]) -> None:
    assert (
        risen(f"{card} 9C", card, options=Options(points="alternative")).challenge(1).points
        == points
    )


def test_on_a_sluff_off_a_challenged_uprising_wins_whatever_it_is() -> None:
    table = playing("QC 7D", "3D 4S", upcard="9H").play(0, "QC").uprise(1, "3D").challenge(0)
    assert table.points == (0, 9 + 12 + 10)
    assert table.public.discard[-1].way is PlayType.SCORE


def test_the_last_card_may_rise_and_its_answer_ends_the_hand() -> None:
    table = playing("", "KD", upcard="KS", turn=Seat(1)).uprise(1, "KD").challenge(0)
    assert table.asked == (None, None)
    assert table.points == (0, 13 + 10)


def test_while_a_downcard_lies_across_nobody_plays() -> None:
    assert risen("3D 9C", "3D").refuses(1, Play(Card.CK)) is Reason.NOT_ASKED
    assert risen("3D 9C", "3D").refuses(1, Uprise(Card.CK)) is Reason.NOT_ASKED
