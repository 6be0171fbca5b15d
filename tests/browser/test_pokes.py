"""A poke: a reminder to a player who keeps the table waiting."""

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import FOR_TWO, connection, new_table, prepare, start
from tests.web.conftest import NewVisitor
from tests.web.visitors import TableConnection

COUNT_BUZZES = "() => { globalThis.buzzes = 0; navigator.vibrate = () => (buzzes += 1); }"


def question_alone(line: TableConnection) -> dict[str, Any] | None:
    """The last frame, if this person alone is asked by now."""
    with suppress(TimeoutError):
        while True:
            line.receive(0.02)
    last = [message for message in line.received if message["type"] == "frame"][-1]
    return last if last["awaited"] == [last["seat"]] else None


def test_a_slow_player_is_poked(visit: PageOpener, visitor: NewVisitor) -> None:
    """Ann pokes Ben by her menu, and then he pokes her."""
    ann, ben = visit(), visitor()
    table = new_table(ann, "Ann", game=FOR_TWO)
    with connection(ann, table) as line:
        ben.join(line.receive_until("room")["secret"], "Ben")
        prepare(line, 0, "", "off", None)
    with ben.connect(table.rpartition("/")[2]) as line:
        assert line.ask("ready", ready=True)["type"] == "done"
        ann.goto(table)
        start(ann)
        line.receive_until("frame")
        play(PagePlayer(ann), until=lambda _: question_alone(line) is not None, seconds=30)
        ann.get_by_role("button", name="Menu").click()
        ann.get_by_role("button", name="Poke Ben").click()
        expect(ann.get_by_role("log", name="Chat")).to_contain_text("pokes Ben.")
        ann.keyboard.press("Escape")

        ann.evaluate(COUNT_BUZZES)
        while question := question_alone(line):
            assert line.ask("play", key=question["prompt"]["key"], move=question["moves"][0])
        expect(ann).to_have_title(re.compile("^●"))
        ann.get_by_role("button", name="Menu").click()
        expect(ann.get_by_role("button", name="Pause")).to_be_visible()
        expect(ann.get_by_role("button", name="Poke")).to_be_hidden()  # nobody waits for Ben
        assert line.ask("poke", seat=1 - question_seat(line))["type"] == "done"
        expect(ann.locator("#announcements")).to_contain_text("pokes you.")
        assert ann.evaluate("() => buzzes") == 1


def question_seat(line: TableConnection) -> int:
    frames = [message for message in line.received if message["type"] == "frame"]
    seat: int = frames[-1]["seat"]
    return seat
