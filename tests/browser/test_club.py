"""A club: founded at a table, joined by a friend, found again at home."""

from playwright.sync_api import expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import unused_name
from tests.web.conftest import NewVisitor
from tests.web.visitors import invite_of


def test_friends_found_a_club_and_find_it_at_home(
    visit: PageOpener, visitor: NewVisitor, review: PageReview
) -> None:
    host, friend = visitor(), visitor()
    for person, name in ((host, "Odette"), (friend, "Percy")):
        person.sign_up(unused_name(name))
    room = host.open_room("")
    friend.join(invite_of(host, room)[0], "")
    ann = visit.of(host, f"/table/{room}")
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

    ben = visit.of(friend, club.url)
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
