"""Looking back, from the end of a match to a step of its replay, by keyboard on a small phone."""

import json
import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import PageOpener
from tests.browser.page_review import PageReview
from tests.browser.page_steps import table_after_match

PROGRESS = {"type": "progress", "stage": "look", "done": 3, "of": 12}
MOMENT = {
    "step": 4,
    "deal": 1,
    "question": "Nine of hearts, worth 9. Low wins: follow with hearts, usurp, or uprise.",
    "made": "Make a Power Play with green Committeeman, red Delegate and Endorsement",
    "other": "Score with the three of hearts",
    "gain": -35,
    "margin": 7,
    "deals": 128,
}
FOUND = {
    "type": "found",
    "answers": 20,
    "choices": 12,
    "tried": 12,
    "level": 2,
    "whole": True,
    "moments": [MOMENT, {**MOMENT, "step": 6, "gain": 21}],
}


def test_a_player_looks_back_and_goes_to_the_step_in_the_replay(
    visit: PageOpener, review: PageReview
) -> None:
    """The server says how far it is; what it finds is made up, for that takes it long."""
    page = visit()
    table_after_match(page, "Ann")
    page.get_by_role("link", name="look back", exact=True).click()
    section = page.get_by_role("region", name="Look back")
    button = section.get_by_role("button", name="Look back", exact=True)
    expect(button).to_be_in_viewport()
    status = section.get_by_role("status")
    button.press("Enter")
    expect(section.get_by_role("progressbar")).to_have_attribute("max", re.compile(r"\d"))
    page.reload()

    page.route("**/look-back*", refuse)
    button.press("Enter")
    expect(status).to_contain_text("One at a time.")
    page.unroute("**/look-back*")
    page.route("**/look-back*", answer_with_two_moments)
    page.set_viewport_size({"width": 360, "height": 780})
    section.get_by_label("Whose answers").select_option(index=1)
    button.press("Enter")
    expect(status).to_contain_text("2 decisions stood out.")
    first = section.get_by_role("listitem").first
    expect(first).to_contain_text("Better by 35, give or take 7, in 128 imagined deals.")
    expect(section.get_by_role("listitem").last).to_contain_text("Usual")
    for theme in ("light", "dark"):
        review.check(page, "look-back", (360, 780), theme, part="#look-back-panel")
    first.get_by_role("link", name="Show it in the replay").press("Enter")
    expect(page.get_by_role("heading", name="Step by step")).to_be_focused()
    expect(page.get_by_role("slider", name="Step")).to_have_value("4")
    expect(page.get_by_label("See")).not_to_have_value("public")


def answer_with_two_moments(route: Route) -> None:
    lines: list[Any] = [PROGRESS, FOUND]
    body = "".join(json.dumps(line) + "\n" for line in lines)
    route.fulfill(content_type="application/jsonl", body=body)


def refuse(route: Route) -> None:
    line = {"type": "failed", "error": "One at a time."}
    route.fulfill(content_type="application/jsonl", body=json.dumps(line) + "\n")
