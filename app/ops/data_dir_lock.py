"""The lock on a data folder: one process serves from it, and others can find its server.

A lock of the operating system, which ends with its process however that ends.
"""

import os
import socket
import time
from contextlib import suppress
from pathlib import Path

WAIT_LIMIT = 1.0  # seconds


class DataDirInUse(Exception):
    """Another process serves from this folder; the message gives its number."""

    def __init__(self, folder: Path, pid: str) -> None:
        super().__init__(
            f"{folder} is in use by another Pecking Order, process {pid or 'unknown'}."
            " Stop that one, or set PECKING_ORDER_DATA_DIR to another folder."
        )


class DataDirLock:
    """A lock held from `acquire` to `release` or the end of the process.

    Its file names the holder line by line: process, socket folder.
    """

    def __init__(self, descriptor: int, left_behind: tuple[Path, ...]) -> None:
        self._descriptor = descriptor
        self.left_behind = left_behind
        """Socket folders of holders that did not end in good order."""
        # a forked worker must not keep the lock when we are gone
        os.register_at_fork(after_in_child=self._forget)

    @classmethod
    def acquire(cls, data_dir: Path) -> "DataDirLock":
        """Locks the folder, making it if need be. Waits a second for a killed holder to end.

        Raises DataDirInUse.
        """
        import fcntl

        data_dir.mkdir(parents=True, exist_ok=True, mode=0o755)
        descriptor = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT, 0o644)
        end = time.monotonic() + WAIT_LIMIT
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= end:
                    pid, _ = _read(descriptor)
                    os.close(descriptor)
                    raise DataDirInUse(data_dir, pid) from None
                time.sleep(0.02)
        former = _read(descriptor)[1]
        return cls(
            descriptor, (former,) if former and former.name.startswith("pecking-order-") else ()
        )

    def announce(self, sockets: Path) -> None:
        """Tell others which folder the server's socket is in."""
        self._write(f"{os.getpid()}\n{sockets}\n")

    def release(self) -> None:
        """Let go; safe to repeat."""
        import fcntl

        if self._descriptor >= 0:
            self._write("")
            fcntl.flock(
                self._descriptor, fcntl.LOCK_UN
            )  # at once, even if a child has not yet forgotten it
            self._forget()

    def _write(self, text: str) -> None:
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text.encode(), 0)

    def _forget(self) -> None:
        if self._descriptor >= 0:
            with suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = -1


def running_socket_folder(data_dir: Path) -> Path | None:
    """The socket folder of the server on this data folder; None if it accepts no connections."""
    try:
        with (data_dir / "lock").open("rb") as file:
            sockets = _read(file.fileno())[1]
    except FileNotFoundError:
        return None
    if sockets is None:
        return None
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(sockets / ".s.PGSQL.5432"))
        except OSError:
            return None
    return sockets


def _read(descriptor: int) -> tuple[str, Path | None]:
    pid, _, rest = os.pread(descriptor, 4096, 0).decode(errors="replace").partition("\n")
    return pid, Path(rest.strip()) if rest.strip() else None
