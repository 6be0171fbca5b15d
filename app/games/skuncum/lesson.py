"""The lesson of Skuncum: the lead, the Scrum, a duel, Politiks, and a Coalition."""

from typing import Final

from app.games.skuncum.cards import Card
from app.games.skuncum.moves import (
    Area,
    Concede,
    DropOut,
    Join,
    Lead,
    PassLead,
    Play,
    Politiks,
    PowerPlay,
)
from app.rules.lessons import Answer, Deal, Lesson, Step
from app.rules.values import Seat

LEFT, ACROSS, RIGHT = map(Seat, (1, 2, 3))


def join(card: str, area: Area) -> Join:
    return Join(Card(card), area)


FIRST_HAND: Final = Lesson(
    id="first-hand",
    title="Two Races",
    teaches="Lead, take sides in the Scrum, win a duel, and join a Coalition.",
    seats=4,
    options={},
    deals=(
        Deal(stock="1"),
        Deal(
            {
                0: "DEL-R.1 DEL-K.1 GR-U.1 B5.1 A10.1",
                1: "COM-R.1 CON-U.1 GR-K.1 GR-G.1 COM-U.1",
                2: "MAY-K.1 MAY-G.1 GR-K.2 COM-K.1 A5.1",
                3: "GR-R.1 COM-G.1 GR-G.2 DEL-G.1 B10.1",
            }
        ),
    ),
    script=(
        Step(
            "You lead this Race, so your card is the Candidate. Lead the red Delegate, worth 5.",
            ("card:DEL-R.1", "button:Lead"),
            Lead(Card("DEL-R.1")),
            wrong={
                Lead: "You may. But two others hold red cards, and they join a red Candidate.",
                PassLead: "Then another runs, and you only take a side. "
                "With the red Delegate you can win this Race.",
            },
        ),
        Answer(LEFT, join("COM-R.1", Area.BANDWAGON)),
        Answer(ACROSS, join("MAY-K.1", Area.COALITION)),
        Answer(RIGHT, join("GR-R.1", Area.BANDWAGON)),
        Step(
            "Red cards joined your Bandwagon: 9 points together. The Coalition has 10, "
            "so this duel is yours to turn: play the +5.",
            ("card:B5.1", "button:Play"),
            Play(Card("B5.1")),
            wrong={
                Play(Card("GR-U.1")): "10 against 10 is only a tie. The +5 puts you ahead.",
                Play: "That puts you ahead too, but the next Race needs it. The +5 is enough.",
                Concede: "Then the Coalition wins, and you mark no hat.",
            },
        ),
        Answer(ACROSS, Concede()),
        Step(
            "You won, marked hats in your box, and lead again. Your cards are weak: pass the lead.",
            ("button:Pass",),
            PassLead(),
            wrong={Lead: "A Candidate of 5 points, or of 1, falls to the first Coalition."},
        ),
        Answer(LEFT, Lead(Card("CON-U.1"))),
        Answer(ACROSS, join("MAY-G.1", Area.COALITION)),
        Answer(RIGHT, join("COM-G.1", Area.COALITION)),
        Step(
            "{1} leads with 15. Before you take a side you may play Politiks: "
            "lay your -10 on the Candidate.",
            ("card:A10.1", "button:On {1}"),
            Politiks(Card("A10.1"), LEFT),
            wrong={
                Politiks: "That weakens the Coalition, which you want to join.",
                Join: "Then your turn is over, and the -10 has to wait: Politiks come first.",
            },
        ),
        Step(
            "Now join the Coalition against {1}, with the black Delegate.",
            ("card:DEL-K.1", "button:Coalition"),
            join("DEL-K.1", Area.COALITION),
            wrong={
                Join: "Beside a Candidate of 5 points, or alone, you meet a Coalition of 13.",
                DropOut: "Then the Coalition wins without you, and you get no votes.",
            },
        ),
    ),
    end="The Coalition won with 18, and its members score votes. That is Skuncum: "
    "lead when you are strong, and choose your side when you are not.",
)

DUELS: Final = Lesson(
    id="duels-and-votes",
    title="Duels and votes",
    teaches="Be the Kingmaker, win a duel with the least, and concede in time.",
    seats=4,
    options={},
    deals=(
        Deal(stock="2"),
        Deal(
            {
                0: "MAY-K.1 A5.1 B25.1 GR-G.1 GR-R.1",
                1: "DEL-U.1 MAY-R.1 B10.1 A25.1 B50.1",
                2: "GR-U.1 GR-G.2 B5.2 A5.2 A10.1",
                3: "COM-K.1 COM-U.1 B5.3 A5.3 A10.2",
            }
        ),
    ),
    script=(
        Answer(LEFT, Lead(Card("DEL-U.1"))),
        Answer(ACROSS, join("GR-U.1", Area.BANDWAGON)),
        Answer(RIGHT, join("COM-K.1", Area.COALITION)),
        Step(
            "A Coalition that wins brings 2 votes to its Kingmaker, who has the highest card, "
            "and 1 to the others. What do you do?",
            ("card:MAY-K.1", "button:Coalition"),
            join("MAY-K.1", Area.COALITION),
            wrong={
                join("MAY-K.1", Area.CHALLENGER): "Alone with 10 you meet the Candidate, "
                "and then the Coalition. In the Coalition you lead it.",
                Join: "With 1 point you are not the Kingmaker, "
                "and win hardly anything. Your Mayor brings 10.",
                Politiks: "You may. But first see how much the duel needs: "
                "that card may decide it later.",
            },
            find=True,
        ),
        Answer(LEFT, Play(Card("B10.1"))),
        Step(
            "You are the Kingmaker, so the duel is yours: 13 points against 16. "
            "You hold -5 and +25. Which is enough?",
            ("card:A5.1", "button:Play"),
            Play(Card("A5.1")),
            wrong={
                Play: "That wins too. But -5 is enough, and a +25 is worth keeping.",
                PowerPlay: "That wins too, with more cards than it takes: -5 is enough.",
                Concede: "Then the Candidate wins, and your votes are gone.",
            },
            find=True,
        ),
        Answer(LEFT, Concede()),
        Step(
            "You won: 2 votes, and the lead. Lead the green card, and see who joins you.",
            ("card:GR-G.1", "button:Lead"),
            Lead(Card("GR-G.1")),
            wrong={
                Lead: "You may. But only a green Candidate finds company in this deal.",
                PassLead: "With two cards of 1 point that is sensible. "
                "Here lead, and learn to lose well.",
            },
        ),
        Answer(LEFT, join("MAY-R.1", Area.COALITION)),
        Answer(ACROSS, join("GR-G.2", Area.BANDWAGON)),
        Answer(RIGHT, join("COM-U.1", Area.COALITION)),
        Step(
            "2 points against 13. Only your +25 catches up, "
            "and {1} has two more cards. Do you fight for it?",
            ("button:Concede",),
            Concede(),
            wrong={
                Play: "27 against 13. But the Kingmaker answers with -25: "
                "you are behind again, and your +25 is gone."
            },
            find=True,
        ),
        Step(
            "Nobody else has a Suit card, so nobody can stand against you. "
            "Lead your last one: a Landslide.",
            ("card:GR-R.1", "button:Lead"),
            Lead(Card("GR-R.1")),
        ),
        *(Answer(seat, DropOut()) for seat in (LEFT, ACROSS, RIGHT)),
    ),
    end="A hat, and the cards that you won bring 2 votes. Candidates collect hats, "
    "Kingmakers votes, and a full box of both wins.",
)

LESSONS: Final = (FIRST_HAND, DUELS)
