"""A player who closes the page in the middle of a match: the seat is kept or a bot plays."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import invite_link, join, seats, start, two_at_a_table
from tests.conftest import NewServer
from tests.server_process import ServerProcess

PATIENCE = "0.15"
"""Absent after four and a half seconds; pages send a heartbeat every two."""


SOONER = """
const later = setTimeout;
globalThis.setTimeout = (act, wait, ...more) => later(act, wait === 120000 ? 20000 : wait, ...more);
"""


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that soon holds a silent person for absent."""
    with new_server(PECKING_ORDER_PATIENCE=PATIENCE) as server:
        yield server


def test_a_bot_plays_for_an_absent_player_and_gives_the_seat_back(visit: PageOpener) -> None:
    ann, ben = two_at_a_table(visit)
    table, profile = ben.url, ben.context
    start(ann)
    player = PagePlayer(ann, 1)
    ben.close()
    choice = ann.get_by_role("button", name="Let a bot play")
    expect(choice).to_be_visible()
    choice.click()
    play(player, until=lambda states: player.answers > 5, seconds=30)
    back = visit.new_page(profile, table)
    expect(ann.get_by_text("a bot is playing")).to_be_hidden()
    own = PagePlayer(back, 2)
    play(player, own, until=lambda states: own.answers > 1, seconds=30)


def test_a_player_stands_in_for_a_host_who_is_gone(visit: PageOpener) -> None:
    """Either of them: with so little patience, whoever is present changes from beat to beat."""
    ann, ben = two_at_a_table(visit)
    table, profile, cat = ann.url, ann.context, visit(invite_link(ann))
    expect(ann.get_by_label("Game")).to_be_visible()
    join(cat, "Cat")
    ann.close()
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
    back = visit.new_page(profile, table)
    expect(start_button(back)).to_be_visible()
    expect(start_button(deputy)).to_be_hidden()


def start_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Start")


def test_the_others_let_a_bot_play_for_a_player_who_does_not_answer(visit: PageOpener) -> None:
    """The page offers it after two minutes, here after a sixth of that, as its server does."""
    ann, ben = two_at_a_table(visit)
    start(ann)
    play(
        PagePlayer(ann, 1),
        PagePlayer(ben, 2),
        until=lambda states: states[0].on_turn != states[1].on_turn,
        seconds=30,
    )
    asked, idle, name = (ann, ben, "Ann") if ann.title().startswith("●") else (ben, ann, "Ben")
    idle.add_init_script(SOONER)
    idle.reload()
    idle.get_by_role("button", name=f"Let a bot play for {name}").click(timeout=60_000)
    asked.get_by_role("button", name="I’m back").click()
    expect(asked.get_by_role("button", name="I’m back")).to_be_hidden()
    expect(idle.get_by_role("log", name="Chat")).to_contain_text(f"{name} is back.")
