"""The proof `admin-access`: no role learns what is hidden, and every look of administrators is
noted.

Every role asks every route about a running match, then about a finished one, and each answer is
searched.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from functools import partial
from random import Random
from typing import Any, Final

import httpx2
import msgspec
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from app.store.admin.audit import Action, AuditRow
from app.table.model.client_messages import Resume
from app.table.model.errors import TableError
from tests.prove.records.admin_access_faults import (
    a_view_too_much,
    an_auditors_tool,
    looks_unrecorded,
    records_too_early,
    seats_by_place,
    the_table_remembers,
)
from tests.prove.records.admin_scene import (
    LOST,
    Scene,
    addresses,
    marks_of,
    routes,
    staged,
)
from tests.prove.records.canaries import Words, seen_in
from tests.prove.records.in_process_app import InProcessApp, running_app
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_database

LEAVING: Final = {"/account/logout", "/account/logout-everywhere"}
"""Routes after which the asker is somebody else."""


class Tally(msgspec.Struct):
    answers: int = 0
    routes: int = 0
    roles: int = 0
    marks: int = 0
    looks: int = 0
    faults: list[str] = []


async def asked(
    app: InProcessApp, scene: Scene, role: str, methods: tuple[str, ...]
) -> AsyncIterator[tuple[str, httpx2.Response]]:
    """Every route, asked by that role."""
    everything = [
        route for route in routes(app.fastapi) if route[0] in methods and route[1] not in LEAVING
    ]
    for method, path, query in sorted(
        everything, key=lambda route: route[1].startswith("/account")
    ):
        for address in addresses(method, path, query, scene, role):
            yield f"{method} {address}", await scene.roles[role].http.request(method, address)


async def running(
    app: InProcessApp, scene: Scene, tally: Tally, only: Collection[str] = ()
) -> None:
    """Checks that no route and no message shows a role what is hidden from it.

    `only`: these roles instead of all.
    """
    forbidden = await marks_of(app, scene)
    tally.marks += min(map(len, forbidden.values()))
    if not tally.marks:
        tally.faults.append("there is nothing hidden in this match: the proof proves nothing")
    for role, marks in forbidden.items():
        if only and role not in only:
            continue
        async for address, answer in asked(app, scene, role, ("GET", "POST")):
            tally.answers += 1
            told = seen_in(answer.text + str(answer.headers), marks)
            if told:
                tally.faults.append(
                    f"{address} tells {role}, while the match runs: {' '.join(min(told))}"
                )
                return
            if answer.status_code >= 500 and "readyz" not in address:
                tally.faults.append(f"{address} breaks for {role}: {answer.status_code}")
        await _at_the_table(scene, role, marks, tally)
        if tally.faults:
            return
    logged = "\n".join(app.logged)
    if seen_in(logged, forbidden["anonymous"]):
        tally.faults.append("the log holds what nobody may know")


async def _at_the_table(scene: Scene, role: str, marks: set[Words], tally: Tally) -> None:
    """Checks the table's own messages, also to a role that only now comes to it."""
    one = scene.roles[role]
    if not one.seen:
        try:
            await one.sit(scene.room)
            await asyncio.sleep(0)
        except TableError:
            return
        finally:
            tally.answers += 1
    for message in one.seen:
        if seen_in(msgspec.json.encode(message).decode(), marks):
            tally.faults.append(f"the table tells {role}, while the match runs, what is hidden")
            return


async def over(app: InProcessApp, scene: Scene, tally: Tally) -> None:
    """Checks the finished match: strangers see nothing, and looks of administrators are noted."""
    forbidden = await marks_of(app, scene)
    host, second = scene.roles["host"], scene.roles["administrator-who-plays"]
    await host.do(Resume(host.id()))
    await asyncio.gather(host.play(Random(1)), second.play(Random(2)))
    for role in ("administrator", "moderator"):
        await _audited(app, scene, role, forbidden[role], tally)
    for role in ("anonymous", "guest", "suspended"):
        async for address, answer in asked(app, scene, role, ("GET",)):
            tally.answers += 1
            if seen_in(answer.text, forbidden[role]):
                tally.faults.append(f"{address} tells {role} of a match that is not theirs")


async def _audited(
    app: InProcessApp, scene: Scene, role: str, marks: set[Words], tally: Tally
) -> None:
    """Checks that every look of that role leaves a line, which the players see."""
    looks, recorded = 0, await _recorded(app, scene)
    async for address, answer in asked(app, scene, role, ("GET",)):
        tally.answers += 1
        if not seen_in(answer.text, marks):
            continue
        looks += 1
        before, recorded = recorded, await _recorded(app, scene)
        if recorded == before:
            tally.faults.append(
                f"{address} shows the {role} a finished match, and nothing is written down"
            )
            return
    tally.looks += looks
    page = (await scene.roles["host"].http.get(f"/match/{scene.match}")).text
    if not looks:
        tally.faults.append(
            f"the {role} can see nothing of a finished match: the proof proves nothing"
        )
    elif f"{scene.roles[role].name}, who looks after this place, viewed this match" not in page:
        tally.faults.append(f"the players are not told that the {role} looked")


async def _recorded(app: InProcessApp, scene: Scene) -> int:
    async with app.services.db.sessions() as db:
        looks = select(func.count()).where(
            AuditRow.subject == f"match:{scene.match}", AuditRow.action == Action.LOOK
        )
        return await db.scalar(looks) or 0


async def campaign(url: str, options: RunOptions) -> Tally:
    tally, progress, seed = Tally(), Progress(options), options.seed
    async with running_app(url) as app:
        tally.routes = len({route[:2] for route in routes(app.fastapi)})
        while not tally.faults and not (progress.over and tally.roles):
            async with staged(app, seed) as scene:
                await running(app, scene, tally)
                await over(app, scene, tally)
                tally.roles = len(scene.roles)
            seed += 1
            progress.show(f"{tally.answers:,} answers  {len(tally.faults)} faults")
    return tally


AppPlant = Callable[[pytest.MonkeyPatch, FastAPI], None]
Phase = Callable[[InProcessApp, Scene, Tally], Coroutine[Any, Any, None]]


async def look_once(url: str, seed: int, plant: AppPlant, phase: Phase) -> Tally:
    """One phase in an application with a planted fault."""
    tally = Tally()
    async with running_app(url) as app:
        with pytest.MonkeyPatch.context() as patch:
            plant(patch, app.fastapi)
            async with staged(app, seed) as scene:
                await phase(app, scene, tally)
    return tally


def prove(options: RunOptions) -> Findings:
    with temp_database() as url:
        tally = asyncio.run(campaign(url, options))
    unrecorded = sum("written down" in fault for fault in tally.faults)
    figure = (
        f"{len(tally.faults) - unrecorded} of {tally.answers:,} answers ({tally.roles} roles, "
        f"{tally.routes} routes) showed what is hidden; {tally.looks} of "
        f"{tally.looks + unrecorded} administrators' looks at finished matches are written down"
    )
    return Findings({"P14": figure}, tuple(tally.faults))


def planted(plant: AppPlant, phase: Phase) -> PlantedFault:
    def run(options: RunOptions) -> Findings:
        with temp_database() as url:
            tally = asyncio.run(look_once(url, options.seed, plant, phase))
        return Findings({}, tuple(tally.faults))

    return PlantedFault("P14", run)


of_administrators = partial(running, only=("administrator",))
of_the_unseated = partial(running, only=LOST)

PROOF: Final = Proof(
    "admin-access",
    ("P14",),
    "every role asks every route about a running match",
    prove,
    quick=0.1,
    planted={
        "auditors-tool": planted(an_auditors_tool, of_administrators),
        "view-too-much": planted(a_view_too_much, of_administrators),
        "records-too-early": planted(records_too_early, running),
        "seats-by-place": planted(seats_by_place, of_the_unseated),
        "table-remembers": planted(the_table_remembers, of_the_unseated),
        "looks-unrecorded": planted(looks_unrecorded, over),
    },
)
