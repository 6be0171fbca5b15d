"""The end of a hand and of a match: the last cards, and the ranks gained and lost."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.edited_socket import EditedSocket, Message
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import GAME, connection, hand, new_table, prepare
from tests.web.visitors import play_to_the_end

CLIMBS = """async (slug) => {
  const { placesGained } = await import(`/static/games/${slug}/standing.js`);
  const first = { type: "ranks-set", ranks: [0, 1, 2, 3] };
  const taken = { type: "takeover-declared", seat: 3, ranks: [3, 0, 1, 2] };
  const ended = { type: "hand-ended", order: [2, 0, 1, 3] };
  const gained = (...events) =>
    placesGained([...events, { type: "passed" }].map((event) => ({ event })));
  const bySeat = (found) => found && [0, 1, 2, 3].map((seat) => found.get(seat));
  const lists = [
    [first, ended], [first, taken, ended], [first, ended, ended], [ended], [first],
  ];
  return lists.map((events) => bySeat(gained(...events)));
}"""
WATCH = """() => {
  globalThis.watched = [];
  new MutationObserver(() => {
    const stage = document.querySelector(".island").dataset.stage;
    const over = document.querySelector(".bar__ask")?.textContent.startsWith("The match is over");
    const shown = document.querySelector(".result") ? "result" : stage;
    const now = stage === "playing" ? (over ? "last look" : "play") : shown;
    if (watched.at(-1) !== now) watched.push(now);
    const nameAndIcon = (plaque) =>
      [plaque.querySelector(".name").textContent, plaque.querySelector("svg") !== null];
    if (now === "last look")
      globalThis.bots = [...document.querySelectorAll(".plaque__name")].map(nameAndIcon);
  }).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  });
}"""


def test_gained_places_are_counted_from_the_ranks_of_that_hand(reopened: Reopen) -> None:
    page = reopened("/")
    set_at_first, after_a_takeover, again, unknown, not_yet = page.evaluate(CLIMBS, GAME.slug)
    assert set_at_first == [-1, -1, 2, 0]
    assert after_a_takeover == [0, 0, 3, -3]
    assert again == [0, 0, 0, 0]
    assert unknown is not_yet is None


def test_the_last_cards_of_a_match_are_seen_before_its_result(visit: PageOpener) -> None:
    page = visit(reduced_motion="no-preference")
    EditedSocket(page).edit = with_hints
    table = new_table(page, "Ann")
    with connection(page, table) as line:
        prepare(line, 3, "steady", "off", hands=1)
        assert line.ask("start")["type"] == "done"
        play_to_the_end(line, until=nearly_out)
    page.goto(table)
    expect(hand(page)).to_be_visible()
    page.evaluate(WATCH)
    play(PagePlayer(page), until=lambda states: states[0].over, seconds=60)
    assert page.evaluate("() => watched") == ["play", "last look", "result"]
    bots = dict(page.evaluate("() => bots"))
    assert len(bots) == 4
    assert [name for name, bot in bots.items() if not bot] == ["Ann"], (
        "though the room numbers its seats anew"
    )
    expect(page.get_by_role("heading", name="Salaries are paid")).to_be_visible()
    places = page.get_by_role("list", name="Final order").get_by_role("listitem")
    said = places.all_inner_texts()
    assert ["place" in line for line in said] == [True] * 4, "places stand there, not titles"
    points = [int(re.findall(r"\d+", line)[-1]) for line in said]
    assert points == sorted(points, reverse=True)
    bar = page.get_by_role("region", name="Start")
    expect(bar, "alone with bots").to_contain_text("Another match?")
    expect(bar).not_to_contain_text("everybody")
    expect(page.locator("#announcements")).not_to_contain_text("Your turn")
    assert "Your turn" not in page.title()
    expect(
        page.get_by_text("Not rated: hints were allowed or given in this match.")
    ).to_be_visible()


def nearly_out(frame: Message) -> bool:
    """Somebody has few cards left; before the deal nobody has any."""
    return bool(0 < min(frame["view"]["public"]["counts"]) < 7)


def with_hints(message: Message) -> Message:
    return {**message, "unrated": True} if message["type"] == "room" else message
