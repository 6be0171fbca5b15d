"""People at tables whom nobody looks at: without a page, or before theirs is opened."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any

from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed

from app.rules.game import AnyGame
from tests.browser.page_steps import connection, new_table, prepare
from tests.web.visitors import TableConnection, Visitor, play_to_the_end


@contextmanager
def seated(page: Page, name: str, ready: bool = True) -> Iterator[TableConnection]:
    """Somebody of that name at the table of this page."""
    base_url, _, room = page.url.partition("/table/")
    with connection(page, page.url) as own:
        secret = own.receive_until("room")["secret"]
    with closing(Visitor(base_url, "")) as person:
        assert person.join(secret, name).status_code == 303
        with person.connect(room) as line:
            if ready:
                assert line.ask("ready", ready=True)["type"] == "done"
            yield line


@contextmanager
def answering(line: TableConnection) -> Iterator[None]:
    """Meanwhile this person answers each question with its first move."""
    with ThreadPoolExecutor() as threads:
        playing = threads.submit(play_to_the_end, line)
        try:
            yield
        finally:
            line.socket.close()
            with suppress(ConnectionClosed):  # the match goes on
                playing.result()


def answer_while_asked(line: TableConnection) -> None:
    """This person answers with first moves until somebody else is on turn."""
    frame = line.find("frame", lambda frame: frame["prompt"] is not None)
    while frame["prompt"]:
        assert (
            line.ask("play", key=frame["prompt"]["key"], move=frame["moves"][0])["type"] == "done"
        )
        frame = [heard for heard in line.received if heard["type"] == "frame"][-1]


def played_match(page: Page, name: str, game: AnyGame, bots: int, **options: Any) -> str:
    """The address of a table of this page's person, where a match with bots is over."""
    link = new_table(page, name, game=game)
    with connection(page, link) as table:
        prepare(table, bots, "casual", "off", None, **options)
        assert table.ask("start")["type"] == "done"
        play_to_the_end(table)
    return link
