"""A poke: a reminder to a player who keeps the table waiting."""

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import (
    FOR_TWO,
    invite_link,
    join,
    open_table,
    set_clock,
    start,
)

COUNT_BUZZES = "() => { globalThis.buzzes = 0; navigator.vibrate = () => (buzzes += 1); }"


def test_a_slow_player_is_poked(visit: PageOpener) -> None:
    ann = visit()
    open_table(ann, "Ann", game=FOR_TWO)
    ben = visit(invite_link(ann))
    join(ben, "Ben")
    set_clock(ann, "Off")
    ben.get_by_role("button", name="I am ready").click()
    expect(ben.get_by_text("That sound means it’s your turn")).to_be_visible()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    for page in (ann, ben):
        page.evaluate(COUNT_BUZZES)
    start(ann)
    play(
        PagePlayer(ann, 1),
        PagePlayer(ben, 2),
        until=lambda states: states[0].on_turn != states[1].on_turn,
        seconds=30,
    )
    asked, idle, name = (ann, ben, "Ann") if ann.title().startswith("●") else (ben, ann, "Ben")
    asked.get_by_role("button", name="Menu").click()
    expect(
        asked.get_by_role("button", name="Poke")
    ).to_be_hidden()  # nobody waits for the other one
    asked.get_by_role("button", name="Close").click()
    idle.get_by_role("button", name="Menu").click()
    idle.get_by_role("button", name=f"Poke {name}").click()
    expect(asked.locator("#announcements")).to_contain_text("pokes you.")
    assert asked.evaluate("() => buzzes") == 1
    expect(idle.get_by_role("log", name="Chat")).to_contain_text(f"pokes {name}.")
