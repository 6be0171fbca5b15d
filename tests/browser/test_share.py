"""From the end's stage to a shared picture of a match and of the evening, on a phone."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PHONE as NARROW
from tests.browser.page_review import PageReview
from tests.browser.page_steps import unused_name
from tests.web.conftest import NewVisitor
from tests.web.scenes import another_match, finished_match

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_a_player_shares_a_match_and_the_evening_and_another_takes_a_picture_back(
    visit: PageOpener, visitor: NewVisitor, review: PageReview
) -> None:
    visit.allow_error("409")
    scene = finished_match(visitor)
    hanna = visit.of(scene.host, f"/table/{scene.room}", viewport=PHONE)
    share = hanna.get_by_role("button", name="Share", exact=True)
    share.focus()
    hanna.keyboard.press("Enter")
    made = hanna.get_by_role("region", name="Picture of this match", exact=True)
    expect(made.get_by_role("img")).to_be_visible()
    expect(hanna.get_by_text("The picture is made. Anybody with its link sees it.")).to_be_visible()
    expect(made.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
    link = made.get_by_label("Link to the picture").input_value()
    with hanna.expect_download() as saved:
        made.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == "pecking-order.png"
    review.check(hanna, "end-shared", (390, 844), "light")

    stranger = visit(link, viewport=PHONE)
    expect(stranger.get_by_role("img", name="Scum of the Earth.")).to_be_visible()
    expect(stranger.get_by_role("button", name="Take the picture back")).to_be_hidden()
    review.check_all_sizes(stranger, "picture")
    gustav = visit.of(scene.guest, link, viewport=PHONE)
    gustav.get_by_role("button", name="Take the picture back").click()
    expect(gustav.get_by_text("Messengers may keep what they fetched.")).to_be_visible()
    hanna.reload()
    share.click()
    expect(hanna.get_by_text("This picture was taken back")).to_be_visible()

    hanna.close()
    another_match(scene)
    hannas, gustavs = unused_name("Sidonie"), unused_name("Thaddeus")
    for person, name in ((scene.host, hannas), (scene.guest, gustavs)):
        person.sign_up(name)
    member = visit.of(scene.host, f"/table/{scene.room}", viewport=PHONE)
    member.get_by_role("button", name="Share the evening").click()
    made = member.get_by_role("region", name="Picture of this evening")
    expect(made.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
    stranger.goto(made.get_by_label("Link to the picture").input_value())
    expect(stranger.get_by_role("img", name="Scum of the Earth")).to_be_visible()
    review.check(stranger, "evening-shared", NARROW, "light")
    member.reload()
    review.check_all_sizes(member, "evening-end", part=".end__evening")
    with member.expect_popup() as opened:
        member.get_by_role("link", name="People you played with").click()
    expect(opened.value.get_by_role("checkbox", name=re.compile(gustavs))).to_be_visible()
