"""A player who closes the page in the middle of a match: the seat is kept or a bot plays."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import connection, new_table, post, prepare, seats, start
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.web.visitors import TableConnection

PATIENCE = "0.15"
"""Absent after four and a half seconds; pages send a heartbeat every two."""
HEARTBEAT = '{"type":"heartbeat"}'
MOST_BEATS = 120
"""A minute of them; only a failure takes that long."""
SOONER = """
const later = setTimeout;
globalThis.setTimeout = (act, wait, ...more) => later(act, wait === 120000 ? 20000 : wait, ...more);
"""


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that soon holds a silent person for absent."""
    with new_server(PECKING_ORDER_PATIENCE=PATIENCE) as server:
        yield server


def test_a_bot_plays_for_who_does_not_answer_and_for_who_is_absent(visit: PageOpener) -> None:
    """The page offers the first after two minutes, here after a sixth of that, as its server does.

    Ben is no page, but for a moment.
    """
    ann, ben = visit(), visit()
    ann.add_init_script(SOONER)
    table = new_table(ann, "Ann")
    with connection(ann, table) as host:
        secret = host.receive_until("room")["secret"]
        post(ben, f"/join/{secret}", {"name": "Ben"})
        prepare(host, 2, "steady", "off", None)
    with connection(ben, table) as line:
        assert line.ask("ready", ready=True)["type"] == "done"
        ann.goto(table)
        start(ann)
        player = PagePlayer(ann, 1)
        play(player, until=lambda states: is_asked(line) and not states[0].on_turn, seconds=60)
        choice = ann.get_by_role("button", name="Let a bot play for Ben")
        for _ in range(MOST_BEATS):
            if choice.is_visible():
                break
            line.socket.send(HEARTBEAT)
            ann.wait_for_timeout(500)
        choice.click()
        ben.goto(table)
        ben.get_by_role("button", name="I’m back").click()
        expect(ben.get_by_role("button", name="I’m back")).to_be_hidden()
        expect(ann.get_by_role("log", name="Chat")).to_contain_text("Ben is back.")
        ben.goto("about:blank")
    absent = ann.get_by_role("button", name="Let a bot play")
    absent.click()
    before = player.answers
    play(player, until=lambda states: player.answers > before + 1, seconds=30)
    playing = ann.get_by_text("a bot is playing")
    expect(playing.first).to_be_visible()
    with connection(ben, table):
        expect(playing).to_have_count(0)


def is_asked(line: TableConnection) -> bool:
    """True if the last frame that this person was sent asks something; they are there."""
    line.socket.send(HEARTBEAT)
    with suppress(TimeoutError):
        while True:
            line.receive(timeout=0.01)
    frames = [message for message in line.received if message["type"] == "frame"]
    return bool(frames and frames[-1]["prompt"])


def test_a_player_stands_in_for_a_host_who_is_gone(visit: PageOpener) -> None:
    """Either of them: with so little patience, whoever is present changes from beat to beat."""
    ann, ben, cat = visit(), visit(), visit()
    table = new_table(ann, "Ann")
    with connection(ann, table) as host:
        secret = host.receive_until("room")["secret"]
        prepare(host, 2, "steady", None, None)
        for page, name in ((ben, "Ben"), (cat, "Cat")):
            post(page, f"/join/{secret}", {"name": name})
            page.goto(table)
        expect(seats(cat)).to_contain_text("Ann")
    expect(seats(ben)).to_contain_text("stands in for the host")
    expect(seats(cat)).to_contain_text("stands in for the host")
    deputy, other, name = (ben, cat, "Ben") if start_button(ben).is_visible() else (cat, ben, "Cat")
    expect(start_button(deputy)).to_be_visible()
    expect(start_button(other)).to_be_hidden()
    expect(deputy.get_by_label("Game")).to_be_hidden()
    other.get_by_role("button", name=f"Vote to kick {name}").click()
    other.get_by_role("button", name=f"Yes, vote to kick {name}").click()
    expect(deputy.get_by_role("log", name="Chat")).to_contain_text(f"wants to kick {name}.")
    expect(other.get_by_role("button", name="Waiting for the others")).to_be_visible()
    ann.goto(table)
    expect(start_button(ann)).to_be_visible()
    expect(start_button(deputy)).to_be_hidden()


def start_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Start")
