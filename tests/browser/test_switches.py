"""An administrator sets each switch, and a player meets it: one walk."""

from playwright.sync_api import Page, expect

from app.games import GAMES
from app.ops import admin_user
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import other_ways, seats, unused_name
from tests.conftest import run
from tests.web.conftest import NewVisitor

PASSWORD = "correct horse battery"
WORDS = "Cards <i>tonight</i> at nine"
REFUSED = r"status of 4(03|09)"
PLACES = """() => [...document.querySelectorAll("#table button, #table a")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, ...Object.values(one.getBoundingClientRect().toJSON())].join())"""


def part(admin: Page, name: str) -> Page:
    """The page of the switches, loaded anew; each switch is a region by its heading."""
    admin.goto("/admin/switches")
    expect(admin.get_by_role("region", name=name, exact=True)).to_be_visible()
    return admin


def press(admin: Page, name: str, button: str) -> None:
    region = admin.get_by_role("region", name=name, exact=True)
    region.get_by_role("button", name=button, exact=True).click()
    expect(admin.get_by_text("The switch is set.")).to_be_visible()


def test_an_administrator_sets_each_switch_and_a_player_meets_it(
    visit: PageOpener, visitor: NewVisitor, review: PageReview, database_url: str
) -> None:
    visit.allow_error(REFUSED)
    run(admin_user.create_or_update(database_url, "Warden", PASSWORD, admin=True))
    admin, host = visit.of(visitor().log_in("Warden", PASSWORD), ""), visitor()
    room, phone = host.open_room(unused_name("Pia")), {"width": PHONE[0], "height": PHONE[1]}
    player = visit.of(host, f"/table/{room}", viewport=phone)
    expect(seats(player)).to_be_visible()
    reader = visit()
    before = player.evaluate(PLACES)

    part(admin, "Announcement").get_by_label("What everybody reads").fill(WORDS)
    press(admin, "Announcement", "Announce")
    over = player.get_by_role("complementary", name="Announcement")
    expect(over).to_contain_text(WORDS)
    expect(player.locator("#announcements")).to_contain_text(WORDS)
    assert player.evaluate(PLACES) == before, "nothing moves under a finger"
    review.check(player, "announced-at-a-table", PHONE, "dark")
    review.check(player, "announced-at-a-table", PHONE, "light")
    over.get_by_role("button", name="Close the announcement").click()
    expect(over).to_be_hidden()
    reader.goto("/rules")
    aside = reader.get_by_role("complementary", name="Announcement")
    expect(aside).to_contain_text(WORDS)
    expect(reader.locator("[data-announced-said]")).to_contain_text(WORDS)
    review.check_all_sizes(reader, "announced", part=".announced")
    reader.goto("/")
    expect(aside).to_contain_text(WORDS)
    aside.get_by_role("button", name="Close the announcement").click()
    reader.goto("/rules")
    expect(aside).to_be_hidden()

    part(admin, "Rest")
    press(admin, "Rest", "Plan the rest")
    expect(over).to_contain_text("The server rests from")
    reader.goto("/")
    expect(aside).to_contain_text("no table opens")
    reader.get_by_role("button", name=f"Play now {GAMES[0].title}").click()
    expect(reader.get_by_role("alert")).to_contain_text("The server rests in 10 minutes.")
    review.check_all_sizes(admin, "admin-switches")
    press(admin, "Rest", "End the rest")
    press(admin, "Announcement", "End the announcement")
    expect(over).to_be_hidden()

    admin.get_by_label("1 min", exact=True).check(force=True)
    press(admin, "Slow chat", "Set the pace")
    player.get_by_role("button", name="Chat").click()
    for line in ("One", "Two"):
        player.get_by_label("Message").fill(line)
        player.get_by_label("Message").press("Enter")
    chat = player.get_by_role("dialog", name="Chat")
    expect(chat.get_by_text("The chat is slow for now")).to_be_visible()
    admin.get_by_label("As usual", exact=True).check(force=True)
    press(admin, "Slow chat", "Set the pace")

    gone = GAMES[-1]
    admin.get_by_label(gone.title, exact=True).uncheck()
    press(admin, "Games on the shelf", "Set the shelf")
    reader.goto("/")
    expect(reader.get_by_role("heading", name=gone.title, exact=True)).to_be_hidden()
    admin.get_by_label(gone.title, exact=True).check()
    press(admin, "Games on the shelf", "Set the shelf")
    reader.goto("/")
    other_ways(reader, gone.title)

    admin.get_by_label("The invited", exact=True).check(force=True)
    press(admin, "Sign-up", "Set sign-up")
    reader.goto("/signup")
    expect(reader.get_by_text("you need an invitation link")).to_be_visible()
    review.check(reader, "signup-closed", PHONE, "light")
    reader.goto(admin.locator("#sign-up code").inner_text())
    expect(reader.get_by_label("Password")).to_be_visible()
    admin.get_by_label("Nobody", exact=True).check(force=True)
    press(admin, "Sign-up", "Set sign-up")
    reader.goto("/signup")
    expect(reader.get_by_text("Nobody can become a member here for now.")).to_be_visible()
    admin.get_by_label("Everybody", exact=True).check(force=True)
    press(admin, "Sign-up", "Set sign-up")
    reader.goto("/signup")
    expect(reader.get_by_label("Password")).to_be_visible()
