"""The moments that a page names from what happened, by docs/rules/scum-of-the-earth.md."""

from collections.abc import Callable

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.moves import Takeover
from tests.games.scum_of_the_earth.table import Table, playing, window
from tests.games.scum_of_the_earth.test_ranks import last_cards
from tests.js.moments import Moment, moments, words

A, B, C, D = range(4)


def named(table: Table, act: Callable[[], Table]) -> list[Moment]:
    before = table.state
    return moments(GAME, before, act().state)


def test_tricks_four_cards_of_one_face_are_four_of_a_kind() -> None:
    table = playing("5 5 5 5 K", "9 9 9 9", "8", "K")
    (moment,) = named(table, lambda: table.play(A, "5 5 5 5"))
    assert words([moment]) == ["Four of a kind: Ada, Head Honcho"]
    assert (moment["greatness"], moment["seat"]) == ("great", A)
    assert moment["cards"] == ["5", "5", "5", "5"]


def test_tricks_a_wild_card_counts_among_the_four() -> None:
    table = playing("5 5 5 WILD K", "9 9 9 9 9", "8", "K")
    found = named(table, lambda: table.play(A, "5 5 5 WILD", 5))
    assert words(found) == ["Four of a kind: Ada, Head Honcho"]


def test_tricks_three_of_a_face_are_no_moment_and_five_are_rare() -> None:
    table = playing("5 5 5 K", "9 9 9 9 9", "8", "K")
    assert named(table, lambda: table.play(A, "5 5 5")) == []
    table = playing("5 5 5 5 5 K", "9 9 9 9 9", "8", "K")
    assert named(table, lambda: table.play(A, "5 5 5 5 5"))[0]["greatness"] == "rare"


def test_the_last_rank_has_four_of_a_kind_of_all_people() -> None:
    table = playing("J J J J K", "9", "8", "5 5 5 5 K").play(A, "J J J J")
    found = named(table, lambda: table.play(D, "5 5 5 5"))
    assert words(found)[0] == "Four of a kind: Dan, of all people"


def test_tricks_the_trick_goes_to_its_winner_with_all_its_cards() -> None:
    table = playing("Q J", "9 9 3", "8 4", "K K").play(A, "Q").play(B, "9").pass_(C, D)
    (moment,) = named(table, lambda: table.pass_(A))
    assert (moment["stamp"], moment["line"], moment["greatness"]) == ("Trick won", "Ben", "small")
    assert moment["amount"] == {"text": "2 cards", "to": B}


def test_tricks_a_trick_of_one_card_is_one_card() -> None:
    table = playing("Q J", "9 9 3", "8 4", "K K").play(A, "Q").pass_(B, C)
    (moment,) = named(table, lambda: table.pass_(D))
    assert moment["amount"]["text"] == "1 card"


def test_going_out_only_the_first_is_a_moment() -> None:
    table = playing("Q", "9 3", "8 4", "K K")
    assert "Out first: Ada" in words(named(table, lambda: table.play(A, "Q")))
    table = playing("Q 9", "8", "8 4", "", out=(D,)).play(A, "Q")
    assert "Out first: Ben" not in words(named(table, lambda: table.play(B, "8")))


def test_the_takeover_throws_the_first_rank_down() -> None:
    table = window("5 6", "7", "8", "WILD WILD")
    (moment,) = named(table, lambda: table.move(D, Takeover()))
    assert (moment["stamp"], moment["greatness"]) == ("Takeover", "rare")
    assert moment["line"] == "Dan, Scum of the Earth until now"
    assert moment["sore"] == [A]


def end_of_hand(*order: int) -> list[str]:
    """The moments of a last card, of seats whose ranks were A, B, C, D and who go out so."""
    table = playing("K", "K", "K", "K")
    before = table.state
    return words([one for one in moments(GAME, before, last_cards(order).state) if one["line"]])


def test_the_end_of_a_hand_names_who_falls_to_the_bottom_and_who_climbs_from_it() -> None:
    assert end_of_hand(C, D, A, B) == [
        "Down you go: Ben, Scum of the Earth",
        "Up from Scum: Dan, Second in Line",
    ]


def test_from_the_bottom_to_the_top_and_back_is_rare() -> None:
    assert end_of_hand(D, B, C, A) == [
        "Top to bottom: Ada, Scum of the Earth",
        "Bottom to top: Dan, Head Honcho",
    ]


def test_the_end_of_a_hand_without_a_new_scum_is_no_moment() -> None:
    assert end_of_hand(B, A, C, D) == []
