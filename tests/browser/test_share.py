"""From the end's stage to a shared picture, and its taking back, on a phone."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import play_out, start, two_at_a_table

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_a_player_shares_the_picture_of_a_match_and_another_takes_it_back(
    visit: PageOpener,
) -> None:
    ann, ben = two_at_a_table(visit, hands=1)
    start(ann)
    play_out(ann, ben)
    ann.set_viewport_size(PHONE)
    share = ann.get_by_role("button", name="Share", exact=True)
    share.focus()
    ann.keyboard.press("Enter")
    made = ann.get_by_role("region", name="Picture of this match", exact=True)
    expect(made.get_by_role("img")).to_be_visible()
    expect(ann.get_by_text("The picture is made. Anybody with its link sees it.")).to_be_visible()
    expect(made.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
    link = made.get_by_label("Link to the picture").input_value()
    with ann.expect_download() as saved:
        made.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == "pecking-order.png"
    review = PageReview()
    review.check(ann, "end-shared", (390, 844), "light")

    stranger = visit(link, viewport=PHONE)
    picture = stranger.get_by_role("img", name="Scum of the Earth.")
    expect(picture).to_be_visible()
    expect(stranger.get_by_role("button", name="Take the picture back")).to_be_hidden()
    review.check_all_sizes(stranger, "picture")

    take_back(ben, link)
    visit.allow_error("404")
    assert stranger.goto(link).status == 404  # type: ignore[union-attr]  # there is an answer
    visit.allow_error("409")
    ann.reload()
    share.click()
    expect(ann.get_by_text("This picture was taken back")).to_be_visible()
    review.close()


def take_back(page: Page, link: str) -> None:
    """One of the players takes the picture back, on its page."""
    page.set_viewport_size(PHONE)
    page.goto(link)
    page.get_by_role("button", name="Take the picture back").click()
    expect(page.get_by_text("Messengers may keep what they fetched.")).to_be_visible()
