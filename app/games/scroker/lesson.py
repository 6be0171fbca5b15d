"""The lesson of Scroker: a hand of word poker, a word that is none, and the spellcheck."""

from typing import Final

from app.games.scroker.cards import read_cards
from app.games.scroker.moves import (
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Open,
    Raise,
)
from app.rules.lessons import Answer, Deal, Lesson, Step, Together
from app.rules.values import Seat

BLUFFER, HONEST = Seat(1), Seat(2)


def word(cards: str) -> Declare:
    return Declare((read_cards(cards),))


FIRST_HAND: Final = Lesson(
    id="first-hand",
    title="A first hand",
    teaches="Bet on a word, spell it, and challenge a word that is none.",
    seats=3,
    options={"hands": 5},
    deals=(
        Deal(stock="3"),
        Deal(
            {
                0: "an:D an:O an:G le:Q li:X",
                1: "le:P le:L ch:O2 le:F li:K",
                2: "li:N li:O li:D le:H le:W",
            },
            stock="an:S li:J le:T le:R an:M",
        ),
    ),
    script=(
        Step(
            "A word needs cards of one suit, and your Animals spell DOG. Open the betting with 1.",
            ("button:Open for 1",),
            Open(1),
            wrong={
                Check: "Then another may open, or nobody, and DOG has earned nothing yet.",
                Fold: "Then your ante is gone, and DOG with it.",
                Open: "You may. But a small bet keeps more people in, and they pay into the pot.",
            },
        ),
        Answer(BLUFFER, Call()),
        Answer(HONEST, Call()),
        Step(
            "The Q and the X do not fit the Animals. Choose both and exchange them.",
            ("card:le:Q", "card:li:X", "button:Exchange"),
            Draw(read_cards("le:Q li:X")),
            wrong={
                Draw: "Then a card stays that fits no Animal, or one of DOG is gone. "
                "Exchange the Q and the X."
            },
        ),
        Answer(BLUFFER, Draw(read_cards("li:K"))),
        Answer(HONEST, Draw(read_cards("le:W le:H"))),
        Step(
            "A Snail, which is an S: now you have DOGS. Check, and see what the others bet.",
            ("button:Check",),
            Check(),
            wrong={
                Fold: "Then DOGS is gone. To check costs nothing.",
                Open: "You may bet first. But to check costs nothing, and you see the others bet.",
            },
        ),
        Answer(BLUFFER, Open(2)),
        Answer(HONEST, Call()),
        Step(
            "{1} bets 2 play chips. Call, to stay in.",
            ("button:Call",),
            Call(),
            wrong={
                Fold: "Then your chips are gone, and DOGS would have won the pot.",
                Raise: "A raise may drive them out. Call: they are about to pay for their words.",
            },
        ),
        Together(
            (
                Step(
                    "Now everybody claims a word in secret. "
                    "Put D, O, G and S in a row, and claim it.",
                    ("tile:an:D", "tile:an:O", "tile:an:G", "tile:an:S", "button:Claim DOGS"),
                    word("an:D an:O an:G an:S"),
                    wrong={
                        word("an:G an:O an:D an:S"): "GODS is as good. Here claim DOGS.",
                        Declare: "A shorter word is worth less, and one that is none "
                        "may be challenged. DOGS is real, and has four letters.",
                    },
                ),
                Answer(BLUFFER, word("le:P le:L ch:O2 le:F le:T")),
                Answer(HONEST, word("li:N li:O li:D")),
            )
        ),
        Together(
            (
                Step(
                    "{1} claims PLOFT, and five letters beat four. "
                    "Is that a word? Challenge it: that is the spellcheck.",
                    ("button:Challenge PLOFT",),
                    Challenge(0),
                    wrong={LetStand: "Then PLOFT takes the pot, although it is no word."},
                ),
                Answer(HONEST, LetStand()),
            )
        ),
        Together((Answer(BLUFFER, LetStand()), Answer(HONEST, Challenge(0)))),
    ),
    end="PLOFT is no word, so {1} paid. {2} challenged DOGS, which is one, and paid too: "
    "the pot is yours.",
)

LESSONS: Final = (FIRST_HAND,)
