"""The password reset link (issue 13): from the administrator's page to the new password."""

from playwright.sync_api import expect

from app.ops import admin_user
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PHONE, PageReview
from tests.browser.page_steps import unused_name
from tests.conftest import run
from tests.web.conftest import NewVisitor

OLD, NEW = "correct horse battery", "eight blue candles"
MOBILE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_member_who_forgot_the_password_gets_a_link_and_chooses_another(
    visit: PageOpener, visitor: NewVisitor, database_url: str, review: PageReview
) -> None:
    visit.allow_error("status of (404|422)")
    keeper, name = unused_name("Keeper"), unused_name("Fay")
    run(admin_user.create_or_update(database_url, keeper, OLD, admin=True))
    run(admin_user.create_or_update(database_url, name, OLD, admin=None))
    admin = visit.of(visitor().log_in(keeper, OLD), f"/admin/people?q={name}")
    admin.get_by_role("link", name=name).click()
    form = admin.get_by_role("region", name="Password")
    form.get_by_label("Reason").fill("Asked on the phone")
    form.get_by_role("button", name="Make a password reset link").click()
    link = admin.get_by_label("The link", exact=True).input_value()
    review.check_all_sizes(admin, "admin-password-reset")
    admin.get_by_role("link", name=f"Back to {name}").click()
    expect(admin.get_by_text("Asked on the phone")).to_be_visible()

    phone = visit(link, **MOBILE)
    expect(phone.get_by_role("heading", name=f"Choose a new password for {name}")).to_be_visible()
    assert "#" not in phone.url, "the token has left the address"
    phone.get_by_label("New password", exact=True).fill("password1")
    phone.get_by_role("button", name="Set password and log in").click()
    expect(phone.get_by_text("That password is easy to guess.")).to_be_visible()
    expect(phone.get_by_label("New password", exact=True)).to_be_focused()
    review.check_all_sizes(phone, "reset-refused")
    phone.set_viewport_size(MOBILE["viewport"])  # type: ignore[arg-type]  # as it was
    phone.get_by_label("New password", exact=True).fill(NEW)
    phone.get_by_role("button", name="Set password and log in").click()
    expect(phone.get_by_text("Your new password is set")).to_be_visible()
    visitor().log_in(name, NEW)

    phone.context.clear_cookies()
    phone.goto(link)
    expect(phone.get_by_role("heading", name="This link or code is not valid")).to_be_visible()
    review.check(phone, "reset-gone", PHONE, "light")


def test_without_scripts_the_link_is_pasted(
    visit: PageOpener, database_url: str, review: PageReview
) -> None:
    name = unused_name("Pia")
    run(admin_user.create_or_update(database_url, name, OLD, admin=None))
    made = run(admin_user.make_password_reset(database_url, name))
    phone = visit(f"/reset#{made.token}", java_script_enabled=False, **MOBILE)
    phone.get_by_label("Recovery code or link").fill(f"https://cards.example/reset#{made.token}")
    phone.get_by_role("button", name="Continue").click()
    phone.get_by_label("New password", exact=True).fill(NEW)
    phone.get_by_role("button", name="Set password and log in").click()
    expect(phone.get_by_text("Your new password is set")).to_be_visible()
    other = visit("/reset", **MOBILE)
    review.check(other, "reset-link", PHONE, "light")
