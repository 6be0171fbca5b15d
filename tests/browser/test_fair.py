"""Fair shuffles in a real browser: the page that explains them, the arithmetic under our policy, and what the table says of a deal."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from app.settings import ROOT
from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import DESK, PHONE, Gallery
from tests.browser.party import FOR_TWO, choose, choose_game, invite_link, join, open_table, set_clock, start, table_of_bots
from tests.browser.robot import Robot, play
from tests.fair.made_up import CARDS, Deal, kept
from tests.house import House

VECTORS = Path(__file__).parents[1] / "fair" / "vectors.json"
CALCULATE = """async (written) => {
  const { vectors } = JSON.parse(written);
  const fair = await import("/static/js/fair/shuffle.js");
  return vectors.map(({ match, number, attempt, n, secret, openings, order, leaves, paths }) => {
    const hidden = fair.bytes(secret, 32);
    const drawn = fair.seed(match, number, attempt, hidden, openings);
    const found = fair.order(drawn, n);
    const salts = found.map((_, position) => fair.salt(hidden, position));
    const leafs = found.map((thing, position) => fair.leaf(salts[position], position, thing));
    const all = Object.entries(openings);
    return {
      commitment: fair.commitment(match, number, attempt, hidden),
      seals: Object.fromEntries(all.map(([seat, opened]) => [seat, fair.seal(match, number, attempt, seat, fair.bytes(opened))])),
      seed: fair.hex(drawn), order: found, salts: salts.map(fair.hex), leaves: leafs.map(fair.hex), root: fair.root(leafs),
      climbed: Object.entries(paths).map(([position, path]) => fair.climb(n, Number(position), fair.bytes(leaves[position]), path)),
    };
  });
}"""
CHECK_DEAL = """async ([told, kept, seat]) => {
  const { checkDealt } = await import("/static/js/fair/checks.js");
  const { lies, ...found } = checkDealt(told, kept, seat);
  return { ...found, lies: lies.map((lie) => lie.says) };
}"""
CHECK_MATCH = """async ([match, shuffles, kept]) => {
  const { checkMatch, summed } = await import("/static/js/fair/checks.js");
  const { endWords } = await import("/static/js/fair/words.js");
  const sum = summed(checkMatch(match, shuffles, kept));
  return { ...sum, lies: sum.lies.map((lie) => lie.says), words: endWords(sum) };
}"""
MATCH = "made-up-match"


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    shown = Gallery()
    yield shown
    shown.close()


@pytest.fixture
def page(visit: Doorkeeper) -> Page:
    return visit("/fair")


def test_the_page_about_fair_deals_is_read_at_every_width(visit: Doorkeeper, gallery: Gallery) -> None:
    page = visit("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Fair deals").click()
    gallery.show(page, "fair")


def test_the_browser_calculates_what_the_vectors_say(page: Page) -> None:
    vectors = msgspec.json.decode(VECTORS.read_bytes())["vectors"]
    found = page.evaluate(CALCULATE, VECTORS.read_text())
    for vector, calculated in zip(vectors, found, strict=True):
        assert calculated.pop("climbed") == [vector["root"]] * len(vector["paths"])
        for name, value in calculated.items():
            assert value == vector[name], f"{name} of {vector['match']} {vector['number']}"


def test_an_honest_deal_is_found_honest(page: Page) -> None:
    deal = Deal(MATCH, 3)
    found = page.evaluate(CHECK_DEAL, [deal.dealt(), kept([deal]), 0])
    assert found == {"watched": True, "part": "in", "cards": 18, "lies": []}


def test_a_deal_that_was_not_watched_or_had_no_part_is_said_to_be_so(page: Page) -> None:
    alone = Deal(MATCH, 3, parts=())
    nothing: dict[str, Any] = {"commitments": {}, "parts": {}, "deals": {}}
    found = page.evaluate(CHECK_DEAL, [alone.dealt(), nothing, 0])
    assert found == {"watched": False, "part": "none", "cards": 18, "lies": []}
    again = Deal(MATCH, 3, parts=(), attempt=1)
    found = page.evaluate(CHECK_DEAL, [again.dealt() | {"refused": [0]}, kept([again]), 0])
    assert (found["part"], found["lies"]) == ("late", [])


def another_card(told: dict[str, Any]) -> None:
    told["cards"][4]["card"] = "??"


def another_thing(told: dict[str, Any]) -> None:
    card = told["cards"][4]
    card["thing"] = (card["thing"] + 1) % 52
    card["card"] = CARDS[card["thing"]]


def another_place(told: dict[str, Any]) -> None:
    told["cards"][4]["position"] += 1


def another_root(told: dict[str, Any]) -> None:
    told["root"] = "0" * 64


def another_promise(told: dict[str, Any]) -> None:
    told["commitment"] = "0" * 64


def another_part(told: dict[str, Any]) -> None:
    told["openings"]["0"] = "0" * 64


def my_part_ignored(told: dict[str, Any]) -> None:
    del told["openings"]["0"]


def anothers_part_ignored(told: dict[str, Any]) -> None:
    del told["openings"]["2"]


def my_part_never_sealed(told: dict[str, Any]) -> None:
    del told["openings"]["0"]
    del told["seals"]["0"]


def begun_anew(told: dict[str, Any]) -> None:
    told["refused"] = [5]


def refused_and_opened(told: dict[str, Any]) -> None:
    told["refused"] = [2]


def another_way(told: dict[str, Any]) -> None:
    told["version"] = 2


LIES = (
    another_card,
    another_thing,
    another_place,
    another_root,
    another_promise,
    another_part,
    my_part_ignored,
    anothers_part_ignored,
    my_part_never_sealed,
    begun_anew,
    refused_and_opened,
    another_way,
)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_deal_that_lies_is_found_out_at_once(page: Page, lie: Callable[[dict[str, Any]], None]) -> None:
    deal = Deal(MATCH, 3)
    told = deepcopy(deal.dealt())
    lie(told)
    assert page.evaluate(CHECK_DEAL, [told, kept([deal]), 0])["lies"]


def test_a_part_that_was_sealed_after_ours_was_open_is_found_out(page: Page) -> None:
    deal = Deal(MATCH, 3)
    part = deal.part() | {"seals": deal.dealt()["seals"]}
    memory = {**kept([deal]), "parts": {"3.0": part}}
    assert page.evaluate(CHECK_DEAL, [deal.dealt(), memory, 0])["lies"] == []
    part["seals"] = {"0": part["seals"]["0"]}
    assert page.evaluate(CHECK_DEAL, [deal.dealt(), memory, 0])["lies"] == ["Seat 3 sealed its part when yours was open already."]


def test_a_match_that_is_over_is_made_again_card_by_card(page: Page) -> None:
    deals = [Deal(MATCH, 0, (), n=4), Deal(MATCH, 1, (0, 1)), Deal(MATCH, 2, (2,), attempt=1)]
    opened = [deal.opened() for deal in deals]
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, kept(deals)])
    assert found["words"] == "The deals were fair: checked 108 of 108 cards."
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, kept(deals[1:])])
    assert (
        found["words"]
        == "What was watched was fair: checked 104 of 108 cards; 1 shuffle was not watched from the beginning by this browser."
    )
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, None])
    assert found["words"].startswith("The record is in order, but 3 shuffles were not watched")
    sealed = [told | {"secret": None, "order": None} for told in opened]
    found = page.evaluate(CHECK_MATCH, [MATCH, sealed, kept(deals)])
    assert found["words"].startswith("In this game the cards stay secret")


def other_secret(opened: list[dict[str, Any]]) -> None:
    opened[1]["secret"] = "0" * 64


def other_secret_and_its_promise(opened: list[dict[str, Any]]) -> None:
    opened[1] = Deal("another", 1).opened()


def other_order(opened: list[dict[str, Any]]) -> None:
    order = opened[1]["order"]
    order[3], order[4] = order[4], order[3]


def other_things(opened: list[dict[str, Any]]) -> None:
    opened[1]["things"] = opened[1]["things"][::-1]


def other_root(opened: list[dict[str, Any]]) -> None:
    opened[1]["root"] = "0" * 64


def left_out(opened: list[dict[str, Any]]) -> None:
    del opened[1]


def without_my_part(opened: list[dict[str, Any]]) -> None:
    opened[1] = Deal(MATCH, 1, parts=(2,)).opened()


@pytest.mark.parametrize(
    "lie",
    [other_secret, other_secret_and_its_promise, other_order, other_things, other_root, left_out, without_my_part],
    ids=lambda lie: lie.__name__,
)
def test_a_record_that_lies_is_found_out_at_the_end(page: Page, lie: Callable[[list[dict[str, Any]]], None]) -> None:
    deals = [Deal(MATCH, 0), Deal(MATCH, 1)]
    opened = deepcopy([deal.opened() for deal in deals])
    lie(opened)
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, kept(deals)])
    assert found["lies"]
    assert found["words"] == "The shuffles do not fit what was promised."


# -- at the table


class Between:
    """Stands between a page and the house, and changes what the house says. To be made before the page opens its table."""

    def __init__(self, page: Page, lie: Callable[[dict[str, Any]], None]) -> None:
        self._lie = lie
        page.route_web_socket("**/ws/**", self._connected)

    def _connected(self, route: WebSocketRoute) -> None:
        house = route.connect_to_server()

        def heard(message: str | bytes) -> None:
            notice = msgspec.json.decode(message)
            self._lie(notice)
            route.send(msgspec.json.encode(notice).decode())

        house.on_message(heard)


def test_two_people_see_that_the_deals_were_fair(visit: Doorkeeper, live_server: House, gallery: Gallery) -> None:
    ann = visit("/")
    open_table(ann, "Ann")
    choose_game(ann, FOR_TWO)
    set_clock(ann, "Off")
    choose(ann.get_by_role("radio", name="One hand"))
    ben = visit(invite_link(ann).removeprefix(live_server.base_url), viewport={"width": 390, "height": 780}, has_touch=True)
    join(ben, "Ben")
    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    start(ann)
    expect(line(ann)).to_contain_text("Your 13 cards were checked against the sealed deal. Your part is in it.")
    ben.get_by_role("button", name="Log", exact=True).click()
    expect(line(ben)).to_contain_text("Your 13 cards were checked against the sealed deal. Your part is in it.")
    ben.get_by_role("button", name="Close").click()
    gallery.look(ann, "fair-table", DESK, "light", whole=False)
    ann.reload()  # what was promised is remembered
    expect(line(ann)).to_contain_text("Your 13 cards were checked against the sealed deal. Your part is in it.")
    play(Robot(ann, 1), Robot(ben, 2, touch=True), until=lambda seen: all(look.over for look in seen), seconds=90)
    for page in (ann, ben):
        expect(page.get_by_text(FAIR).first).to_be_visible()
        expect(page.get_by_text("does not check out")).to_have_count(0)
    expect(ben.get_by_role("button", name="Copy the receipt")).to_be_visible()
    gallery.look(ben, "fair-result", PHONE, "light", axe=False)
    the_page_of_the_match_says_the_same(ben, gallery)


ANOTHER_RECEIPT = """() => {
  const key = Object.keys(localStorage).find((name) => name.startsWith("fair:"));
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), receipt: "00".repeat(32) }));
}"""
FAIR = "The deals were fair: checked 54 of 54 cards."


def line(page: Page) -> Any:
    return page.locator(".fair-line")


def the_page_of_the_match_says_the_same(page: Page, gallery: Gallery) -> None:
    page.get_by_role("link", name="See the whole match again").click()
    press = page.get_by_role("button", name="Check the shuffles")
    press.click()
    expect(page.get_by_text(FAIR)).to_be_visible()
    page.get_by_text("Each shuffle", exact=True).click()
    expect(page.get_by_text("fits the promise")).to_have_count(2)
    expect(page.get_by_text("The receipt of this match")).to_be_visible()
    the_program_says_the_same(page)
    gallery.look(page, "fair-match", PHONE, "light")
    page.evaluate(ANOTHER_RECEIPT)
    press.click()
    expect(page.get_by_role("alert").filter(has_text="the record was changed")).to_be_visible()

    def other(route: Route) -> None:
        told = route.fetch().json()
        told["shuffles"][1]["secret"] = told["shuffles"][0]["secret"]
        route.fulfill(json=told)

    page.route("**/api/matches/*/shuffles", other)
    press.click()
    expect(page.get_by_text("The shuffles do not fit what was promised.")).to_be_visible()
    expect(page.get_by_text("The secret that the house opened is not the one it had promised.").first).to_be_visible()
    gallery.look(page, "fair-match-lie", PHONE, "dark")


def the_program_says_the_same(page: Page) -> None:
    """With the file and the promises as a person would save them."""
    with page.expect_download() as record:
        page.get_by_role("link", name="As JSON lines").click()
    with page.expect_download() as promises:
        page.get_by_role("link", name="Save what this browser was promised").click()
    ran = subprocess.run(
        [sys.executable, ROOT / "examples/verify.py", record.value.path(), "--heard", promises.value.path()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "checked 52 of 52 cards" in ran.stdout


def opens_another_card(notice: dict[str, Any]) -> None:
    if notice["type"] == "dealt" and notice["cards"]:
        card = notice["cards"][2]
        card["thing"] = (card["thing"] + 1) % notice["n"]
        card["card"] = notice["things"][card["thing"]]


def forgets_my_part(notice: dict[str, Any]) -> None:
    if notice["type"] == "dealt":
        notice["openings"], notice["seals"] = {}, {}


def shows_another_hand(notice: dict[str, Any]) -> None:
    if notice["type"] == "frame" and notice["view"]["public"]["phase"] == "takeover":
        cards = notice["view"]["private"]["cards"]
        cards[0] = next(card for card in cards if card != cards[0])


def promises_anew(notice: dict[str, Any]) -> None:
    if notice["type"] == "dealt":
        notice["commitment"] = "0" * 64


@pytest.mark.parametrize(
    ("lie", "says"),
    [
        (opens_another_card, "A card that you were dealt is not the one that was sealed for you."),
        (forgets_my_part, "Your own part of the shuffle was opened in time, and it was left out."),
        (shows_another_hand, "The hand on your screen is not the one that was sealed for you."),
        (promises_anew, "The house promised one shuffle and used another."),
    ],
    ids=lambda lie: getattr(lie, "__name__", ""),
)
def test_a_house_that_lies_is_shown_as_such(visit: Doorkeeper, gallery: Gallery, lie: Callable[[dict[str, Any]], None], says: str) -> None:
    page = visit("/")
    Between(page, lie)
    table_of_bots(page, "Ann")
    alarm = page.get_by_role("alert").filter(has_text="The shuffle does not check out.")
    expect(alarm).to_contain_text(says)
    alarm.get_by_role("button", name="Show the evidence").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(says)
    sheet.get_by_text("What was promised, what was shown").click()
    expect(sheet.get_by_role("region", name="The evidence")).to_contain_text('"promised"')
    if lie is opens_another_card:
        gallery.look(page, "fair-evidence", PHONE, "light", whole=False)
    page.keyboard.press("Escape")
    gallery.look(page, "fair-alarm", PHONE, "dark", whole=False, axe=False)
    gallery.look(page, "fair-alarm", DESK, "light", whole=False)
    page.reload()
    expect(alarm).to_contain_text(says)
