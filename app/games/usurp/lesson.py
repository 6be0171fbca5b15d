"""The lesson of Usurp: scoring, usurping, and above all the bluff of an Uprising."""

from typing import Final

from app.games.usurp.cards import Card, Order
from app.games.usurp.moves import Challenge, GiveIn, NameOrder, Play, Uprise
from app.rules.lessons import Answer, Deal, Lesson, Step
from app.rules.values import Seat

BOT: Final = Seat(1)

FIRST_HAND: Final = Lesson(
    id="first-hand",
    title="A first hand",
    teaches="Score, usurp, and bluff with a card face down.",
    seats=2,
    options={"best_of": 1},
    deals=(
        Deal(stock="2 1"),
        Deal(
            {
                0: "KH 7H 5H 3H 10S 6S 5S JD 8D 3D QC 4C 2C",
                1: "KS JS QH JH 2H QD 10D 7D 6D AC 9C 8C 3C",
            },
            stock="9H",
        ),
    ),
    script=(
        Answer(BOT, NameOrder(Order.REGAL)),
        Step(
            "The nine of hearts is worth 9, and the Order is Regal: high wins. "
            "Choose your king of hearts and score.",
            ("card:KH", "button:Score"),
            Play(Card.HK),
            wrong={
                Play: "It follows suit and loses: the bot gets 9.",
                Uprise: "Face down it depends on the bot. The king takes the 9 for certain.",
            },
        ),
        Answer(BOT, Play(Card.SK)),
        Answer(BOT, NameOrder(Order.REGAL)),
        Step(
            "A king took your king, and you cannot beat this one. So bluff: "
            "choose the four of clubs and lay it face down.",
            ("card:4C", "button:Uprise"),
            Uprise(Card.C4),
            wrong={
                Play: "A lower spade: the 13 points of the king go to the bot.",
                Uprise: "It would work too, for the bot sees a back. "
                "But of your hand the four of clubs is missed least.",
            },
        ),
        Answer(BOT, GiveIn()),
        Answer(BOT, Uprise(Card.D7)),
        Step(
            "It worked, and 13 were yours. Now the bot uprises, and only three cards left "
            "can beat this king: challenge it.",
            ("button:Challenge",),
            Challenge(),
            wrong={
                GiveIn: "Then 13 go to the bot, and its card stays hidden. It is a seven: nothing."
            },
        ),
        Step(
            "A seven: the bluff failed, and you got 10 more. "
            "The seven counts as sluffed off, so any card scores now: play the queen of clubs.",
            ("card:QC", "button:Score"),
            Play(Card.CQ),
            wrong={
                Play: "That scores the 7 too. But the queen of clubs brings out the ace, "
                "which your two can beat.",
                Uprise: "No need: on a Sluff Off any card scores face up.",
            },
        ),
        Answer(BOT, Play(Card.CA)),
        Step(
            "The ace is the Crown, and the two is the Plow. "
            "Played on the Crown of its suit, the Plow takes 20: play it.",
            ("card:2C", "button:Score"),
            Play(Card.C2),
            wrong={Uprise: "Face down it depends on the bot. The two takes 20 for certain."},
        ),
        Answer(BOT, Play(Card.C8)),
        Step(
            "A card of the same rank usurps, whatever its suit: play the eight of diamonds.",
            ("card:8D", "button:Usurp"),
            Play(Card.D8),
            wrong={
                Play: "Another suit and another rank: a Sluff Off, and the bot gets 8.",
                Uprise: "Face down it depends on the bot. The eight takes 8 for certain.",
            },
        ),
        Step(
            "You usurped, so you say what wins from now on. Your cards are low: make it Common.",
            ("button:Common",),
            NameOrder(Order.COMMON),
            wrong={NameOrder: "In Regal Order high wins, and your cards are low."},
        ),
        Answer(BOT, Play(Card.D6)),
        Step(
            "Now low wins: play the three of diamonds.",
            ("card:3D", "button:Score"),
            Play(Card.D3),
            wrong={
                Play(Card.S6): "A six usurps too. But see how low wins: play the three.",
                Play: "Low wins now: a higher card gives the 6 points to the bot.",
                Uprise: "Face down it depends on the bot. The three takes the 6 for certain.",
            },
        ),
    ),
    end="That is Usurp: beat the card on top, usurp it, or uprise and look innocent.",
)

CHALLENGE: Final = Lesson(
    id="challenge",
    title="To challenge, or to give in",
    teaches="Count what could be under a card, weigh what is at stake, and uprise with the truth.",
    seats=2,
    options={"best_of": 1},
    deals=(
        Deal(stock="2 1"),
        Deal(
            {
                0: "KS AS KD KC 3H JH AH 8D 7D 10C 7C 5C 4C",
                1: "6D 9H QH 8H 5D 4D JD 10D 8C 9C 2S 4S 6S",
            },
            stock="9S",
        ),
    ),
    script=(
        Answer(BOT, NameOrder(Order.REGAL)),
        Step(
            "High wins. Score the nine with your king of spades: "
            "you will know nearly all that can beat it.",
            ("card:KS", "button:Score"),
            Play(Card.SK),
            wrong={
                Play: "The ace scores too. But then you would not know where the ace is.",
                Uprise: "Face down it depends on the bot. The king takes the 9 for certain.",
            },
        ),
        Answer(BOT, Uprise(Card.D6)),
        Step(
            "The bot uprises. The ace of spades and three kings can win your king. "
            "Look at your hand: what do you answer?",
            ("button:Challenge",),
            Challenge(),
            wrong={
                GiveIn: "Then 13 go to the bot. You hold the ace and two of the kings, "
                "so only one card could be true. It was a six."
            },
            find=True,
        ),
        Step(
            "13, and 10 for the challenge. Any card scores on its six. "
            "Which one leaves the bot the least to win?",
            ("card:3H", "button:Score"),
            Play(Card.H3),
            wrong={
                Play: "It scores the 6 too. But it is the next card to be won, "
                "and worth more than a three.",
                Uprise: "Nobody would challenge that. So the six would stay, "
                "for the bot to win again.",
            },
            find=True,
        ),
        Answer(BOT, Uprise(Card.H9)),
        Step(
            "It uprises again. Almost any heart beats your three, "
            "and only 3 points are at stake. What do you answer?",
            ("button:Give in",),
            GiveIn(),
            wrong={
                Challenge: "It was the nine of hearts: 3 points and 10 more for the bot. "
                "To give in costs 3."
            },
            find=True,
        ),
        Step(
            "The three can be won again, by hearts. The jack is enough for it.",
            ("card:JH", "button:Score"),
            Play(Card.HJ),
            wrong={
                Play: "The ace scores the 3 too, and is gone when more is at stake.",
                Uprise: "Face down it depends on the bot. The jack takes the 3 for certain.",
            },
        ),
        Answer(BOT, Play(Card.HQ)),
        Step(
            "A queen, worth 12, and your ace beats it. The bot thinks that you bluff. "
            "How does the ace earn more than 12?",
            ("card:AH", "button:Uprise"),
            Uprise(Card.HA),
            wrong={
                Play: "12 points. Face down it takes 12 as well, "
                "and 10 more if the bot challenges. It does.",
                Uprise: "The bot challenges, and this card does not win: "
                "12 and 10 more go to the bot.",
            },
            find=True,
        ),
        Answer(BOT, Challenge()),
    ),
    end="22 for an ace. Count the cards that could win, weigh what is at stake, "
    "and now and then uprise with the truth.",
)

LESSONS: Final = (FIRST_HAND, CHALLENGE)
