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
JUDGE: Final = """async ([game, frames]) => {
  const { isRestated, weigh } = await import(`/static/games/${game}/events.js`);
  return JSON.parse(frames).flatMap((frame) =>
    frame.events.filter(({ event }) => weigh(event) <= 2).map(({ event, text }) => (
      { text, restated: isRestated(event, frame) })));
}"""
"""The lines that are said with the plays, and those that the question of their frame repeats."""
STEP_MS: Final = 100
LONGEST_SILENCE_MS: Final = 20_000
"""A page waits six seconds at most between two announcements; only a failure takes that long."""
STALE: Final = """(turn) => [...document.querySelectorAll('[role="status"], [role="alert"]')]
  .filter((one) => one.textContent.includes(turn)).map((one) => one.textContent)"""

Messages = Sequence[dict[str, Any]]


class Told(msgspec.Struct, frozen=True):
    """One line that the server sent, and that is to be said."""

    text: str
    restated: bool = False
    """The question of its frame says it again."""


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
    """Waits until this many questions were said."""
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
        prompt = None if frame.get("outcome") or frame.get("paused") else frame["prompt"]
        key = prompt and prompt["key"]
        if key and key != last:
            found.append(frame["prompt_text"])
        last = key
    return found


def frames(messages: Messages) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "frame"]


def check_notice(page: Page, text: str) -> None:
    """Checks that a notice with this text was said, by a region that had stood there before it."""
    found = [one for one in heard(page) if text in one.text and not one.main]
    assert found, heard(page)
    assert not any(one.late or one.loud for one in found), found


def check(page: Page, game: str, messages: Messages) -> None:
    """Checks that the page said all that this seat was sent, in order, news before the question."""
    shown = msgspec.json.encode(frames(messages)).decode()
    told = msgspec.convert(page.evaluate(JUDGE, [game, shown]), list[Told])
    log = wait_for_all(page, told, len(asked(messages)))
    wrong = [one for one in log if one.loud or one.late]
    assert not wrong, wrong
    table = [one for one in log if one.main]
    assert questions(table) == asked(messages), (questions(table), asked(messages))
    missing = missing_lines(told, spoken(table))
    assert len(missing) <= left_out(table), missing
    if frames(messages)[-1]["prompt"] is None:
        stale = page.evaluate(STALE, QUESTION)
        assert not stale, stale


def wait_for_all(page: Page, told: Sequence[Told], asked: int) -> list[Heard]:
    """The log once all lines and questions are said; after LONGEST_SILENCE_MS as it is."""
    log, silent = heard(page), 0
    while silent < LONGEST_SILENCE_MS:
        table = [one for one in log if one.main]
        whole = len(missing_lines(told, spoken(table))) <= left_out(table)
        if whole and len(questions(table)) >= asked:
            break
        page.wait_for_timeout(STEP_MS)
        before, log = log, heard(page)
        silent = 0 if len(log) > len(before) else silent + STEP_MS
    return log


def spoken(log: Sequence[Heard]) -> str:
    return "\n".join(one.text for one in log)


def missing_lines(told: Sequence[Told], said: str) -> list[str]:
    """The fewest lines to leave out, so that the others are said in their order.

    The first place of a line is not always its own: an earlier line of the same words may have been
    left out. So for each number of lines left out, the earliest end of those found is kept.
    """
    ends: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for one in told:
        ways = []
        for end, missing in ends.values():
            found = said.find(one.text, end)
            if found >= 0:
                ways.append((found + len(one.text), missing))
            ways.append((end, missing if one.restated else (*missing, one.text)))
        ends = {}
        for end, missing in sorted(ways, reverse=True):
            ends[len(missing)] = (end, missing)
    return list(ends[min(ends)][1])
