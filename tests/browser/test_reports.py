"""A report about somebody: filed at the table, read with its chat by an administrator, answered."""

from playwright.sync_api import Page, expect

from app.ops import admin_user
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import log_in, two_at_a_table
from tests.conftest import run

PASSWORD = "correct horse battery"
RUDE = "You play like a wet sponge"


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text(words)


def test_a_report_about_somebody_is_judged_by_the_chat_around_it(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    visit.allow_error("status of 422")
    ann, ben = two_at_a_table(visit)
    say(ben, RUDE)
    say(ann, "Please be kind, Ben")

    report = f"{ann.url}/report"
    ann.goto(report)
    ann.get_by_label("Somebody behaves badly").check()
    named = ann.get_by_label("Who is it about?")
    expect(named).to_have_value("")
    assert named.locator("option").all_inner_texts() == [
        "Nobody, or I don’t know",
        "Ben",
    ]
    named.focus()
    ann.keyboard.press("ArrowDown")
    expect(named.locator("option:checked")).to_have_text("Ben")
    ann.get_by_label("What happened?").fill("He insults me.")
    review.check_all_sizes(ann, "report-about-somebody")
    ann.get_by_role("button", name="Send report").click()
    expect(ann.get_by_text("open", exact=True)).to_be_visible()

    run(admin_user.create_or_update(database_url, "Warden", PASSWORD, admin=True))
    admin = visit("/login")
    log_in(admin, "Warden", PASSWORD)
    admin.goto("/admin/reports")
    queue = admin.get_by_role("region", name="Ann at table").last
    expect(queue).to_contain_text("About Ben, named in 1 report by 1 person.")
    review.check_all_sizes(admin, "admin-reports-about-somebody")
    queue.get_by_role("link", name="with the chat").click()
    expect(admin.get_by_text("He insults me.")).to_be_visible()
    expect(admin.get_by_text(RUDE)).to_have_count(0)
    review.check_all_sizes(admin, "admin-report-unread")
    admin.get_by_role("button", name="Read the chat").click()
    rude = admin.get_by_role("listitem").filter(has_text=RUDE)
    expect(rude).to_contain_text("Ben")
    expect(rude).to_contain_text("named in the report")
    expect(admin.get_by_role("listitem").filter(has_text="Please be kind")).to_contain_text(
        "reporter"
    )
    expect(admin.get_by_role("listitem").filter(has_text="sits down").first).to_contain_text(
        "server"
    )
    review.check_all_sizes(admin, "admin-report")
    admin.get_by_role("textbox", name="Answer").fill("We have spoken with him.")
    admin.get_by_role("button", name="Answer and close").click()
    expect(admin.get_by_text("Your answer is sent.")).to_be_visible()
    admin.goto("/admin/audit")
    read = admin.get_by_role("row").filter(has_text="read the chat around")
    expect(read.filter(has_text="Warden")).to_have_count(1)

    ann.goto(report)
    expect(ann.get_by_text("We have spoken with him.")).to_be_visible()
    ben.goto(report)
    expect(ben.get_by_label("What happened?")).to_be_visible()
    expect(ben.get_by_text("We have spoken with him.")).to_have_count(0)
    expect(ben.get_by_text("He insults me.")).to_have_count(0)
