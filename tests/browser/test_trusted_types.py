"""The policy of a page: no text becomes markup or script, and no other host is asked."""

import pytest

from tests.browser.conftest import PageOpener
from tests.browser.page_steps import open_table

SINKS = (
    "document.body.innerHTML = '<b>text</b>'",
    "document.body.insertAdjacentHTML('beforeend', '<b>text</b>')",
    "document.createElement('script').src = '/static/js/site/page.js'",
    "document.createElement('script').text = 'globalThis.ran = true'",
    "new DOMParser().parseFromString('<b>text</b>', 'text/html')",
    "new Worker('/static/js/table/net/heartbeat_worker.js')",
    "trustedTypes.createPolicy('another', { createHTML: (text) => text })",
)
ASKS = (
    "new Image().src = 'https://another.example'",
    "fetch('https://another.example').catch(() => {})",
)


def test_text_is_neither_markup_nor_script_and_a_worker_belongs_to_tables_alone(
    visit: PageOpener,
) -> None:
    visit.allow_error("Trusted|trusted-types")
    page = visit("/")
    for sink in SINKS:
        thrown = page.evaluate(f"() => {{ try {{ {sink}; }} catch (e) {{ return e.name; }} }}")
        assert thrown == "TypeError", sink
    with page.expect_worker() as started:
        open_table(page, "Ann", unfold=False)
    assert "heartbeat_worker.js" in started.value.url
    thrown = page.evaluate(
        """() => {
          try { trustedTypes.createPolicy("heartbeat", { createScriptURL: (text) => text }); }
          catch (error) { return error.name; }
        }"""
    )
    assert thrown == "TypeError"


def test_a_page_asks_no_other_host_and_a_try_fails_its_test(visit: PageOpener) -> None:
    page = visit("/fair")
    for ask in ASKS:
        with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
            page.evaluate(f"() => {{ {ask}; }}")
        with pytest.raises(AssertionError, match="Content Security Policy"):
            visit.check()
