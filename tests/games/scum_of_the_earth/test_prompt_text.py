"""The game's sentences. Every refusal has one with this table's facts in it."""

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
from app.games.scum_of_the_earth.moves import Confirm
from app.games.scum_of_the_earth.options import Options
from app.rules.game import Seat
from app.rules.play import prompts
from tests.games.scum_of_the_earth.table import (
    EVERYTHING,
    NAMES,
    Table,
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


def asked(table: Table, seat: int) -> str:
    return GAME.say_prompt(table.view(seat), prompts(GAME, table.state)[Seat(seat)], NAMES)


def test_questions() -> None:
    assert asked(leading("J J"), A) == "You lead: one or more cards of one number."
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
        == "Dan, Scum of the Earth, gave you the Zero and the Ace. Give any two cards back."
    )
    assert asked(bonus(), B) == "Cleo, Second-to-Scum, gave you a three. Give any card back."
    assert asked(last_cards((C, A, D, B)), C) == "You are Head Honcho now. Ready for the next hand?"


def test_the_window_asks_in_the_same_words_but_for_what_the_holder_knows() -> None:
    table = window("K", "WILD WILD", "K", "K")
    assert asked(table, A) == asked(table, C) == "Look at your cards. Are you ready?"
    assert asked(table, B) == "You were dealt both WILDs. Take over, or keep quiet and continue?"
    first = window("WILD WILD", "K", "K", "K")
    assert asked(first, A) == (
        "You were dealt both WILDs, and you are Head Honcho already. Are you ready?"
    )


def test_what_the_table_waits_for() -> None:
    def waits(table: Table) -> str:
        return GAME.say_wait(table.public, NAMES)

    assert waits(fresh(4, ranked=False)) == "Everybody draws a card for the first ranks."
    assert waits(fresh(4)) == "The cards are dealt."
    assert (
        waits(window("K", "K", "K", "K"))
        == "Everybody looks at their cards. Not ready yet: Ada, Ben and two others."
    )
    assert waits(bonus()) == "Card swap: Ada and Ben choose what to give back."
    assert waits(bonus().give(A, "K K")) == "Card swap: Ben chooses what to give back."
    assert waits(leading("J J")) == "Ada, Head Honcho, leads."
    assert waits(following("J J", "8 8")) == "Ben has two Jacks to beat, or passes."
    assert waits(special_six()) == "Ada picks who passes for the rest of this trick."
    assert waits(leading("5* J", EVERYTHING).play(A, "5*")) == "Ada may look at one hand."
    assert waits(leading("7* 3 J", EVERYTHING).play(A, "7*")) == "Ada may play again right now."
    over = last_cards((A, B, C, D), salaries=(24, 0, 0, 0))
    assert waits(over) == "The match is over. Ada wins with 28 play points."
    assert (
        waits(last_cards((A, B, C, D)).move(A, Confirm()))
        == "Hand 1 is over. Not ready yet: Ben, Cleo and Dan."
    )


def test_events_in_words() -> None:
    public = leading("J J").public

    def events(event: object) -> str:
        return GAME.say_event(public, event, NAMES)  # type: ignore[arg-type]

    assert events(SetPlayed(Seat(A), read_cards("J J"), 11, 2, True)) == "Ada leads two Jacks."
    assert (
        events(SetPlayed(Seat(B), read_cards("WILD 8"), 8, 2, False))
        == "Ben plays two eights (with WILD)."
    )
    assert (
        events(SetPlayed(Seat(B), read_cards("10*"), 10, 2, False))
        == "Ben plays two tens (the special ten as two)."
    )
    assert events(SetPlayed(Seat(B), read_cards("0"), 0, 1, False)) == "Ben plays the Zero."
    assert (
        events(BonusGiven(Seat(D), Seat(A), 2)) == "Dan, Scum of the Earth, gives two cards to Ada."
    )
    assert events(HandDealt(1, (9, 9, 10, 10))) == "Hand 1: nine or ten cards each."
    assert events(Skipped(Seat(B), "too-few-cards")) == "Ben has too few cards to follow."
    assert events(Barred(Seat(A), Seat(C))) == "Ada makes Cleo pass for the rest of the trick."
    assert (
        events(TrickWon(Seat(A), Seat(A), True))
        == "Ada takes the trick and Infinity with it, and leads."
    )
    assert (
        events(TrickWon(Seat(A), Seat(B), False)) == "Ada takes the trick and is gone; Ben leads."
    )
    assert events(MatchEnded(Seat(A))) == "The match is over. Ada wins with 0 play points."
    assert events(SeatsChanged((Seat(A),), (), ())) == "Ada leaves the table."
    assert events(SeatsChanged((), (Seat(4), Seat(5)), ())) == "Eve and Fay sit down in last place."


def test_words_for_cards_and_numbers() -> None:
    assert a_set(1, 1) == "an Ace"
    assert a_set(1, 14) == "Infinity"
    assert cards_in_words(read_cards("K WILD K 6*")) == "WILD, special six and two Kings"
    assert counted(1, "card") == "one card"
    assert listed(["a"]) == "a"
    assert people([Seat(0), Seat(1), Seat(2), Seat(3)], NAMES) == "Ada, Ben and two others"


# -- titles and options


def test_options_that_do_not_fit_the_table_are_explained() -> None:
    assert GAME.config_problem(4, Options()) is None
    assert GAME.config_problem(6, Options(highest="J")) is None
    assert GAME.config_problem(6, Options(highest="10")) == (
        "With six players the highest card can be J, Q or K, or auto, but not 10."
    )
    assert GAME.config_problem(3, Options()) == "This game is for 4 to 10 players; you are 3."
    assert GAME.config_problem(11, Options()) is not None
    assert (
        GAME.config_problem(4, Options(theme="own", own_titles=("x" * 31,)))
        == "The name of a rank has at most 30 letters."
    )
