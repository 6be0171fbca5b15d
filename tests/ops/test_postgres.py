"""The supervisor: whatever happens to a server, the next one starts."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from app.ops import postgres
from app.ops.binaries import Binaries, PostgresNotFound, find_server
from app.ops.cluster import WrongVersion
from app.ops.data_dir_lock import DataDirInUse, DataDirLock, running_socket_folder
from app.ops.postgres import Postgres
from app.ops.server_process import PostgresFailed, process_name, stop_orphan
from app.settings import ROOT, libpq_url
from tests.conftest import run
from tests.database import connected


@pytest.fixture
def data_dir(open_folder: Path, request: pytest.FixtureRequest) -> Path:
    name: str = request.node.name
    return open_folder / name[:40]


@pytest.fixture
def owner(data_dir: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process with a server open on the folder, which printed the server's pid."""
    script = f"""
        import signal
        import time
        from pathlib import Path
        from app.ops.postgres import Postgres
        # a shell's background jobs inherit that SIGINT is ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with Postgres(Path({str(data_dir)!r}), fsync=False) as server:
            print(server.process.pid, server.url, flush=True)
            time.sleep(600)
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        yield process
        process.send_signal(signal.SIGINT)  # in good order, or its socket's folder would stay


async def answer(url: str, question: str) -> object:
    async with connected(url) as connection:
        return await connection.fetchval(question)


def ended(pid: int) -> bool:
    end = time.monotonic() + 60
    while process_name(pid) is not None and time.monotonic() < end:
        time.sleep(0.02)
    return process_name(pid) is None


def test_a_server_starts_answers_and_stops(data_dir: Path) -> None:
    with Postgres(data_dir, fsync=False) as server:
        assert run(answer(server.url, "SELECT 1")) == 1
        pid, sockets = server.process.pid, Path(server.url.partition("host=")[2])
        assert sockets.stat().st_mode & 0o077 == 0, "nobody else may enter the socket's folder"
    assert ended(pid)
    assert not sockets.exists()


def test_what_was_written_is_there_after_the_next_start(data_dir: Path) -> None:
    with Postgres(data_dir, fsync=False) as server:
        run(answer(server.url, "CREATE TABLE kept AS SELECT 42 AS n"))
    with Postgres(data_dir, fsync=False) as server:
        assert run(answer(server.url, "SELECT n FROM kept")) == 42


def test_text_sorts_by_code_point(postgres_url: str) -> None:
    words = "unnest(ARRAY['b', 'a', 'B', 'é', 'z']) w"
    sorted_words = run(answer(postgres_url, f"SELECT string_agg(w, ' ' ORDER BY w) FROM {words}"))
    assert sorted_words == "B a b z é"


def test_a_server_writes_through_to_the_disk_unless_told_otherwise(data_dir: Path) -> None:
    with Postgres(data_dir) as server:
        assert run(answer(server.url, "SHOW fsync")) == "on"


def test_a_second_server_on_the_same_folder_is_refused(
    data_dir: Path, owner: "subprocess.Popen[str]"
) -> None:
    assert owner.stdout is not None
    url = owner.stdout.readline().split()[1]
    with pytest.raises(DataDirInUse, match=f"in use by another Pecking Order, process {owner.pid}"):
        Postgres(data_dir).start()
    assert str(running_socket_folder(data_dir)) in url, (
        "but commands find out where the first one can be reached"
    )


def test_a_killed_server_takes_its_postgres_with_it_and_the_next_one_opens(
    data_dir: Path, owner: "subprocess.Popen[str]"
) -> None:
    assert owner.stdout is not None
    pid, url = owner.stdout.readline().split()
    run(answer(url, "CREATE TABLE kept AS SELECT 42 AS n"))
    owner.kill()
    with Postgres(
        data_dir, fsync=False
    ) as server:  # at once: the old server may still be on its way out
        assert run(answer(server.url, "SELECT n FROM kept")) == 42
    assert ended(int(pid))
    assert not Path(url.partition("host=")[2]).exists(), (
        "the folder that was left behind is cleared away"
    )


def test_killing_both_leaves_nothing_in_the_way(
    data_dir: Path, owner: "subprocess.Popen[str]"
) -> None:
    assert owner.stdout is not None
    pid = int(owner.stdout.readline().split()[0])
    os.kill(pid, signal.SIGKILL)
    owner.kill()
    owner.wait()
    with Postgres(data_dir, fsync=False) as server:
        assert run(answer(server.url, "SELECT 1")) == 1


def heeding() -> None:
    """A shell's background process and its children ignore these signals; PostgreSQL does not."""
    for message in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(message, signal.SIG_DFL)


def test_a_former_server_that_nobody_has_buried_does_not_stop_the_start(tmp_path: Path) -> None:
    """An ended process keeps its pid until its parent asks; PostgreSQL would take it for alive."""
    stand_in = tmp_path / "postgres"
    shutil.copy(shutil.which("sleep") or "", stand_in)
    note = tmp_path / "postmaster.pid"
    with subprocess.Popen([stand_in, "600"], preexec_fn=heeding) as former:  # noqa: PLW1509
        note.write_text(f"{former.pid}\n")
        stop_orphan(tmp_path)
        assert not note.exists()


def test_a_worker_that_outlives_its_killed_server_is_waited_for(data_dir: Path) -> None:
    with Postgres(data_dir, fsync=False) as server:
        pid = server.process.pid
        worker = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
        os.kill(worker, signal.SIGSTOP)
        os.kill(pid, signal.SIGKILL)
    freed = threading.Timer(0.5, os.kill, (worker, signal.SIGCONT))
    freed.start()
    with Postgres(data_dir, fsync=False) as server:
        assert run(answer(server.url, "SELECT 1")) == 1
    freed.join()
    assert "pre-existing shared memory block" in (data_dir / "postgres.log").read_text(), (
        "or the test shows nothing"
    )


def test_a_stale_note_that_names_somebody_elses_process_does_not_stop_the_start(
    data_dir: Path,
) -> None:
    """In containers pids repeat: 7 was PostgreSQL before the power cut, and no longer is."""
    with Postgres(data_dir, fsync=False):
        pass
    cluster = next(data_dir.glob("pg*"))
    (cluster / "postmaster.pid").write_text(f"{os.getpid()}\n{cluster}\n0\n5432\n/tmp\n\n\nready\n")
    with Postgres(data_dir, fsync=False) as server:
        assert run(answer(server.url, "SELECT 1")) == 1


def test_a_cluster_that_was_half_made_is_made_again(data_dir: Path) -> None:
    part = data_dir / f"pg{find_server().major}.part"
    part.mkdir(parents=True)
    (part / "PG_VERSION").write_text("18\n")
    with Postgres(data_dir, fsync=False) as server:
        assert run(answer(server.url, "SELECT 1")) == 1


def test_a_server_that_cannot_start_says_why(data_dir: Path) -> None:
    with Postgres(data_dir, fsync=False):
        pass
    with (next(data_dir.glob("pg*/")) / "postgresql.conf").open("a") as settings:
        settings.write("no_such_setting = 1\n")
    with pytest.raises(PostgresFailed, match="no_such_setting"):
        Postgres(data_dir).start()
    DataDirLock.acquire(data_dir).release()  # and the folder is free again


def test_a_database_of_another_version_is_not_passed_over(data_dir: Path) -> None:
    """A new, empty database beside the old one would look as if everything were lost."""
    (data_dir / "pg9").mkdir(parents=True)
    (data_dir / "pg9" / "PG_VERSION").write_text("9\n")
    with pytest.raises(WrongVersion, match=r"run\.py backup"):
        Postgres(data_dir).start()


def test_a_claim_ends_with_the_process_and_not_with_its_children(data_dir: Path) -> None:
    """A worker that outlives a killed server must not keep the next one from starting."""
    claim = DataDirLock.acquire(data_dir)
    descriptor = claim._descriptor
    child = os.fork()
    if child == 0:
        try:
            os.fstat(descriptor)
        except OSError:
            os._exit(0)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0, "the child has let go of the lock"
    claim.release()
    DataDirLock.acquire(data_dir).release()


def test_without_programs_the_three_ways_out_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.ops.binaries.PACKAGE", "no_such_package")
    monkeypatch.setattr("app.ops.binaries._from_system", lambda: None)
    with pytest.raises(PostgresNotFound, match="Three ways out") as caught:
        find_server()
    for way in ("pecking-order[embedded]", "PG_BIN", "DATABASE_URL"):
        assert way in str(caught.value)


def test_a_chosen_folder_without_programs_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(PostgresNotFound, match="PG_BIN"):
        find_server()


def test_copied_programs_still_find_their_libraries(tmp_path: Path) -> None:
    copied = find_server().copy_to(tmp_path)
    assert copied.folder.is_relative_to(tmp_path)
    shown = subprocess.run(
        [copied.program("psql"), "--version"], capture_output=True, text=True, check=True
    )
    assert Binaries(copied.folder, "package").version in shown.stdout
    assert find_server().copy_to(tmp_path) == copied, "copied once"


# -- the log


def test_a_large_log_is_rotated_while_the_server_runs(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Postgres(data_dir, fsync=False) as server:
        monkeypatch.setattr(postgres, "LOG_SIZE", 100_000)
        old = server.log.with_suffix(".log.old")
        server.rotate_log()
        assert not old.exists(), "small ones stay"
        filled = b"x" * 99 + b"\n"
        server.log.write_bytes(filled * 1_001)
        server.rotate_log()
        assert old.read_bytes() == filled * 1_001
        assert server.log.stat().st_size == 0
        run(refused(server.url))
        assert "no_such_role" in server.log.read_text(), "the server goes on in the emptied file"
        server.log.write_bytes(b"y" * 100_001)
        server.rotate_log()
        assert old.read_bytes() == b"y" * 100_001, "one old one is kept"


async def refused(url: str) -> None:
    """Makes the server write a line."""
    with pytest.raises(asyncpg.PostgresError):
        await asyncpg.connect(libpq_url(url), user="no_such_role")
