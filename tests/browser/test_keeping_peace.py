"""A moderator keeps the peace: the queue, and each deed from both sides with its end."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from app.ops import admin_user
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import seats, unused_name
from tests.conftest import run
from tests.database import execute
from tests.web.conftest import NewVisitor
from tests.web.scenes import seated_players
from tests.web.visitors import Visitor

PASSWORD = "correct horse battery"
RUDE = "You play like a wet sponge"
REMOVED = "A moderator has removed this line."
REFUSED = r"status of 4(01|03|22)"


def moderator(person: Visitor, database_url: str) -> Visitor:
    """Mona, who may look after people and nothing else."""
    run(admin_user.create_or_update(database_url, "Mona", PASSWORD, admin=None))
    run(execute(database_url, "UPDATE accounts SET role = 'moderator' WHERE name = 'Mona'"))
    return person.log_in("Mona", PASSWORD)


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send", exact=True).click()


def chat(page: Page) -> Locator:
    return page.get_by_role("log", name="Chat")


def form(page: Page, deed: str) -> Locator:
    """The form of a deed on the page of a person."""
    return page.locator(f'form[action$="/{deed}"]')


def take(mona: Page, said: str) -> str:
    """Takes the case of the report that says so from the queue; its address."""
    mona.goto("/admin/queue")
    case = mona.locator("section").filter(has_text=said)
    case.get_by_role("button", name="Take").click()
    expect(mona.get_by_text("taken by you")).to_be_visible()
    return mona.url


def expect_name(page: Page, name: str) -> None:
    """Waits until the table calls whoever was rude by that name."""
    expect(seats(page)).to_contain_text(name)
    expect(chat(page).locator("p", has_text=RUDE)).to_contain_text(name)


def log_in(page: Page, name: str) -> None:
    """Tries to; what comes of it is the test's matter."""
    page.goto("/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def read(page: Page) -> None:
    """Reads a page that comes before anything else."""
    expect(page.get_by_role("heading", name="Please read this first")).to_be_visible()
    page.get_by_role("button", name="I have read it").click()


def test_a_report_goes_from_the_table_through_the_queue_to_a_mute_and_its_end(
    visit: PageOpener, visitor: NewVisitor, review: PageReview, database_url: str
) -> None:
    visit.allow_error(REFUSED)
    with seated_players(visitor) as scene, scene.guest.connect(scene.room) as line:
        assert line.ask("say", text=RUDE)["type"] == "done"
    gustav = visit.of(scene.guest, f"/table/{scene.room}")
    hanna = visit.of(scene.host, f"/table/{scene.room}/report")
    hanna.get_by_label("Somebody behaves badly").check()
    named = hanna.get_by_label("Who is it about?")
    expect(named).to_have_value("")
    named.focus()
    hanna.keyboard.press("ArrowDown")
    expect(named.locator("option:checked")).to_have_text("Gustav")
    said = unused_name("He calls me a sponge.")
    hanna.get_by_label("What happened?").fill(said)
    review.check_all_sizes(hanna, "report-about-somebody")
    hanna.get_by_role("button", name="Send report").click()
    expect(hanna.get_by_text("open", exact=True)).to_be_visible()

    mona = visit.of(moderator(visitor(), database_url), "/admin/queue")
    expect(mona.get_by_text(said)).to_be_visible()
    review.check_all_sizes(mona, "admin-queue")
    case = take(mona, said)
    mona.get_by_role("button", name="Read the chat").click()
    expect(mona.get_by_role("listitem").filter(has_text=RUDE)).to_contain_text("named in the")
    review.check_all_sizes(mona, "admin-case")
    mona.get_by_label("Mute in chat for a day").check()
    mona.get_by_role("button", name="Answer", exact=True).click()
    expect(mona.get_by_text("Your answer is sent.")).to_be_visible()

    muted = gustav.get_by_text("A moderator has muted you in the chat until")
    expect(muted).to_be_visible()
    say(gustav, "But")
    expect(gustav.get_by_role("alert")).to_contain_text("You can write here again in 24 hours")
    gustav.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    gustav.get_by_role("button", name="Chat").click()
    sheet = gustav.get_by_role("dialog", name="Chat")
    expect(sheet).to_contain_text("Your account page says why.")
    review.check(gustav, "muted-at-a-table", PHONE, "light", part="dialog")
    review.check(gustav, "muted-at-a-table", PHONE, "dark", part="dialog")
    review.check_doubled_text(gustav, "muted-at-a-table")
    gustav.keyboard.press("Escape")
    review.back_to_light_desk(gustav)

    mona.goto(case)
    expect(mona.get_by_text("Mute in chat for a day.")).to_be_visible()
    mona.get_by_role("link", name="Gustav", exact=True).first.click()
    mona.get_by_role("button", name="Let them write again").click()
    expect(mona.get_by_text("It is taken back.")).to_be_visible()
    expect(muted).to_be_hidden()
    say(gustav, "Sorry, Hanna")
    expect(chat(gustav)).to_contain_text("Sorry, Hanna")


def test_each_deed_meets_its_person_and_ends_or_is_taken_back(
    visit: PageOpener, visitor: NewVisitor, review: PageReview, database_url: str
) -> None:
    visit.allow_error(REFUSED)
    old, new = unused_name("Nasty Nestor"), unused_name("Nestor the Mild")
    run(admin_user.create_or_update(database_url, old, PASSWORD, admin=None))
    host, nestor = visitor(), visitor().log_in(old, PASSWORD)
    room = host.open_room("Ann")
    with host.connect(room) as line:
        nestor.join(line.receive_until("room")["secret"], "")
    with nestor.connect(room) as line:
        person = line.receive_until("room")["you"]
        for words in ("Hello", RUDE):
            assert line.ask("say", text=words)["type"] == "done"
    table = f"/table/{room}"
    said = unused_name("He does it again.")
    report = {"kind": "people", "said": said, "accused": person}
    host.post(f"{table}/report", report)
    ann = visit.of(host, table)
    expect(chat(ann)).to_contain_text(RUDE)
    mona = visit.of(moderator(visitor(), database_url), "")

    # a line is removed, and comes back
    take(mona, said)
    mona.get_by_role("button", name="Read the chat").click()
    rude = mona.get_by_role("listitem").filter(has_text=RUDE)
    rude.get_by_text("Remove this line").click()
    rude.get_by_label("Reason").fill("It hurts")
    rude.get_by_role("button", name="Remove the line").click()
    expect(mona.get_by_text("The line is gone from the chat.")).to_be_visible()
    expect(chat(ann)).to_contain_text(REMOVED)
    expect(chat(ann)).not_to_contain_text(RUDE)
    expect(chat(ann)).to_contain_text("Hello")
    mona.goto(f"/admin/people/{person}")
    mona.get_by_role("button", name="Put the line back").click()
    expect(chat(ann)).to_contain_text(RUDE)
    expect(chat(ann)).not_to_contain_text(REMOVED)

    # a note, which nobody else reads, and a warning, which its person must
    form(mona, "note").get_by_label("A note").fill("Look after him")
    form(mona, "note").get_by_role("button").click()
    expect(mona.get_by_text("Look after him")).to_be_visible()
    form(mona, "warn").get_by_label("A warning").select_option(index=1)
    form(mona, "warn").get_by_role("button").click()
    expect(mona.get_by_text("not read yet")).to_be_visible()
    ben = visit.of(nestor, "/history")
    review.check_all_sizes(ben, "warning")
    expect(ben.get_by_text("people come here for a quiet evening")).to_be_visible()
    read(ben)
    expect(ben).to_have_url(re.compile("/history$"))
    mona.reload()
    expect(mona.get_by_text("not read yet")).to_be_hidden()

    # a name is taken away: nobody sees it again, on pages that are open and on new ones
    form(mona, "take-name").get_by_label("Another name").fill("Plain Pigeon")
    form(mona, "take-name").get_by_label("Reason").fill("It hurts people")
    form(mona, "take-name").get_by_role("button").click()
    expect(mona.get_by_text("The old one is locked.")).to_be_visible()
    expect_name(ann, "Plain Pigeon")
    expect(ann.locator("body")).not_to_contain_text(old)
    ann.reload()
    expect_name(ann, "Plain Pigeon")
    expect(ann.locator("body")).not_to_contain_text(old)
    ben.goto("/account")
    expect(ben.get_by_text(f"Your name “{old}” was taken away")).to_be_visible()
    review.check(ben, "name-taken", PHONE, "light")
    read(ben)
    name = ben.get_by_role("region", name="Name", exact=True)
    name.get_by_label("Others see this name").fill(old)
    name.get_by_role("button", name="Change name").click()
    expect(name).to_contain_text("can’t be used here")
    name.get_by_label("Others see this name").fill(new)
    name.get_by_role("button", name="Change name").click()
    expect(ben.get_by_role("heading", name=new, level=1)).to_be_visible()
    expect_name(ann, new)
    mona.reload()
    mona.get_by_role("button", name="Free the name").click()
    name.get_by_label("Others see this name").fill(old)
    name.get_by_role("button", name="Change name").click()
    expect(ben.get_by_role("heading", name=old, level=1)).to_be_visible()

    # a suspension until a day, which is lifted before it
    ben.goto(table)
    until = datetime.now(UTC) + timedelta(days=7)
    form(mona, "suspend").get_by_label("Reason").fill("Threw cards")
    form(mona, "suspend").get_by_label("Until the end of").fill(f"{until:%Y-%m-%d}")
    form(mona, "suspend").get_by_role("button").click()
    expect(form(mona, "lift")).to_be_visible()
    review.check_all_sizes(mona, "admin-person-deeds")
    expect(ben.get_by_role("heading", name="Disconnected")).to_be_visible()
    log_in(ben, old)
    expect(ben.get_by_text("Reason: Threw cards")).to_be_visible()
    expect(ben.get_by_text("This account is suspended until")).to_be_visible()
    form(mona, "lift").get_by_label("Reason").fill("He is sorry")
    form(mona, "lift").get_by_role("button").click()
    expect(form(mona, "lift")).to_be_hidden()
    log_in(ben, old)
    expect(ben.get_by_role("link", name=old)).to_be_visible()

    # all of it stands on the person's own page, and the note does not
    ben.goto("/account")
    mine = ben.get_by_role("region", name="What was written to you")
    for words in (
        "A line of yours",
        "Please be kind",
        "was taken away",
        "You were suspended until",
    ):
        expect(mine).to_contain_text(words)
    expect(mine.get_by_text("taken back")).to_have_count(3)
    expect(ben.locator("body")).not_to_contain_text("Look after him")
    assert "Look after him" not in ben.request.get("/account/export").text()
    review.check_all_sizes(ben, "account-deeds", part="[aria-labelledby=told]")
    mona.goto("/admin/switches")
    review.check(mona, "admin-switches-moderator", PHONE, "light")
