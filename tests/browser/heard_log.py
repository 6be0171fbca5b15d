"""The words of a page's live regions, in order, as a screen reader would be told of them."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from playwright.sync_api import BrowserContext, Page

LISTEN: Final = """
globalThis.heard = [];
const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
const whole = (region) =>
  region.matches(':is([role="status"], [role="alert"]):not([aria-atomic="false"])');
new MutationObserver((changes) => {
  const said = new Map(), fresh = new Set();
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      if (node.nodeType === 1)
        for (const one of [node, ...node.querySelectorAll(LIVE)])
          if (one.matches(LIVE)) fresh.add(one);
  for (const { target, addedNodes, type } of changes) {
    const place = target.nodeType === 1 ? target : target.parentElement;
    const region = place?.closest(LIVE);
    if (!region || fresh.has(region)) continue;
    const parts = type === "characterData" ? [target] : [...addedNodes];
    const text = (whole(region) ? [region] : parts).map((one) => one.textContent).join(" ");
    if (text.trim()) said.set(region, text.replace(/\\s+/g, " ").trim());
  }
  const note = (region, text, late) => heard.push({
    text, late, loud: region.matches('[role="alert"], [aria-live="assertive"]'),
    main: region.id === "announcements" });
  for (const [region, text] of said) note(region, text, false);
  for (const region of fresh)
    if (region.isConnected && region.matches(".notice")) note(region, region.textContent, true);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
QUESTION: Final = "Your turn. "
LEFT_OUT: Final = re.compile(r"^(One|\d+) more events? (?:is|are) in the log\. ")
JUDGE: Final = """async ([game, lines, frame]) => {
  const { isRestated, weigh } = await import(`/static/games/${game}/events.js`);
  return lines.map(({ event, text }) => (
    { text, audible: weigh(event) <= 2, restated: isRestated(event, frame) }));
}"""
"""The lines that are said with the plays, and those that the question of their frame repeats."""
SAID: Final = "(text) => heard.some((one) => one.text.includes(text))"
STALE: Final = """(turn) => [...document.querySelectorAll('[role="status"], [role="alert"]')]
  .filter((one) => one.textContent.includes(turn)).map((one) => one.textContent)"""

Messages = Sequence[dict[str, Any]]


class Heard(msgspec.Struct, frozen=True):
    """One text of a live region."""

    text: str
    main: bool
    """In the region of the table's announcements."""
    loud: bool
    """Assertive: it cuts off what is being said."""
    late: bool
    """A notice whose region came with its text, so a screen reader may say nothing."""


def listen(context: BrowserContext) -> None:
    """Notes what the pages of this profile say from their next loading on."""
    context.add_init_script(LISTEN)


def heard(page: Page) -> list[Heard]:
    return msgspec.convert(page.evaluate("() => heard"), list[Heard])


def wait_for_questions(page: Page, number: int) -> None:
    """Waits until so many questions were said."""
    page.wait_for_function(
        "([turn, number]) => heard.filter((one) => one.text.includes(turn)).length >= number",
        arg=[QUESTION, number],
    )


def questions(log: Sequence[Heard]) -> list[str]:
    """The questions of the log. Raises AssertionError where one is not the end of what is said."""
    asked = []
    for one in log:
        news, turn, question = one.text.partition(QUESTION)
        if turn:
            assert question, one
            assert QUESTION not in question, one
            assert question not in news, one
            asked.append(question)
    return asked


def left_out(log: Sequence[Heard]) -> int:
    """The number of events that were only counted."""
    counts = [found[1] for one in log if (found := LEFT_OUT.match(one.text))]
    return sum(1 if count == "One" else int(count) for count in counts)


def asked(messages: Messages) -> list[str]:
    """The questions that the server put to this page, each once."""
    last, found = None, []
    for frame in frames(messages):
        prompt = None if frame["outcome"] or frame["paused"] else frame["prompt"]
        key = prompt and prompt["key"]
        if key and key != last:
            found.append(frame["prompt_text"])
        last = key
    return found


def frames(messages: Messages) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "frame"]


def check_notice(page: Page, text: str) -> None:
    """Checks that a notice with this text was said, by a region that had stood there before it."""
    notices = [one for one in heard(page) if text in one.text and not one.main]
    assert notices, heard(page)
    assert not any(one.late or one.loud for one in notices), notices


def check(page: Page, game: str, messages: Messages) -> None:
    """Checks that the page said all that this seat was sent, in order, news before the question."""
    told = []
    for frame in frames(messages):
        told.extend(page.evaluate(JUDGE, [game, frame["events"], frame]))
    page.wait_for_function(SAID, arg=[one["text"] for one in told if one["audible"]][-1])
    log = heard(page)
    wrong = [one for one in log if one.loud or one.late]
    assert not wrong, wrong
    table = [one for one in log if one.main]
    assert questions(table) == asked(messages), (questions(table), asked(messages))
    said, at, missing = "\n".join(one.text for one in table), 0, []
    for one in told:
        if one["audible"]:
            found = said.find(one["text"], at)
            if found >= 0:
                at = found + len(one["text"])
            elif not one["restated"]:
                missing.append(one["text"])
    assert len(missing) <= left_out(table), missing
    if frames(messages)[-1]["prompt"] is None:
        stale = page.evaluate(STALE, QUESTION)
        assert not stale, stale
