"""The sentences of the log: one for each event, and none names a secret."""

import pytest

from app.games.usurp import GAME
from app.games.usurp.cards import Card
from app.games.usurp.events import LastDealCalled
from app.games.usurp.moves import CallReneg
from app.games.usurp.options import Options
from app.games.usurp.state import Phase
from app.rules.replay import LastDeal, step
from tests.games.usurp.table import NAMES, Table, fresh, playing

HONOUR = Options(renegs="honour")


def hearts(options: Options | None = None) -> Table:
    return playing("9H 4C", "KC 6S", upcard="KH", options=options)


@pytest.mark.parametrize(
    ("table", "sentences"),
    [
        (fresh(), ["Ben was drawn to deal first."]),
        (
            fresh().shuffle(range(52)),
            [
                (
                    "Hand 1: Ben deals thirteen cards each. "
                    "The Crown of diamonds is turned up, and Ada plays first."
                )
            ],
        ),
        (
            fresh(4, dealer=2).shuffle(range(52)),
            ["Hand 1: Cleo deals thirteen cards each. Dan leads."],
        ),
        (
            fresh().shuffle(range(52)).name(1, "common"),
            ["Ben chooses Common as the first Order: low wins."],
        ),
        (hearts().play(0, "9H"), ["Ada plays the nine of hearts: 13 to Ben."]),
        (playing("KH 4C", "KC", upcard="9H").play(0, "KH"), ["Ada plays the king of hearts: +9."]),
        (
            fresh(4, dealer=2).shuffle(range(52)).name(2, "regal").play(3, "AS"),
            ["Dan leads the Crown of spades."],
        ),
        (
            playing("2H 4C", "KC", upcard="AH").play(0, "2H"),
            ["Ada plays the Plow of hearts: Plow beats Crown, +20."],
        ),
        (
            playing("9S 4C", "KC", upcard="9H").play(0, "9S"),
            ["Ada usurps with the nine of spades: +9."],
        ),
        (
            playing("9S 4C", "KC", upcard="9H").play(0, "9S").name(0, "regal"),
            ["Ada keeps the Order Regal: high wins."],
        ),
        (
            playing("9S 4C", "KC", upcard="9H").play(0, "9S").name(0, "common"),
            ["Ada changes the Order to Common: low wins."],
        ),
        (
            playing("QC 4S", "KC", upcard="9H").play(0, "QC"),
            ["Ada sluffs off the queen of clubs: 9 to Ben."],
        ),
        (
            playing("QC 4S", "KC", upcard="9H").uprise(0, "QC"),
            ["Ada uprises: a card face down across the Upcard."],
        ),
        (
            playing("QC 4S", "KC", upcard="9H").uprise(0, "QC").give_in(1),
            ["Ben gives in: 9 to Ada. The Downcard stays face down."],
        ),
        (
            playing("QC 4S", "KC", upcard="9H").uprise(0, "QC").challenge(1),
            [
                "Ben challenges Ada!",
                "Ada turns up the queen of clubs, a Sluff Off: 9 to Ben, and 10 for the challenge.",
            ],
        ),
        (
            playing("9C 4S", "KC", upcard="9H").uprise(0, "9C").challenge(1),
            [
                "Ben challenges Ada!",
                "Ada turns up the nine of clubs, a Usurp: +9, and 10 for the challenge.",
            ],
        ),
        (
            playing("2H 4S", "KC", upcard="AH").uprise(0, "2H").challenge(1),
            [
                "Ben challenges Ada!",
                (
                    "Ada turns up the Plow of hearts, Plow beats Crown: +20, and 10 for the "
                    "challenge."
                ),
            ],
        ),
        (hearts(Options(reveal=True)).play(0, "9H"), ["Ada plays the nine of hearts: 13 to Ben."]),
        (
            playing("9H 4C", "KC", upcard="KH", stock="8D", options=Options(reveal=True)).play(
                0, "9H"
            ),
            [
                "Ada plays the nine of hearts: 13 to Ben.",
                "The Stock reveals the eight of diamonds.",
            ],
        ),
        (
            playing("4C 9H", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C").call(1),
            [
                (
                    "Ben calls a Reneg on Ada, and is right: the four of clubs goes back, and so "
                    "do its points."
                ),
            ],
        ),
        (
            playing("4C 9H 3S", "KC 6S", upcard="KH", options=HONOUR)
            .play(0, "4C")
            .play(1, "6S")
            .play(0, "3S")
            .move(1, CallReneg(Card.C4)),
            [
                "Ben calls a Reneg on Ada, and is right: 20 to Ben.",
            ],
        ),
        (
            playing("4C 9D", "KC 6S", upcard="KH", options=HONOUR).play(0, "4C").call(1),
            [
                "Ben calls a Reneg on Ada, but there was none: 20 to Ada.",
            ],
        ),
        (
            playing("4C 9H", "6S 5C", upcard="KH", options=HONOUR)
            .play(0, "4C")
            .play(1, "6S")
            .uprise(0, "9H")
            .give_in(1)
            .play(1, "5C"),
            [
                "Ben sluffs off the five of clubs: 6 to Ada.",
                "Ben wins hand 1 with 17 to 12.",
                "Downcards that nobody challenged: Ada’s nine of hearts.",
                "Renegs, sluffed off with the suit in hand: Ada’s four of clubs.",
            ],
        ),
    ],
)
def test_everything_that_happens_is_told_in_one_sentence(
    table: Table, sentences: list[str]
) -> None:
    assert table.said() == sentences


def test_the_hosts_last_hand_is_told() -> None:
    table = Table(step(GAME, hearts().state, LastDeal()))
    assert table.events == (LastDealCalled(),)
    assert table.said() == ["The host calls the last hand."]


def test_a_downcard_is_named_by_no_word_before_the_hand_is_over() -> None:
    table = playing("QC 4S", "KC", upcard="9H").uprise(0, "QC")
    words = [
        table.wait(),
        table.prompt(1),
        *table.said(),
        *table.give_in(1).said(),
        table.wait(),
        table.prompt(1),
    ]
    assert not [line for line in words if "queen" in line]
    assert table.public.phase is Phase.PLAY
    assert all(name in "".join(words) for name in NAMES[:2])
