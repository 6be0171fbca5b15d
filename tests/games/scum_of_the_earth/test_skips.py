"""Skips: players passed over without a question, by public facts alone."""

from collections import Counter

from msgspec.structs import replace

from app.games.scum_of_the_earth.cards import Card, read_cards
from app.games.scum_of_the_earth.events import Skipped
from app.games.scum_of_the_earth.skips import skip, unseen
from app.games.scum_of_the_earth.state import Asked
from app.games.scum_of_the_earth.tricks import fewest
from app.rules.game import Seat, State
from tests.games.scum_of_the_earth.table import EVERYTHING, Table, playing

A, B, C, D = range(4)


def why(table: Table, seat: int) -> str | None:
    return skip(table.public, Seat(seat))


def test_too_few_cards_for_the_set_are_passed_over() -> None:
    table = playing("Q Q Q K", "2 2", "3 3 3 3", "K").play(A, "Q Q Q")
    assert Skipped(Seat(B), "too-few-cards") in table.events
    assert table.turn() == (C, Asked.FOLLOW)
    assert why(table, D) == "too-few-cards"


def test_a_special_ten_that_nobody_has_seen_may_make_two_cards_three() -> None:
    hands = ("Q Q Q K", "J J", "3 3 3 3", "K K")
    assert playing(*hands, options=EVERYTHING).play(A, "Q Q Q").turn() == (B, Asked.FOLLOW)
    assert playing(*hands, options=EVERYTHING, gone="10*").play(A, "Q Q Q").turn() == (
        C,
        Asked.FOLLOW,
    )


def test_a_special_ten_does_not_help_against_tens() -> None:
    table = playing("10 10 10 K", "2 2", "3 3 3 3", "K", options=EVERYTHING).play(A, "10 10 10")
    assert table.turn() == (C, Asked.FOLLOW)


def test_when_nothing_unseen_can_beat_a_set_the_trick_ends_at_once() -> None:
    table = playing("A K", "K K", "K K", "K K", gone="0").play(A, "A")
    assert [event for event in table.events if isinstance(event, Skipped)] == [
        Skipped(Seat(seat), "cannot-be-beaten") for seat in (B, C, D)
    ]
    assert table.turn() == (A, Asked.LEAD)


def test_while_the_zero_is_unseen_an_ace_may_be_beaten() -> None:
    assert playing("A K", "K K", "K K", "K K").play(A, "A").turn() == (B, Asked.FOLLOW)


def test_unseen_wilds_may_fill_up_a_pair_of_aces() -> None:
    hands = ("2 2 K", "K K", "K K", "K K")
    assert playing(*hands, gone="WILD").play(A, "2 2").turn() == (B, Asked.FOLLOW)
    assert playing(*hands, gone="WILD WILD").play(A, "2 2").turn() == (A, Asked.LEAD)


def test_infinity_known_to_lie_in_a_hand_is_no_card_to_follow_with() -> None:
    table = playing("K K", "INF", "2 2", "3 3", infinity=1, gone="INF").play(A, "K")
    assert Skipped(Seat(B), "too-few-cards") in table.events


def test_the_special_eight_cannot_follow_alone_unless_it_is_the_last_card() -> None:
    left = Counter(read_cards("8* K K"))
    assert fewest(left, face=9, size=1, last=False) is None
    assert fewest(left, face=9, size=1, last=True) == 1


def test_the_special_nine_counts_for_no_follow() -> None:
    assert fewest(Counter(read_cards("9 9*")), face=10, size=2, last=False) is None
    assert fewest(Counter(read_cards("9 9")), face=10, size=2, last=False) == 2


def test_the_special_ten_saves_a_card_wherever_it_may_count_as_two() -> None:
    assert fewest(Counter(read_cards("10 10* Q Q Q")), face=13, size=3, last=False) == 2
    assert fewest(Counter(read_cards("10* Q")), face=13, size=1, last=False) == 1
    assert fewest(Counter(read_cards("10* Q Q Q Q")), face=13, size=4, last=False) == 4


def test_unseen_cards_are_the_deck_less_what_was_played() -> None:
    table = playing("K K", "Q", "Q", "Q", gone="0 K INF INF")
    left = unseen(table.public)
    assert left[Card.ZERO] == 0
    assert left[Card.KING] == 12
    assert left[Card.INFINITY] == 0


def test_hands_that_differ_only_in_secret_are_skipped_alike() -> None:
    one = playing("Q Q K", "2 2 9", "3 3 9", "K K K")
    other = Table(State(one.public, (one.state.private[0], *reversed(one.state.private[1:])), None))
    assert one.play(A, "Q Q").public == other.play(A, "Q Q").public
    assert one.events == other.events


def test_a_skip_depends_on_the_public_facts_alone() -> None:
    table = playing("Q Q K", "2 2 9", "3 3 9", "K K K").play(A, "Q Q")
    assert table.public.trick is not None
    barred = replace(table.public, trick=replace(table.public.trick, barred=(Seat(D),)))
    assert skip(barred, Seat(D)) == "barred"
    assert skip(table.public, Seat(D)) is None
