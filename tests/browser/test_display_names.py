"""Names that are long, alike or written from right to left, at the table and in sentences."""

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_steps import (
    FOR_TWO,
    add_bots,
    hand,
    invite_link,
    join,
    open_table,
    set_clock,
    start,
    table_of_bots,
)

ISOLATE = """async ([text, names]) => {
  const { isolateNames } = await import("/static/js/table/core/name.js");
  return isolateNames(text, names);
}"""
PHONE = {"width": 360, "height": 740}
INSIDE = """(number) => {
  const box = number.getBoundingClientRect(), seat = number.closest("li").getBoundingClientRect();
  const seen = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const onTop = seen === number || number.contains(seen) || seen.contains(number);
  return box.left >= seat.left && box.right <= seat.right && onTop;
}"""
SARAH = "שרה"


def test_a_name_from_right_to_left_keeps_its_direction_to_itself(reopened: Reopen) -> None:
    page = reopened("/")

    def isolated(text: str, *names: str) -> str:
        result: str = page.evaluate(ISOLATE, [text, list(names)])
        return result

    assert isolated(f"{SARAH} 10, Ben 7", SARAH, "Ben") == f"\u2068{SARAH}\u2069 10, Ben 7"
    assert (
        isolated(f"{SARAH} 2 and {SARAH} pass.", SARAH, f"{SARAH} 2")
        == f"\u2068{SARAH} 2\u2069 and \u2068{SARAH}\u2069 pass."
    )
    assert isolated("Ann leads.", "Ann", SARAH) == "Ann leads."
    assert isolated(f"{SARAH}+ leads.", f"{SARAH}+") == f"\u2068{SARAH}+\u2069 leads."


def test_two_of_one_long_name_are_told_apart_on_a_narrow_phone(visit: PageOpener) -> None:
    visit.allow_error("status of 422")
    host = visit(viewport=PHONE)
    open_table(host, "Maximiliane-Sophie")
    other = visit(invite_link(host), viewport=PHONE)
    other.get_by_label("Your name").fill("Maximiliane-Sophie")
    other.get_by_role("button", name="Join and sit down").click()
    expect(other.get_by_label("Your name")).to_have_value("Maximiliane-Sophie 2")
    join(other, "Maximiliane-Sophie 2")
    other.get_by_role("button", name="I am ready").click()
    add_bots(host, 2)
    set_clock(host, "Off")
    start(host)
    expect(hand(other)).to_be_visible()
    for page in (host, other):
        number = page.locator(".strip__name .name__number")
        expect(number).to_have_text(" 2")
        assert number.evaluate(INSIDE)
        expect(page.locator(".strip__name").filter(has_text="Maximiliane-Sophie 2")).to_have_count(
            1
        )


def test_sentences_at_the_table_hold_such_a_name_apart(reopened: Reopen) -> None:
    page = reopened("/login")
    open_table(page, SARAH, game=FOR_TWO, bots=1, clock="off")
    start(page)
    expect(page.get_by_role("log", name="Chat")).to_contain_text("sits down")
    lines = page.locator(".log__lines li").filter(has_text=SARAH)
    expect(lines.first).to_contain_text(f"\u2068{SARAH}\u2069")


def test_the_widest_name_leaves_log_and_chat_in_their_place(reopened: Reopen) -> None:
    widest = "W" * 20
    page = reopened("/login")
    table_of_bots(page, widest)
    expect(page.get_by_role("region", name="Log")).to_contain_text(widest)
    drawer = page.get_by_role("complementary", name="Log and chat")
    assert drawer.evaluate("(drawer) => drawer.scrollWidth <= drawer.clientWidth")
