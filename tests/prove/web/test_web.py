"""The access rules know every route and its role; `run.py prove web` asks them."""

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from app.web.routers import ROUTERS
from app.web.routes.admin.access import administrator, staff
from tests.prove.web.access import RULES
from tests.web.all_routes import routes

WHILE_IT_RUNS = "/admin/matches/{match}"
"""A page of both roles, which the proof asks of a match that a moderator may not see yet."""
ROLES: dict[object, set[str]] = {administrator: {"keeper"}, staff: {"keeper", "mona"}}


def test_every_route_says_who_may_use_it() -> None:
    """A route that is new has no line yet; one that is gone has one too many."""
    assert set(routes()) == set(RULES)


def roles_of(dependant: Dependant) -> set[str] | None:
    """The people of the proof whom a route's dependencies let in; None: they name no role."""
    for inner in dependant.dependencies:
        found = ROLES.get(inner.call) or roles_of(inner)
        if found is not None:
            return found
    return None


def test_every_page_under_admin_is_for_the_roles_of_its_rule() -> None:
    """Deeds as well, which the proof does not do."""
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            for method in route.methods or ():
                if route.path.startswith("/admin") and route.path != WHILE_IT_RUNS:
                    rule = RULES[method, route.path]
                    assert roles_of(route.dependant) == {*rule.who, *rule.spare}, route.path
