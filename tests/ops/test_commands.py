"""The commands, as a person calls them, and a whole server from its first line to its last."""

import asyncio
import os
import socket
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

import pytest

from app.ops.backup import BackupFailed, backup, restore
from app.ops.database import Unreachable, connect, without_password
from app.ops.doctor import report
from app.ops.migrations import migrate
from app.settings import Settings
from app.store.database import connections
from tests.conftest import NewDatabase, run
from tests.database import column, connected, execute
from tests.ops.called_command import called
from tests.server_process import Fork, ForkedServer, ServerProcess


def command(*arguments: str, **environment: str) -> CompletedProcess[str]:
    """A command in a process of its own, which is forked from one that has loaded the program."""
    with TemporaryDirectory() as folder:
        out, errors = Path(folder) / "out", Path(folder) / "errors"
        child = Fork("app", arguments, {**os.environ, **environment}, out, errors)
        status = child.wait(120)
        return CompletedProcess(arguments, status, out.read_text(), errors.read_text())


# -- backup and restore


def test_a_backup_brings_back_what_was_there(new_database: NewDatabase, tmp_path: Path) -> None:
    url, file = new_database(), tmp_path / "server.dump"
    run(execute(url, "CREATE TABLE diary (day int)", "INSERT INTO diary VALUES (1), (2)"))
    assert backup(url, file).size == file.stat().st_size
    run(execute(url, "DELETE FROM diary", "CREATE TABLE later (n int)"))
    restore(url, file)
    assert run(column(url, "SELECT day FROM diary ORDER BY day")) == [1, 2]
    assert run(column(url, "SELECT 1 FROM pg_tables WHERE tablename = 'later'")) == []
    restore(url, file)
    assert run(column(url, "SELECT day FROM diary ORDER BY day")) == [1, 2], (
        "twice is as good as once"
    )
    assert not run(migrate(url))


def test_a_backup_that_fails_keeps_the_former_one(tmp_path: Path, postgres_url: str) -> None:
    file = tmp_path / "server.dump"
    file.write_text("the former one")
    with pytest.raises(BackupFailed, match="no_such_database"):
        backup(postgres_url.replace("/postgres?", "/no_such_database?"), file)
    assert file.read_text() == "the former one"
    assert list(tmp_path.iterdir()) == [file]


# -- reaching a database


def test_an_unreachable_database_is_named_without_its_password() -> None:
    with pytest.raises(Unreachable) as caught:
        run(connect("postgresql://peck:secret@127.0.0.1:9/cards", patience=0))
    assert "postgresql://peck@127.0.0.1:9/cards" in str(caught.value)
    assert "secret" not in str(caught.value)
    assert without_password("postgresql://a:b@h/c?sslmode=require") == "postgresql://a@h/c"


# -- a whole server


def test_a_server_with_its_own_postgres_can_be_killed_and_opened(
    open_folder: Path, tmp_path: Path
) -> None:
    file, own = str(tmp_path / "live.dump"), {"PECKING_ORDER_DATA_DIR": str(open_folder / "killed")}
    with ForkedServer(tmp_path, **own) as server:
        server.restart()
        assert_answers(server)
        saved = command("backup", file, **own)
        assert saved.returncode == 0, saved.stderr
        refused = command("restore", "--yes", file, **own)
        assert refused.returncode == 1
        assert f"process {server.pid}" in refused.stderr
        assert server.stop() == 0
    restored = command("restore", "--yes", file, **own)
    assert restored.returncode == 0, restored.stderr
    assert "0 matches with 0 entries replayed, audit log of 0 lines: all verify" in restored.stdout


def test_a_taken_port_is_one_clear_line(postgres_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = command("serve", "--port", str(port), DATABASE_URL=postgres_url)
    assert done.returncode == 1
    assert (
        done.stderr.strip() == f"Cannot listen on 127.0.0.1 port {port}: Address already in use."
        " Choose another with --port."
    )


def test_a_database_that_may_lose_what_it_says_it_has_written_is_refused(
    new_database: NewDatabase,
) -> None:
    done = command("serve", "--port", "0", DATABASE_URL=new_database())
    assert done.returncode == 1
    assert done.stderr.strip().startswith(
        "This PostgreSQL may lose what it says it has written: fsync is off,"
        " full_page_writes is off,"
    )
    assert "Traceback" not in done.stderr


def assert_answers(server: ServerProcess) -> None:
    with urllib.request.urlopen(f"{server.base_url}/healthz", timeout=60) as response:
        assert response.status == 200


# -- doctor


def test_the_doctor_says_what_is_used(database_url: str, tmp_path: Path) -> None:
    found = dict(report(Settings(database_url=database_url, data_dir=tmp_path, port=0)))
    assert list(found) == [
        "Python",
        "packages",
        "locks",
        "data",
        "PostgreSQL",
        "database",
        "rows",
        "daily job",
        "rules",
        "backups",
        "records",
        "server",
        "port",
        "browser",
        "others",
    ]
    assert "schema up to date" in found["database"]
    assert "is free" in found["port"]
    assert found["server"] == "none answers at http://127.0.0.1:0/readyz"
    assert str(tmp_path) in found["data"]


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (200, '{"status":"ready"}', "ready"),
        (
            200,
            '{"status":"degraded","why":"work in the background fails: ratings since 2026-11-26"}',
            "degraded: work in the background fails: ratings since 2026-11-26",
        ),
        (503, '{"status":"not ready","why":"closing"}', "not ready: closing"),
        (200, "<html>", "another program answers at http://127.0.0.1:"),
        (200, "[]", "another program answers at http://127.0.0.1:"),
    ],
)
def test_the_doctor_asks_the_running_server_what_fails_and_since_when(
    tmp_path: Path, status: int, body: str, said: str
) -> None:
    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        answering = threading.Thread(target=server.handle_request)
        answering.start()
        settings = Settings(data_dir=tmp_path, port=server.server_port)
        found = dict(report(settings, most=0))
        answering.join()
    assert found["server"].startswith(said)


def test_the_doctor_estimates_the_rows_of_each_table(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url = new_database()
    run(
        execute(
            url,
            "CREATE TABLE diary (day int) PARTITION BY LIST (day)",
            "CREATE TABLE diary_1 PARTITION OF diary FOR VALUES IN (1)",
            "CREATE TABLE diary_2 PARTITION OF diary FOR VALUES IN (2)",
            "INSERT INTO diary SELECT 1 + number % 2 FROM generate_series(1, 1500) AS number",
            "ANALYZE diary",
        )
    )
    found = dict(report(Settings(database_url=url, data_dir=tmp_path, port=0)))
    assert found["rows"].startswith("about diary 1,500, ")
    assert "diary_1" not in found["rows"]
    assert ", audit_log 0" in found["rows"]


def test_the_doctor_tells_what_it_found_when_a_check_does_not_end(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_database()
    monkeypatch.setitem(connections.SESSION_SETTINGS, "lock_timeout", "300ms")
    run(
        execute(
            url,
            "INSERT INTO accounts (id, name, skeleton, kind)"
            " VALUES ('ruth-ruth-ruth-ruth-00', 'Ruth', 'ruth', 'guest')",
            "INSERT INTO audit_log (admin_id, action, subject, reason, hash)"
            " VALUES ('ruth-ruth-ruth-ruth-00', 'match-voided', 'match:none', 'no reason',"
            " decode(repeat('00', 32), 'hex'))",
        )
    )

    async def found_while_locked() -> str:
        async with connected(url) as holder, holder.transaction():
            await holder.execute("LOCK TABLE totals IN ACCESS EXCLUSIVE MODE")
            asked = Settings(database_url=url, data_dir=tmp_path, port=0)
            return await asyncio.to_thread(lambda: dict(report(asked, most=None))["records"])

    found = run(found_while_locked())
    assert "line 1 of the audit log (match-voided" in found
    assert "0 matches with 0 entries replayed" in found
    assert "the totals are not checked: " in found
    assert "1 do not verify, but not everything was checked" in found


def test_the_doctor_takes_the_time_it_is_given(new_database: NewDatabase) -> None:
    url = new_database()
    patient = command("doctor", "--all", "--seconds", "0", DATABASE_URL=url)
    assert "audit log of 0 lines: all verify" in patient.stdout, patient.stderr
    hurried = called("doctor", "--seconds", "-1", DATABASE_URL=url)
    assert "0 matches are checked: out of time after -1 s" in hurried.stdout, hurried.stderr


def test_the_doctor_starts_and_makes_nothing(tmp_path: Path) -> None:
    found = dict(report(Settings(data_dir=tmp_path / "none", port=0)))
    assert found["database"] == "embedded, not running"
    assert not (tmp_path / "none").exists()


# -- user


def test_a_member_is_made_an_administrator_and_back(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url, file = new_database(), tmp_path / "password"
    file.write_text("correct horse battery\n")
    made = called("user", "Ada", "--admin", "--password-file", str(file), DATABASE_URL=url)
    assert made.stdout == "Ada is an administrator.\n", made.stderr
    unmade = called("user", "Ada", "--no-admin", DATABASE_URL=url)
    assert unmade.stdout == "Ada is a member.\n", unmade.stderr
    noted = run(column(url, "SELECT action FROM audit_log ORDER BY number"))
    assert noted == ["member-made", "made-admin", "unmade-admin"]


def test_a_new_member_without_a_password_is_refused_in_one_line(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url, file = new_database(), tmp_path / "password"
    assert called("user", "Ada", "--admin", DATABASE_URL=url).stderr.count("\n") == 1
    file.write_text("password1\n")
    weak = called("user", "Ada", "--password-file", str(file), DATABASE_URL=url)
    assert weak.returncode == 1
    assert weak.stderr.count("\n") == 1
    assert run(column(url, "SELECT name FROM accounts")) == []
