"""Notifications: the switch on the account page, and what the worker shows when a message comes.

No push service can be reached from here, so a browser's subscription is made up; all else is real:
the permission, the worker, its push event, and the notification.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from app.ops.doctor import browser as find_browser
from app.web.push.encryption import encode
from tests.browser.conftest import PageOpener
from tests.browser.launch_arguments import LAUNCH_ARGUMENTS
from tests.browser.page_review import PageReview
from tests.browser.page_steps import new_table
from tests.conftest import NewServer
from tests.ops.conftest import until
from tests.server_process import ServerProcess
from tests.web.push.browser import Browser
from tests.web.routes.test_push import PUSH_KEY

SUBSCRIBES = """
const keys = %s;
const made = () => JSON.parse(localStorage.getItem("made") ?? "null");
const subscription = () => made() && {
  options: { applicationServerKey: new Uint8Array(made().key).buffer },
  toJSON: () => keys,
  unsubscribe: async () => localStorage.removeItem("made"),
};
PushManager.prototype.getSubscription = async () => subscription();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly) throw new Error("Chrome takes no silent ones");
  const text = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
  const key = [...text].map((sign) => sign.charCodeAt(0));
  localStorage.setItem("made", JSON.stringify({ key }));
  return subscription();
};
"""
SPOILS = """({
  plain: () => Object.defineProperty(globalThis, "isSecureContext", { value: false }),
  old: () => delete globalThis.PushManager,
  denied: () => Object.defineProperty(Notification, "permission", { value: "denied" }),
})[new URLSearchParams(location.search).get("spoil")]?.()"""
OF_THE_KEY_OF_TODAY = "() => JSON.parse(localStorage.getItem('made')).key.length === 65"
TITLES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title }) => title)"""
COUNTS = """() => {
  globalThis.badges = [];
  navigator.setAppBadge = async (number) => badges.push(number);
}"""
COUNTED = """async () => {
  while (!badges.length) await new Promise((later) => setTimeout(later, 50));
  return badges[0];
}"""
TAPPED = """async (title) => {
  const [notification] = (await registration.getNotifications()).filter((n) => n.title === title);
  return new Promise((opened) => {
    clients.openWindow = async (path) => opened(path);  // a real one needs a finger
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
}"""


@pytest.fixture(scope="module")
def browser(browser: Chromium) -> Iterator[Chromium]:
    """A whole Chromium, without a window: the shell alone says that notifications are denied."""
    started = browser.browser_type.launch(
        executable_path=find_browser(), args=LAUNCH_ARGUMENTS, headless=True
    )
    yield started
    started.close()


@pytest.fixture(scope="module")
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server with a key for notifications."""
    with new_server(
        PECKING_ORDER_PUSH_KEY=PUSH_KEY, PECKING_ORDER_SECURITY_CONTACT="mailto:me@cards.example"
    ) as server:
        yield server


def account_page(visit: PageOpener, name: str, *permissions: str, keys: str) -> Page:
    page = visit(permissions=list(permissions))
    page.add_init_script(SUBSCRIBES % keys)
    new_table(page, name)
    page.goto("/account")
    return page


def switch(page: Page) -> Any:
    return page.get_by_role("switch", name="Notify me on this device")


def workers(page: Page) -> int:
    found: int = page.evaluate(
        "() => navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    )
    return found


def test_a_person_has_this_browser_notified_and_stops_it(
    visit: PageOpener, review: PageReview
) -> None:
    browser = Browser()
    keys = {"p256dh": encode(browser.point), "auth": encode(browser.auth)}
    subscription = json.dumps({"endpoint": browser.endpoint, "keys": keys})
    page = account_page(visit, "Hanna", "notifications", keys=subscription)
    region = page.get_by_role("region", name="Notifications")
    expect(switch(page)).not_to_be_checked()
    assert workers(page) == 0, "nobody has wished for one"
    switch(page).press("Space")
    expect(region.get_by_role("status")).to_have_text("This device is notified.")
    review.check_all_sizes(page, "account-notifications", part="[aria-labelledby=notifications]")
    page.reload()
    expect(switch(page)).to_be_checked()
    page.evaluate("() => localStorage.setItem('made', '{\"key\": [1, 2, 3]}')")
    page.reload()
    expect(switch(page)).to_be_checked()
    page.wait_for_function(OF_THE_KEY_OF_TODAY)  # the server has another key by now
    assert workers(page) == 1
    switch(page).press("Space")
    expect(region.get_by_role("status")).to_have_text("This device is notified no more.")
    assert (workers(page), page.evaluate("() => localStorage.getItem('made')")) == (0, None)
    page.reload()
    expect(switch(page)).not_to_be_checked()


def test_where_it_cannot_be_one_line_says_why_and_a_failure_changes_nothing(
    visit: PageOpener,
) -> None:
    page = visit(permissions=["notifications"])
    page.add_init_script(SUBSCRIBES % "{}")
    page.add_init_script(SPOILS)
    new_table(page, "Quentin")
    said = page.get_by_role("region", name="Notifications").get_by_role("status")
    for spoil, line in (
        ("plain", "plain http"),
        ("old", "add Pecking Order to the home screen"),
        ("denied", "Its settings"),
    ):
        page.goto(f"/account?spoil={spoil}")
        expect(said).to_contain_text(line)
        expect(switch(page)).to_have_count(0)
    page.goto("/account")
    page.evaluate("() => { PushManager.prototype.subscribe = async () => { throw Error('no') }; }")
    switch(page).press("Space")
    expect(said).to_contain_text("That didn’t work")
    expect(switch(page)).not_to_be_checked()


def test_a_message_is_shown_and_leads_to_its_table(visit: PageOpener) -> None:
    browser = Browser()
    keys = {"p256dh": encode(browser.point), "auth": encode(browser.auth)}
    subscription = json.dumps({"endpoint": browser.endpoint, "keys": keys})
    page = account_page(visit, "Rosalind", "notifications", keys=subscription)
    switch(page).press("Space")
    page.wait_for_function("() => navigator.serviceWorker.ready.then((one) => !!one.active)")
    for table in ("Usurp", "Thursday’s table"):
        deliver(page, {"table": table, "room": "r1"})
        title = f"Your turn at {table}"
        until(partial(shows, page, title), f"{title} is not shown")
    deliver(page, {"table": "Skuncum", "room": "../r2"})
    until(partial(shows, page, "Your turn at Skuncum"), "it is not shown")
    shown = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
          .map(({ title, body, data }) => [title, body, data]).sort()"""
    )
    assert shown == [
        ["Your turn at Skuncum", "", "/table/..%2Fr2"],
        ["Your turn at Thursday’s table", "", "/table/r1"],
    ], "a later message of one table replaces the earlier one"
    (worker,) = page.context.service_workers
    worker.evaluate(COUNTS)
    deliver(page, {"table": "Usurp", "room": "r3"})
    until(partial(shows, page, "Your turn at Usurp"), "it is not shown")
    assert worker.evaluate(COUNTED) == 0, "the server knows of no slow table that waits"
    assert worker.evaluate(TAPPED, "Your turn at Thursday’s table") == "/table/r1"
    until(lambda: len(page.evaluate(TITLES)) == 2, "it stays after it was tapped")


def shows(page: Page, title: str) -> bool:
    return title in page.evaluate(TITLES)


def deliver(page: Page, said: dict[str, str]) -> None:
    """A message comes to the page's worker, as from its push service."""
    protocol = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(event["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    page.wait_for_function("() => true")
    origin = page.evaluate("() => origin")
    (registration,) = {one["registrationId"] for one in found if not one["isDeleted"]}
    message = {"origin": origin, "registrationId": registration, "data": json.dumps(said)}
    protocol.send("ServiceWorker.deliverPushMessage", message)
    protocol.detach()
