"""Faults that newcomers met in their first minutes, each with a test of its own cause."""

import re
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.edited_socket import EditedSocket
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import add_bots, open_table, set_clock, start

PHONE = {"viewport": {"width": 360, "height": 740}}
AT_THE_END = """() => {
  const log = document.querySelector('[role="log"][aria-label="Chat"]');
  return log.scrollHeight > log.clientHeight
    && log.scrollTop + log.clientHeight >= log.scrollHeight - 2;
}"""
LONG_CHAT: Any = {
    "type": "chat",
    "lines": [
        {"at": at, "person": "ben", "name": "Ben", "text": f"Line {at}."} for at in range(60)
    ],
}
SWAP_RUNGS = """async () => {
  const { render } = await import("preact");
  const { html } = await import("/static/js/html.js");
  const { Moving } = await import("/static/js/table/ui/motion.js");
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  const show = (names) => render(html`<${Moving} class="board" order=${names.join()}>
    <ol class="ladder">${names.map((name) => html`<li key=${name} class="rung"
      data-flip=${name} data-motion="rung"><span class="rung-name">${name}</span></li>`)}</ol>
  </${Moving}>`, place);
  const rungs = () => [...document.querySelectorAll(".rung")].map((rung) => {
    const { backgroundColor, zIndex } = getComputedStyle(rung);
    return { name: rung.textContent, seenThrough: /, 0\\)$/.test(backgroundColor), zIndex };
  });
  show(["Ann", "Ben", "Cleo"]);
  for (let at = performance.now(); performance.now() - at < 350; )
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  show(["Cleo", "Ann", "Ben"]);
  const moving = rungs();
  document.getAnimations().forEach((one) => one.finish());
  await new Promise((done) => setTimeout(done, 50));
  return [moving, rungs()];
}"""

SUITS_ON_CARDS = """async () => {
  const { render } = await import("preact");
  const { html } = await import("/static/js/html.js");
  const { Face } = await import("/static/js/cards/french.js");
  const place = document.createElement("main");
  place.style.inlineSize = "200px";
  const found = {};
  document.body.replaceChildren(place);
  for (let n = 2; n <= 10; n += 1) {
    render(html`<${Face} code=${`${n}H`} />`, place);
    const boxes = [...place.querySelectorAll("path.em")].map((path) => {
      const { left, right, width } = path.getBoundingClientRect();
      return { left, right, width };
    });
    found[n] = boxes.sort((one, other) => one.left - other.left);
    render(null, place);
  }
  return found;
}"""


def test_the_chat_of_a_phone_opens_at_its_newest_line(visit: PageOpener) -> None:
    page = visit(**PHONE)
    socket = EditedSocket(page)
    open_table(page, "Ann")
    socket.send(LONG_CHAT)
    page.get_by_role("button", name=re.compile("^Chat")).click()
    log = page.get_by_role("log", name="Chat")
    expect(log).to_contain_text("Line 59.")
    page.wait_for_function(AT_THE_END)


def test_a_page_that_goes_offline_says_so_at_once_and_its_buttons_rest(visit: PageOpener) -> None:
    visit.allow_error("ERR_INTERNET_DISCONNECTED")
    page = visit()
    open_table(page, "Ann", bots=3)
    starts = page.get_by_role("region", name="Start").get_by_role("button", name="Start")
    more = page.get_by_role("button", name="Add a steady bot")
    page.clock.set_fixed_time(datetime.now(UTC))  # no silence of the server is ever noticed
    page.context.set_offline(True)
    expect(page.get_by_text("You’re offline")).to_be_visible()
    expect(starts).to_be_disabled()
    expect(more).to_be_disabled()
    assert page.locator("[aria-busy=true]").count() == 0, "nothing was pressed"
    page.context.set_offline(False)
    expect(starts).to_be_enabled()
    set_clock(page, "Off")
    start(page)
    player = PagePlayer(page)
    play(player, until=lambda states: states[0].on_turn, seconds=30)
    page.context.set_offline(True)
    for button in page.get_by_role("region", name="Your answer").get_by_role("button").all():
        expect(button).to_be_disabled()
    page.context.set_offline(False)


def test_only_the_pressed_button_spins(visit: PageOpener) -> None:
    page = visit()
    socket = EditedSocket(page)
    open_table(page, "Ann")
    socket.edit = lambda message: {"type": "pong", "now": 0} if "id" in message else message
    page.get_by_role("button", name="Add a steady bot").click()
    expect(page.get_by_role("button", name="Add a steady bot")).to_have_attribute(
        "aria-busy", "true"
    )
    assert page.locator("[aria-busy=true]").count() == 1


def test_after_another_game_was_chosen_the_host_starts_it_and_calls_it_no_rematch(
    visit: PageOpener,
) -> None:
    page = visit()
    socket = EditedSocket(page)
    open_table(page, "Ann")
    room: dict[str, Any] = {}
    told: dict[str, Any] = {"matches": 1, "rematch": True}

    def edit(message: dict[str, Any]) -> dict[str, Any]:
        """Each room has had a match, also one that comes later."""
        if message["type"] == "room":
            room.update(message)
            return {**message, **told}
        return message

    socket.edit = edit
    add_bots(page, 1)
    bar = page.get_by_role("region", name="Start")
    expect(bar.get_by_role("button", name="Again")).to_be_visible()
    told["rematch"] = False
    socket.send({**room, **told})
    expect(bar.get_by_role("button", name="Start", exact=True)).to_be_visible()
    expect(bar.get_by_role("button", name="Start with new ranks")).to_be_hidden()


def test_the_menu_closes_behind_a_link_that_opens_a_tab(reopened: Reopen) -> None:
    page = reopened("/login")
    open_table(page, "Ann")
    for name in ("Report a problem", "Rules of this table"):
        page.get_by_role("button", name="Menu").click()
        with page.expect_popup() as opened:
            page.get_by_role("dialog").get_by_role("link", name=name).click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        opened.value.close()


def test_a_page_that_was_closed_says_nothing_of_a_turn(visit: PageOpener) -> None:
    page = visit()
    socket = EditedSocket(page)
    open_table(page, "Ann", bots=3, clock="off")
    start(page)
    play(PagePlayer(page), until=lambda states: states[0].on_turn, seconds=30)
    expect(page.locator("#announcements")).to_contain_text("Your turn.")
    socket.send({"type": "bye", "code": "kicked", "text": "Kicked.", "retry_in": None})
    socket.end()
    expect(page.get_by_role("heading", name="You’ve been removed")).to_be_visible()
    expect(page.locator("#announcements")).not_to_contain_text("Your turn")
    assert "Your turn" not in page.title()


def test_names_on_the_ladder_never_lie_over_each_other_as_it_moves(reopened: Reopen) -> None:
    page = reopened("/")
    page.emulate_media(reduced_motion="no-preference")
    moving, still = page.evaluate(SWAP_RUNGS)
    assert [rung["name"] for rung in moving if rung["seenThrough"]] == []
    level = {rung["name"]: rung["zIndex"] for rung in moving}
    assert level["Cleo"] > level["Ann"], "who climbs passes in front"
    assert {rung["zIndex"] for rung in still} == {"auto"}


def test_a_french_card_shows_as_many_pips_as_it_counts_and_one_suit_under_its_index(
    reopened: Reopen,
) -> None:
    found = reopened("/").evaluate(SUITS_ON_CARDS)
    for number, (index, *pips) in found.items():
        assert len(pips) == int(number), number
        gap = min(pip["left"] for pip in pips) - index["right"]
        assert gap >= 0.6 * index["width"], f"{number}: the suit of the index stands apart"
        assert all(pip["width"] > 1.1 * index["width"] for pip in pips), (
            f"{number}: pips are larger"
        )


def test_a_lone_host_reads_nothing_of_others_being_ready(reopened: Reopen) -> None:
    page = reopened("/login")
    open_table(page, "Ann", bots=3)
    bar = page.get_by_role("region", name="Start")
    expect(bar.get_by_role("button", name="Start")).to_be_enabled()
    expect(bar).not_to_contain_text("ready")


def test_earlier_lines_of_the_server_are_folded_in_the_chat(reopened: Reopen) -> None:
    page = reopened("/login")
    open_table(page, "Ann", bots=4)
    lines = page.get_by_role("log", name="Chat").get_by_text("a bot, sits down.")
    expect(lines).to_have_count(4)
    shown = "(all) => all.map((line) => line.checkVisibility())"
    assert lines.evaluate_all(shown) == [False, False, False, True]
    page.get_by_text("earlier lines of the house").click()
    assert lines.evaluate_all(shown) == [True] * 4
