"""Two processes that share a database, for all tests of them, and visitors of either."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

import pytest

from app.games import GAMES
from tests.conftest import NewDatabase, NewServer, run
from tests.database import execute
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

SECRET: Final = "only-for-these-processes"
GAME: Final = GAMES[0].slug
Both = tuple[ServerProcess, ServerProcess]
NewVisitor = Callable[..., Visitor]


def until(fits: Callable[[], bool], why: str, seconds: float = 60) -> None:
    """Returns when it is so. Fails with `why` if it never is."""
    end = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < end, why
        time.sleep(0.05)


@pytest.fixture(scope="session")
def url(new_database: NewDatabase) -> str:
    """The database of `both`."""
    return new_database()


@pytest.fixture(scope="session")
def both(url: str, new_server: NewServer) -> Iterator[Both]:
    """Two processes that share a database; their tables crash at a word."""
    shared = {"DATABASE_URL": url, "PECKING_ORDER_SIBLINGS_SECRET": SECRET}
    kind = "tests.web.crash_on_word"
    with new_server(kind, **shared) as one, new_server(kind, **shared) as two:
        yield one, two


@pytest.fixture
def visitor() -> Iterator[NewVisitor]:
    """`visitor(server)`: a new one there; `visitor(server, other)`: the same person, led there."""
    with ExitStack() as stack:

        def new(server: ServerProcess, same: Visitor | None = None) -> Visitor:
            made = Visitor(server.base_url, GAME)
            stack.callback(made.http.close)
            if same is not None:
                made.http.cookies.update(same.http.cookies)
            return made

        yield new


@pytest.fixture
def admin(both: Both, visitor: NewVisitor, url: str) -> Iterator[Visitor]:
    """An administrator at the first process."""
    ruler = visitor(both[0])
    ruler.sign_up("Ruler")
    run(execute(url, "UPDATE accounts SET role = 'administrator' WHERE name = 'Ruler'"))
    yield ruler
    run(execute(url, "UPDATE accounts SET role = '' WHERE name = 'Ruler'"))
    assert ruler.get("/admin/tables").status_code == 404
    assert visitor(both[1], ruler).get("/admin/tables").status_code == 404, "rights end at once"
    deleted = ruler.post("/account/delete", {"confirm": "a long enough secret"})
    assert deleted.status_code == 303
