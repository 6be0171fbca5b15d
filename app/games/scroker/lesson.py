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
    Ready,
    See,
    SitOut,
)
from app.rules.lessons import Answer, Deal, Lesson, Step, Together
from app.rules.values import Seat

BLUFFER, HONEST = ONE, OTHER = Seat(1), Seat(2)


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

BLUFF: Final = Lesson(
    id="bluff",
    title="Bet and bluff",
    teaches="Tell a story with your bets, claim a word that is none, and fold in time.",
    seats=3,
    options={"hands": 5},
    deals=(
        Deal(stock="3"),
        Deal(
            {
                0: "le:F le:L le:I le:B li:X",
                1: "an:D an:O an:G le:Q li:Z",
                2: "li:M li:E li:N an:T le:H",
            },
            stock="li:V le:W li:K li:Y an:R",
        ),
        Deal(
            {
                0: "le:Q li:X le:T ch:U1 li:V",
                1: "an:G an:R an:O an:U an:T",
                2: "le:P le:L le:A le:N li:J",
            },
        ),
    ),
    script=(
        Step(
            "F, I and B are Lemons and spell FIB. With a word of three letters you may open: "
            "open for 1.",
            ("button:Open for 1",),
            Open(1),
            wrong={
                Check: "You may. But a bluff is believed when it was bet on from the start.",
                Fold: "Then your ante is gone, and nobody has bet yet.",
                Open: "You may. But a small bet keeps the others in, and they pay.",
            },
        ),
        Answer(ONE, Call()),
        Answer(OTHER, Call()),
        Step(
            "Everybody sees how many cards you exchange. You want to claim FLIB, four letters. "
            "Which do you exchange?",
            ("card:li:X", "button:Exchange"),
            Draw(read_cards("li:X")),
            wrong={
                Draw(()): "That says five letters, which you cannot claim: the X is a Lime.",
                Draw: "That breaks FLIB. And two cards or three tell the others "
                "that you have three letters at most.",
            },
            find=True,
        ),
        Answer(ONE, Draw(read_cards("le:Q li:Z"))),
        Answer(OTHER, Draw(read_cards("an:T le:H"))),
        Step(
            "You took one card, the others two each: they hardly have four letters. Do you go on?",
            ("button:Open for 1",),
            Open(1),
            wrong={
                Check: "That says that your card was bad. Then nobody believes four letters.",
                Fold: "Then your chips are gone, and so far you are believed.",
                Open: "You may. Here 1 is enough.",
            },
            find=True,
        ),
        Answer(ONE, Raise(1)),
        Answer(OTHER, Fold()),
        Step(
            "{1} raises, with three letters or fewer. Your story is four. How does it go on?",
            ("button:Raise by 1",),
            Raise(1),
            wrong={
                Call: "That says that you are not sure. Whoever has four letters raises.",
                Fold: "Then the pot goes to a word of three letters.",
                Raise: "You may. Here 1 is enough.",
            },
            find=True,
        ),
        Answer(ONE, Call()),
        Together(
            (
                Step(
                    "Now claim it: F, L, I and B in a row. "
                    "If it is challenged, you pay 5 chips, all that you have put in.",
                    ("tile:le:F", "tile:le:L", "tile:le:I", "tile:le:B", "button:Claim FLIB"),
                    word("le:F le:L le:I le:B"),
                    wrong={
                        Declare: "Another has DOG, and Animals are above Lemons: "
                        "three letters lose, and so does less. Claim FLIB."
                    },
                ),
                Answer(ONE, word("an:D an:O an:G")),
            )
        ),
        Answer(ONE, LetStand()),
        Together(
            (
                Step(
                    "Nobody dared: a challenge of a real word costs 5 chips, too. "
                    "The pot of 12 is yours. On to the next hand.",
                    ("button:Next hand",),
                    Ready(),
                    wrong={
                        See: "It is DOG, a real word. That changes nothing now: go on.",
                        SitOut: "Then the next hand goes on without you.",
                    },
                ),
                Answer(ONE, Ready()),
                Answer(OTHER, Ready()),
            )
        ),
        Answer(ONE, Open(2)),
        Answer(OTHER, Raise(3)),
        Step(
            "Your cards spell nothing. {1} opened, and {2} raised. Do you tell a story again?",
            ("button:Fold",),
            Fold(),
            wrong={
                Call: "That costs 5. One of them has GROUT, five letters: "
                "no claim of yours would win.",
                Raise: "Nobody folds: one of them has GROUT, five letters, "
                "and you would pay even more.",
            },
            find=True,
        ),
    ),
    end="Folding cost you 1 chip, the bluff earned 7. Tell a story from the first bet on, "
    "and only to those who may believe it.",
)

LESSONS: Final = (FIRST_HAND, BLUFF)
