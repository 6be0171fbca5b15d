"""The growth benchmark runs: an ageing match, idle tables, restart, reconnects."""

import asyncio

import pytest

from bench import growth, server_under_load
from bench.idle_tables import TableCount, measure_idle_tables
from bench.lobby_players import measure_ageing
from bench.null_store import NullStore
from bench.report import Ask, Sheet
from bench.server_under_load import (
    measure_memory,
    measure_reconnects,
    measure_restart,
    prepared_server,
)


def test_a_match_ages_and_each_window_has_its_moves() -> None:
    store = NullStore()
    young, late, moves = asyncio.run(
        measure_ageing(store, store, old=60, window=20, rounds=1, seed=1)
    )
    assert (young.moves, late.moves, moves) == (20, 20, 80)


def test_tables_lie_idle_while_others_play_and_people_give_signs_of_life() -> None:
    found = measure_idle_tables(
        (TableCount(2, 2), TableCount(6, 2, alive=True)),
        against=0,
        moves=40,
        seed=1,
        tell=lambda _: None,
        rest=0.1,
    )
    assert [(one.size.tables, one.cost.moves) for one in found] == [(2, 40), (6, 40)]
    assert found[0].ratio == 1.0


def test_a_part_that_goes_wrong_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*asked: object) -> list[Sheet]:
        raise TimeoutError("the server does not answer")

    def right(*asked: object) -> Sheet:
        return Sheet("measured", (), ())

    monkeypatch.setattr(growth, "server_sheets", wrong)
    for part in ("ageing_sheet", "idle_tables_sheet"):
        monkeypatch.setattr(growth, part, right)
    titles = [sheet.title for sheet in growth.run(Ask(loud=False))]
    assert titles == ["measured", "measured", "a server of its own: not measured"]


@pytest.mark.slow
def test_a_killed_server_opens_only_tables_that_people_come_to_and_lets_a_crowd_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_under_load, "SETTLING", 0.1)  # no test asks what a table weighs
    with prepared_server(6) as server:
        server.start()
        assert asyncio.run(measure_memory(server, 2, lambda _: None)).sockets == 3
        assert asyncio.run(measure_restart(server, waiting=2)).tables <= 2
        assert asyncio.run(measure_reconnects(server, 24)).inside == 24
