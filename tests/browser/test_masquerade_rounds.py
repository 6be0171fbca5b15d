"""Rounds of Scum: The Masquerade at its table: two people and four bots, by the page alone.

Every kind of question is answered by its controls. The round for the ranks leaves both people
behind, and the last rank then comes first: a revolution. Once all has been seen, the host calls
the last round; six are the most.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Error, Page, expect
from playwright.sync_api import TimeoutError as WaitTimeout

from app.games.scum_the_masquerade import GAME
from tests.browser.conftest import PageOpener
from tests.browser.match_player import (
    ASK,
    PAUSE_MS,
    SMALL,
    SOON_MS,
    MatchPlayer,
    start_for_two,
    stored_match,
)
from tests.browser.page_review import DESK, PHONE, TWO_FRAMES, PageReview
from tests.browser.page_steps import action_bar, choose
from tests.conftest import NewServer
from tests.games.scum_the_masquerade.whole_match import WANTED
from tests.server_process import ServerProcess

MOST_TRIES = 4
"""Times that an offer is tried which stays open."""
PACE = "1"
"""Nobody has to hurry: windows end with the last answer."""
MOST_READS = 20_000
LOOK_EVERY = 20
"""Reads between two looks whether all has been seen."""
ROUNDS = 6
"""The rounds of the preset, besides the one for the ranks."""
NEXT = """([wanted, passes, highest]) => {
  const bar = document.querySelector('[aria-label="Your answer"]');
  if (!bar || bar.querySelector("[aria-busy]")) return null;
  const free = (one) => !one.disabled && one.ariaDisabled !== "true";
  const all = (selector, within = bar) => [...within.querySelectorAll(selector)].filter(free);
  const open = (one) => one.ariaPressed !== "true";
  const words = (one) => one.textContent.trim();
  const seats = all("button.seat-face--pick", document);
  const named = [...all("button"), ...seats].find(
    (one) => wanted && open(one) && new RegExp(wanted).test(one.ariaLabel ?? words(one)));
  if (named) return named;
  const pass = all("button").find((one) => words(one) === "Pass");
  if (pass && passes) return pass;
  const unfinished = (one) => /^(Choose .*|\\w+ this card|\\w+ these \\d+)$/.test(words(one));
  const main = all(".bar__buttons .button:not(.quiet)").filter((one) => !unfinished(one));
  if (main.length) return main.at(-1);
  const held = all('[aria-label^="Your hand"] button[aria-label$=", playable"]', document);
  const tried = held.some((one) => !open(one));
  if (pass && (tried || !held.length)) return pass;
  const cards = highest ? held : held.reverse();
  return [...all(".composer__choice"), ...seats, ...cards].find(open) ?? null;
}"""
"""The next control of the page to press: the wanted button, the bar's main button, or a choice."""
PRESS = f"""async (given) => {{
  const next = {NEXT};
  const ask = {ASK};
  const question = ask();
  for (let presses = 0; presses < 4 && ask() === question; presses += 1) {{
    const control = next(given);
    if (!control) return;
    control.click();
    await new Promise(requestAnimationFrame);
  }}
}}"""
"""Presses a few controls, until the answer is on its way or another question is open."""
SHOWN = """() => {
  const board = document.querySelector(".board").cloneNode(true);
  for (const timer of board.querySelectorAll('[role="timer"]')) timer.remove();
  const labels = [...board.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel);
  return [board.textContent.replace(/\\s+/g, " ").trim(), ...labels];
}"""
"""The table as it is shown, without clocks."""
BACK = "() => document.querySelector('.offers__back')?.click()"
SETTLED = "() => !document.querySelector('.board [data-done]')"
"""The last trick of a round lies there for a moment."""
OFFERS = {
    "hunt": "Declare a blood hunt",
    "smuggle": "Offer an illegal trade",
    "answer-smuggle": " offers an illegal trade",
    "ask-boon": "Ask for a boon",
    "conspire": "Conspire",
    "answer-conspiracy": " wants to conspire",
    "use": "Use a discipline",
    "play-with": "Play with a discipline",
}
"""By kind of offer, the words of its button. Each person takes each of them at least once."""
STEPS = {
    "decide": "^(Change them|Yes)$",
    "wish": "Make a list",
    "give-any": "Ask for a card too",
    "ask-back": "Ask for a card",
    "offer": "Make an offer",
}
"""By kind of question, the button that begins the steps of an answer. Each is pressed once."""
ANSWERS = {"react": "Cancel it", "answer-offer": "Accept"}
QUESTIONS = {"decide", "declare", "pact", "wish", "ask-back", "give-back", "lead", "follow"}
QUESTIONS |= {"market", "answer-boon", "react", "interval", *OFFERS}
"""The kinds of questions and offers that are answered by their controls."""
PHASES = {"decide", "declare", "pacts", "trade", "market", "play", "interval"}
LOOKS = {
    "decide": (PHONE, "dark"),
    "declare": (PHONE, "dark"),
    "give-back": (PHONE, "light"),
    "market": (DESK, "light"),
    "wish": (DESK, "light"),
}
"""The questions at which the page is reviewed."""
MOST_LOOKS = 3000
"""Parts of a table that was opened come one after the other."""
MOST_PRESSES = 20
"""An answer takes fewer."""
USES = 4
PEOPLE = ("Ann", "Ben")


@pytest.fixture
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server with weak bots and windows that wait for people only."""
    with new_server("tests.browser.weak_bots_server", PECKING_ORDER_PACE=PACE) as server:
        yield server


class Player(MatchPlayer):
    """A person who loses the round for the ranks, and takes every offer at least once.

    The first answer of each kind is given by the mouse, later ones by a click in the page.
    """

    def __init__(self, page: Page, reloaded: set[str], clan: str, use: str) -> None:
        super().__init__(page)
        self._reloaded, self._clan, self._use = reloaded, clan, use
        self.done: list[str] = []
        """The kinds of questions and offers that were answered, in order."""
        self.told: set[str] = set()
        """The types of events that the page was sent."""
        self._tried = Counter[str]()
        """The keys of the offers that were tried."""

    def hear(self) -> None:
        """Notes the events of the messages."""
        frames = (one for one in self.messages if one["type"] == "frame")
        self.told |= {one["event"]["type"] for frame in frames for one in frame["events"]}

    def acts_beside(self) -> bool:
        """Reloads the page in a new phase, or takes an offer; True if it did."""
        frame = self.asked
        if frame is not None and frame["view"]["public"]["phase"] not in self._reloaded:
            self._reload(frame)
            return True
        offers = (self.frame or {}).get("more", ())
        for kind, key in ((one["prompt"]["kind"], one["prompt"]["key"]) for one in offers):
            most = USES if kind == "use" else 1
            open_to_try = self._tried[key] < (1 if kind == "use" else MOST_TRIES)
            if kind in OFFERS and open_to_try and self.done.count(kind) < most:
                self._tried[key] += 1
                self._take(kind, key)
                return True
        return False

    def act(self, review: PageReview) -> bool:
        """Answers the question if there is one; True if it tried."""
        frame = self.asked
        if frame is None:
            return False
        kind = frame["prompt"]["kind"]
        if kind in LOOKS and kind not in self.done:
            size, theme = LOOKS[kind]
            review.check(self.page, f"masquerade-{kind}", size, theme, whole=False)
            self.page.set_viewport_size(SMALL)  # fewer pixels to paint
        self._answer(frame)
        return True

    def _reload(self, frame: dict[str, Any]) -> None:
        """Reloads the page; if nothing has happened meanwhile, the table looks as before."""
        self.page.wait_for_function(SETTLED)
        self.page.evaluate(TWO_FRAMES)  # the last message is drawn
        before = self.page.evaluate(SHOWN)
        self.hear()
        self.messages.clear()
        self.page.reload()
        while (now := self.frame) is None:
            self.page.wait_for_timeout(PAUSE_MS)
        while self.frame is now and self.page.evaluate(ASK) != now["prompt_text"]:
            self.page.wait_for_timeout(PAUSE_MS)
        if any(now.get(part) != frame.get(part) for part in ("view", "prompt", "more")):
            return
        shown = self.page.evaluate(SHOWN)
        for _ in range(MOST_LOOKS):
            if shown == before or self.frame is not now:
                break
            self.page.wait_for_timeout(PAUSE_MS)
            shown = self.page.evaluate(SHOWN)
        if self.frame is now:
            assert shown == before
            self._reloaded.add(frame["view"]["public"]["phase"])

    def _take(self, kind: str, key: str) -> None:
        bar = action_bar(self.page)
        wanted = self._use if kind in ("use", "play-with") else "^Pick (Ann|Ben)"
        with suppress(WaitTimeout):  # the offer may be gone
            many = bar.locator("details.offers--many:not([open]) > summary")
            if many.count():
                many.click(timeout=SOON_MS)
            bar.get_by_role("button", name=OFFERS[kind]).first.click(timeout=SOON_MS)
            if self._press_until_gone(kind, key, wanted, False):
                self.done.append(kind)
        if key not in self._open_keys and kind != "use":
            self._tried[key] = 0  # a bot was first: it may open again
        self.page.evaluate(BACK)

    def _answer(self, frame: dict[str, Any]) -> None:
        prompt, public, seat = frame["prompt"], frame["view"]["public"], frame["seat"]
        kind = prompt["kind"]
        order, number = public["order"], public["round"]
        first = kind not in self.done
        wanted = ANSWERS.get(kind) or (STEPS.get(kind, "") if first else "")
        if kind == "answer-boon":
            # a bot that is quicker would lead before the other person can ask
            grants = frame["names"][public["boons"][-1]["seat"]] in PEOPLE
            wanted = "Grant it" if grants else "Refuse"
        if kind == "pact":
            wanted = "Take the pact" if number > 1 and seat == order[1] else "No pact"
        clan = self.page.get_by_role("radio", name=self._clan)
        if kind == "declare" and clan.count():
            with suppress(WaitTimeout):  # time has answered
                clan.first.check(timeout=SOON_MS)
        passes = number == 0 or (number == 1 and seat != order[-1])
        if self._press_until_gone(kind, prompt["key"], wanted, passes):
            self.done.append(kind)
            self.answered = prompt["key"]

    def _press_until_gone(self, kind: str, key: str, wanted: str, passes: bool) -> bool:
        """Presses control after control; True once the question is gone."""
        given = [wanted, passes, kind == "play-with"]
        for _ in range(MOST_PRESSES):
            if key not in self._open_keys:
                return True
            if kind in self.done:
                self.page.evaluate(PRESS, given)
                self.page.wait_for_timeout(PAUSE_MS)
                continue
            control = self.page.evaluate_handle(NEXT, given).as_element()
            if control is None:
                self.page.wait_for_timeout(PAUSE_MS)
                continue
            with suppress(Error):  # it is drawn anew, or the question is gone
                control.click(timeout=SOON_MS)
        return False

    @property
    def _open_keys(self) -> set[str]:
        frame = self.frame or {}
        found = [frame.get("prompt"), *(one["prompt"] for one in frame.get("more", ()))]
        return {one["key"] for one in found if one}


def test_rounds_with_trades_a_boon_reactions_a_pact_and_a_revolution(
    visit: PageOpener, review: PageReview, database_url: str
) -> None:
    reloaded: set[str] = set()
    people = (
        partial(Player, reloaded=reloaded, clan="Brujah", use="^Potence|^Presence|^Pick Ben"),
        partial(Player, reloaded=reloaded, clan="Ventrue", use="^Presence|^Pick"),
    )
    ann, ben = start_for_two(visit, GAME, people, 4, choose_rules)
    called = False
    for turn in range(MOST_READS):
        if ann.over and ben.over:
            break
        if turn % LOOK_EVERY == 0 and not called and all_seen(ann, ben, reloaded):
            call_the_last_round(ann.page)
            called = True
        players = (ann, ben) if turn % 2 else (ben, ann)
        if any(player.acts_beside() for player in players):
            continue
        if not any(player.act(review) for player in players):
            ann.page.wait_for_timeout(PAUSE_MS)
    states, names, outcome = stored_match(database_url, GAME, ann)
    assert states[-1].public.placed_round <= ROUNDS
    assert called or states[-1].public.placed_round == ROUNDS
    kinds = {msgspec.to_builtins(event)["type"] for one in states for event in one.events}
    assert WANTED - kinds == set()
    done = {*ann.done, *ben.done}
    assert QUESTIONS - done == set()
    assert PHASES - reloaded == set()
    for player in (ann, ben):
        rungs = player.page.get_by_role("list", name="Final order").get_by_role("listitem")
        order = [seat for group in outcome.ranking for seat in group]
        expect(rungs).to_have_count(len(order))
        for rung, seat in zip(rungs.all(), order, strict=True):
            expect(rung).to_contain_text(names[seat])
            expect(rung).to_contain_text(f"{outcome.points[seat]} points")


def all_seen(ann: Player, ben: Player, reloaded: set[str]) -> bool:
    for player in (ann, ben):
        player.hear()
    done, told = {*ann.done, *ben.done}, ann.told | ben.told
    return done >= QUESTIONS and told >= WANTED and reloaded >= PHASES


def call_the_last_round(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    menu.get_by_role("button", name="Make this the last hand").click()
    menu.get_by_role("button", name="Yes, end after this hand").click()
    expect(menu).to_have_count(0)


def choose_rules(page: Page) -> None:
    choose(page.get_by_role("radio", name=re.compile("^Long")).first)
    packs = page.get_by_role("group", name="Packs of cards for six")
    choose(packs.get_by_role("radio", name="One"))
