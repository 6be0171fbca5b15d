"""The lesson of Scum of the Earth: sets, passing, and the odd cards."""

from typing import Final

from app.games.scum_of_the_earth.cards import Card, read_cards
from app.games.scum_of_the_earth.moves import Confirm, Give, Pass, Play, Target
from app.rules.lessons import Answer, Deal, Lesson, Step, Together
from app.rules.values import Seat

SECOND, THIRD, LAST = map(Seat, (1, 2, 3))


def play(cards: str, face: int) -> Play:
    return Play(read_cards(cards), face)


FIRST_HAND: Final = Lesson(
    id="first-hand",
    title="A first hand",
    teaches="Get rid of your cards, and use the odd ones: wild, Zero, Infinity and special six.",
    seats=4,
    options={"ending": "deals", "end_deals": 1},
    deals=(
        Deal(stock="0 2 5 9"),
        Deal(
            {
                0: "10 10 10 9 8 7 7 6* 5 5 4 4 4 3 INF",
                1: "10 10 9 9 9 8 8 7 7 6 6 5 3 3 2",
                2: "WILD A 2 5 6 6 7 7 8 8 8 9 9 10 10",
                3: "WILD 0 4 5 6 6 7 8 8 9 9 9 10 10 10",
            }
        ),
    ),
    script=(
        Together(
            (
                Step(
                    "You drew the best card, so you are first and lead. Say that you are ready.",
                    ("button:Ready",),
                    Confirm(),
                ),
                *(Answer(seat, Confirm()) for seat in (SECOND, THIRD, LAST)),
            )
        ),
        Together(
            (
                Step(
                    "{3} is last and had to give you two great cards, a WILD and the Zero. "
                    "Give back two that lie alone: the nine and the eight.",
                    ("card:9", "card:8", "button:Give these two"),
                    Give(read_cards("8 9")),
                    wrong={
                        Give: "At least one of those serves you: in a set, low, or with a power. "
                        "The eight and the nine are high and lie alone."
                    },
                ),
                Answer(SECOND, Give((Card.TEN,))),
            )
        ),
        Step(
            "Whoever gets rid of all cards first wins. Lead several of one number: "
            "your three tens.",
            ("card:10", "card:10", "card:10", "button:Play"),
            play("10 10 10", 10),
            wrong={
                Play: "You may lead that. But the tens are your highest number, "
                "and three at once are gone with them."
            },
        ),
        Answer(SECOND, Pass()),
        Answer(THIRD, play("8 8 8", 8)),
        Answer(LAST, Pass()),
        Step(
            "Low cards are better, and a WILD stands for any number. "
            "Beat three eights with two sevens and the WILD.",
            ("card:WILD", "card:7", "card:7", "button:Play"),
            play("WILD 7 7", 7),
            wrong={
                Pass: "Then the three eights win the trick, and their owner leads.",
                Play: "That wins too, with better cards than it takes: two sevens are enough.",
            },
        ),
        Answer(SECOND, Pass()),
        Answer(THIRD, Pass()),
        Answer(LAST, Pass()),
        Step(
            "All passed, so you lead. Infinity is the worst card: it is only led, "
            "and whoever wins the trick has to take it. Lead it.",
            ("card:INF", "button:Play"),
            play("INF", 14),
            wrong={
                Play: "Then Infinity stays with you: it can go only when you lead, "
                "and you do not lead often."
            },
        ),
        Answer(SECOND, play("9", 9)),
        Answer(THIRD, play("A", 1)),
        Answer(LAST, Pass()),
        Step(
            "Your Zero would beat the Ace, but then Infinity comes back to you. Pass.",
            ("button:Pass",),
            Pass(),
            wrong={Play: "The Zero wins the trick, and Infinity comes back into your hand."},
        ),
        Answer(SECOND, Pass()),
        Answer(THIRD, play("9", 9)),
        Answer(LAST, play("8", 8)),
        Step(
            "{2} has Infinity now, and led a nine. Play your special six, the one with the power.",
            ("card:6*", "button:Play"),
            play("6*", 6),
            wrong={
                Pass: "Then the trick goes on without you, and you have lost a good lead.",
                Play: "It beats the eight too. But only the special six keeps somebody out.",
            },
        ),
        Step(
            "The special six keeps one player out of this trick. Pick {1}.",
            ("button:{1}",),
            Target(SECOND),
            wrong={
                Target: "That one would be kept out just the same. Pick the one who is named here."
            },
        ),
        Answer(THIRD, play("2", 2)),
        Answer(LAST, Pass()),
        Step(
            "A two, and only an Ace or the Zero is better. Play the Zero: nothing beats it.",
            ("card:0", "button:Play"),
            play("0", 0),
            wrong={Pass: "Then the two wins the trick, and its owner leads."},
        ),
    ),
    end="You win the trick and lead again. That is Scum of the Earth: "
    "out first is top of the next hand, out last is its Scum.",
)

LESSONS: Final = (FIRST_HAND,)
