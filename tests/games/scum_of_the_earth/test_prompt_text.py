"""The game's sentences. Every refusal has one with this table's facts in it."""

import pytest

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import read_cards
from app.games.scum_of_the_earth.display_names import a_set, cards_in_words, counted, listed, people
from app.games.scum_of_the_earth.events import (
    Barred,
    BonusGiven,
    HandDealt,
    MatchEnded,
    SeatsChanged,
    SetPlayed,
    Skipped,
    TrickWon,
)
from app.games.scum_of_the_earth.moves import Confirm, Give, Move, Pass, Reason, Takeover, Target
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.titles import LONGEST, THEMES, tidy, title, titles
from app.rules.game import Seat
from app.rules.play import prompts
from tests.games.scum_of_the_earth.table import (
    EVERYTHING,
    NAMES,
    Table,
    a_play,
    fresh,
    playing,
    window,
)
from tests.games.scum_of_the_earth.test_bonus import all_ready
from tests.games.scum_of_the_earth.test_ranks import last_cards

A, B, C, D = range(4)


def leading(hand: str, options: Options | None = None) -> Table:
    return playing(hand, "K K K", "K K K", "K K K", options=options)


def following(lead: str, hand: str, options: Options | None = None) -> Table:
    return playing(f"{lead} K K", hand, "K K K K K", "K K K K K", options=options).play(A, lead)


def bonus() -> Table:
    return all_ready(window("K K K", "Q J 9", "5 4 3", "0 A 2"))


def special_six() -> Table:
    return playing("6* K", "5", "4", "3").play(A, "6*")


REFUSALS: list[tuple[Reason, Table, int, Move, str]] = [
    (Reason.NOT_ASKED, leading("J J"), A, Confirm(), "That answers another question. You lead: any number of cards of one face."),
    (
        Reason.NOT_YOUR_CARDS, leading("J J"), A, a_play("Q"),
        "You do not hold all of those cards. Choose among the ones in your hand.",
    ),
    (Reason.WRONG_NUMBER_TO_GIVE, bonus(), A, Give(read_cards("K")), "Head Honcho gives two cards back; you chose one."),
    (Reason.WRONG_NUMBER_TO_GIVE, bonus(), B, Give(()), "Second in Line gives one card back; you chose none."),
    (Reason.NO_TAKEOVER, window("K", "K", "WILD", "K"), C, Takeover(), "A takeover needs both WILD A-K cards in the hand you were dealt."),
    (
        Reason.NO_TAKEOVER, window("WILD WILD", "K", "K", "K"), A, Takeover(),
        "You are Head Honcho already; there is nothing left to take over.",
    ),
    (
        Reason.NO_TAKEOVER, leading("WILD WILD"), A, Takeover(),
        "A takeover is declared between the deal and the bonuses, and at no other time.",
    ),
    (Reason.NO_CARDS, leading("J J"), A, a_play(""), "Choose the cards first."),
    (Reason.NO_CARDS, following("J J", "8 8"), B, a_play(""), "Choose two cards first, or pass."),
    (
        Reason.MIXED_FACES, leading("J J Q"), A, a_play("J J Q"),
        "A set is cards of one face, with wild ones for the missing; you showed two Jacks and "
        "Queen.",
    ),
    (Reason.WRONG_SIZE, following("9 9 9", "8 8 8"), B, a_play("8 8"), "That takes three eights or better; you showed two."),
    (Reason.WRONG_SIZE, following("9 9", "0 8 8"), B, a_play("0"), "That takes two eights or better; you showed one."),
    (
        Reason.WRONG_SIZE, following("J J J", "10* 10 9", EVERYTHING), B, a_play("10* 10"),
        "That takes three tens or better; you showed two. The special ten may count as one or as "
        "two: say which.",
    ),
    (
        Reason.NOT_BETTER, following("9 9", "Q Q"), B, a_play("Q Q"),
        "Small is good, and a follow has to be better than the nines: two eights or better, or "
        "pass.",
    ),
    (
        Reason.NOT_BETTER, following("9", "Q Q"), B, a_play("Q"),
        "Small is good, and a follow has to be better than the nine: an eight or better, or pass.",
    ),
    (
        Reason.NOT_BETTER, following("A", "Q Q"), B, a_play("Q"),
        "Small is good, and a follow has to be better than the Ace: the Zero, or pass.",
    ),
    (
        Reason.WILD_OUT_OF_RANGE, leading("WILD J"), A, a_play("WILD", 14),
        "A WILD stands for an Ace up to a King, never for the Zero or Infinity.",
    ),
    (
        Reason.WILD_OUT_OF_RANGE, leading("3-9 J", EVERYTHING), A, a_play("3-9 J"),
        "The 3-9 wild stands for a three up to a nine and for nothing else.",
    ),
    (
        Reason.NAME_THE_WILD, leading("WILD WILD J"), A, a_play("WILD WILD"),
        "Wild cards alone may be several things here. Say what they stand for.",
    ),
    (
        Reason.ZERO_IS_SINGLE, leading("0 WILD J"), A, a_play("0 WILD"),
        "The Zero is played alone, and beats every other single card. Nothing goes with it, not "
        "even a wild card.",
    ),
    (
        Reason.INFINITY_IS_LED, following("J", "INF 8"), B, a_play("INF"),
        "Infinity is led, alone, and never played on anything. Keep it for when you lead.",
    ),
    (
        Reason.EIGHT_NOT_SINGLE, leading("8* J", EVERYTHING), A, a_play("8*"),
        "The special eight is not played as a single, unless it is your last card. Put another "
        "eight or a wild card with it.",
    ),
    (
        Reason.NINE_IS_LED, following("J", "9* 8", EVERYTHING), B, a_play("9*"),
        "The special nine may only be led. Keep it for when you lead.",
    ),
    (
        Reason.TEN_ALONE_DOUBLES, leading("10 10", EVERYTHING), A, a_play("10", double=True),
        "Only the special ten counts as two; it is not in that set.",
    ),
    (
        Reason.LEADER_MUST_PLAY, leading("J J"), A, Pass(),
        "You lead, so you play: any number of cards of one face. There is nothing to pass on yet.",
    ),
    (Reason.NOT_A_TARGET, special_six(), A, Target(Seat(A)), "Pick somebody else who still holds cards."),
]  # fmt: skip


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


def asked(table: Table, seat: int) -> str:
    return GAME.say_prompt(table.view(seat), prompts(GAME, table.state)[Seat(seat)], NAMES)


def test_questions() -> None:
    assert asked(leading("J J"), A) == "You lead: any number of cards of one face."
    assert asked(following("J J J J", "8 8 8 8"), B) == "Jacks lead. Beat four with four, or pass."
    assert asked(following("A", "0 8"), B) == "An Ace leads. Beat it with one card, or pass."
    later = playing("J J K", "8 8 K", "7 7 K", "K K K").play(A, "J J").play(B, "8 8")
    assert asked(later, C) == "Two eights are best so far. Beat two with two, or pass."
    later = playing("J K", "8 K", "7 K", "K K").play(A, "J").play(B, "8")
    assert asked(later, C) == "An eight is best so far. Beat it with one card, or pass."
    assert asked(following("INF", "8"), B) == "Infinity leads. Beat it with one card, or pass."
    assert (
        asked(following("J J", "Q Q 8"), B) == "Two Jacks lead. Nothing you hold beats that: pass."
    )
    assert (
        asked(following("8", "9 9 INF"), B) == "An eight leads. Nothing you hold beats that: pass."
    )
    assert (
        asked(following("J J", "8 8 K").play(B, "8 8"), C)
        == "Two eights are best so far. Nothing you hold beats that: pass."
    )
    assert asked(special_six(), A) == "Your special six: who passes for the rest of this trick?"
    assert (
        asked(leading("5* J", EVERYTHING).play(A, "5*"), A)
        == "Your special five: look at one hand, or decline."
    )
    again = leading("7* 7 4 4 J", EVERYTHING).play(A, "7* 7")
    assert asked(again, A) == "Your special seven: beat your own two sevens with two, or decline."
    assert (
        asked(bonus(), A)
        == "Dan, Scum of the Earth, gave you the 0 and the Ace. Give any two cards back."
    )
    assert asked(bonus(), B) == "Cleo, Second-to-Scum, gave you a 3. Give any card back."
    assert (
        asked(last_cards((C, A, D, B)), C)
        == "You are Head Honcho now. Say when you are ready for the next hand."
    )


def test_the_window_asks_in_the_same_words_but_for_what_the_holder_knows() -> None:
    table = window("K", "WILD WILD", "K", "K")
    assert asked(table, A) == asked(table, C) == "Look your hand over, and say when you are ready."
    assert asked(table, B) == (
        "You were dealt both WILDs: declare a takeover, or keep quiet and say when you are ready."
    )
    first = window("WILD WILD", "K", "K", "K")
    assert asked(first, A) == "Both WILDs, and you are Head Honcho already. Say when you are ready."


def test_what_the_table_waits_for() -> None:
    def waits(table: Table) -> str:
        return GAME.say_wait(table.public, NAMES)

    assert waits(fresh(4, ranked=False)) == "Everybody draws a card for the first ranks."
    assert waits(fresh(4)) == "The cards are dealt."
    assert (
        waits(window("K", "K", "K", "K"))
        == "Everybody looks their hand over. Not ready yet: Ada, Ben and two others."
    )
    assert waits(bonus()) == "Bonuses: Ada and Ben choose what to give back."
    assert waits(bonus().give(A, "K K")) == "Bonuses: Ben chooses what to give back."
    assert waits(leading("J J")) == "Ada, Head Honcho, leads."
    assert waits(following("J J", "8 8")) == "Ben has two Jacks to beat, or passes."
    assert waits(special_six()) == "Ada picks who passes for the rest of this trick."
    assert waits(leading("5* J", EVERYTHING).play(A, "5*")) == "Ada may look at one hand."
    assert waits(leading("7* 3 J", EVERYTHING).play(A, "7*")) == "Ada may play again right now."
    over = last_cards((A, B, C, D), salaries=(24, 0, 0, 0))
    assert waits(over) == "The match is over. Ada wins with 28 play points."
    assert (
        waits(last_cards((A, B, C, D)).move(A, Confirm()))
        == "Hand 1 is over. Not ready for the next: Ben, Cleo and Dan."
    )


def test_events_in_words() -> None:
    public = leading("J J").public

    def told(event: object) -> str:
        return GAME.say_event(public, event, NAMES)  # type: ignore[arg-type]

    assert told(SetPlayed(Seat(A), read_cards("J J"), 11, 2, True)) == "Ada leads two Jacks."
    assert (
        told(SetPlayed(Seat(B), read_cards("WILD 8"), 8, 2, False))
        == "Ben plays two eights (with WILD)."
    )
    assert (
        told(SetPlayed(Seat(B), read_cards("10*"), 10, 2, False))
        == "Ben plays two tens (the special 10 as two)."
    )
    assert told(SetPlayed(Seat(B), read_cards("0"), 0, 1, False)) == "Ben plays the Zero."
    assert (
        told(BonusGiven(Seat(D), Seat(A), 2)) == "Dan, Scum of the Earth, hands two cards to Ada."
    )
    assert told(HandDealt(1, (9, 9, 10, 10))) == "Hand 1: nine or ten cards each."
    assert told(Skipped(Seat(B), "too-few-cards")) == "Ben holds too few cards to answer."
    assert told(Barred(Seat(A), Seat(C))) == "Ada makes Cleo pass for the rest of the trick."
    assert (
        told(TrickWon(Seat(A), Seat(A), True))
        == "Ada takes the trick and Infinity with it, and leads."
    )
    assert told(TrickWon(Seat(A), Seat(B), False)) == "Ada takes the trick and is gone; Ben leads."
    assert told(MatchEnded(Seat(A))) == "The match is over. Ada wins with 0 play points."
    assert told(SeatsChanged((Seat(A),), (), ())) == "Ada leaves the table."
    assert told(SeatsChanged((), (Seat(4), Seat(5)), ())) == "Eve and Fay sit down in last place."


def test_words_for_cards_and_numbers() -> None:
    assert a_set(1, 1) == "an Ace"
    assert a_set(1, 14) == "Infinity"
    assert cards_in_words(read_cards("K WILD K 6*")) == "WILD, special 6 and two Kings"
    assert counted(1, "card") == "one card"
    assert listed(["a"]) == "a"
    assert people([Seat(0), Seat(1), Seat(2), Seat(3)], NAMES) == "Ada, Ben and two others"


# -- titles and options


def test_each_theme_has_five_titles_and_they_fit() -> None:
    for names in THEMES.values():
        assert len(set(names)) == 5
        assert all(tidy(name) == name and len(name) <= LONGEST for name in names)


def test_titles_by_place() -> None:
    names = THEMES["military"]
    assert [title(names, place, 6) for place in range(6)] == [
        "General",
        "Major",
        "Sergeant",
        "Sergeant",
        "Corporal",
        "Recruit",
    ]
    assert [title(names, place, 4) for place in range(4)] == [
        "General",
        "Major",
        "Corporal",
        "Recruit",
    ]


def test_a_host_writes_own_titles_and_what_is_missing_is_the_default() -> None:
    assert titles("own", ("Cook", " The\nOther  Cook ", "")) == (
        "Cook", "The Other Cook", "Middling Sort", "Second-to-Scum", "Scum of the Earth",
    )  # fmt: skip
    assert titles("office", ("Cook",)) == THEMES["office"]


def test_a_theme_changes_the_words_and_nothing_else() -> None:
    plain, court = fresh(5), fresh(5, Options(theme="court"))
    assert (
        GAME.apply_shuffle(plain.state, range(71)).private
        == GAME.apply_shuffle(court.state, range(71)).private
    )
    assert court.public.titles == THEMES["court"]


def test_options_that_do_not_fit_the_table_are_explained() -> None:
    assert GAME.config_problem(4, Options()) is None
    assert GAME.config_problem(6, Options(highest="J")) is None
    assert GAME.config_problem(6, Options(highest="10")) == (
        "With six players the highest card is J, Q or K, or auto; 10 is for another number."
    )
    assert GAME.config_problem(3, Options()) == "This game is for 4 to 10 players; you are 3."
    assert GAME.config_problem(11, Options()) is not None
    assert (
        GAME.config_problem(4, Options(theme="own", own_titles=("x" * 31,)))
        == "The name of a rank has at most 30 letters."
    )
