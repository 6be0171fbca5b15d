"""Sentences: one for each kind of bad input, each question, and the log."""

from collections.abc import Callable

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.cards import Card
from app.games.skuncum.display_names import card_name
from app.games.skuncum.moves import Area, BuyHats, Concede, Join, Move, Play, Politiks, Reason
from app.games.skuncum.refusal_text import say_refusal
from app.games.skuncum.table_records import Box
from app.rules.errors import RuleError
from app.rules.game import Seat
from app.rules.play import play, prompts
from tests.games.skuncum.table import ANN, BOB, CY, DEE, NAMES, Table, dealt


def asks(table: Table, seat: int) -> str:
    return GAME.say_prompt(table.view(seat), table.question(seat), NAMES)


def started() -> Table:
    return dealt("MAY-R SEN-R", "DEL-R COM-U", "CON-K A5", "GR-U B5").lead(ANN, "MAY-R")


def king_duel() -> Table:
    table = started().join(BOB, "COM-U", "coalition").politiks(CY, "A5", ANN).drop(CY)
    return table.politiks(DEE, "B5", BOB).drop(DEE)


@pytest.mark.parametrize("reason", [one for one in Reason if "needs" not in one])
def test_every_refusal_is_a_sentence_that_says_what_would_work(reason: Reason) -> None:
    table = king_duel() if reason in DUEL else started()
    seat = table.public.turn
    assert seat is not None
    text = say_refusal(table.view(seat), reason)
    assert text.endswith(".")
    assert len(text) > 25


DUEL = (Reason.STAYS_BEHIND, Reason.NOT_AHEAD, Reason.NO_POWER_PLAY, Reason.NOT_TIED)


def test_refusals_name_the_colour_and_the_missing_points() -> None:
    colours = say_refusal(started().view(BOB), Reason.WRONG_COLOUR_FOR_BANDWAGON)
    assert "The Candidate is red" in colours
    assert "You need 7 more points" in say_refusal(a_duel().view(BOB), Reason.STAYS_BEHIND)


def a_duel() -> Table:
    """Bob with 3 is to move against Ann with 10."""
    table = started().join(BOB, "COM-U", "challenger").politiks(CY, "A5", ANN).drop(CY)
    return table.politiks(DEE, "B5", ANN).drop(DEE)


def a_tie() -> Table:
    return (
        dealt("COM-R", "COM-U GR-U", "A5")
        .lead(ANN, "COM-R")
        .join(BOB, "COM-U", "challenger")
        .drop(CY)
    )


BAD: list[tuple[str, Callable[[], Table], int, Move, str]] = [
    (
        "a card not held",
        started,
        BOB,
        Join(Card("DH.1"), Area.CHALLENGER),
        "You do not hold that card. Choose among the ones in your hand.",
    ),
    (
        "another colour on the Bandwagon",
        started,
        BOB,
        Join(Card("COM-U.1"), Area.BANDWAGON),
        (
            "The Candidate is red: only red cards and Dark Horses join the Bandwagon. Try the "
            "Coalition, or challenge."
        ),
    ),
    (
        "the Candidate’s colour in the Coalition",
        started,
        BOB,
        Join(Card("DEL-R.1"), Area.COALITION),
        (
            "The Candidate is red: red cards do not join the Coalition. Try the Bandwagon, or "
            "challenge."
        ),
    ),
    (
        "a target that is not there",
        lambda: started().join(BOB, "DEL-R", "bandwagon"),
        CY,
        Politiks(Card("A5.1"), BOB),
        (
            "Politiks goes on the Candidate’s card, a Challenger’s, or the Kingmaker’s. That "
            "player has none of these."
        ),
    ),
    (
        "a play that leaves one behind",
        a_duel,
        BOB,
        Play(Card("DEL-R.1")),
        "That leaves you behind. You need 7 more points than your opponent gets; or concede.",
    ),
    (
        "conceding before there is a duel",
        started,
        BOB,
        Concede(),
        "That answers another question. It is your turn in the Scrum.",
    ),
    (
        "conceding at a tie",
        a_tie,
        BOB,
        Concede(),
        "You are tied: play a card that puts you ahead, or stand.",
    ),
    (
        "conceding out of turn",
        a_duel,
        ANN,
        Concede(),
        "You have nothing to answer right now.",
    ),
]


@pytest.mark.parametrize(
    ("table", "seat", "move", "sentence"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_bad_input_gets_a_sentence_and_changes_nothing(
    table: Callable[[], Table], seat: int, move: Move, sentence: str
) -> None:
    now = table()
    (question,) = prompts(GAME, now.state).values()
    with pytest.raises(RuleError) as refused:
        play(GAME, now.state, Seat(seat), question.key, move)
    assert refused.value.sentence == sentence
    assert prompts(GAME, now.state) == prompts(GAME, table().state)


def test_questions_say_what_may_be_done() -> None:
    table = dealt("MAY-R", "GR-R", "A5")
    assert asks(table, ANN) == "Lead a Suit card as Candidate, or pass."
    table.passes(ANN).passes(BOB)
    assert asks(table, ANN) == "All others have passed: lead a Suit card as Candidate."
    alone = dealt("MAY-R", "A5", "B5")
    assert asks(alone, ANN) == "Nobody else holds a Suit card: lead one as Candidate."
    assert asks(started(), BOB) == "Back Ann with red, or oppose them with another colour."
    assert asks(king_duel(), ANN) == "Bob leads by 3: catch up with a card, or concede."


def test_the_end_of_a_hand_says_what_was_won_and_what_may_be_bought() -> None:
    boxes = (Box(vote_strokes=9, votes=10), Box(), Box())
    table = dealt("MAY-R", "A5", "B5", boxes=boxes).lead(ANN, "MAY-R").drop(BOB).drop(CY)
    assert asks(table, ANN) == (
        "Hand 1 is counted and brought you 2 votes. Buy hats, the lowest first?"
    )
    step = GAME.next_step(table.view(ANN), table.question(ANN), ())
    assert step is not None
    assert [choice.text for choice in step.choices] == [
        "Buy none",
        "Grass Roots for 5",
        "Grass Roots twice for 10",
        "Grass Roots 3 times for 15",
        "Grass Roots 3 times and Committeeman for 20",
    ]
    picks = ((step.choices[2].value,),)
    assert GAME.composed_move(table.view(ANN), table.question(ANN), picks) == BuyHats(2)
    assert GAME.next_step(table.view(BOB), table.question(BOB), ()) is None
    assert asks(table, BOB) == (
        "Hand 1 is counted and brought you no votes. Ready for the next one?"
    )


def test_those_who_wait_read_how_the_duel_stands() -> None:
    table = king_duel()
    text = GAME.say_wait(table.public, NAMES)
    assert text == "King duel: Ann is 3 behind Bob, and plays or concedes."


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("MAY-R.1", "red Mayor"),
        ("DH.2", "Dark Horse"),
        ("B10.1", "Endorsement +10"),
        ("A50.1", "Royal Sting -50"),
        ("A5.3", "Sting -5"),
        ("BDBL.1", "Double Ticket"),
        ("ASKUNK.2", "Skunk"),
        ("AFINGER.1", "Finger"),
    ],
)
def test_cards_have_names(card: str, name: str) -> None:
    assert card_name(card) == name  # type: ignore[arg-type]  # a code is a card


def test_politiks_is_told_with_its_effect() -> None:
    table = started().join(BOB, "DEL-R", "bandwagon").politiks(CY, "A5", ANN)
    assert table.said() == ["Cy plays Politiks: Sting -5 on Ann’s Candidate card, now worth 5."]
    assert Seat(CY) == table.public.turn
