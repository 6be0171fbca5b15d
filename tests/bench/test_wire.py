"""`bench wire` still works: a short load on a whole server, and what must hold on any machine."""

import socket
from typing import Any

import pytest

from bench import wire
from bench.play import shortest
from bench.report import Ask
from bench.wire import GAME, loaded
from bench.wire_load import Report
from bench.wire_peers import PEERS, free_port, measure


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
def test_the_whole_benchmark_shows_that_every_move_is_committed_and_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[Report] = []

    def noted(*asked: Any) -> Report:
        reports.append(loaded(*asked))
        return reports[-1]

    monkeypatch.setattr(wire, "TABLES", (20,))
    monkeypatch.setattr(wire, "loaded", noted)
    at_once, thinking, beside = wire.BENCH.run(Ask(seconds=0.5, loud=False))
    assert [
        len(row) == len(sheet.columns) for sheet in (at_once, thinking) for row in sheet.rows
    ] == [True, True]
    assert not beside.rows
    report = reports[0]
    assert report.moves > 0
    assert report.entries >= report.moves
    assert report.commits < report.entries, "tables that play at the same time share commits"
    assert 0 < report.frame_p50 < 2.5 * 1024
    assert report.frame_p99 < 8 * 1024
