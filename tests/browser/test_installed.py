"""The house as an installed app: awake while a match runs, a badge, and a page for bad hours."""

from contextlib import closing

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_review import PageReview
from tests.browser.page_steps import open_table, start
from tests.browser.test_your_turn import home_of
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.web.routes.test_slow_tables import FOR_TWO, begin
from tests.web.visitors import Visitor

INSTALLED = """
const media = globalThis.matchMedia;
globalThis.matchMedia = (query) =>
  query.includes("display-mode: standalone") ? media("all") : media.call(globalThis, query);
globalThis.badges = [];
navigator.setAppBadge = async (number) => badges.push(number);
navigator.clearAppBadge = async () => badges.push(0);
globalThis.locks = [];
navigator.wakeLock.request = async () => {
  const lock = Object.assign(new EventTarget(), { released: false });
  lock.release = async () => { lock.released = true; };
  locks.push(lock);
  return lock;
};
"""
"""The page runs as an app, and tells what it asks of the device."""
AWAKE = "() => locks.length === 1 && !locks[0].released"
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  if (hidden) locks.at(-1).released = true;  // as the browser does
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def installed(page: Page) -> Page:
    page.add_init_script(INSTALLED)
    page.reload()
    return page


def test_an_installed_app_stays_awake_counts_its_tables_and_says_when_the_server_is_gone(
    browser: Browser, review: PageReview, new_server: NewServer
) -> None:
    with new_server() as server:
        visit = PageOpener(browser, server)
        page = visit()
        page.add_init_script(INSTALLED)
        open_table(page, "Ann", bots=3, clock="off")
        expect(page.get_by_role("button", name="Start")).to_be_enabled()
        assert page.evaluate("() => locks.length") == 0, "nobody plays yet"
        start(page)
        page.wait_for_function(AWAKE)
        page.wait_for_function("() => badges.at(-1) === 1")
        page.evaluate(HIDDEN, True)
        page.evaluate(HIDDEN, False)
        page.wait_for_function("() => locks.length === 2 && !locks[1].released")
        page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        visit.allow_error("net::ERR_|WebSocket connection")  # the server dies
        server.kill()
        page.goto("/")
        expect(page.get_by_role("heading", name="The house is out of reach.")).to_be_visible()
        review.check_all_sizes(page, "offline")
        server.start()
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("heading", level=1)).not_to_contain_text("out of reach")
        visit.close()


def test_the_badge_counts_slow_tables_that_no_page_shows(
    visit: PageOpener, live_server: ServerProcess
) -> None:
    with (
        closing(Visitor(live_server.base_url, FOR_TWO.slug)) as odette,
        closing(Visitor(live_server.base_url, FOR_TWO.slug)) as percy,
    ):
        begin(odette, percy)
        waited_for = [one for one in (odette, percy) if one.get("/api/waiting").json()["tables"]]
        page = home_of(visit, waited_for[0])
    installed(page)
    page.wait_for_function("() => badges.at(-1) === 1")
    stranger = installed(visit("/"))
    assert stranger.evaluate("() => badges") == [], "nobody waits for a stranger"


def test_a_page_in_a_tab_has_no_worker_of_ours(reopened: Reopen) -> None:
    page = reopened("/")
    page.wait_for_function("() => document.readyState === 'complete'")
    assert (
        page.evaluate("() => navigator.serviceWorker.getRegistrations().then((r) => r.length)") == 0
    )
