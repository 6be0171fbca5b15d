"""The cost of many browsers' heartbeats while nobody moves, beside a bare application."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from bench.heartbeat_load import Load, Report
from bench.report import Sheet
from bench.running_matches import SEATS
from bench.server_under_load import prepared_server
from bench.wire import cores, pin
from bench.wire_peers import free_port, pinned, wait_for

FLOOR: Final = Path(__file__).parent / "peers" / "floor_server.py"
PARTS: Final = (
    ("nothing", 0.0),
    ("ping", 1000.0),
    ("both", 1000.0),
    ("heartbeat", 1000.0),
    ("ping", 10_000.0),
    ("both", 10_000.0),
    ("heartbeat", 10_000.0),
)
"""1,000 a second is what 2,000 browsers say, 10,000 what 20,000 say."""
AS_SAID: Final = {
    "nothing": "nobody says anything",
    "ping": "every sign is answered, as before",
    "both": "every other sign is answered: nobody moves",
    "heartbeat": "none is answered: moves are made all the while",
}


def measure_heartbeats(
    people: int,
    seconds: float,
    tell: Callable[[str], None],
    parts: Sequence[tuple[str, float]] = PARTS,
) -> Sheet:
    """This many people at tables of four, `seconds` a part, in the server and at the floor."""
    people -= people % SEATS
    with prepared_server(people // SEATS, PECKING_ORDER_LIMITS="1000") as server:
        tell("a server opens for signs of life")
        server.start()
        pin(server.pid, cores()[0])
        tell(f"{people} people come in and show that they are there")
        own = run_load(Load(server.port, server.pid, people, parts, seconds, core=cores()[1]))
    tell("the same, where there is no server")
    port = free_port()
    with subprocess.Popen([*pinned(cores()[0]), sys.executable, str(FLOOR), str(port)]) as floor:
        try:
            wait_for(port, floor)
            bare = run_load(
                Load(port, floor.pid, people, parts, seconds, bare=True, core=cores()[1])
            )
        finally:
            floor.kill()
    return Sheet(
        f"signs of life of {people:,} people at {people // SEATS:,} tables, nobody moves",
        (
            "what is said",
            "signs/s",
            "core of the server, %",
            "us each",
            "core of the floor, %",
            "us each there",
        ),
        [
            (
                AS_SAID[one.said],
                one.sent / one.seconds,
                share(one),
                each(one),
                share(other),
                each(other),
            )
            for one, other in zip(own, bare, strict=True)
        ],
        (
            (
                "of a browser: one every two seconds; floor: a bare uvicorn application that"
                " answers"
                " the same ones"
            ),
        ),
    )


def run_load(load: Load) -> list[Report]:
    """Raises CalledProcessError with what the load had to complain about."""
    command = [sys.executable, "-m", "bench.heartbeat_load", msgspec.json.encode(load).decode()]
    return msgspec.json.decode(
        subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout, type=list[Report]
    )


def share(report: Report) -> float:
    return 100 * report.busy / report.seconds


def each(report: Report) -> float | None:
    """Microseconds."""
    return 1e6 * report.busy / report.sent if report.sent else None
