"""One writing process, which takes orders as lines of JSON and can be frozen."""

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from app.settings import ROOT
from tests.prove.runner.patience import patient_timeout

START_LIMIT: Final = 60.0
"""Seconds of Patience within which a process must have started."""


class WriterProcess:
    """One writing process."""

    def __init__(self, process: asyncio.subprocess.Process, patience: float) -> None:
        self.process = process
        self._patience = patience

    @classmethod
    async def start(cls, url: str, fault: str | None, patience: float) -> "WriterProcess":
        command = [
            sys.executable,
            "-P",
            "-m",
            "tests.prove.fencing.writer",
            url,
            *([fault] if fault else []),
        ]
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        one = cls(process, patience)
        await one.hear("ready", START_LIMIT)
        return one

    def tell(self, **what: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{json.dumps(what)}\n".encode())

    async def hear(self, word: str, patience: float = 0.0) -> Any:
        assert self.process.stdout is not None
        patience = max(patience, self._patience)
        reading = asyncio.ensure_future(self.process.stdout.readline())
        try:
            async with patient_timeout(patience, self.process.pid):
                while not (await asyncio.wait({reading}, timeout=0.2))[0]:
                    if self.frozen:  # at a point that it reached only after another freeze
                        self.thaw()
        except TimeoutError:
            raise TimeoutError(f"a process did not say {word!r} within {patience:.0f} s") from None
        finally:
            reading.cancel()
        line = reading.result()
        assert line, "a writer ended by itself"
        return json.loads(line)[word]

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    @property
    def frozen(self) -> bool:
        return (
            Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
        )

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
