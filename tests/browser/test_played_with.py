"""Two people who played together meet again: from the list to the table, on a phone."""

import re

from playwright.sync_api import Page, ViewportSize, expect

from app.games import GAMES
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import seats, unused_name
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match

GAME = GAMES[-1]
PHONE: ViewportSize = {"width": 390, "height": 844}
INVITED = f"invites you to a table of {GAME.title}"


def invite(page: Page, name: str) -> None:
    """From the home page, by keys."""
    page.goto("/")
    page.get_by_role("link", name="Open a table with people you played with").press("Enter")
    tick = page.get_by_role("checkbox", name=re.compile(re.escape(name)))
    tick.press("Space")
    expect(tick).to_be_checked()
    page.get_by_role("radio", name=GAME.title).check(force=True)
    page.get_by_role("button", name="Open a table with them").press("Enter")
    expect(page.get_by_text("Your table is open.")).to_be_visible()
    expect(seats(page).get_by_role("listitem")).to_have_count(1)


def test_who_played_together_invites_joins_and_declines(
    visit: PageOpener, visitor: NewVisitor, review: PageReview
) -> None:
    visit.allow_error("status of 404")
    anns, bens = unused_name("Annika 'A' O’Hara"), unused_name("Benedikt 🦩")
    with paused_match(visitor) as scene:
        scene.host.sign_up(anns)
        scene.guest.sign_up(bens)
    ann = visit.of(scene.host, "/people")
    review.check_all_sizes(ann, "people-played-with")
    ann.set_viewport_size(PHONE)
    ben = visit.of(scene.guest, "/", viewport=PHONE)
    invite(ann, bens)
    ben.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # they look again
    news = ben.get_by_role("status").filter(has_text=f"{anns} {INVITED}")
    news.get_by_role("link", name="Show the invitation").click()
    expect(ben.get_by_role("heading", name=f"{anns} {INVITED}")).to_be_visible()
    review.check_all_sizes(ben, "home-invited", part="[aria-labelledby=invited]")
    ben.set_viewport_size(PHONE)
    ben.get_by_role("region", name="You are invited").get_by_role("button", name="Join").click()
    expect(seats(ben)).to_contain_text(f"{bens} (you)")
    expect(seats(ann)).to_contain_text(bens)

    again = {"game": GAME.slug, "person": [scene.guest_id]}
    assert scene.host.post("/people/invite", again).status_code == 303
    ben.goto("/")
    expect(ben.get_by_role("heading", name="Your tables are waiting")).to_be_visible()
    other = visit.new_page(ben.context, "/")
    ben.get_by_role("button", name="Decline").click()
    expect(ben.get_by_text("The invitation is declined. They aren’t told.")).to_be_visible()
    expect(ben.get_by_text(INVITED)).to_be_hidden()
    other.get_by_role("region", name="You are invited").get_by_role("button", name="Join").click()
    expect(other.get_by_role("alert")).to_have_text(re.compile("This invitation is over"))
    expect(other.get_by_text(INVITED)).to_be_hidden()
