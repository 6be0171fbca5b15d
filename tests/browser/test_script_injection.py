"""Script injection: hostile text stays text on every page that shows what people write.

A script that the policy blocked fails the test too, since it got as far as the page.
"""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from app.games import GAMES
from app.ops import admin_user
from tests.browser.conftest import PageOpener
from tests.browser.page_steps import post
from tests.conftest import run
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

PASSWORD: Final = "correct horse battery"
NAME: Final = "O'x' onload=alert(1)"
"""As hostile as a name may be, since markup is refused."""
WORDS: Final = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "\"><svg onload=alert(3)> ' onmouseover='alert(4)",
    "</script></title></textarea><iframe srcdoc='<script>alert(5)</script>'>",
    (
        "javascript:alert(6) {{7*7}} ${alert(7)} <a href=javascript:alert(8)>x</a> "
        "<!-- <base href=//evil.example> ]]>"
    ),
)
TRAP: Final = """
window.caught = [];
for (const name of ["alert", "confirm", "prompt"])
  window[name] = (word) => caught.push(`${name}(${word})`);
document.addEventListener("securitypolicyviolation", (event) =>
  caught.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


class TrappedPage:
    """A page that records every script dialog and every breach of the policy."""

    def __init__(self, visit: PageOpener) -> None:
        context = visit.profile(user_agent=f"Browser {WORDS[0]} {WORDS[1]}")
        context.add_init_script(TRAP)
        self.page: Page = visit.new_page(context, "")

    def at(self, path: str) -> Page:
        self.page.goto(path)
        self.page.wait_for_load_state("load")
        self.check()
        return self.page

    def check(self) -> None:
        assert self.page.evaluate("caught") == [], self.page.url


@pytest.fixture
def host(live_server: ServerProcess) -> Iterator[Visitor]:
    """The host of a listed table."""
    person = Visitor(live_server.base_url, GAMES[0].slug)
    yield person
    person.http.close()


def test_hostile_text_stays_text(visit: PageOpener, database_url: str, host: Visitor) -> None:
    visit.allow_error("status of 422")  # an impossible date
    run(admin_user.create_or_update(database_url, "Watchman", PASSWORD, admin=True))
    room = host.open_room(NAME, listed="true")
    guest = TrappedPage(visit)
    with host.connect(room) as line:
        shown = line.receive_until("room")
        for words in WORDS:
            assert line.ask("say", text=words)["type"] == "done"

        expect(guest.at("/").get_by_text("x' onload=alert(1)").first).to_be_visible()
        page = guest.at(f"/join/{shown['secret']}")
        expect(page.get_by_text("x' onload=alert(1)").first).to_be_visible()
        page.get_by_label("Your name").fill("Y' onclick='alert(9)")
        page.get_by_role("button", name="Join and sit down").click()
        page.wait_for_url(f"**/table/{room}")
        for words in WORDS:
            expect(page.get_by_text(words).first).to_be_attached()
        expect(page.get_by_text("x' onload=alert(1)").first).to_be_attached()
        guest.check()

        expect(guest.at("/account").get_by_text("<script>alert(1)</script>").first).to_be_visible()
        for path in (
            "/table/" + room + "/rules",
            "/history",
            "/account/delete",
            "/login?next=" + WORDS[0],
            "/people/" + shown["you"],
        ):
            guest.at(path)

        post(page, "/login", {"name": "Watchman", "password": PASSWORD})
        for path in (
            f"/admin/people?q={WORDS[1]}",
            f"/admin/audit?subject={WORDS[2]}",
            f"/admin/matches?player={WORDS[0]}&since={WORDS[1]}",
        ):
            guest.at(path)
    person = f"/admin/people/{shown['you']}"
    for words in WORDS[:2]:
        post(page, f"{person}/suspend", {"reason": words, "forever": "true"})
        post(page, f"{person}/lift", {"reason": words})
    for path in (person, "/admin/audit"):
        page = guest.at(path)
        for words in WORDS[:2]:
            expect(page.get_by_text(words).first).to_be_attached()


def test_the_trap_catches_a_script(visit: PageOpener) -> None:
    """Otherwise the test above could not fail."""
    visit.allow_error("Content Security Policy")
    guest = TrappedPage(visit)

    def with_script(route: Route) -> None:
        answer = route.fetch()
        hostile = "<img src=data:, onerror=alert(1)></main>"
        route.fulfill(response=answer, body=answer.text().replace("</main>", hostile))

    guest.page.route("**/fair", with_script)
    guest.page.goto("/fair")
    guest.page.wait_for_function("() => caught.length > 0")
    with pytest.raises(AssertionError):
        guest.check()
