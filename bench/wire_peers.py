"""The peers of `bench wire`: two published servers, and a bare application that sends as much."""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

HERE: Final = Path(__file__).parent / "peers"
PEERS: Final = ("boardgame.io", "Colyseus", "floor")
NEEDS: Final = {"boardgame.io": "boardgame.io", "Colyseus": "@colyseus/core", "floor": "ws"}
"""The npm package without which there is nothing to measure."""
START_LIMIT: Final = 120.0
"""Seconds, however slow the machine; one that ends is noticed at once."""


class NotStarted(Exception):
    """The server ended, or does not answer."""


class Peer(msgspec.Struct, frozen=True):
    """One server under one load."""

    cpu: float
    """Microseconds of the server process per move that reached all seats."""
    moves_per_second: float
    p50: float
    """Milliseconds from sending a move to the last seat's message."""
    p99: float


PATIENCE: Final = 300.0
"""Seconds that a peer has to open its tables, on top of the measured ones."""


def measure(
    name: str,
    folder: Path | None,
    tables: int,
    seats: int,
    seconds: float,
    think: float,
    frame: int,
    cores: tuple[int | None, int | None],
) -> Peer | None:
    """None where it is not installed, or fails with this many tables. Raises NotStarted.

    `frame`: bytes that the floor sends to each seat.
    """
    if folder is None or not (folder / "node_modules" / NEEDS[name]).exists():
        return None
    for _ in range(2):
        with suppress(NotStarted):  # somebody else was quicker to take the port
            return _measured(name, folder, tables, seats, seconds, think, frame, cores)
    return _measured(name, folder, tables, seats, seconds, think, frame, cores)


def _measured(
    name: str,
    folder: Path,
    tables: int,
    seats: int,
    seconds: float,
    think: float,
    frame: int,
    cores: tuple[int | None, int | None],
) -> Peer | None:
    port, (server_core, load_core) = free_port(), cores
    stem = {"boardgame.io": "bgio", "Colyseus": "colyseus", "floor": "floor"}[name]
    if name == "floor":
        program = [sys.executable, str(HERE / "floor_server.py"), str(port), str(frame)]
    else:
        program = ["node", str(linked(folder, f"{stem}_server.cjs")), str(port)]
    environment = {**os.environ, "NODE_ENV": "production"} if name == "Colyseus" else None
    with subprocess.Popen(
        [*pinned(server_core), *program],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as server:
        try:
            wait_for(port, server)
            load = [*pinned(load_core), "node", str(linked(folder, f"{stem}_load.cjs"))]
            load += map(str, (port, tables, seats, seconds, 1000 * think, server.pid))
            done = subprocess.run(
                load,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=seconds + PATIENCE,
                check=True,
                text=True,
            )
        except subprocess.TimeoutExpired:
            return None
        finally:
            server.kill()
    said = json.loads(done.stdout.splitlines()[-1])
    return (
        Peer(said["server_cpu_us_per_move"], said["mps"], said["p50"], said["p99"])
        if said["moves"]
        else None
    )


def linked(folder: Path, program: str) -> Path:
    """The program beside its packages: node looks for them from the file's folder."""
    place = folder / program
    if not place.exists():
        place.write_bytes((HERE / program).read_bytes())
    return place


def pinned(core: int | None) -> list[str]:
    return [] if core is None else ["taskset", "-c", str(core)]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    """Raises NotStarted."""
    end = time.monotonic() + START_LIMIT
    while True:
        if server.poll() is not None or time.monotonic() > end:
            raise NotStarted
        for host in ("127.0.0.1", "::1"):
            try:
                socket.create_connection((host, port), 1).close()
            except OSError:
                continue
            return
        time.sleep(0.05)
