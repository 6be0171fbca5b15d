"""The moves that `bench wire` follows until everybody has seen them."""

import random
from typing import Any

from bench.wire_players import Load, Measured, Table


def table(players: int) -> tuple[Table, Measured]:
    load = Load((0,), (0,), 0, "any", "{}", 1, players, 0.0, 0.0, 1.0)
    measured = Measured()
    measured.begin()
    made = Table(load, measured, random.Random(1))
    seated: Any = [None] * players
    made.players = seated
    return made, measured


def test_a_move_is_measured_once_every_seat_has_seen_it() -> None:
    made, measured = table(2)
    made.move(0, known=3)
    made.shown(0, known=4)
    assert not measured.waits
    made.shown(1, known=4)
    assert len(measured.waits) == 1


def test_a_refused_move_is_not_followed_until_the_next_one_is_shown() -> None:
    made, measured = table(2)
    made.move(0, known=3)
    made.refused(0)
    made.move(1, known=3)
    for seat in (0, 1):
        made.shown(seat, known=4)
    assert len(measured.waits) == 1, "the second one's alone"
