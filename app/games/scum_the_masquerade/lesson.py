"""The lessons of Scum: The Masquerade: hands of cards, trades, and powers with politics."""

from typing import Final

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    Ask,
    AskBoon,
    Confirm,
    Decide,
    Declare,
    Give,
    Pass,
    Play,
    PlayWith,
    Use,
    Wish,
)
from app.games.scum_the_masquerade.powers.clans import Clan, Pack, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.rules.lessons import Answer, Deal, Lesson, Step, Together
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

SETTLED: Final = {
    0: "3C 3D 3S 3H 4C 4D 4S 4H 5C 5D 5S 5H KS",
    1: "6C 6D 6S 6H 7C 7D 7S 7H 8C 8D 8S 8H KH",
    2: "9C 9D 9S 9H 10C 10D 10S 10H JC JD JS JH KD",
    3: "QC QD QS QH AC AD AS AH 2C 2D 2S 2H KC",
}
"""The hands of a first round in which the seats go out in their order."""


def _settled() -> tuple[Answer, ...]:
    """The moves of that round: four of a kind after the other, and everybody else passes."""
    moves = []
    for seat in (0, 1, 2):
        cards = SETTLED[seat].split()
        for hand in (cards[0:4], cards[4:8], cards[8:12], cards[12:]):
            moves.append(Answer(Seat(seat), play(" ".join(hand))))
            moves += [Answer(Seat(other), Pass(rest=True)) for other in range(seat + 1, 4)]
    return tuple(moves[:-1])  # the last one need not pass: the round is over


def wish(cards: str) -> Wish:
    return Wish(tuple(map(Card, cards.split())))


TRADE: Final = Lesson(
    id="trade-and-favour",
    title="Trade and favour",
    teaches="As the first rank: take the best cards, give back what you miss least, "
    "and weigh a boon.",
    seats=4,
    options={"evening": "ranks", "conspiring": False},
    deals=(
        Deal(SETTLED),
        Deal(
            {
                0: "3C 3D 4D 5H 6C 7S 8D 9H JC JD JS QH 2S",
                1: "3S 5C 6D 7C 8H 9C 10C QC QD KC AC 2C 10D",
                2: "KH 5D 6S 7D 8C 10S JH KS KD AD 2D AS 4C",
                3: "3H 4S 4H 5S 6H 7H 8S 9S 10H QS AH 2H 9D",
            }
        ),
    ),
    opening=(
        *_settled(),
        Together(tuple(Answer(Seat(seat), Confirm()) for seat in range(4))),
        Answer(LEFT, wish("2D")),
        Answer(ACROSS, Ask()),
        Answer(LEFT, Give(Card.S3)),
    ),
    script=(
        Step(
            "You are first in rank, so the last one gives you two cards. "
            "Wish for the highest that you do not hold.",
            ("button:Ask for the best",),
            wish("2H 2D 2C AH AS AD AC KH KS KD"),
            wrong={
                Wish: "Then you get that card or none of your choice. "
                "With the whole list you get the highest."
            },
        ),
        Answer(RIGHT, Ask(Card.S7)),
        Step(
            "The two of hearts! {3} asks for your seven of spades, but any card may go back. "
            "Which do you miss least?",
            ("card:4D", "button:Give back"),
            Give(Card.D4),
            wrong={
                Give(Card.S7): "You need not. The seven is in the middle of your straight, 5 to 9.",
                Give: "That breaks your straight, or a full house of jacks and threes, "
                "or it is high. The 4 is left over.",
            },
            find=True,
        ),
        Step(
            "One trade more, in the same way.",
            ("button:Ask for the best",),
            wish("2D 2C AH AS AD AC KH KS KD KC"),
            wrong={
                Wish: "Then you get that card or none of your choice. "
                "With the whole list you get the highest."
            },
        ),
        Answer(RIGHT, Ask()),
        Step(
            "An ace. Which card do you give back?",
            ("card:QH", "button:Give back"),
            Give(Card.HQ),
            wrong={
                Give: "That breaks your straight, or a full house of jacks and threes, "
                "or it is higher. The queen is left over."
            },
            find=True,
        ),
        Answer(RIGHT, AskBoon(play("6H 7H 8S 9S 10H").cards)),
        Step(
            "{3} asks for a boon: your first lead, for a straight from 6 to 10. "
            "Yours is 5 to 9. Do you grant it?",
            ("button:Refuse",),
            AnswerBoon(grant=False),
            wrong={
                AnswerBoon: "Then five cards of the last rank are gone, "
                "and your lower straight cannot follow them."
            },
            find=True,
        ),
    ),
    end="The lead stays yours. And you have seen five cards of the last rank: "
    "whoever asks for a boon tells something, too.",
)

STRAIGHT: Final = "5H 6C 7S 8D 9H"
WISHED: Final = {
    Wish: "Then you get that card or none of your choice. With the whole list you get the highest."
}
SPARED: Final = {Give: "That breaks your straight or a full house, or it is higher. Give another."}

POWERS: Final = Lesson(
    id="powers-and-politics",
    title="Powers and politics",
    teaches="Decide as the first rank, choose a clan, and look at a hand before you lead.",
    seats=4,
    options={
        "evening": "masquerade",
        "boons": False,
        "conspiring": False,
        "pacts": False,
        "blood_hunts": False,
        "illegal_trades": False,
        "conversion": False,
    },
    deals=TRADE.deals,
    opening=(*_settled(), Together(tuple(Answer(Seat(seat), Confirm()) for seat in range(4)))),
    script=(
        Step(
            "The first rank decides which clans there are and how dots are placed, for everybody. "
            "Keep the decisions.",
            ("button:Keep them",),
            Decide((Pack.CAMARILLA,)),
            wrong={Decide: "Then everybody chooses among other clans. Keep them this time."},
        ),
        Step(
            "Ranks choose in order, you first. Toreador have Auspex, which sees hands, "
            "and Celerity, which plays twice.",
            ("choice:Toreador", "button:Be Toreador"),
            Declare(Clan.TOREADOR, (Discipline.AUSPEX, Discipline.CELERITY, Discipline.PRESENCE)),
            wrong={Declare: "Then you have other powers, and no eye for the others’ hands."},
        ),
        Answer(
            LEFT,
            Declare(Clan.BRUJAH, (Discipline.POTENCE, Discipline.PRESENCE, Discipline.CELERITY)),
        ),
        Answer(
            ACROSS, Declare(None, (Discipline.POTENCE, Discipline.PRESENCE, Discipline.CELERITY))
        ),
        Answer(RIGHT, Declare(None, (), Specialty.SEER)),
        Answer(LEFT, wish("2D")),
        Answer(ACROSS, Ask()),
        Answer(LEFT, Give(Card.S3)),
        Step(
            "Everybody has heard your clan, and you theirs. Now trade: wish for the best.",
            ("button:Ask for the best",),
            wish("2H 2D 2C AH AS AD AC KH KS KD"),
            wrong=WISHED,
        ),
        Answer(RIGHT, Ask()),
        Step(
            "Give back what you miss least, the 4.",
            ("card:4D", "button:Give back"),
            Give(Card.D4),
            wrong=SPARED,
        ),
        Step(
            "And once more.",
            ("button:Ask for the best",),
            wish("2D 2C AH AS AD AC KH KS KD KC"),
            wrong=WISHED,
        ),
        Answer(RIGHT, Ask()),
        Step(
            "Give back the queen.",
            ("card:QH", "button:Give back"),
            Give(Card.HQ),
            wrong=SPARED,
        ),
        Step(
            "Most powers work once the first hand of the round lies. Lead your straight.",
            (*(f"card:{card}" for card in STRAIGHT.split()), "button:Lead"),
            play(STRAIGHT),
            wrong={
                Play: "That may be led. But the straight takes five cards at once.",
                PlayWith: "That spends a dot of Celerity on small cards. Lead the straight.",
            },
        ),
        Answer(LEFT, Pass(rest=True)),
        Answer(ACROSS, Pass(rest=True)),
        Answer(RIGHT, Pass(rest=True)),
        Step(
            "You lead again. A dot of Auspex shows a hand first: look at {3}, "
            "who is the last rank.",
            ("button:Use a discipline", "button:Auspex", "seat:3", "button:Use Auspex"),
            Use(Discipline.AUSPEX, (RIGHT,)),
            wrong={
                Use: "That spends a dot on somebody else. Look at the last rank with Auspex.",
                Play: "That may be led. But look first: a dot is lost at the end of the round.",
                PlayWith: "Keep Celerity for later, and look first.",
            },
        ),
    ),
    end="That hand lies further down on the table, for you alone. "
    "Whoever has an answer can cancel a use, and each dot is good once in a round.",
)

LESSONS: Final = (FIRST_HAND, TRADE, POWERS)
