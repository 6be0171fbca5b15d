"""The checks find nothing in a sound application, and they have judged something."""

import asyncio

from tests.conftest import NewDatabase
from tests.prove.web.access import RULES
from tests.prove.web.run_checks import run_checks
from tests.web.all_routes import routes


def test_strangers_find_nothing(new_database: NewDatabase) -> None:
    """A taste of it; `run.py prove --quick` tries the rest."""
    found = asyncio.run(
        run_checks(new_database(), 1, ["handshakes", "looks", "lockout", "fixation", "moving"])
    )
    assert found.faults == []
    assert found.answers > 40


def test_every_route_says_who_may_use_it() -> None:
    """A route that is new has no line yet; one that is gone has one too many."""
    assert set(routes()) == set(RULES)
