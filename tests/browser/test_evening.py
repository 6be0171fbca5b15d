"""An evening of two matches from link to shared picture, and its people a week later."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import (
    hand,
    play_out,
    post,
    seats,
    start,
    two_at_a_table,
    unused_name,
)
from tests.conftest import run
from tests.database import execute

PHONE: ViewportSize = {"width": 390, "height": 844}
A_WEEK_AGO = """
UPDATE matches SET started_at = started_at - interval '7 days',
                   ended_at = ended_at - interval '7 days' WHERE room_id = '{room}'
"""


def test_two_people_play_two_matches_share_the_evening_and_meet_a_week_later(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    ann, ben = two_at_a_table(visit, hands=1)
    start(ann)
    play_out(ann, ben)
    for page in (ben, ann):
        page.get_by_role("button", name="Again").click()
    expect(hand(ann)).to_be_visible()  # it begins by itself once both have said so
    play_out(ann, ben)

    ann.set_viewport_size(PHONE)
    ann.get_by_role("button", name="Share the evening").click()
    made = ann.get_by_role("region", name="Picture of this evening")
    expect(made.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
    link = made.get_by_label("Link to the picture").input_value()
    stranger = visit(link, viewport=PHONE)
    expect(stranger.get_by_role("img", name="Scum of the Earth")).to_be_visible()
    review.check_all_sizes(stranger, "evening-shared")

    anns, bens = unused_name("Sidonie"), unused_name("Thaddeus")
    for page, name in ((ann, anns), (ben, bens)):
        post(page, "/signup", {"name": name, "password": "correct horse battery"})
    ann.reload()
    review.check_all_sizes(ann, "evening-end")
    ann.set_viewport_size(PHONE)
    room = ann.url.rpartition("/")[2]
    run(execute(database_url, A_WEEK_AGO.format(room=room)))
    with ann.expect_popup() as opened:
        ann.get_by_role("link", name="People you played with").click()
    people = opened.value
    people.get_by_role("checkbox", name=re.compile(bens)).check(force=True)
    people.get_by_role("button", name="Open a table with them").click()
    expect(people.get_by_text("Your table is open.")).to_be_visible()
    ben.set_viewport_size(PHONE)
    ben.goto("/")
    ben.get_by_role("region", name="You are invited").get_by_role("button", name="Join").click()
    for page in (people, ben):
        for name in (anns, bens):
            expect(seats(page)).to_contain_text(name)
