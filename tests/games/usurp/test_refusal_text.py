"""The sentences for refused moves: each names its rule and what would work."""

from typing import Any

import pytest

from app.games.usurp.cards import Card
from app.games.usurp.moves import CallReneg, Challenge, Move, Play, Uprise
from app.games.usurp.options import Options
from tests.games.usurp.table import Table, fresh, playing

HONOUR = Options(renegs="honour")


CHOICES = "usurp with a card of the same rank, or uprise"


def hearts(options: Options | None = None) -> Table:
    return playing("9H 4C", "KC 6S", upcard="KH", options=options)


@pytest.mark.parametrize(
    ("table", "seat", "move", "sentence"),
    [
        (
            hearts(),
            0,
            Play(Card.C4),
            (
                "Following suit is enforced at this table, and you hold hearts: play hearts, "
                f"{CHOICES} with any card."
            ),
        ),
        (
            hearts(),
            0,
            Play(Card.CK),
            "That card is not in your hand. Choose among the ones that are.",
        ),
        (
            hearts(),
            0,
            Challenge(),
            (
                "That answers another question. King of hearts, worth 13. High wins: follow with "
                f"hearts, {CHOICES}."
            ),
        ),
        (
            hearts(),
            0,
            CallReneg(),
            "Following suit is enforced at this table, so there are no Renegs to call.",
        ),
        (
            hearts(HONOUR),
            0,
            CallReneg(),
            (
                "You may call an opponent’s Sluff Off once, when it is your turn to play or to "
                "answer. There is none to call now."
            ),
        ),
        (
            fresh(4, dealer=2).shuffle(range(52)).name(2, "regal"),
            3,
            Uprise(Card.SA),
            "There is nothing to uprise against yet: the Leader’s first card is played face up.",
        ),
    ],
)
def test_a_refusal_names_the_rule_and_what_would_work(
    table: Table, seat: int, move: Move, sentence: str
) -> None:
    assert table.sentence(seat, move) == sentence


def test_an_answer_to_another_question_repeats_the_open_one() -> None:
    table = playing("3D 9C", "KC", upcard="KS").uprise(0, "3D")
    assert (
        table.sentence(1, Play(Card.CK))
        == "That answers another question. Give in to the Uprising, or challenge it."
    )
    assert (
        over(30, 10).sentence(0, Play(Card.CK)) == "That answers another question. Are you ready?"
    )


def over(ada: int, ben: int, **public: Any) -> Table:
    """Ada plays the last card, and Ben gets twelve for it."""
    return playing("9C", "", upcard="QC", hand_points=(ada, ben), **public).play(0, "9C")
