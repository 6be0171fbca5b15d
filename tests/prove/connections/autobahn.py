"""`python -m tests.prove.connections.autobahn`: Autobahn's WebSocket suite against our protocols.

The suite needs Python 2.7; without it this prints so and ends well. Its cases on throughput (9.*)
and compression (12.*, 13.*) are left out, since the server switches compression off. It is part of
no check.
"""

import asyncio
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final

import uvicorn

from app.web.server.connection_limits import ConnectionLimiter
from app.web.server.protocols import limited_protocols
from tests.prove.runner.proof import print_line

SUITE: Final = "autobahntestsuite==0.8.2"
KNOWN: Final = frozenset({"7.1.5"})
"""The library answers a close amid a fragmented message with 1002, not 1000; no client of ours does
that."""
LIMIT: Final = 600.0
"""Seconds."""


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """The application that the suite wants: it echoes every message."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({**message, "type": "websocket.send"})


def installed(folder: Path) -> str | None:
    """The Python for the suite, installed into `folder`; None without one."""
    python = shutil.which("python2.7")
    if (
        python is None
        or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode
    ):
        print_line("Skipped: Autobahn's suite needs Python 2.7, and there is none here.")
        return None
    got = subprocess.run(
        [python, "-m", "pip", "install", "-q", "--target", str(folder), SUITE],
        capture_output=True,
        check=False,
    )
    if got.returncode:
        print_line(f"Skipped: {SUITE} cannot be installed here.")
        return None
    (folder / "zope" / "__init__.py").touch()  # pip --target leaves it out
    return python


async def examined(python: str, folder: Path) -> dict[str, Any]:
    """The suite's results, by case."""
    logging.getLogger("uvicorn.error").setLevel(
        logging.CRITICAL
    )  # much of what the suite sends is no UTF-8
    pages, tables = limited_protocols(ConnectionLimiter(1000.0))
    config = uvicorn.Config(
        echo,
        port=0,
        http=pages,
        ws=tables,
        ws_max_size=16 * 1024 * 1024,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    asked = {
        "outdir": str(folder / "found"),
        "servers": [{"agent": "gate", "url": f"ws://127.0.0.1:{port}"}],
        "cases": ["*"],
    }
    (folder / "asked.json").write_text(
        json.dumps({**asked, "exclude-cases": ["9.*", "12.*", "13.*"], "exclude-agent-cases": {}})
    )
    suite = await asyncio.create_subprocess_exec(
        python, "-W", "ignore", str(folder / "bin" / "wstest"), "-m", "fuzzingclient", "-s",
        str(folder / "asked.json"),
        env={**os.environ, "PYTHONPATH": str(folder)}, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    await asyncio.wait_for(suite.wait(), LIMIT)
    server.should_exit = True
    await serving
    found: dict[str, Any] = json.loads((folder / "found" / "index.json").read_text())["gate"]
    return found


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="autobahn-") as name:
        python = installed(Path(name))
        if python is None:
            return
        found = asyncio.run(examined(python, Path(name)))
    counts = Counter(case["behavior"] for case in found.values())
    failed = {
        number
        for number, case in found.items()
        if case["behavior"] == "FAILED" or case["behaviorClose"] == "FAILED"
    }
    print_line(
        f"{len(found)} cases: "
        + ", ".join(f"{count} {how}" for how, count in sorted(counts.items()))
    )
    if failed:
        print_line(
            f"failed: {', '.join(sorted(failed))}; "
            f"of these {', '.join(sorted(failed & KNOWN)) or 'none'} known"
        )
    sys.exit(1 if failed - KNOWN or not found else 0)


if __name__ == "__main__":
    main()
