"""One writing process, which takes orders over a pipe and can be frozen."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any, Final

from tests.prove.fencing import writer
from tests.prove.runner.patience import patient_timeout
from tests.server_process import FORKS

START_LIMIT: Final = 60.0
"""Seconds of Patience within which a process must have started."""


class WriterProcess:
    """One writing process, forked from one that has loaded the program."""

    def __init__(self, url: str, fault: str | None, patience: float) -> None:
        self._patience = patience
        self._pipe, theirs = FORKS.Pipe()
        self._process = FORKS.Process(target=writer.run, args=(url, fault, theirs), daemon=True)
        self._process.start()
        theirs.close()
        assert self._process.pid is not None, "it is started"
        self.pid = self._process.pid

    @classmethod
    async def start(cls, url: str, fault: str | None, patience: float) -> "WriterProcess":
        one = cls(url, fault, patience)
        await one.hear("ready", START_LIMIT)
        return one

    def tell(self, **what: Any) -> None:
        self._pipe.send(what)

    async def hear(self, word: str, patience: float = 0.0) -> Any:
        patience = max(patience, self._patience)
        try:
            async with patient_timeout(patience, self.pid):
                while not await asyncio.to_thread(self._pipe.poll, 0.2):
                    if self.frozen:  # at a point that it reached only after another freeze
                        self.thaw()
        except TimeoutError:
            raise TimeoutError(f"a process did not say {word!r} within {patience:.0f} s") from None
        try:
            return self._pipe.recv()[word]
        except EOFError:
            raise AssertionError("a writer ended by itself") from None

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    @property
    def frozen(self) -> bool:
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"

    def end(self) -> None:
        self._process.kill()
        self._process.join()
