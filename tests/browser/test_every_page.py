"""Every page, checked by axe and photographed at three widths in the light and dark theme.

A page in another state is looked at where it differs.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from app.ops import admin_user
from app.rules.play import all_prompts, first_questions
from app.rules.replay import Setup
from bench.play import match
from tests.browser.conftest import PageOpener
from tests.browser.moment_stage import MomentStage
from tests.browser.page_player import play
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.browser.page_steps import (
    GAME,
    add_bots,
    connection,
    invite_link,
    join,
    log_in,
    new_table,
    open_table,
    prepare,
    table_after_match,
    table_of_bots,
    to_play,
    unused_name,
)
from tests.conftest import run

ASKED = ".bar, .felt, .oval"
"""The parts of a table that a question changes."""
MOMENTS: Mapping[str, Callable[[Any], bool]] = {
    "table-window": lambda public: public.phase == "takeover",
    "table-bonuses": lambda public: public.phase == "bonus",
    "table-trick": lambda public: public.trick is not None and len(public.trick.sets) > 1,
    "table-interval": lambda public: public.phase == "interval",
}
NOT_FOUND = r"status of 40[34]"


def test_the_pages_that_anybody_may_open(visit: PageOpener, review: PageReview) -> None:
    visit.allow_error(NOT_FOUND)
    page = visit("/")
    for name, path in [
        ("home", "/"),
        ("rules-of-all", "/rules"),
        ("rules", f"/rules/{GAME.slug}"),
        ("login", "/login"),
        ("signup", "/signup"),
        ("docs", "/docs"),
        ("not-found", "/nowhere"),
        ("invitation-void", "/join/AAAAAAAAAAAAAAAAAAAAAA"),
    ]:
        page.goto(path)
        review.check_all_sizes(page, name)
    page.goto(f"/leaderboard/{GAME.slug}")
    review.check(page, "leaderboard-empty", PHONE, "light", part="main")


def test_the_ways_to_a_table_and_the_room_before_the_start(
    visit: PageOpener, review: PageReview
) -> None:
    ann = visit()
    open_table(ann, "Ann", listed=True)
    link = invite_link(ann)
    ben = visit(link)
    review.check_all_sizes(ben, "invitation")
    join(ben, "Ben")
    for size, theme in ((PHONE, "light"), (DESK, "dark")):
        review.check(ben, "room-guest", size, theme)

    code = ann.locator(".code-letters").inner_text()
    cleo = visit("/")
    review.check_all_sizes(cleo, "home-with-a-table", part=".listed")
    door = cleo.get_by_role("region", name="Join by code")
    door.get_by_label("Five letters").fill(code)
    door.get_by_label("Your name").fill("Cleo")
    door.get_by_role("button", name="Ask to join").click()
    expect(cleo.get_by_text("has heard you")).to_be_visible()
    review.check_all_sizes(cleo, "knock")

    expect(ann.get_by_text("Cleo asks to join.")).to_be_visible()
    add_bots(ann, 2)
    review.check_all_sizes(ann, "room-host")
    table = ann.url
    ann.goto(f"{table}/rules")
    review.check(ann, "rules-of-the-table", PHONE, "light", part="[aria-labelledby=differs]")
    ann.goto("/")
    review.check_all_sizes(ann, "home-with-my-table", part=".waiting")


def test_the_table_from_the_first_deal_to_the_interval(
    visit: PageOpener, review: PageReview
) -> None:
    """States of a random match; test_small_screens.py measures all questions at more sizes."""
    stage = MomentStage(visit())
    moments = dict(MOMENTS)
    for state in match(GAME, Setup(5, GAME.options(), ranked=True), random.Random(1)):
        asked = first_questions(all_prompts(GAME, state))
        for name in [name for name, comes in moments.items() if asked and comes(state.public)]:
            stage.lay(GAME, state, min(asked))
            if name == "table-trick":
                review.check_all_sizes(stage.page, name, whole=False)
            else:
                for size, theme in ((PHONE, "light"), (DESK, "dark")):
                    review.check(stage.page, name, size, theme, whole=False, part=ASKED)
            del moments[name]
        if not moments:
            return
    raise AssertionError(f"never seen: {[*moments]}")


def test_the_sheets_over_the_table(visit: PageOpener, review: PageReview) -> None:
    page = visit()
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    for size in (PHONE, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        tools = page.get_by_role("navigation", name="Table").get_by_role("button")
        expect(tools.and_(page.get_by_label("Ladder", exact=True))).to_have_count(
            1 if size == PHONE else 0
        )
        names = tools.evaluate_all("(all) => all.map((tool) => tool.getAttribute('aria-label'))")
        for name in names:
            if name.startswith("Sound") or (size == DESK and name.startswith("Chat")):
                continue
            tools.and_(page.get_by_label(name, exact=True)).click()
            sheet = page.get_by_role("dialog")
            expect(sheet).to_be_visible()
            picture = f"sheet-{name.split(',')[0].lower()}"
            theme = "light" if size == PHONE else "dark"
            review.check(page, picture, size, theme, whole=False, part="dialog")
            if size == PHONE:
                review.check_doubled_text(page, picture)
            if name.startswith("Menu"):
                for way in ("Settings", "Keyboard shortcuts"):
                    sheet.get_by_role("button", name=way).click()
                    expect(page.get_by_role("dialog", name=way)).to_be_visible()
                    picture = f"sheet-{way.lower()}"
                    review.check(page, picture, size, theme, whole=False, part="dialog")
                    if size == PHONE:
                        review.check_doubled_text(page, picture)
                    page.get_by_role("button", name="Close").click()
                    tools.and_(page.get_by_label(name, exact=True)).click()
            page.get_by_role("button", name="Close").click()
            expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused", exact=True)).to_be_visible()
    review.check_all_sizes(page, "table-paused", whole=False, part=".banners, .bar")


def test_the_pages_of_people_and_their_past(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    ann = visit()
    table_after_match(ann, "Ann")
    review.check_all_sizes(ann, "result")
    match = ann.get_by_role("link", name="Watch the replay").get_attribute("href") or ""
    ann.get_by_role("link", name="Results so far").click()
    expect(ann.get_by_role("heading", name="Results")).to_be_visible()
    review.check_all_sizes(ann, "room-results")
    ann.goto("/account")
    review.check(ann, "account-guest", PHONE, "light")
    ann.goto("/signup")
    anns = unused_name(18 * "W")  # as wide as a name can be, with a number after it
    ann.get_by_label("Name").fill(anns)
    ann.get_by_label("Password").fill("correct horse battery")
    ann.get_by_role("button", name="Become a member").click()
    expect(ann.get_by_role("heading", name="Your recovery code")).to_be_visible()
    review.check_all_sizes(ann, "account-recovery")
    ann.get_by_role("link", name="I have kept it").click()
    ann.goto("/account")
    review.check_all_sizes(ann, "account")
    ann.goto("/account/delete")
    review.check_all_sizes(ann, "account-delete")
    ann.goto("/history")
    review.check_all_sizes(ann, "history")
    ann.goto("/history")
    ann.get_by_role("link", name="My page").click()
    review.check_all_sizes(ann, "profile")
    ann.goto(f"/leaderboard/{GAME.slug}")
    review.check_all_sizes(ann, "leaderboard")
    ann.goto(match)
    expect(ann.get_by_role("region", name="Replay")).to_be_visible()
    ann.keyboard.press("End")
    review.check_all_sizes(ann, "match")
    ann.get_by_role("link", name="Report a problem").click()
    ann.get_by_text("Something doesn’t work").click()
    ann.get_by_label("What happened?").fill("A card fell behind the table.\nTwice.")
    ann.get_by_role("button", name="Send report").click()
    expect(ann.get_by_text("open", exact=True)).to_be_visible()
    review.check_all_sizes(ann, "report")

    with connection(ann, new_table(ann, "")) as table:
        prepare(table, 3, "steady", "off", None)
        assert table.ask("start")["type"] == "done"
    run(admin_user.create_or_update(database_url, "Warden", "correct horse battery", admin=True))
    admin = visit("/login")
    log_in(admin, "Warden", "correct horse battery")
    for name, path in [
        ("matches", "/admin/matches"),
        ("match", f"/admin{match.replace('match', 'matches')}"),
        ("overview", "/admin/overview"),
        ("tables", "/admin/tables"),
        ("people", "/admin/people"),
    ]:
        admin.goto(path)
        review.check_all_sizes(admin, f"admin-{name}")
    admin.get_by_role("row").filter(has_text=anns).get_by_role("link").first.click()
    review.check_all_sizes(admin, "admin-person")
    admin.goto("/admin/matches?state=running")
    admin.get_by_role("row").filter(has_text=anns).get_by_role("link").first.click()
    review.check_all_sizes(admin, "admin-match-running", part="[aria-labelledby=public]")
    admin.goto("/admin/audit")
    review.check_all_sizes(admin, "admin-audit")
