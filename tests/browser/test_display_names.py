"""Names that are wide, alike or written from right to left, at the table and in sentences."""

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_steps import FOR_TWO, open_table, start, table_of_bots
from tests.web.conftest import NewVisitor
from tests.web.scenes import seated_players

PHONE = {"width": 360, "height": 740}
INSIDE = """(number) => {
  const box = number.getBoundingClientRect(), seat = number.closest("li").getBoundingClientRect();
  const seen = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const onTop = seen === number || number.contains(seen) || seen.contains(number);
  return box.left >= seat.left && box.right <= seat.right && onTop;
}"""
SARAH = "שרה"


def test_two_of_one_long_name_are_told_apart_on_a_narrow_phone(
    visit: PageOpener, visitor: NewVisitor
) -> None:
    name = "Maximiliane-Sophie"
    with seated_players(visitor, (name, f"{name} 2")) as scene:
        page = visit.of(scene.host, f"/table/{scene.room}", viewport=PHONE)
        start(page)
        number = page.locator(".strip__name .name__number")
        expect(number).to_have_text(" 2")
        assert number.evaluate(INSIDE)
        expect(page.locator(".strip__name").filter(has_text=f"{name} 2")).to_have_count(1)


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
