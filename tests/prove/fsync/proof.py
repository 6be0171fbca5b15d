"""The promise that what is saved is on the disk: strace watches PostgreSQL and the house at once, and between any two acknowledged moves
it must see the log being written through, to its end, before the acknowledgement leaves.

`python -m tests.prove.fsync.proof serve` is the house with a store that does not wait for the disk, which the proof must find.
"""

import asyncio
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

import asyncpg
import msgspec

from app import cli
from app.ops.postgres import Postgres
from app.settings import plain_database_url
from app.store import database
from tests.prove.clients.client import TableClient
from tests.prove.crashes.machine import children
from tests.prove.races.scenes import open_room_with
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import database_folder
from tests.server_process import House

MOVES: Final = 25
"""Of one round."""
WAIT: Final = 120.0
"""Seconds that strace may take to begin, however busy the machine is."""
SHOWN: Final = 100_000
"""Bytes of each write that strace shows: an acknowledgement comes after the frames of what it did, in the same write."""
_DONE: Final = re.compile(r'^\d+ +(?:send(?:to|msg)|writev?)\(.*\\"type\\":\\"done\\"')
_THROUGH: Final = re.compile(
    r"^\d+ +(?:f(?:data)?sync\(.*|<\.\.\. f(?:data)?sync resumed>\)?.*)= 0$"
)


class Traced(msgspec.Struct):
    """What strace showed."""

    done: int = 0
    """Acknowledgements that left."""
    through: int = 0
    """Times that something was written through."""
    early: int = 0
    """Acknowledgements before which nothing had been written through since the one before."""


def read(lines: Sequence[str]) -> Traced:
    """Reads strace's own lines, in the order of what happened."""
    seen, fresh = Traced(), False
    for line in lines:
        if _THROUGH.match(line):
            seen.through, fresh = seen.through + 1, True
        elif _DONE.match(line):
            seen.early += not fresh
            seen.done, fresh = seen.done + 1, False
    return seen


class NoStrace(Exception):
    """strace cannot be used here; the message says why."""


class Strace:
    """strace on these processes and all that they begin."""

    def __init__(self, pids: Sequence[int], out: Path) -> None:
        program = shutil.which("strace")
        if program is None:
            raise NoStrace("there is no strace")
        calls = "fsync,fdatasync,write,writev,sendto,sendmsg"
        command = [
            program,
            "-f",
            "-qq",
            "-s",
            str(SHOWN),
            "-e",
            f"trace={calls}",
            "-o",
            str(out),
            *(f"-p{pid}" for pid in pids),
        ]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        end = time.monotonic() + WAIT
        while not all(map(traced, pids)):
            if self._process.poll() is not None or time.monotonic() > end:
                self._process.kill()
                raise NoStrace(self._process.communicate()[1].strip() or "strace does not begin")
            time.sleep(0.01)

    def end(self) -> None:
        self._process.terminate()
        self._process.communicate()


def traced(pid: int) -> bool:
    """Whether somebody traces this process, or it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return "TracerPid:\t0\n" not in status


async def play(windows: Sequence[TableClient], moves: int) -> None:
    """So many moves, each said once the one before was acknowledged."""
    done = 0
    while done < moves:
        while not (able := [window for window in windows if has_prompt(window)]):
            await asyncio.wait([asyncio.create_task(window.until(lambda window=window: has_prompt(window))) for window in windows],  # type: ignore[misc]
                               return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
        mover = able[0]
        key = mover.frame["prompt"]["key"]
        windowed = mover.frame["prompt"]["window"] is not None
        answer = await mover.ask("play", key=key, move=mover.frame["moves"][0])
        assert answer == "done" or windowed, (
            f"a move was refused: {answer}"
        )  # a window may be over before the answer to it arrives
        done += answer == "done"
        await mover.until(
            lambda mover=mover, key=key: (
                not has_prompt(mover) or mover.frame["prompt"]["key"] != key
            )  # type: ignore[misc]
        )


def has_prompt(window: TableClient) -> bool:
    frame = window.frame
    return bool(frame and frame["prompt"] and frame["moves"] and not frame["outcome"])


def trace_moves(
    options: RunOptions, fsync: bool = True, module: str = "app"
) -> tuple[Traced, str | None]:
    """Round after round for so long, one at least; and why it could not be looked at."""
    folder, seen, progress = database_folder(), Traced(), Progress(options)
    try:
        with Postgres(folder / "data", fsync=fsync) as postgres:
            if module != "app":
                asyncio.run(slow_wal_writer(postgres.url))
            house = House(
                folder,
                module,
                DATABASE_URL=postgres.url,
                PECKING_ORDER_LIMITS="1000",
                PECKING_ORDER_PATIENCE="20",
            )
            house.start()
            try:
                while True:
                    one = asyncio.run(
                        trace_round(house, postgres.process.pid, Random(options.seed))
                    )
                    seen = Traced(
                        seen.done + one.done, seen.through + one.through, seen.early + one.early
                    )
                    progress.show(f"{seen.done} acknowledged, {seen.early} too early")
                    if progress.over or not one.done:
                        break
            except NoStrace as error:
                return seen, str(error)
            finally:
                house.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return seen, None


async def slow_wal_writer(url: str) -> None:
    """PostgreSQL's own writer, which comes by now and then, must not hide for a slow machine that nobody waited for the disk."""
    connection = await asyncpg.connect(plain_database_url(url))
    try:
        await connection.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        await connection.execute("SELECT pg_reload_conf()")
    finally:
        await connection.close()


async def trace_round(house: House, postgres: int, chance: Random) -> Traced:
    """Five people play some moves while strace looks on."""
    windows = [
        own[0]
        for own in await open_room_with(house.base_url, f"Eye {chance.randrange(1000)}", 5, 0)
    ]
    await windows[0].sure("set-room", clock="off")
    for window in windows[1:]:
        await window.sure("ready", ready=True)
    await windows[0].sure("start")
    await play(windows, 2)
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "seen"
        watch = await asyncio.to_thread(Strace, [postgres, *children(postgres), house.pid], out)
        try:
            await play(windows, MOVES)
        finally:
            await asyncio.to_thread(watch.end)
            for window in windows:
                await window.close()
        return read(out.read_text(errors="replace").splitlines())


def prove(options: RunOptions) -> Findings:
    """Where strace may not look, that is said; with REQUIRE_STRACE set it is a fault."""
    seen, unable = trace_moves(options)
    if unable is not None:
        return unseen(unable)
    faults = (
        [
            f"fsync: {seen.early} of {seen.done} acknowledged moves left before the log was written through"
        ]
        if seen.early
        else []
    )
    if seen.done < MOVES:
        faults.append(f"fsync: strace saw {seen.done} acknowledgements of {MOVES} moves at least")
    figure = f"{seen.early} of {seen.done:,} acknowledged moves left before the log was written through ({seen.through:,} times written through)"
    return Findings({"P1": figure}, tuple(faults))


def unseen(unable: str) -> Findings:
    missing = (f"fsync: {unable}",) if os.environ.get("REQUIRE_STRACE") else ()
    return Findings(
        {"P1": f"whether the disk was written could not be looked at here: {unable}"},
        missing,
        unable,
    )


def broken_by(fsync: bool, module: str) -> Callable[[RunOptions], Findings]:
    """Without strace there is nothing to find, and that is said."""

    def find(options: RunOptions) -> Findings:
        seen, unable = trace_moves(msgspec.structs.replace(options, minutes=0.0), fsync, module)
        if unable is not None:
            return Findings({}, impossible=unable)
        return Findings(
            {}, (f"fsync: {seen.early} of {seen.done} left early",) if seen.early else ()
        )

    return find


PROOF: Final = Proof(
    "fsync",
    ("P1",),
    "what is acknowledged was written through to the disk before",
    prove,
    quick=0.0,
    planted={
        "fsync-off": PlantedFault(
            "P1", "PostgreSQL does not write through", broken_by(False, "app")
        ),
        "commit-not-awaited": PlantedFault(
            "P1",
            "a commit does not wait for the disk",
            broken_by(True, "tests.prove.fsync.proof"),
        ),
    },
)

if __name__ == "__main__":
    for session in (database.SESSION, database.TABLES_SESSION):
        session["synchronous_commit"] = "off"
    cli.main()
