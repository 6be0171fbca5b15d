"""With a deck so small that all worlds can be listed, `resample` draws exactly those."""

import random

import pytest

from app.rules.game import Seat
from app.rules.replay import Entry, Expired, Played, Setup, Shuffled
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.possible_worlds import drawn, possible
from tests.table.conformance import ADAPTER
from tests.table.high_card import GAME, Choose, HighCardOptions

A, B, C = map(Seat, range(3))

SHUFFLE_2 = Shuffled((4, 0, 3, 1, 5, 2))
SHUFFLE_3 = Shuffled((0, 3, 8, 1, 4, 6, 2, 5, 7))


def match(seats: int, twice: bool, *entries: Entry) -> Record:
    record = new_record(GAME, Setup(seats, HighCardOptions(twice=twice)))
    for entry in entries:
        record.take(entry)
    return record


def down(seat: Seat, card: int) -> Played:
    return Played(seat, "choose.1", Choose(card))


def sure(seat: Seat, card: int) -> Played:
    return Played(seat, f"sure.1.{seat}", Choose(card))


@pytest.mark.parametrize(
    ("record", "viewer", "number"),
    [
        (match(2, False, SHUFFLE_2), None, 20 * (4 * 4 - 3 * 3)),
        (match(2, False, SHUFFLE_2, down(B, 1)), A, 4),
        (match(2, False, SHUFFLE_2, down(B, 1)), B, 1),
        (match(2, False, SHUFFLE_2, down(B, 1)), None, 20 * (4 * 4 - 3 * 3)),
        (match(2, True, SHUFFLE_2, down(B, 1)), A, 7),
        (match(2, True, SHUFFLE_2, down(B, 1), sure(B, 2)), None, 20 * (7 * 7 - 3 * 3)),
        (
            match(2, True, SHUFFLE_2, Expired("choose.1")),
            A,
            7,
        ),  # a view does not tell the clock from the own hand
        (match(3, False, SHUFFLE_3), A, 20 * 4 * 4),
        (match(3, False, SHUFFLE_3, down(A, 0), down(B, 4)), A, 20 * (4 * 4 - 3 * 3)),
        (match(3, True, SHUFFLE_3, down(A, 0)), A, 20 * 7 * 7),
        (match(3, True, SHUFFLE_3, down(A, 0), sure(A, 8)), A, 20 * (7 * 7 - 3 * 3)),
    ],
)
def test_every_possible_world_is_drawn_and_no_other(
    record: Record, viewer: Seat | None, number: int
) -> None:
    worlds = possible(ADAPTER, record, viewer, (3,) * record.setup.seats)
    assert len(worlds) == number, "counted by hand"
    assert drawn(ADAPTER, record.now, viewer, random.Random(1), 60 * number + 200) == set(worlds)


def test_a_card_that_was_shown_is_known() -> None:
    """All cards lie open after the last one is put down, and the next deal starts from nothing."""
    record = match(2, False, SHUFFLE_2, down(A, 4), down(B, 1))
    assert len(possible(ADAPTER, record, A, (3, 3))) == 1
    assert len(drawn(ADAPTER, record.now, A, random.Random(1), 50)) == 1
