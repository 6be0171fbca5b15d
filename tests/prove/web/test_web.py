"""The access rules know every route; `run.py prove web` asks them."""

from tests.prove.web.access import RULES
from tests.web.all_routes import routes


def test_every_route_says_who_may_use_it() -> None:
    """A route that is new has no line yet; one that is gone has one too many."""
    assert set(routes()) == set(RULES)
