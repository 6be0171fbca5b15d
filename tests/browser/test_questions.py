"""Kinds of questions: each is answered by its controls, with the mouse.

One page shows states of random matches. What it sends is answered here as the table does it. These
are the games with controls of their own for many kinds; the others are played in other files.
"""

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page

from app.games import BY_SLUG
from app.rules.codec import read_move, to_json
from app.rules.composing import compose
from app.rules.errors import RuleError
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.play import find_prompt
from app.rules.replay import LastDeal, Played, Setup, step
from app.table.match.live_match import LiveMatch
from app.table.match.moment import next_moment
from tests.browser.conftest import PageOpener
from tests.browser.moment_stage import LONGEST, PASS, MomentStage, frame_of
from tests.browser.page_review import DESK, PHONE, PageReview
from tests.games.kit.match_record import new_record
from tests.games.kit.random_matches import random_entry

SMALL: Final[Any] = {"width": 390, "height": 780}
MASQUERADE: Final = BY_SLUG["scum-the-masquerade"]
SKUNCUM: Final = BY_SLUG["skuncum"]
SETUPS: Final = {
    MASQUERADE: Setup(6, MASQUERADE.options(evening="masquerade", rounds=6, packs="1"), True),
    SKUNCUM: Setup(5, SKUNCUM.options(), True),
}
SEEDS: Final = range(4)
ENTRIES: Final = 1200
MOST_PRESSES: Final = 24
"""An answer takes fewer."""
MOST_TRIES: Final = 12
"""States that are tried until one of them is answered as wanted."""
LISTEN: Final = """() => {
  globalThis.sent = [];
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    sent.push(text);
    send.call(this, text);
  };
}"""
TAKE: Final = "async () => { await frames(2); return sent.splice(0); }"
TELL: Final = """async (messages) => {
  for (const data of messages) replayed.onmessage({ data });
  await frames(2);
}"""
NEXT: Final = """([wanted, offered, unfinished]) => {
  const bar = document.querySelector('[aria-label="Your answer"]');
  if (!bar || bar.querySelector("[aria-busy]")) return null;
  const free = (one) => !one.disabled && one.ariaDisabled !== "true";
  const all = (selector, within = bar) => [...within.querySelectorAll(selector)].filter(free);
  const open = (one) => one.ariaPressed !== "true";
  const words = (one) => one.textContent.trim();
  const folded = bar.querySelector("details.offers--many:not([open]) > summary");
  if (offered && folded) return folded;
  const seats = all("button.seat-face--pick", document);
  const named = [...all("button"), ...seats].find(
    (one) => wanted && open(one) && new RegExp(wanted).test(one.ariaLabel ?? words(one)));
  if (named) return named;
  const pass = all("button").find((one) => words(one) === "Pass");
  const isAnswer = (one) => !new RegExp(unfinished).test(words(one));
  const main = all(".bar__buttons .button:not(.quiet)").filter(isAnswer);
  if (main.length) return main.at(-1);
  const held = all('[aria-label^="Your hand"] button[aria-label$=", playable"]', document);
  const tried = held.some((one) => !open(one));
  if (pass && (tried || !held.length)) return pass;
  const choices = all(".composer__choice, [aria-label^='Which hat'] button");
  return [...choices, ...seats, ...held.reverse()].find(open) ?? null;
}"""
"""The next control to press: the wanted button, the bar's main button, or a choice."""
FOCUSED: Final = "() => document.activeElement !== document.body"
NAME: Final = "(one) => one.ariaLabel ?? one.textContent.trim()"
SHOWN: Final = """() => {
  const board = document.querySelector(".board").cloneNode(true);
  for (const timer of board.querySelectorAll('[role="timer"]')) timer.remove();
  const labels = [...board.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel);
  return [board.textContent.replace(/\\s+/g, " ").trim(), ...labels];
}"""
"""The table as it is shown, without clocks."""
OFFERS: Final = {
    "hunt": "Declare a blood hunt",
    "smuggle": "Offer an illegal trade",
    "answer-smuggle": " offers an illegal trade",
    "ask-boon": "Ask for a boon",
    "conspire": "Conspire",
    "answer-conspiracy": " wants to conspire",
    "use": "Use a discipline",
    "play-with": "Play with a discipline",
}
"""By kind of offer, the words of its button."""
FIRST: Final = {
    **OFFERS,
    "decide": "^(Change them|Yes)$",
    "wish": "Make a list",
    "give-any": "Ask for a card too",
    "ask-back": "Ask for a card",
    "offer": "Make an offer",
    "react": "Cancel it",
    "answer-offer": "Accept",
    "answer-boon": "Grant it",
    "pact": "Take the pact",
}
"""By kind, the button with which its answer begins."""
THEN: Final = {"use": "^(Potence|Presence|Pick )", "play-with": "^(Potence|Presence)"}
"""By kind, the button after that; else somebody is picked."""
KINDS: Final = [
    *((MASQUERADE, kind) for kind in FIRST),
    *((MASQUERADE, kind) for kind in ("declare", "give-back", "lead", "follow", "market")),
    (MASQUERADE, "interval"),
    *((SKUNCUM, kind) for kind in ("lead", "scrum", "duel", "hats", "convert")),
]
UNFINISHED: Final = {
    MASQUERADE: r"^(Choose .*|\w+ this card|\w+ these \d+)$",
    SKUNCUM: "^Choose ",
}
"""The words of the bar's button while the chosen cards are no answer yet."""
PHASES: Final = ("decide", "declare", "pacts", "trade", "market", "play", "interval")
LOOKS: Final = {
    "decide": (PHONE, "dark"),
    "declare": (PHONE, "dark"),
    "give-back": (PHONE, "light"),
    "market": (DESK, "light"),
    "wish": (DESK, "light"),
}
"""The questions at which the page is reviewed."""


class Question(msgspec.Struct, frozen=True):
    """Something that a seat is asked or offered, with the state before."""

    game: AnyGame
    before: AnyState
    now: AnyState
    seat: Seat
    key: str

    @property
    def phase(self) -> str:
        return str(self.now.public.phase)


Questions = dict[tuple[str, str], list[Question]]


def questions() -> Questions:
    """Some questions of each kind, by game and kind."""
    found: Questions = defaultdict(list)
    seen = set[tuple[str, int, str]]()
    for (game, setup), seed in product(SETUPS.items(), SEEDS):
        chance, record = random.Random(seed), new_record(game, setup)
        while not record.over and len(record.entries) < ENTRIES:
            entry = random_entry(record, chance, timeouts=0)
            if isinstance(entry, LastDeal):
                continue
            before = record.now
            record.take(entry)
            for seat, prompts in record.open_to.items():
                for prompt in prompts:
                    of_kind, key = found[game.slug, prompt.kind], (game.slug, seed, prompt.key)
                    if key not in seen and len(of_kind) < MOST_TRIES:
                        seen.add(key)
                        of_kind.append(Question(game, before, record.now, seat, prompt.key))
    return found


class AnsweringStage(MomentStage):
    """A page that shows a question, and gets the table's answers to what it sends."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.evaluate(LISTEN)
        self.labels: list[str] = []
        """The names of the controls that were pressed at this question."""

    def ask(self, question: Question) -> LiveMatch:
        """Shows the question to a page that has just been opened."""
        self.lay(question.game, question.now, question.seat)
        return self.live(question.game, question.now)

    def ask_and_reload(self, question: Question) -> tuple[list[str], list[str]]:
        """The table as the question comes to it, and as a page shows it that is loaded anew."""
        self.lay(question.game, question.before, question.seat)
        live, events = self.live(question.game, question.now), question.now.events
        self.page.evaluate(TELL, [frame_of(live, question.seat, 2, *events)])
        self.page.evaluate(PASS, LONGEST)
        before = self.page.evaluate(SHOWN)
        self.page.reload()
        self.page.evaluate("() => connected")
        self.page.evaluate(LISTEN)
        self.begin(live, question.seat, *events)
        return before, self.page.evaluate(SHOWN)

    def press(self, game: AnyGame, wanted: str, offered: bool) -> list[dict[str, Any]]:
        """Presses the next control; the messages that the page has sent then."""
        given = [wanted, offered, UNFINISHED[game]]
        control = self.page.evaluate_handle(NEXT, given).as_element()
        if control is None:
            self.labels.append("nothing to press")
            return []
        self.labels.append(control.evaluate(NAME))
        control.click()
        return [msgspec.json.decode(text) for text in self.page.evaluate(TAKE)]

    def answer(self, live: LiveMatch, question: Question, kind: str) -> bool:
        """True if the controls make an answer that begins as wanted."""
        self.labels = []
        clan = self.page.get_by_role("radio", name="Brujah")
        if kind == "declare" and clan.count():
            clan.check()
        wanted = [FIRST[kind], THEN.get(kind, "^Pick ")] if kind in FIRST else []
        for _ in range(MOST_PRESSES):
            sent = self.press(live.game, wanted[0] if wanted else "", kind in OFFERS)
            if wanted and re.search(wanted[0], self.labels[-1]):
                wanted = wanted[1:]
            for message in sent:
                if message["type"] == "compose":
                    self.tell(*composed(live, question, message))
                elif message["type"] == "play":
                    self.play(live, question, message)
                    return message["key"] == question.key and len(wanted) < 2
        return False

    def play(self, live: LiveMatch, question: Question, message: dict[str, Any]) -> None:
        """Plays the move as the table does, and shows what follows. Raises RuleError."""
        move = read_move(live.game, message["move"])
        state = step(live.game, live.state, Played(question.seat, message["key"], move))
        live.enter(next_moment(live.game, live.moment, state))
        self.tell({"type": "done", "id": message["id"]})
        self.page.evaluate(TELL, [frame_of(live, question.seat, 2, *state.events)])
        assert self.page.evaluate(FOCUSED), f"the focus fell to the body: {self.labels}"

    def tell(self, *messages: dict[str, Any]) -> None:
        self.page.evaluate(TELL, [msgspec.json.encode(one).decode() for one in messages])


def composed(
    live: LiveMatch, question: Question, message: dict[str, Any]
) -> Sequence[dict[str, Any]]:
    """The answers to a step of an answer."""
    game, named = live.game, {"id": message["id"]}
    seen = view(live.state, question.seat)
    try:
        found = compose(game, seen, find_prompt(game, seen, message["key"]), message["picks"])
    except RuleError as error:
        return [
            {"type": "refused", "code": error.code, "reason": None, "text": str(error), **named}
        ]
    answer = {"step": to_json(found.step), "move": to_json(found.move), "text": found.text}
    return [{"type": "composed", **answer, **named}, {"type": "done", **named}]


@pytest.fixture(scope="module")
def asked() -> Questions:
    return questions()


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> AnsweringStage:
    return AnsweringStage(visit_once(viewport=SMALL))


@pytest.mark.parametrize("phase", PHASES)
def test_a_page_that_is_loaded_anew_shows_the_table_as_it_was(
    stage: AnsweringStage, asked: Questions, phase: str
) -> None:
    kinds = [found for (game, _), found in asked.items() if game == MASQUERADE.slug]
    question = next(one for found in kinds for one in found if one.phase == phase)
    before, after = stage.ask_and_reload(question)
    assert after == before


@pytest.mark.parametrize(
    ("game", "kind"), [pytest.param(game, kind, id=f"{game.slug}-{kind}") for game, kind in KINDS]
)
def test_a_question_is_answered_by_its_controls(
    stage: AnsweringStage, asked: Questions, review: PageReview, game: AnyGame, kind: str
) -> None:
    """One of a few is answered as wanted: not every trade can be accepted."""
    tried: list[list[str]] = []
    for question in asked[game.slug, kind]:
        live = stage.ask(question)
        if kind in LOOKS and not tried:
            size, theme = LOOKS[kind]
            review.check(stage.page, f"masquerade-{kind}", size, theme, whole=False)
            stage.page.set_viewport_size(SMALL)
        if stage.answer(live, question, kind if game is MASQUERADE else ""):
            return
        tried.append(stage.labels)
    pytest.fail(f"{kind}: none of {tried}")
