"""A database's URL with several hosts: the dead and the silent ones are passed over."""

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from app.games import GAMES
from app.ops.backup import server_major
from app.ops.database import connect
from app.settings import libpq_url, sqlalchemy_url
from app.store.database.several_hosts import each_host
from tests.conftest import NewDatabase, NewServer, run
from tests.web.visitors import Visitor

WRITES = "target_session_attrs=read-write"


@pytest.mark.parametrize(
    "written",
    ["postgresql://u:p@a:1,b:2/cards", "postgres://u:p@a:1,b:2/cards?sslmode=require"],
)
def test_a_url_may_name_several_hosts(written: str) -> None:
    assert libpq_url(sqlalchemy_url(written)) == written.replace("postgres:", "postgresql:")
    for bad in ("a:1,b:x", "a:1,b:70000"):
        with pytest.raises(ValueError, match="port is not a number"):
            sqlalchemy_url(written.replace("a:1,b:2", bad))


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        ("postgresql://u:p@a:1/c", ["postgresql://u:p@a:1/c"]),
        (
            "postgresql://u:p@a:1,b:2/c",
            [f"postgresql://u:p@a:1/c?{WRITES}", f"postgresql://u:p@b:2/c?{WRITES}"],
        ),
        (
            "postgresql://u@/c?host=a,b&port=1,2&target_session_attrs=any",
            [
                "postgresql://u@/c?host=a&port=1&target_session_attrs=any",
                "postgresql://u@/c?host=b&port=2&target_session_attrs=any",
            ],
        ),
    ],
)
def test_each_host_is_asked_by_itself_and_has_to_take_writes(url: str, hosts: list[str]) -> None:
    assert each_host(url) == hosts


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[Path]:
    """The folder of a socket at which nobody ever answers, as on a machine that is dead."""
    with socket.socket(socket.AF_UNIX) as nobody:
        nobody.bind(str(tmp_path / ".s.PGSQL.5432"))
        nobody.listen()
        yield tmp_path


def beside(host: Path | str, url: str) -> str:
    """The URL with that host before its own."""
    own = parse_qs(urlsplit(libpq_url(url)).query)["host"][0]
    return url.replace(f"host={own}", f"host={host},{own}")


def test_a_silent_host_leaves_time_for_the_next_and_is_asked_last_from_then_on(
    silent: Path, new_database: NewDatabase
) -> None:
    url = beside(silent, new_database())

    async def twice() -> list[int]:
        found = []
        for _ in range(2):
            connection = await connect(url, patience=0.0)
            found.append(await connection.fetchval("SELECT 1"))
            await connection.close()
        return found

    assert run(twice()) == [1, 1]


def test_a_server_starts_saves_and_opens_tables_beside_a_dead_host(
    new_server: NewServer, new_database: NewDatabase
) -> None:
    url = beside("/nowhere", new_database())
    with new_server(DATABASE_URL=url) as server:
        host = Visitor(server.base_url, GAMES[0].slug)
        with host.connect(host.open_room()) as line:
            assert line.ask("say", text="here")["type"] == "done"
        host.http.close()
    assert server_major(url) >= 15
