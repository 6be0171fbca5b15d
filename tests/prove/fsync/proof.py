"""The proof `fsync`: a move is acknowledged only after the log was written through to the disk.

Five players move one after the other. Between any two acknowledgements strace must see a
completed fsync or fdatasync before the second one leaves.
"""

import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from app.store.database import connections
from tests.database import execute
from tests.prove.clients.client import TableClient
from tests.prove.crashes.machine import ENVIRONMENT, children
from tests.prove.fsync.strace import NoStrace, Strace, Traced, read
from tests.prove.races.scenes import open_room_with
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import server_on, temp_postgres
from tests.server_process import ServerProcess

MOVES: Final = 25
"""Moves of one round."""


async def play(clients: Sequence[TableClient], moves: int) -> None:
    """Makes this many moves, each after the one before was acknowledged."""
    done = 0
    while done < moves:
        while not (able := [client for client in clients if client.has_prompt]):
            waits = [client.until(lambda client=client: client.has_prompt) for client in clients]  # type: ignore[misc]
            tasks = [asyncio.create_task(wait) for wait in waits]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        mover = able[0]
        prompt = mover.frame["prompt"]
        answer = await mover.ask("play", key=prompt["key"], move=mover.frame["moves"][0])
        # a response window may be over before the answer to it arrives
        assert answer == "done" or prompt.get("window"), f"a move was refused: {answer}"
        done += answer == "done"
        await mover.until(lambda mover=mover, prompt=prompt: not mover.is_asked(prompt["key"]))  # type: ignore[misc]


def trace_moves(
    options: RunOptions, fsync: bool = True, *patches: Patch
) -> tuple[Traced, str | None]:
    """Round after round, one at least; and why it was impossible, or None."""
    seen, progress = Traced(), Progress(options)
    with temp_postgres(fsync) as postgres:
        if patches:
            asyncio.run(slow_wal_writer(postgres.url))
        server = server_on(postgres, *patches, **ENVIRONMENT)
        server.start()
        try:
            while True:
                chance = Random(options.seed)
                one = asyncio.run(trace_round(server, postgres.process.pid, chance))
                seen += one
                progress.show(f"{seen.done} acknowledged, {seen.early} too early")
                if progress.over or not one.done:
                    return seen, None
        except NoStrace as error:
            return seen, str(error)
        finally:
            server.kill()


async def slow_wal_writer(url: str) -> None:
    """Slows down PostgreSQL's own writer, which might hide that nobody waits for the disk."""
    slow = "ALTER SYSTEM SET wal_writer_delay = '10s'"
    await execute(url, slow, "SELECT pg_reload_conf()")


async def trace_round(server: ServerProcess, postgres: int, chance: Random) -> Traced:
    """Five players make some moves under strace."""
    name = f"Eye {chance.randrange(1000)}"
    clients = [own[0] for own in await open_room_with(server.base_url, name, 5, 0)]
    await clients[0].require("set-room", clock="off")
    for client in clients[1:]:
        await client.require("ready", ready=True)
    await clients[0].require("start")
    await play(clients, 2)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trace"
        strace = await asyncio.to_thread(Strace, [postgres, *children(postgres), server.pid], out)
        try:
            await play(clients, MOVES)
        finally:
            await asyncio.to_thread(strace.end)
            for client in clients:
                await client.close()
        return read(out.read_text(errors="replace").splitlines())


def prove(options: RunOptions) -> Findings:
    """Without strace the findings say so; with REQUIRE_STRACE that is a fault."""
    seen, why = trace_moves(options)
    if why is not None:
        missing = (f"fsync: {why}",) if os.environ.get("REQUIRE_STRACE") else ()
        return Findings({"P1": f"strace is impossible here: {why}"}, missing, why)
    figure = (
        f"{seen.early} of {seen.done:,} acknowledged moves left before the log was written "
        f"through ({seen.through:,} times written through)"
    )
    faults = [f"fsync: {figure}"] if seen.early else []
    if seen.done < MOVES:
        faults.append(f"fsync: strace saw {seen.done} acknowledgements of {MOVES} moves at least")
    return Findings({"P1": figure}, tuple(faults))


def commit_not_awaited() -> None:
    """A commit does not wait for the disk."""
    for session in (connections.SESSION_SETTINGS, connections.TABLE_SESSION_SETTINGS):
        session["synchronous_commit"] = "off"


def prove_broken(fsync: bool, *patches: Patch) -> Run:
    """Without strace the fault cannot be looked for, and the findings say so."""

    def run(options: RunOptions) -> Findings:
        seen, why = trace_moves(replace(options, minutes=0.0), fsync, *patches)
        if why is not None:
            return Findings({}, impossible=why)
        faults = (f"fsync: {seen.early} of {seen.done} left early",) if seen.early else ()
        return Findings({}, faults)

    return run


PROOF: Final = Proof(
    "fsync",
    ("P1",),
    "acknowledged moves were written through to the disk before",
    prove,
    quick=0.0,
    planted={
        "fsync-off": PlantedFault("P1", prove_broken(False)),
        "commit-not-awaited": PlantedFault("P1", prove_broken(True, commit_not_awaited)),
    },
)
