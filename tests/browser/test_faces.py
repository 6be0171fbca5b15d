"""Portraits and reactions in two browsers: chosen, seen by the other, read out, and gone again."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import (
    FOR_TWO,
    invite_link,
    join,
    messages_to,
    new_table,
    open_table,
    start,
)

PELICAN = re.compile("^a pelican")


def test_a_portrait_is_changed_in_two_taps_and_a_reaction_passes_over_it(
    visit: PageOpener,
) -> None:
    ann, review = visit(), PageReview()
    open_table(ann, "Ann", game=FOR_TWO, clock="off")  # a clock would send frames on a slow machine
    ben = visit(invite_link(ann))
    join(ben, "Ben")
    theirs = ben.get_by_role("list", name="Seats").get_by_role("img")

    ann.get_by_role("button", name="Change your portrait").press("Enter")
    birds = ann.get_by_role("group", name="Bird")
    birds.get_by_role("button", name="a pelican").press("Space")
    expect(theirs.first).to_have_attribute("aria-label", PELICAN)
    expect(birds.get_by_role("button", name="a pelican")).to_have_attribute("aria-pressed", "true")
    ann.get_by_role("group", name="Worn").get_by_role("button", name="pearls").click()
    expect(theirs.first).to_have_attribute("aria-label", "a pelican with pearls")
    review.check_all_sizes(ann, "choice-of-portrait", part=".faces")
    ann.get_by_role("button", name="Change your portrait: a pelican with pearls").click()
    expect(birds).to_be_hidden()
    told = messages_to(ann)
    ann.reload()
    expect(
        ann.get_by_role("button", name="Change your portrait: a pelican with pearls")
    ).to_be_visible()

    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    start(ann)
    react(ann, "bravo")
    over = ben.locator("[data-reaction=bravo]")
    expect(over.first).to_be_visible()
    expect(ben.locator("#announcements")).to_contain_text("Ann: bravo.")
    expect(over).to_have_count(0)
    expect(ben.get_by_role("log", name="Chat")).not_to_contain_text("bravo")

    before = len(told)
    mute = ben.get_by_role("button", name="Mute Ann").first
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    react(ann, "thanks")
    expect(ann.locator("[data-reaction=thanks]").first).to_be_visible()
    assert ben.locator("[data-reaction]").count() == 0
    assert {message["type"] for message in told[before:]} <= {"done", "reacted", "pong"}
    review.close()


def react(page: Page, name: str) -> None:
    page.get_by_role("group", name="Reactions").get_by_role("button", name=name).click()


def test_the_account_page_has_the_portraits_to_choose_from_by_keys_and_on_a_small_phone(
    visit: PageOpener,
) -> None:
    ann, review = visit(viewport={"width": 360, "height": 740}), PageReview()
    new_table(ann, "Ann")
    ann.goto("/account")
    ann.get_by_role("group", name="Bird").get_by_role("button", name="a pelican").press("Enter")
    says = ann.get_by_role("region", name="Portrait").get_by_role("status")
    expect(says).to_have_text(re.compile("^You are a pelican"))
    ann.get_by_role("group", name="Worn").get_by_role("button", name="pearls").click()
    expect(says).to_have_text("You are a pelican with pearls.")
    review.check_all_sizes(ann, "account-portrait", part=".faces")
    ann.reload()
    expect(says).to_have_text("You are a pelican with pearls.")
    review.close()
