"""The supervisor of the embedded PostgreSQL, our child, on a private Unix socket.

No end of ours may hinder the next start. If we are killed, the kernel stops the server on Linux
(PDEATHSIG), and elsewhere the next start does. The lock on the data folder ends with us, and the
next start clears what was left behind.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO
from urllib.parse import quote

from app.ops.binaries import INSTALL_OPTIONS, Binaries, PostgresNotFound, find_server
from app.ops.cluster import cluster_path, create_cluster
from app.ops.data_dir_lock import DataDirLock
from app.ops.server_process import (
    STOP_LIMIT,
    Account,
    PostgresFailed,
    account_for,
    die_with_parent,
    stop_orphan,
)

USER = "pecking_order"
DATABASE = "postgres"  # the one that every new cluster has
START_LIMIT = 300.0  # seconds; replaying the log of a crashed server may take a while
LOG_SIZE = 5_000_000  # bytes of postgres.log; as many more are kept in postgres.log.old

# For one machine and one application: little memory, no network, nothing in parallel.
SERVER_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "120",
    "shared_buffers": "48MB",
    "max_wal_size": "256MB",
    "max_wal_senders": "0",
    "wal_level": "minimal",
    "max_parallel_workers_per_gather": "0",  # needs /dev/shm, small in containers
    "timezone": "UTC",
    "log_timezone": "UTC",
}


class Postgres:
    """A running server on one data folder; a context manager that starts and stops it.

    Start it from the main thread: the kernel ties the server's life to the thread that made it.
    """

    def __init__(
        self, data_dir: Path, *, fsync: bool = True, say: Callable[[str], None] = lambda line: None
    ) -> None:
        """`fsync=False` trades durability for speed, for tests. `say` hears of slow steps."""
        self.data_dir = data_dir.absolute()
        self.fsync = fsync
        self.say = say
        self.log = self.data_dir / "postgres.log"
        self._lock: DataDirLock | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._sockets: Path | None = None
        self._cluster: Path | None = None
        self._command: list[str] = []
        self._account: Account | None = None
        self._log_start = 0  # where in the log the present server begins

    def __enter__(self) -> "Postgres":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address to connect to, in SQLAlchemy's spelling."""
        assert self._sockets is not None, "not started"
        return socket_url(self._sockets)

    @property
    def cluster(self) -> Path:
        """The folder of the database's files."""
        assert self._cluster is not None, "not started"
        return self._cluster

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The server, for those who want to know when it ends."""
        assert self._process is not None, "not started"
        return self._process

    def start(self) -> None:
        """`launch`, then `wait_ready`."""
        self.launch()
        self.wait_ready()

    def launch(self) -> None:
        """Starts the server without waiting for it, making its cluster first if there is none.

        Raises DataDirInUse, PostgresNotFound, PermissionError for somebody else's folder, and
        ClusterFailed or PostgresFailed.
        """
        if os.name == "nt":
            raise PostgresNotFound(
                f"The embedded PostgreSQL needs Linux or macOS.\n{INSTALL_OPTIONS}"
            )
        self._lock = DataDirLock.acquire(self.data_dir)
        try:
            self._launch(find_server())
        except BaseException:
            self.stop()
            raise

    def _launch(self, binaries: Binaries) -> None:
        assert self._lock is not None
        for folder in self._lock.left_behind:
            shutil.rmtree(folder, ignore_errors=True)
        account = account_for(self.data_dir / f"pg{binaries.major}")
        self._cluster = cluster_path(self.data_dir, binaries.major, account)
        if account and not account.can_enter(binaries.folder):
            binaries = binaries.copy_to(Path("/var/cache/pecking-order"))
        create_cluster(self._cluster, binaries, account, USER, durable=self.fsync, say=self.say)
        stop_orphan(self._cluster)
        self._sockets = self._socket_folder(account)
        self._lock.announce(self._sockets)
        settings = SERVER_SETTINGS | {"unix_socket_directories": str(self._sockets)}
        if not self.fsync:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        self._command = [binaries.program("postgres"), "-D", str(self._cluster)]
        self._command += [
            part for name, value in settings.items() for part in ("-c", f"{name}={value}")
        ]
        self._account = account
        self._spawn()

    def _spawn(self) -> None:
        with self._open_log() as log:
            self._log_start = log.tell()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C is for us; we stop the server last
                preexec_fn=die_with_parent(),  # noqa: PLW1509  no other thread runs yet
                **(self._account.popen if self._account else {}),
            )

    def wait_ready(self) -> None:
        """Returns once connections are accepted. Raises PostgresFailed, quoting the log."""
        assert self._cluster is not None
        start = time.monotonic()
        announced = False
        try:
            while not self._is_ready():
                waited = time.monotonic() - start
                if self.process.poll() is not None:
                    if waited < STOP_LIMIT and self._blocked_by_orphans():
                        time.sleep(0.1)
                        self._spawn()
                        continue
                    raise PostgresFailed(f"PostgreSQL stopped while starting. {self.log_tail()}")
                if waited > START_LIMIT:
                    raise PostgresFailed(
                        f"PostgreSQL did not get ready in {START_LIMIT:.0f} s. {self.log_tail()}"
                    )
                if waited > 1 and not announced:
                    self.say("Waiting for PostgreSQL, which may be making good an abrupt end ...")
                    announced = True
                time.sleep(0.005)
        except BaseException:
            self.stop()
            raise

    def _is_ready(self) -> bool:
        """The eighth line of postmaster.pid says so, as pg_ctl also reads it."""
        assert self._cluster is not None
        try:
            lines = (self._cluster / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready"

    def _blocked_by_orphans(self) -> bool:
        """True if a worker of a killed server still holds the shared memory."""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return b"pre-existing shared memory block" in log.read()

    def stop(self) -> None:
        """Stop the server, open transactions and all, and let go of the folder. Safe to repeat."""
        if self._process is not None:
            for message, limit in (
                (signal.SIGINT, STOP_LIMIT),
                (signal.SIGQUIT, 5.0),
                (signal.SIGKILL, 5.0),
            ):
                if self._process.poll() is None:
                    self._process.send_signal(message)
                try:
                    self._process.wait(limit)
                    break
                except subprocess.TimeoutExpired:
                    continue
            self._process = None
        if self._sockets is not None:
            shutil.rmtree(self._sockets, ignore_errors=True)
            self._sockets = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def log_tail(self) -> str:
        """The end of the server's log, for an error message."""
        try:
            lines = self.log.read_text(errors="replace").splitlines()[-8:]
        except FileNotFoundError:
            return "It left no log."
        return f"The end of {self.log}:\n" + "\n".join(f"  {line}" for line in lines)

    def _open_log(self) -> IO[bytes]:
        if self.log.exists() and self.log.stat().st_size > LOG_SIZE:
            self.log.replace(self._old_log)
        return self.log.open("ab")

    @property
    def _old_log(self) -> Path:
        return self.log.with_suffix(".log.old")

    def rotate_log(self) -> None:
        """Moves what a log of more than LOG_SIZE holds to `postgres.log.old`, in place of that.

        The server keeps its file open and appends to it, so the content is copied and the file
        emptied. A line that is written between the two is lost.
        """
        try:
            if self.log.stat().st_size <= LOG_SIZE:
                return
            with suppress(OSError):  # a full disk has no room for a copy
                shutil.copyfile(self.log, self._old_log)
            os.truncate(self.log, 0)
            self._log_start = 0
        except OSError as error:
            self.say(f"{self.log} could not be rotated: {error}")

    def _socket_folder(self, account: Account | None) -> Path:
        """A new private folder with a short path: some systems allow a socket 103 bytes."""
        tmp = "/tmp"  # noqa: S108  mkdtemp makes it safe
        short = tmp if Path(tmp).is_dir() and os.access(tmp, os.W_OK) else None
        folder = Path(tempfile.mkdtemp(prefix="pecking-order-", dir=short))
        if account:
            os.chown(folder, account.uid, account.gid)
        return folder


def socket_url(sockets: Path) -> str:
    """The URL, in SQLAlchemy's spelling, of the server whose socket is in this folder."""
    return f"postgresql+asyncpg://{USER}@/{DATABASE}?host={quote(str(sockets))}"
