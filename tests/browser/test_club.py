"""A club: founded at a table, joined by a friend, found again at home."""

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import invite_link, open_table, post, unused_name


def test_friends_found_a_club_and_find_it_at_home(visit: PageOpener, review: PageReview) -> None:
    ann, ben = visit("/"), visit("/")
    for page, name in ((ann, "Odette"), (ben, "Percy")):
        post(page, "/signup", {"name": unused_name(name), "password": "a long enough secret"})
        page.goto("/")
    open_table(ann, "")
    ben.goto(invite_link(ann))
    ben.get_by_role("button", name="Join and sit down").click()
    ann.get_by_role("button", name="Menu").click()
    with ann.expect_popup() as opened:
        ann.get_by_role("link", name="Club").click()
    club = opened.value
    expect(club.get_by_label("Time zone")).not_to_have_value("")
    review.check_all_sizes(club, "club-founding")
    club.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    club.get_by_label("Name of the club").fill("The “Thursdays” 🎴")
    club.get_by_label("Its evening").select_option("Thursday")
    club.get_by_label("From").fill("20:30")
    club.get_by_role("button", name="Found the club").click()
    expect(club.get_by_text("20:30", exact=False).first).to_be_visible()

    ben.goto(club.url)
    ben.get_by_role("button", name="Join the club").click()
    expect(ben.get_by_role("heading", name="2 members")).to_be_visible()
    ben.goto("/")
    own = ben.get_by_role("region", name="Your club")
    expect(own).to_contain_text("Thursday")
    own.get_by_role("link").click()
    club.reload()
    review.check_all_sizes(club, "club")
    club.get_by_text("End the club").click()
    club.get_by_role("button", name="End it for everybody").click()
    expect(club.get_by_role("heading", name="Found a club")).to_be_visible()
