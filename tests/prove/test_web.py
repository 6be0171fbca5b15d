"""Each attempt of the proof `web`, once: on a sound house it finds nothing, and it has judged something."""

import asyncio

import pytest

from tests.conftest import NewDatabase
from tests.prove.web.access import RULES
from tests.prove.web.checks import CHECKS, routes
from tests.prove.web.run import looked


@pytest.fixture(scope="module")
def url(new_database: NewDatabase) -> str:
    return new_database()


@pytest.mark.parametrize("name", CHECKS)
def test_strangers_find_nothing(url: str, name: str) -> None:
    found = asyncio.run(looked(url, 1, [name]))
    assert found.faults == []
    assert found.answers > 5


def test_every_route_says_who_may_use_it() -> None:
    """A route that is new has no line yet; one that is gone has one too many."""
    assert set(routes()) == set(RULES)
