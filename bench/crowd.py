"""`bench crowd`: how long honest moves take beside one attack at a time, on a real server."""

import asyncio
import gc
import json
import os
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

import asyncpg
import msgspec
import uvloop

from app.games import GAMES
from app.ops.postgres import Postgres
from app.settings import libpq_url
from app.table.model.notation import match_uuid
from bench.crowd_attacks import ATTACKS, Attack
from bench.play import longest
from bench.report import Ask, Bench, Progress, Sheet
from bench.temp_database import temp_folder
from bench.wire_load import at, cpu, furnish
from bench.wire_players import Load, Measured, Table
from tests.server_process import ServerProcess

TABLES: Final = 10
SEATS: Final = 4
THINK: Final = 0.1
"""Seconds on average before an honest move."""
QUIET: Final = 3.0
"""Seconds of each quiet measurement."""
ATTACKED: Final = 6.0
"""Seconds of each attack."""
WARM: Final = 1.0
"""Seconds of an attack before it is measured, and of rest after it."""
ENTRIES: Final = (1500, 1200, 900, 700, 500, 400, 300, 200)
"""Lengths of the matches that are over, whose pages are asked for."""
P50_LIMIT: Final = 3.0
P99_LIMIT: Final = 5.0
GAME: Final = GAMES[0]
PATIENCE: Final = 60.0
LONG_ENOUGH: Final = "SELECT ply >= $2 OR ended_at IS NOT NULL FROM matches WHERE id = $1"


class Taps(msgspec.Struct, frozen=True):
    """Honest moves of one measurement: milliseconds from a tap until it is done."""

    moves: int
    p50: float
    p99: float
    busy: float
    """The share of a core that the server's process used."""


class Beside(msgspec.Struct, frozen=True):
    """Honest moves beside one attack."""

    name: str
    quiet: Taps
    """Just before."""
    attacked: Taps
    counts: dict[str, int]
    """The deeds of the attacker and the answers."""
    lost: int
    """Honest people who lost their connection."""


@contextmanager
def server_with_history(
    lengths: Sequence[int], tell: Progress
) -> Iterator[tuple[ServerProcess, list[tuple[str, str]]]]:
    """A server with its usual limits and pace, and matches that are over.

    Each match comes with the cookie of one of its players. A generous server had them played.
    """
    played = {"PACE": "0.001", "LIMITS": "1000", "UNSAFE_STORE": "1"}
    real = {"PACE": "1", "LIMITS": "1", "UNSAFE_STORE": ""}
    tell.say("matches are played whose pages will be asked for")
    with temp_folder() as folder:
        with (
            Postgres(folder / "data", fsync=False) as postgres,
            ServerProcess(folder, **settings(postgres, played)) as server,
        ):
            matches = uvloop.run(history(server.port, postgres, lengths))
        with (
            Postgres(folder / "data") as postgres,
            ServerProcess(folder, **settings(postgres, real)) as server,
        ):
            yield server, matches


def settings(postgres: Postgres, named: Mapping[str, str]) -> dict[str, str]:
    ours = {f"PECKING_ORDER_{name}": value for name, value in named.items()}
    return {**ours, "PECKING_ORDER_PATIENCE": "1", "DATABASE_URL": postgres.url}


def load_of(port: int, tables: int, think: float) -> Load:
    options = msgspec.json.encode(longest(GAME)).decode()
    return Load((port,), (0,), 0, GAME.slug, options, tables, SEATS, think, 0.0, 0.0)


async def history(port: int, postgres: Postgres, lengths: Sequence[int]) -> list[tuple[str, str]]:
    """Plays matches of these lengths at the least, and stops them."""
    load, measured = load_of(port, len(lengths), 0.0), Measured()
    measured.release()
    tables = [await furnish(load, measured, number) for number in range(len(lengths))]
    database, found = await asyncpg.connect(libpq_url(postgres.url)), []
    try:
        for table, length in zip(tables, lengths, strict=True):
            async with asyncio.timeout(PATIENCE):
                await table.dealt.wait()
                (match,) = table.matches
                while not await database.fetchval(LONG_ENOUGH, match_uuid(match), length):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            found.append((match, table.players[0].cookie))
            table.players[0].say("stop-match")
        await asyncio.sleep(0.5)
    finally:
        await database.close()
        await leave(tables)
    return found


async def leave(tables: Sequence[Table]) -> None:
    """Everybody cuts the connection; a loop with busy ones does not close."""
    for table in tables:
        for player in table.players:
            player.cut()
    await asyncio.sleep(0.1)


class Honest:
    """Honest people at some tables, who play all the time."""

    def __init__(self, server: ServerProcess, tables: int) -> None:
        self._server, self._measured = server, Measured()
        self._load = load_of(server.port, tables, THINK)
        self.tables: list[Table] = []

    async def sit(self) -> None:
        self._measured.release()
        for number in range(self._load.tables):
            source = f"127.10.{number}.1"
            self.tables.append(await furnish(self._load, self._measured, number, source))
        for table in self.tables:
            async with asyncio.timeout(PATIENCE):
                await table.dealt.wait()

    @property
    def lost(self) -> int:
        return sum(len(table.lost) for table in self.tables)

    async def measure(self, seconds: float) -> Taps:
        self._measured.begin()
        busy = cpu(self._server.pid)
        await asyncio.sleep(seconds)
        busy, taps = cpu(self._server.pid) - busy, sorted(self._measured.taps)
        self._measured.on = False
        return Taps(len(taps), 1000 * at(taps, 0.5), 1000 * at(taps, 0.99), busy / seconds)


async def measured(
    server: ServerProcess,
    matches: Sequence[tuple[str, str]],
    names: Sequence[str],
    seconds: float | None,
    tell: Progress,
    tables: int = TABLES,
) -> list[Beside]:
    honest = Honest(server, tables)
    await honest.sit()
    await asyncio.sleep(WARM)
    gc.freeze()
    gc.disable()
    found = []
    try:
        for name in names:
            tell.say(f"{name}: {(ATTACKS[name].__doc__ or '').rstrip('.')}")
            quiet = await honest.measure(QUIET if seconds is None else seconds)
            room = honest.tables[0].players[0].room
            attack = Attack(name, server.port, room, tuple(matches))
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bench.crowd_attacks",
                msgspec.json.encode(attack).decode(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            assert process.stdin is not None
            assert process.stdout is not None
            assert (await process.stdout.readline()).strip() == b"ready", f"{name} ended"
            await asyncio.sleep(WARM if name == "bots" else 0.0)
            attacked = await honest.measure(ATTACKED if seconds is None else seconds)
            process.stdin.close()
            counts = json.loads(await process.stdout.readline())
            await process.wait()
            found.append(Beside(name, quiet, attacked, counts, honest.lost))
            await asyncio.sleep(WARM)
    finally:
        gc.enable()
        await leave(honest.tables)
    return found


def judged(found: Sequence[Beside]) -> Sheet:
    """Each attack beside the quiet case: the median of all quiet measurements of the run."""
    p50 = statistics.median(one.quiet.p50 for one in found)
    p99 = statistics.median(one.quiet.p99 for one in found)
    rows, passed = list[tuple[str | float | None, ...]](), True
    rows.append(("quiet", sum(one.quiet.moves for one in found), p50, p99, 1.0, 1.0,
                 100 * statistics.median(one.quiet.busy for one in found), ""))  # fmt: skip
    for one in found:
        middle, last = one.attacked.p50 / p50, one.attacked.p99 / p99
        kept = middle <= P50_LIMIT and last <= P99_LIMIT and not one.lost
        passed = passed and kept
        rows.append(
            (
                one.name,
                one.attacked.moves,
                one.attacked.p50,
                one.attacked.p99,
                middle,
                last,
                100 * one.attacked.busy,
                "yes" if kept else "NO",
            )
        )
    return Sheet(
        f"Honest moves at {TABLES} tables, from the tap until it is done",
        ("beside", "moves", "p50 ms", "p99 ms", "times p50", "times p99", "core %", "kept"),
        rows,
        (
            f"Limits: {P50_LIMIT:g} times the quiet p50, {P99_LIMIT:g} times its p99.",
            *(
                f"{one.name}: quiet before {one.quiet.p50:.1f} and {one.quiet.p99:.1f} ms;"
                f" {', '.join(f'{count} {what}' for what, count in one.counts.items())}"
                + (f"; {one.lost} HONEST PEOPLE LOST THEIR CONNECTION" if one.lost else "")
                for one in found
            ),
        ),
        passed=passed,
    )


def run(ask: Ask) -> Sequence[Sheet]:
    unknown = [part for part in ask.parts if part not in ATTACKS]
    assert not unknown, f"the parts are {', '.join(ATTACKS)}"
    names = [name for name in ATTACKS if name in ask.parts or not ask.parts]
    tell = Progress(ask)
    with server_with_history(ENTRIES, tell) as (server, matches):
        found = uvloop.run(measured(server, matches, names, ask.seconds, tell))
    load = os.getloadavg()[0]
    tell.say(f"load {load:.1f} at the end")
    return [judged(found)]


BENCH: Final = Bench(
    "crowd",
    "honest moves beside one attack at a time; --part chooses among them",
    run,
    long=True,
)
