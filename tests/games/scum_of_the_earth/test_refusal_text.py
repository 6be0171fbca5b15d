"""The sentences for refused moves: each names its rule and what would work."""

import pytest

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import read_cards
from app.games.scum_of_the_earth.moves import Confirm, Give, Move, Pass, Reason, Takeover, Target
from app.rules.game import Seat
from tests.games.scum_of_the_earth.table import (
    EVERYTHING,
    Table,
    a_play,
    window,
)
from tests.games.scum_of_the_earth.test_prompt_text import (
    A,
    B,
    C,
    bonus,
    following,
    leading,
    special_six,
)

REFUSALS: list[tuple[Reason, Table, int, Move, str]] = [
    (
        Reason.NOT_ASKED,
        leading("J J"),
        A,
        Confirm(),
        "That answers another question. You lead: one or more cards of one number.",
    ),
    (
        Reason.NOT_YOUR_CARDS,
        leading("J J"),
        A,
        a_play("Q"),
        "You do not hold all of those cards. Choose among the ones in your hand.",
    ),
    (
        Reason.WRONG_NUMBER_TO_GIVE,
        bonus(),
        A,
        Give(read_cards("K")),
        "Head Honcho gives two cards back; you chose one.",
    ),
    (
        Reason.WRONG_NUMBER_TO_GIVE,
        bonus(),
        B,
        Give(()),
        "Second in Line gives one card back; you chose none.",
    ),
    (
        Reason.NO_TAKEOVER,
        window("K", "K", "WILD", "K"),
        C,
        Takeover(),
        "A takeover needs both WILD A-K cards in the hand you were dealt.",
    ),
    (
        Reason.NO_TAKEOVER,
        window("WILD WILD", "K", "K", "K"),
        A,
        Takeover(),
        "You are Head Honcho already; there is nothing left to take over.",
    ),
    (
        Reason.NO_TAKEOVER,
        leading("WILD WILD"),
        A,
        Takeover(),
        "A takeover is declared right after the deal, before the card swap.",
    ),
    (Reason.NO_CARDS, leading("J J"), A, a_play(""), "Choose the cards first."),
    (Reason.NO_CARDS, following("J J", "8 8"), B, a_play(""), "Choose two cards first, or pass."),
    (
        Reason.MIXED_FACES,
        leading("J J Q"),
        A,
        a_play("J J Q"),
        (
            "A set is cards of one number, and wild cards for missing ones; you showed two Jacks "
            "and Queen."
        ),
    ),
    (
        Reason.WRONG_SIZE,
        following("9 9 9", "8 8 8"),
        B,
        a_play("8 8"),
        "That takes three eights or better; you showed two.",
    ),
    (
        Reason.WRONG_SIZE,
        following("9 9", "0 8 8"),
        B,
        a_play("0"),
        "That takes two eights or better; you showed one.",
    ),
    (
        Reason.WRONG_SIZE,
        following("J J J", "10* 10 9", EVERYTHING),
        B,
        a_play("10* 10"),
        (
            "That takes three tens or better; you showed two. The special ten may count as one "
            "or as two: say which."
        ),
    ),
    (
        Reason.NOT_BETTER,
        following("9 9", "Q Q"),
        B,
        a_play("Q Q"),
        "Lower is better, and you have to beat the nines: two eights or better, or pass.",
    ),
    (
        Reason.NOT_BETTER,
        following("9", "Q Q"),
        B,
        a_play("Q"),
        "Lower is better, and you have to beat the nine: an eight or better, or pass.",
    ),
    (
        Reason.NOT_BETTER,
        following("A", "Q Q"),
        B,
        a_play("Q"),
        "Lower is better, and you have to beat the Ace: the Zero, or pass.",
    ),
    (
        Reason.WILD_OUT_OF_RANGE,
        leading("WILD J"),
        A,
        a_play("WILD", 14),
        "A WILD stands for an Ace up to a King, never for the Zero or Infinity.",
    ),
    (
        Reason.WILD_OUT_OF_RANGE,
        leading("3-9 J", EVERYTHING),
        A,
        a_play("3-9 J"),
        "The 3-9 wild stands for a three up to a nine and for nothing else.",
    ),
    (
        Reason.NAME_THE_WILD,
        leading("WILD WILD J"),
        A,
        a_play("WILD WILD"),
        "Wild cards alone may be several things here. Say what they stand for.",
    ),
    (
        Reason.ZERO_IS_SINGLE,
        leading("0 WILD J"),
        A,
        a_play("0 WILD"),
        (
            "The Zero is played alone, and beats every other single card. Nothing goes with it, "
            "not even a wild card."
        ),
    ),
    (
        Reason.INFINITY_IS_LED,
        following("J", "INF 8"),
        B,
        a_play("INF"),
        "Infinity is led, alone, and never played on anything. Keep it for when you lead.",
    ),
    (
        Reason.EIGHT_NOT_SINGLE,
        leading("8* J", EVERYTHING),
        A,
        a_play("8*"),
        (
            "The special eight is not played as a single, unless it is your last card. Put another "
            "eight or a wild card with it."
        ),
    ),
    (
        Reason.NINE_IS_LED,
        following("J", "9* 8", EVERYTHING),
        B,
        a_play("9*"),
        "The special nine may only be led. Keep it for when you lead.",
    ),
    (
        Reason.TEN_ALONE_DOUBLES,
        leading("10 10", EVERYTHING),
        A,
        a_play("10", double=True),
        "Only the special ten counts as two; it is not in that set.",
    ),
    (
        Reason.LEADER_MUST_PLAY,
        leading("J J"),
        A,
        Pass(),
        "You lead, so you play: one or more cards of one number. There is nothing to pass on yet.",
    ),
    (
        Reason.NOT_A_TARGET,
        special_six(),
        A,
        Target(Seat(A)),
        "Pick somebody else who still has cards.",
    ),
]


@pytest.mark.parametrize(
    ("reason", "table", "seat", "move", "sentence"),
    REFUSALS,
    ids=lambda value: getattr(value, "value", ""),
)
def test_a_refusal_says_which_rule_and_what_would_work(
    reason: Reason, table: Table, seat: int, move: Move, sentence: str
) -> None:
    view = table.view(seat)
    assert GAME.check(view, move) is reason
    assert GAME.say_refusal(view, move, reason) == sentence


def test_every_reason_has_been_said() -> None:
    assert {reason for reason, *_ in REFUSALS} == set(Reason)
