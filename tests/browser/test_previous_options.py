"""A host's earlier rules, chosen again at another table at one press."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Reopen
from tests.browser.page_steps import connection, new_table, open_table, prepare


def test_earlier_rules_and_the_standard_game_are_one_press_away(reopened: Reopen) -> None:
    page = reopened("/login")
    with connection(page, new_table(page, "Ann")) as line:
        prepare(line, 3, "steady", "off", hands=7)
        assert line.ask("start")["type"] == "done"
    open_table(page, "")
    some_hands = page.get_by_role("radio", name="After some hands")
    expect(some_hands).not_to_be_checked()
    page.get_by_text("Saved rules").click()
    page.get_by_role("button", name=re.compile("^Use these rules: (?!Standard)")).click()
    expect(some_hands).to_be_checked()
    expect(page.get_by_label("Number of hands")).to_have_value("7")
    page.get_by_role("button", name="Use these rules: Standard rules").click()
    expect(some_hands).not_to_be_checked()


TYPED_AT_ONCE = """
() => new Promise((done) => {
  new MutationObserver((_, observer) => {
    const field = document.getElementById("option-end_deals");
    if (!field) return;
    observer.disconnect();
    field.value = "7";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    setTimeout(() => done(field.value), 500);
  }).observe(document.body, { childList: true, subtree: true });
  for (const radio of document.querySelectorAll("input[type=radio]"))
    if (radio.parentElement.textContent.includes("After some hands")) radio.click();
})
"""
"""Types into the field in the moment in which it appears; what stands there half a second later."""


def test_a_number_that_is_typed_as_soon_as_its_field_appears_stays(reopened: Reopen) -> None:
    page = reopened("/login")
    open_table(page, "Ann")
    assert page.evaluate(TYPED_AT_ONCE) == "7"
