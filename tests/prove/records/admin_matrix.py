"""The matrix of roles and routes under /admin: each cell is asked with the ids of real things.

Whoever may not use a route finds no such page: the answer is the one about things that do not
exist.
"""

import re
from typing import Final

import httpx2
import pytest
from fastapi import FastAPI

from app.web.context.error_responses import SENTENCES
from app.web.routes.admin.access import administrator, staff
from tests.prove.records.admin_scene import Scene, addresses, routes
from tests.prove.records.in_process_app import InProcessApp
from tests.prove.web.access import RULES

NOWHERE: Final = "/admin/no-such-page"
ROLES_OF: Final = {
    "keeper": ("administrator", "administrator-who-plays"),
    "mona": ("moderator",),
}
"""The roles here of the personas in tests/prove/web/access.py that have one."""


def who_may(method: str, path: str) -> set[str] | None:
    """The roles that may use a route under /admin; None: no rule says so."""
    rule = RULES.get((method, path))
    if rule is None:
        return None
    return {role for one in (*rule.who, *rule.spare) for role in ROLES_OF.get(one, ())}


async def matrix(app: InProcessApp, scene: Scene, enough: int) -> tuple[int, list[str]]:
    """The number of cells that were asked, and up to `enough` sentences about wrong ones."""
    cells, faults = 0, []
    for one in scene.roles.values():
        await one.http.get(NOWHERE)  # a message that waits for its reader stands on one page
    for method, path, query in routes(app.fastapi):
        if not path.startswith("/admin"):
            continue
        may = who_may(method, path)
        if may is None:
            faults.append(f"{method} {path} is new: tests/prove/web/access.py has no rule for it")
            continue
        for role, one in scene.roles.items():
            if len(faults) >= enough:
                return cells, faults
            address = next(addresses(method, path, query, scene, role))
            answer = await one.http.request(method, address)
            cells += 1
            if role in may:
                if answer.status_code == 404 and SENTENCES[404] in answer.text:
                    faults.append(f"{method} {path} is not there for {role}, who may use it")
                continue
            alike = [await one.http.request(method, NOWHERE)]
            alike.append(await one.http.request(method, of_nothing(address)))
            if answer.status_code != 404 or bare(answer) not in map(bare, alike):
                faults.append(f"{method} {path} answers {role} with {answer.status_code}")
    return cells, faults


def of_nothing(address: str) -> str:
    """The address with the ids of things that do not exist."""
    return re.sub(r"/\d+(?=/|$)", "/999999", re.sub(r"[\w-]{22}", "B" * 22, address))


def bare(answer: httpx2.Response) -> str:
    """A page without what differs each time, or repeats the address."""
    return re.sub(r'nonce="[^"]*"|[\w-]{22}|999999', "", answer.text)


# -- planted faults


def moderators_rule(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """Routes of administrators take moderators."""
    patch.setitem(app.dependency_overrides, administrator, staff)


def nobody_moderates(patch: pytest.MonkeyPatch, app: FastAPI) -> None:
    """Routes of moderators are for administrators alone."""
    patch.setitem(app.dependency_overrides, staff, administrator)
