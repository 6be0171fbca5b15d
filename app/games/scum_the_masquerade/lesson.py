"""The lesson of Scum: The Masquerade: hands of cards, passing, and the way to the first rank."""

from typing import Final

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.moves import Pass, Play
from app.rules.lessons import Answer, Deal, Lesson, Step
from app.rules.values import Seat

LEFT, ACROSS, RIGHT = map(Seat, (1, 2, 3))


def play(cards: str) -> Play:
    return Play(tuple(map(Card, cards.split())))


FIRST_HAND: Final = Lesson(
    id="first-hand",
    title="A first hand",
    teaches="Lead pairs, straights and full houses, pass in time, and be the first one out.",
    seats=4,
    options={},
    deals=(
        Deal(
            {
                0: "3C 3D 4S 4H 5D 6C 7S 8D 9H JC JD JS 2H",
                1: "6D 6S KC KD 10C",
                2: "9C 9D QC",
                3: "AC",
            }
        ),
    ),
    script=(
        Step(
            "This round settles the first ranks: get rid of your cards first. "
            "Lead a pair with the lowest card, the two 3s.",
            ("card:3C", "card:3D", "button:Lead"),
            play("3C 3D"),
            wrong={
                Play: "That may be led. But it leaves a 3 alone, or breaks your straight "
                "or your full house."
            },
        ),
        Answer(LEFT, play("6D 6S")),
        Answer(ACROSS, play("9C 9D")),
        Answer(RIGHT, Pass()),
        Step(
            "Only a higher pair beats a pair. Keep your jacks together: pass for this whole trick.",
            ("button:Pass this trick",),
            Pass(rest=True),
            wrong={
                Pass: "Then this trick asks you again. Pass for all of it.",
                Play: "Your jacks beat the nines, but kings are still out, "
                "and three jacks belong together.",
            },
        ),
        Answer(LEFT, play("KC KD")),
        Answer(ACROSS, Pass()),
        Answer(RIGHT, Pass()),
        Answer(LEFT, play("10C")),
        Answer(ACROSS, play("QC")),
        Answer(RIGHT, play("AC")),
        Step(
            "{1} won and led one card. A 2 is above an ace, and hearts are the best suit: "
            "play the two of hearts.",
            ("card:2H", "button:Play"),
            play("2H"),
            wrong={Pass: "Then the ace wins the trick, and leads."},
        ),
        Answer(LEFT, Pass()),
        Answer(ACROSS, Pass()),
        Answer(RIGHT, Pass()),
        Step(
            "All passed, so you lead what you like. Five ranks in a row are a straight: 5 to 9.",
            ("card:5D", "card:6C", "card:7S", "card:8D", "card:9H", "button:Lead"),
            play("5D 6C 7S 8D 9H"),
            wrong={
                Play: "That may be led. But the straight takes five cards at once, "
                "and leaves you a full house."
            },
        ),
        Answer(LEFT, Pass()),
        Answer(ACROSS, Pass()),
        Answer(RIGHT, Pass()),
        Step(
            "Three of a rank and two of another are a full house. Lead your last five cards.",
            ("card:4S", "card:4H", "card:JC", "card:JD", "card:JS", "button:Lead"),
            play("4S 4H JC JD JS"),
            wrong={Play: "Then you still hold cards. Lead all five, and you are out."},
        ),
    ),
    end="First one out: next round you are first in rank. "
    "Then come trades, and a clan with three disciplines of its own.",
)

LESSONS: Final = (FIRST_HAND,)
