"""The benchmark of growth still works: a match that ages, tables that lie idle, a house that is killed, a crowd that returns."""

import asyncio

import pytest

from bench.growth_crowd import House, crowding
from bench.growth_house import back, opened, storm, weighed
from bench.growth_lobby import Forgetful, ageing


def test_a_match_ages_and_each_window_has_its_moves() -> None:
    store = Forgetful()
    young, late, moves = asyncio.run(ageing(store, store, old=60, window=20, rounds=1, seed=1))
    assert (young.moves, late.moves, moves) == (20, 20, 80)


def test_tables_lie_idle_while_others_play_and_people_give_signs_of_life() -> None:
    found = crowding((House(2, 2), House(6, 2, alive=True)), against=0, moves=40, seed=1, tell=lambda _: None)
    assert [(one.house.tables, one.cost.moves) for one in found] == [(2, 40), (6, 40)]
    assert found[0].ratio == 1.0


@pytest.mark.slow
def test_a_killed_house_opens_only_tables_that_people_come_to_and_lets_a_crowd_in() -> None:
    with opened(6) as (house, _):
        house.start()
        assert asyncio.run(weighed(house, 2, lambda _: None)).sockets == 3
        assert asyncio.run(back(house, waiting=2)).tables <= 2
        assert asyncio.run(storm(house, 24)).inside == 24
