"""`run.py user` lets the locked-out in (issue 13), beside a running server and without one."""

import re

import httpx2
import pytest

from tests.conftest import CopyDatabase, NewDatabase, NewServer, run
from tests.database import column, execute
from tests.ops.called_command import called
from tests.ops.test_commands import command
from tests.server_process import ServerProcess

OLD, NEW = "correct horse battery", "eight blue candles"
SOME = "1.5"
"""Limits that let a browser log in fifteen times, and make it wait twenty seconds."""


@pytest.fixture(scope="module")
def with_ada(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with the administrator Ada, to be copied."""
    made, file = new_database(), tmp_path_factory.mktemp("ada") / "password"
    file.write_text(f"{OLD}\n")
    done = command("user", "Ada", "--admin", "--password-file", str(file), DATABASE_URL=made)
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture
def url(copy_database: CopyDatabase, with_ada: str) -> str:
    """A database with the administrator Ada."""
    return copy_database(with_ada)


def visitor(server: ServerProcess) -> httpx2.Client:
    return httpx2.Client(
        base_url=server.base_url, headers={"Origin": server.base_url}, timeout=120, verify=False
    )


def log_in(browser: httpx2.Client, password: str) -> int:
    return browser.post("/login", data={"name": "Ada", "password": password}).status_code


def lock_out(browser: httpx2.Client) -> None:
    """Wrong passwords until there is a wait, which the right one does not end."""
    while log_in(browser, "a wrong password") != 429:
        pass
    assert log_in(browser, OLD) == 429


def test_a_link_made_beside_a_running_server_works_there_and_ends_waits(
    url: str, new_server: NewServer
) -> None:
    settings = {"PECKING_ORDER_LIMITS": SOME, "PECKING_ORDER_LOG_LEVEL": "debug"}
    with new_server(DATABASE_URL=url, **settings) as server:
        with visitor(server) as browser:
            lock_out(browser)
        printed = command("user", "Ada", "--reset", DATABASE_URL=url)
        assert printed.returncode == 0, printed.stderr
        token = token_in(printed.stdout)
        assert f"  /reset#{token}\nPut the address in front of it" in printed.stdout
        with visitor(server) as browser:
            done = browser.post("/reset/password", data={"token": token, "password": NEW})
            assert done.status_code == 303
            assert browser.get("/admin/people").status_code == 200, "a fresh login"
            assert log_in(browser, NEW) == 303
            assert log_in(browser, OLD) == 422
        assert server.stop() == 0
    logged = server.logged.read_text()
    assert "drained" in logged, "it does log"
    assert token not in logged
    assert NEW not in logged


def test_without_a_server_a_link_is_printed_whole_where_the_public_address_is_known(
    url: str,
) -> None:
    printed = called(
        "user", "ADA", "--reset", DATABASE_URL=url, PECKING_ORDER_PUBLIC_URL="https://cards.example"
    )
    assert printed.stdout.startswith("With this link Ada chooses a new password, once, until ")
    assert f"\n  https://cards.example/reset#{token_in(printed.stdout)}\n" in printed.stdout
    assert "Put the address" not in printed.stdout
    assert run(column(url, "SELECT action FROM audit_log ORDER BY number"))[-1] == (
        "password-reset-made"
    )


def token_in(printed: str) -> str:
    found = re.search(r"/reset#([\w-]{43})\n", printed)
    assert found is not None, printed
    return found[1]


def test_an_unlocked_administrator_logs_in_at_once_at_the_running_server(
    url: str, new_server: NewServer
) -> None:
    """The wait is in the memory of another process than the command's."""
    with new_server(DATABASE_URL=url, PECKING_ORDER_LIMITS=SOME) as server:
        with visitor(server) as browser:
            lock_out(browser)
            done = command("user", "Ada", "--unlock", DATABASE_URL=url)
            assert done.stdout == (
                "Waits of Ada after wrong passwords are lifted, on running servers too.\n"
            ), done.stderr
            assert log_in(browser, OLD) == 303
        assert server.stop() == 0


def test_a_suspended_administrator_is_let_in_and_the_audit_log_has_it(url: str) -> None:
    """Another administrator, or whoever has that login, may have suspended all others."""
    run(execute(url, "UPDATE accounts SET suspension_reason = 'Mutiny'"))
    refused = called("user", "Ada", "--reset", DATABASE_URL=url)
    assert refused.returncode == 1
    assert refused.stderr == (
        "A suspended member cannot log in. Lift the suspension first. "
        "With --unlock the command lifts it.\n"
    )
    done = called("user", "Ada", "--unlock", "--reset", DATABASE_URL=url)
    assert done.returncode == 0, done.stderr
    assert "The suspension is lifted. Its reason was: Mutiny\n" in done.stdout
    token_in(done.stdout)
    assert run(column(url, "SELECT suspension_reason FROM accounts")) == [None]
    assert run(column(url, "SELECT role FROM accounts")) == ["administrator"]
    assert run(column(url, "SELECT action FROM audit_log ORDER BY number"))[-3:] == [
        "waits-lifted",
        "suspension-lifted",
        "password-reset-made",
    ]


@pytest.mark.parametrize("option", ["--reset", "--unlock"])
def test_whoever_is_no_member_gets_a_sentence_and_nothing_is_done(url: str, option: str) -> None:
    run(
        execute(
            url,
            "INSERT INTO accounts (id, name, skeleton, kind)"
            " VALUES ('GGGGGGGGGGGGGGGGGGGGGG', 'Gus', 'gus', 'guest'),"
            " ('DDDDDDDDDDDDDDDDDDDDDD', 'Somebody', 'somebody', 'gone')",
        )
    )
    before = run(column(url, "SELECT action FROM audit_log"))
    for name, words in (
        ("Nobody", "There is no member called Nobody."),
        ("Gus", "Gus is a guest, and a guest has no password. Their browser is their key."),
        ("DDDDDDDDDDDDDDDDDDDDDD", "was deleted. It cannot come back."),
        ("\x07", "There is no member called \x07."),
    ):
        done = called("user", name, option, DATABASE_URL=url)
        assert done.returncode == 1
        assert done.stderr.strip().endswith(words), done.stderr
        assert done.stderr.count("\n") == 1
    assert run(column(url, "SELECT action FROM audit_log")) == before


def test_an_earlier_link_does_not_take_over_a_new_administrator(url: str) -> None:
    """An administrator may have made it, and makes none for administrators."""
    assert called("user", "Ada", "--no-admin", DATABASE_URL=url).returncode == 0
    assert called("user", "Ada", "--reset", DATABASE_URL=url).returncode == 0
    assert called("user", "Ada", "--admin", DATABASE_URL=url).returncode == 0
    assert run(column(url, "SELECT 1 FROM password_resets")) == []


def test_a_password_and_a_link_at_once_are_refused(url: str) -> None:
    done = called("user", "Ada", "--reset", "--password-file", "-", DATABASE_URL=url)
    assert done.returncode == 2
    assert "not allowed with" in done.stderr
