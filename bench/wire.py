"""`bench wire`: the real server with sockets and a database on disk, beside published ones."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from app.games import GAMES
from app.ops.postgres import Postgres
from bench.play import longest
from bench.report import Ask, Bench, Progress, Sheet
from bench.temp_database import temp_folder
from bench.wire_load import Report
from bench.wire_peers import PEERS, Peer, measure
from bench.wire_players import Load
from tests.server_process import ServerProcess

TABLES: Final = (2, 50, 500)
SEATS: Final = 4
THINK: Final = 1.0
"""Seconds on average."""
BEST: Final = 8.0
GAME: Final = GAMES[0]
SETTINGS: Final = {
    "PECKING_ORDER_LIMITS": "1000",
    "PECKING_ORDER_PACE": "1",
    "PECKING_ORDER_PATIENCE": "1",
    "PECKING_ORDER_UNSAFE_STORE": "",
}
"""Of a real server, but that one address may open as many tables as it likes."""


SIBLINGS: Final = {
    "PECKING_ORDER_SIBLINGS_SECRET": "the-secret-of-a-benchmark",
    "PECKING_ORDER_TRUSTED_PROXIES": "127.0.0.1",
}


def cores() -> tuple[int | None, int | None]:
    """For the server, and for the load; None where there are not two."""
    mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    return (mine[0], mine[1]) if len(mine) > 1 else (None, None)


def pin(pid: int, core: int | None) -> None:
    """Every thread of the process stays on this core."""
    if core is not None:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), {core})


@contextmanager
def opened(
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[ServerProcess, Postgres]]:
    """A server of its own on a database of its own, fsync on, pinned to one core."""
    with several(1, settings) as ((server,), postgres):
        yield server, postgres


@contextmanager
def several(
    processes: int, settings: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[Sequence[ServerProcess], Postgres]]:
    """The same with this many processes on the one core; more than one are siblings."""
    shared = {} if processes == 1 else SIBLINGS
    with ExitStack() as stack:
        folder = stack.enter_context(temp_folder())
        postgres = stack.enter_context(Postgres(folder / "data"))
        environment = {**SETTINGS, **shared, **settings, "DATABASE_URL": postgres.url}
        servers = []
        for number in range(processes):
            own = folder / f"p{number}"
            own.mkdir()
            servers.append(stack.enter_context(ServerProcess(own, **environment)))
            pin(servers[-1].pid, cores()[0])
        yield servers, postgres


def loaded(
    tables: int,
    think: float,
    seconds: float,
    warm: float,
    seed: int,
    options: Any = None,
    matches: int = 1,
    processes: int = 1,
    passed: bool = False,
) -> Report:
    """One load on a server of its own, with matches as long as can be unless `options` say else.

    With several processes each has its share of the tables, and the CPU time is that of all.
    `passed`: each socket goes to another process than its table's.

    Raises CalledProcessError; the load has written its complaint to standard error.
    """
    with several(processes) as (servers, postgres):
        load = Load(
            tuple(server.port for server in servers),
            tuple(server.pid for server in servers),
            postgres.process.pid,
            GAME.slug,
            msgspec.json.encode(options or longest(GAME)).decode(),
            tables,
            SEATS,
            think,
            warm,
            seconds,
            seed,
            cores()[1],
            matches,
            passed,
        )
        command = [sys.executable, "-m", "bench.wire_load", msgspec.json.encode(load).decode()]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        return msgspec.json.decode(done.stdout, type=Report)


def run(ask: Ask) -> Sequence[Sheet]:
    progress, seconds = Progress(ask), ask.each(BEST)
    warm = min(2.0, seconds)
    thinks = (0.0, THINK) if ask.think is None else (ask.think,)
    rows: dict[float, list[tuple[int, Report, dict[str, Peer]]]] = {think: [] for think in thinks}
    for think, found in rows.items():
        for tables in ask.tables or (TABLES if ask.seconds is None else TABLES[:1]):
            progress.tell(
                f"{tables} tables, {'at once' if not think else f'{think:g} s to think'}: the"
                " server"
            )
            own = loaded(tables, think, seconds, warm, ask.seed)
            beside = {}
            for name in PEERS:
                progress.tell(
                    f"{tables} tables, {'at once' if not think else f'{think:g} s to think'}:"
                    f" {name}"
                )
                peer = measure(
                    name, ask.peers, tables, SEATS, seconds, think, own.frame_p50, cores()
                )
                if peer is not None:
                    beside[name] = peer
            found.append((tables, own, beside))
    return [
        *(
            _sheet(f"with {think:g} s to think on average" if think else "answers at once", found)
            for think, found in rows.items()
        ),
        _peers(rows),
    ]


def _sheet(how: str, rows: Sequence[tuple[int, Report, dict[str, Peer]]]) -> Sheet:
    return Sheet(
        f"{GAME.title}, {SEATS} seats, {how}: the server with its database on disk",
        (
            "tables",
            "moves/s",
            "server us/move",
            "postgres us/move",
            "p50 ms",
            "p99 ms",
            "bytes/move/seat",
            "frame p50",
            "frame p99",
            "commits/move",
            "core %",
            *(f"times {name}" for name in PEERS),
        ),
        [
            (
                str(tables),
                own.moves / own.seconds,
                1e6 * own.server_cpu / own.moves,
                1e6 * own.postgres_cpu / own.moves,
                own.p50,
                own.p99,
                own.bytes / own.moves / SEATS,
                own.frame_p50,
                own.frame_p99,
                own.commits / own.entries,
                100 * own.server_cpu / own.seconds,
                *(
                    1e6 * own.server_cpu / own.moves / beside[name].cpu if name in beside else None
                    for name in PEERS
                ),
            )
            for tables, own, beside in rows
        ],
        (
            (
                "A move counts once every seat has received its frame; ms from sending the move to"
                " the"
                " last seat's frame."
            ),
            (
                f"Not shown to everybody, or overlapping: {sum(own.others for _, own, _ in rows)}"
                f" of {sum(own.moves for _, own, _ in rows)};"
                f" refused: {sum(own.refused for _, own, _ in rows)}."
                " The load program's own core was busy"
                f" {max(100 * own.own_cpu / own.seconds for _, own, _ in rows):.0f} % at most."
            ),
        ),
    )


def _peers(rows: dict[float, list[tuple[int, Report, dict[str, Peer]]]]) -> Sheet:
    lines = [
        (
            f"{name}, {tables} tables, {'at once' if not think else f'{think:g} s'}",
            peer.moves_per_second,
            peer.cpu,
            peer.p50,
            peer.p99,
        )
        for think, found in rows.items()
        for tables, _, beside in found
        for name, peer in beside.items()
    ]
    return Sheet(
        "Beside it in the same run: all in memory only, the same kind of game and load",
        ("server", "moves/s", "server us/move", "p50 ms", "p99 ms"),
        lines,
        () if lines else ("None is installed: bench/peers/README.md says how, and --peers where.",),
    )


BENCH: Final = Bench(
    "wire", "the real server with sockets and a database on disk, beside published servers", run
)
