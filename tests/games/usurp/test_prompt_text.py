"""Sentences: every refusal, question, wait and event has one, and none names a secret."""

from typing import Any

import pytest

from app.games.usurp import GAME
from app.games.usurp.options import Options
from app.rules.game import Seat
from tests.games.usurp.table import Table, fresh, playing

HONOUR = Options(renegs="honour")
CHOICES = "usurp with a card of the same rank, or uprise"


# -- config problems and refusals


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_other_numbers_of_players_are_told_so(seats: int) -> None:
    assert GAME.config_problem(seats, Options()) == f"Usurp is for 2 or 4 players; you are {seats}."


@pytest.mark.parametrize("seats", [2, 4])
def test_two_and_four_may_play_with_all_options(seats: int) -> None:
    assert GAME.config_problem(seats, Options(reveal=True, four="alone")) is None


def hearts(options: Options | None = None) -> Table:
    return playing("9H 4C", "KC 6S", upcard="KH", options=options)


# -- questions and waits


def test_the_dealer_is_asked_for_the_leading_order() -> None:
    table = fresh().shuffle(range(52))
    assert table.prompt(1) == (
        "You deal, so you choose the first Order: Regal, where high wins, or Common, where low "
        "wins."
    )
    assert table.wait() == "Ben deals, and chooses the first Order."


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (hearts(), f"King of hearts, worth 13. High wins: follow with hearts, {CHOICES}."),
        (
            playing("9H 4C", "", upcard="2H", order="common"),
            f"Plow of hearts, worth 2. Low wins: follow with hearts, {CHOICES}.",
        ),
        (
            playing("9S 4C", "", upcard="AH"),
            (
                "Crown of hearts, worth 15. You hold no hearts: usurp with a card of the same "
                "rank, uprise, or sluff off."
            ),
        ),
        (
            playing("9S 4C", "", upcard="AH", free=True),
            "Crown of hearts, worth 15. It was sluffed off, so any card you play scores.",
        ),
    ],
)
def test_who_plays_is_told_what_lies_there_and_what_would_do(table: Table, question: str) -> None:
    assert table.prompt(0) == question


def test_who_may_call_a_reneg_is_told_so() -> None:
    table = playing("4C 9H", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C")
    assert table.prompt(1) == (
        "Four of clubs, worth 4. It was sluffed off, so any card you play scores. Ada sluffed off: "
        "call a Reneg now, and the card goes back; call it later, for 20."
    )
    assert table.call(1).prompt(0) == (
        "King of hearts, worth 13. Your Sluff Off was a Reneg and goes back. High wins: follow "
        "with hearts, usurp with a card of the same rank, or uprise."
    )


def test_who_answers_is_told_what_is_at_stake() -> None:
    table = playing("3D 9C", "KC", upcard="KS").uprise(0, "3D")
    assert (
        table.prompt(1)
        == "Ada uprises for 13. Give in, or challenge: whoever is right gets 10 more."
    )
    assert table.wait() == "Waiting for Ben: give in to Ada, or challenge?"


def test_the_first_of_two_partners_is_told_that_the_other_may_still_challenge() -> None:
    table = playing("KS 4D", "9S", "QC", "2S", upcard="QS").uprise(0, "4D")
    assert table.prompt(1).endswith("Give in, and your partner may still challenge.")
    assert table.give_in(1).said() == ["Ben leaves the answer to Dan."]
    assert table.prompt(3).endswith("whoever is right gets 10 more.")


def test_the_usurper_is_told_which_order_stands() -> None:
    table = playing("9S 4C", "KC", upcard="9H", order="common").play(0, "9S")
    assert table.prompt(0) == "You usurped. Leave the Order Common, or make it Regal."
    assert table.wait() == "Ada usurped, and may change the Order."


def test_a_lead_is_explained() -> None:
    table = fresh(4, dealer=2).shuffle(range(52)).name(2, "regal")
    assert table.prompt(3) == "You lead. Your card starts the pile and scores nothing yet."
    assert table.wait() == "Dan leads the first card."


def test_the_table_waits_in_words_from_the_lot_to_the_end() -> None:
    table = Table(GAME.setup(2, Options(best_of=1), False))
    assert table.wait() == "Drawing the first dealer."
    assert table.shuffle([0, 1]).wait() == "The cards are dealt."
    assert hearts().wait() == "Ada plays next on the king of hearts, worth 13."


def over(ada: int, ben: int, **public: Any) -> Table:
    """Ada plays the last card, and Ben gets twelve for it."""
    return playing("9C", "", upcard="QC", hand_points=(ada, ben), **public).play(0, "9C")


def test_between_hands_the_result_is_told_and_who_is_not_ready() -> None:
    table = over(30, 10)
    assert table.prompt(0) == "You win hand 1 with 30 to 22. Ready for the next hand?"
    assert table.prompt(1) == "Ada wins hand 1 with 30 to 22. Ready for the next hand?"
    assert table.confirm(0).wait() == "Ada wins hand 1 with 30 to 22. Not ready yet: Ben."


def test_a_tie_is_told_as_one() -> None:
    assert (
        over(32, 20).said()[-1]
        == "Hand 1 is a tie at 32. It does not count, and the same dealer deals again."
    )


def test_a_match_that_was_won_is_told() -> None:
    table = over(30, 10, game_points=(2, 0))
    assert table.said()[-1] == table.wait() == "The match is over. Ada wins with 3 game points."


def test_a_match_that_ends_in_a_tie_is_shared() -> None:
    table = over(0, 10, game_points=(1, 0), last_deal=True)
    assert (
        table.said()[-1]
        == table.wait()
        == "The match is over. Ada and Ben share it with 1 game point each."
    )


def test_partners_win_together_in_words() -> None:
    table = playing(
        "", "", "", "3C", upcard="QC", turn=Seat(3), hand_points=(20, 5), game_points=(2, 2)
    ).play(3, "3C")
    assert table.said()[-2:] == [
        "Ada and Cleo win hand 1 with 32 to 5.",
        "The match is over. Ada and Cleo win with 3 game points.",
    ]


# -- the log
