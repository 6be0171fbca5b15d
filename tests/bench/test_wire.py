"""`bench wire` still works: a short load on a whole server, and what must hold on any machine."""

import socket

import pytest

from bench.play import shortest
from bench.report import Ask
from bench.wire import BENCH, GAME, loaded
from bench.wire_peers import PEERS, free_port, measure


def test_every_move_of_a_short_load_is_committed_and_shown() -> None:
    report = loaded(tables=20, think=0.0, seconds=1.0, warm=0.5, seed=1)
    assert report.moves > 0
    assert report.entries >= report.moves
    assert report.commits < report.entries, "tables that play at the same time share commits"
    assert 0 < report.frame_p50 < 2.5 * 1024
    assert report.frame_p99 < 8 * 1024


def test_the_load_survives_the_end_of_a_match_and_plays_the_next() -> None:
    report = loaded(
        tables=2,
        think=0.0,
        seconds=0.5,
        warm=0.0,
        seed=1,
        options=shortest(GAME),
        matches=3,
    )
    assert report.matches >= 2 * 3, "nobody's connection and no start of a match was lost"


def test_a_peer_that_is_not_installed_is_left_out() -> None:
    assert [measure(name, None, 1, 4, 1, 0, 1000, (None, None)) for name in PEERS] == [
        None,
        None,
        None,
    ]


def test_a_free_port_can_be_listened_on() -> None:
    with socket.create_server(("127.0.0.1", free_port())):
        pass


@pytest.mark.slow
def test_the_whole_benchmark_prints_what_the_issue_asks_for() -> None:
    at_once, thinking, beside = BENCH.run(Ask(seconds=0.5, loud=False))
    assert [
        len(row) == len(sheet.columns) for sheet in (at_once, thinking) for row in sheet.rows
    ] == [True, True]
    assert not beside.rows
