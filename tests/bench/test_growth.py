"""The benchmark of growth still works: a match that ages, tables that lie idle, a house that is killed, a crowd that returns."""

import asyncio

import pytest

from bench.growth_house import back, opened, storm, weighed
from bench.growth_lobby import Forgetful, ageing, crowding


def test_a_match_ages_and_each_window_has_its_moves() -> None:
    store = Forgetful()
    young, late, moves = asyncio.run(ageing(store, store, old=60, window=20, rounds=1, seed=1))
    assert (young.moves, late.moves, moves) == (20, 20, 80)


def test_tables_lie_idle_while_others_play() -> None:
    found = asyncio.run(crowding((2, 6), active=2, moves=20, seed=1, tell=lambda _: None))
    assert [(one.tables, one.cost.moves) for one in found] == [(2, 20), (6, 20)]


@pytest.mark.slow
def test_a_killed_house_opens_only_tables_that_people_come_to_and_lets_a_crowd_in() -> None:
    with opened(6) as (house, _):
        house.start()
        assert asyncio.run(weighed(house, 2, lambda _: None)).sockets == 3
        assert asyncio.run(back(house, waiting=2)).tables <= 2
        assert asyncio.run(storm(house, 24)).inside == 24
