"""Ways to a table: the invite link, the code that asks to be let in, and their renewal."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import (
    invite_link,
    join,
    knock,
    open_table,
    read_code,
    seats,
    unused_name,
)
from tests.conftest import NewServer
from tests.web.conftest import NewVisitor

GONE = r"status of 404"


@pytest.fixture(scope="module")
def host(visit_once: PageOpener) -> Page:
    """Ann's page at her table; each test brings people of other names."""
    page = visit_once()
    open_table(page, "Ann", unfold=False)
    return page


def test_two_taps_take_a_seat(visit: PageOpener, host: Page) -> None:
    ben = unused_name("Ben")
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = visit(invite_link(host), **phone)
    expect(page.get_by_text("Ann requests the pleasure of your company")).to_be_visible()
    page.get_by_label("Your name").tap()  # one
    page.keyboard.type(ben)
    page.get_by_role("button", name="Join and sit down").tap()  # two
    expect(seats(page)).to_contain_text(f"{ben} (you)")
    expect(seats(host)).to_contain_text(ben)


def test_two_of_one_name_are_told_apart(visit: PageOpener, visitor: NewVisitor, host: Page) -> None:
    visit.allow_error("status of 422")
    link, ida = invite_link(host), unused_name("Ida")
    ida_herself, another = visitor(), visitor()
    ida_herself.join(link.rpartition("/")[2], ida)
    page = visit(link)
    page.get_by_label("Your name").fill(ida.lower())
    page.get_by_role("button", name="Join and sit down").click()
    field, free = page.get_by_label("Your name"), f"{ida.lower()} 2"
    expect(field).to_have_value(free)
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(
        f"Somebody at this table is called {ida.lower()}, or something that looks like it."
        f" {free} is free."
    )
    page.get_by_role("button", name="Join and sit down").click()
    expect(seats(page)).to_contain_text(f"{free} (you)")
    expect(seats(host)).to_contain_text(free)

    another.open_room(ida)
    again = visit.of(another, link)
    expect(again.get_by_text(f"You join as {ida} 3")).to_be_visible()
    again.get_by_role("button", name="Join and sit down").click()  # one, with a name
    expect(seats(host)).to_contain_text(f"{ida} 3")


def test_a_code_asks_and_who_is_seated_lets_in_or_does_not(
    visit: PageOpener, visitor: NewVisitor, host: Page
) -> None:
    visit.allow_error(GONE)
    stranger, dora, cleo = visit("/"), unused_name("Dora"), unused_name("Cleo")
    knock(stranger, "QQQQQ", dora)
    expect(stranger.get_by_text("No table has that code.")).to_be_visible()
    expect(stranger.get_by_label("Five letters")).to_have_value("QQQQQ")
    knock(stranger, read_code(host).lower(), dora)
    expect(stranger.get_by_text("has heard you")).to_be_visible()
    expect(host.get_by_text(f"{dora} asks to join.")).to_be_visible()
    host.get_by_role("button", name="Let in").click()
    stranger.get_by_role("button", name="Take a seat").click()
    expect(seats(host)).to_contain_text(dora)
    expect(host.get_by_text(f"{dora} asks to join.")).to_be_hidden()

    other = visitor()
    door = other.post("/knock", {"code": read_code(host), "name": cleo}).headers["location"]
    refused = visit.of(other, door)
    host.get_by_role("button", name="Not now").click()
    expect(refused.get_by_role("heading", name="They did not let you in")).to_be_visible()
    expect(seats(host)).not_to_contain_text(cleo)


def test_a_renewed_link_or_code_replaces_the_old_one(visit: PageOpener, host: Page) -> None:
    visit.allow_error(GONE)
    emil = unused_name("Emil")
    the_link_says_that_it_is_for_this_computer_and_has_a_qr_code(host)
    old, letters = invite_link(host), read_code(host)
    host.get_by_role("button", name="New link").click()
    expect(host.get_by_label("Invite link (opens the table)")).not_to_have_value(old)
    host.get_by_role("button", name="New code").click()
    expect(host.get_by_label(f"Code {' '.join(letters)}")).to_be_hidden()

    late = visit(old)
    expect(late.get_by_role("heading", name="This invite link has expired")).to_be_visible()
    late.goto("/")
    knock(late, letters, emil)
    expect(late.get_by_text("No table has that code.")).to_be_visible()
    late.goto(invite_link(host))
    join(late, emil)
    expect(seats(host)).to_contain_text(emil)


def the_link_says_that_it_is_for_this_computer_and_has_a_qr_code(host: Page) -> None:
    said = host.get_by_text("This link works on this computer only.")
    expect(said).to_contain_text("python3 run.py --friends")
    parts = said.evaluate("(said) => said.closest('.notice').childNodes.length")
    assert parts == 1, "parts stand side by side, and it is one sentence"
    picture = host.get_by_role("img", name="The invite link as a QR code").first
    expect(picture).to_be_visible()
    host.wait_for_function(
        """() => [...document.images]
          .filter((image) => image.src.includes("qr"))
          .every((image) => image.naturalWidth > 0)"""
    )


def test_a_page_opened_on_the_server_itself_invites_by_its_address_in_the_network(
    browser: Browser, new_server: NewServer
) -> None:
    with new_server(PECKING_ORDER_NEARBY="127.0.0.2,127.0.0.3") as server:
        visit = PageOpener(browser, server)
        host = visit()
        open_table(host, "Ann")
        link = invite_link(host)
        assert link.startswith(f"http://127.0.0.2:{server.port}/join/")
        host.get_by_text("Links for your other networks").click()
        expect(host.get_by_text(link.replace("127.0.0.2", "127.0.0.3"))).to_be_visible()
        host.get_by_role("button", name="Menu").click()
        host.get_by_text("Play on another device").click()
        assert (
            host.get_by_label("Link for the other device")
            .input_value()
            .startswith(f"http://127.0.0.2:{server.port}/device#")
        )
        visit.close()


def test_one_tap_on_a_phone_shows_the_whole_code(host: Page) -> None:
    host.set_viewport_size({"width": 360, "height": 640})
    folded = host.get_by_text("QR code and new link")
    folded.evaluate("(folded) => folded.scrollIntoView({ block: 'center' })")
    folded.click()
    host.wait_for_function(
        """() => {
          const image = document.querySelector(".invite__qr");
          const { left, right, top, bottom } = image.getBoundingClientRect();
          return [[left, top], [right - 1, top], [left, bottom - 1], [right - 1, bottom - 1]].every(
            ([x, y]) => image.parentElement.contains(document.elementFromPoint(x, y)));
        }"""
    )
