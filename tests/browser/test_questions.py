"""Kinds of questions: each is answered by its controls, with the mouse.

One page shows states of random matches. What it sends is answered here as the table does it. These
are the games with controls of their own for many kinds; the others are played in other files.
"""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from app.games import BY_SLUG
from app.rules.game import AnyGame
from app.rules.replay import Setup
from tests.browser.answering_stage import AnsweringStage, Question, Questions, questions
from tests.browser.conftest import PageOpener
from tests.browser.page_review import DESK, PHONE, PageReview

SMALL: Final[Any] = {"width": 390, "height": 780}
MASQUERADE: Final = BY_SLUG["scum-the-masquerade"]
SKUNCUM: Final = BY_SLUG["skuncum"]
SETUPS: Final = {
    MASQUERADE: Setup(6, MASQUERADE.options(evening="masquerade", rounds=6, packs="1"), True),
    SKUNCUM: Setup(5, SKUNCUM.options(), True),
}
SEEDS: Final = range(4)
MOST_PRESSES: Final = 24
"""An answer takes fewer."""
MOST_TRIES: Final = 12
"""States that are tried until one of them is answered as wanted."""
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


class Controls(AnsweringStage):
    """The stage's page, whose controls are pressed."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.labels: list[str] = []
        """The names of the controls that were pressed at this question."""

    def press(self, game: AnyGame, wanted: str, offered: bool) -> None:
        """Presses the next control."""
        given = [wanted, offered, UNFINISHED[game]]
        control = self.page.evaluate_handle(NEXT, given).as_element()
        if control is None:
            self.labels.append("nothing to press")
            return
        self.labels.append(control.evaluate(NAME))
        control.click()

    def answer_by_controls(self, question: Question, kind: str) -> bool:
        """True if the controls make an answer that begins as wanted."""
        self.labels = []
        clan = self.page.get_by_role("radio", name="Brujah")
        if kind == "declare" and clan.count():
            clan.check()
        wanted = [FIRST[kind], THEN.get(kind, "^Pick ")] if kind in FIRST else []
        for _ in range(MOST_PRESSES):
            self.press(question.game, wanted[0] if wanted else "", kind in OFFERS)
            if wanted and re.search(wanted[0], self.labels[-1]):
                wanted = wanted[1:]
            answered = self.answer()
            if answered is not None:
                assert self.page.evaluate(FOCUSED), f"the focus fell to the body: {self.labels}"
                return answered == question.key and len(wanted) < 2
        return False


@pytest.fixture(scope="module")
def asked() -> Questions:
    return questions(SETUPS, SEEDS, MOST_TRIES)


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> Controls:
    return Controls(visit_once(viewport=SMALL))


@pytest.mark.parametrize("phase", PHASES)
def test_a_page_that_is_loaded_anew_shows_the_table_as_it_was(
    stage: Controls, asked: Questions, phase: str
) -> None:
    kinds = [found for (game, _), found in asked.items() if game == MASQUERADE.slug]
    question = next(one for found in kinds for one in found if one.phase == phase)
    before, after = stage.ask_again(question, SHOWN)
    assert after == before


@pytest.mark.parametrize(
    ("game", "kind"), [pytest.param(game, kind, id=f"{game.slug}-{kind}") for game, kind in KINDS]
)
def test_a_question_is_answered_by_its_controls(
    stage: Controls, asked: Questions, review: PageReview, game: AnyGame, kind: str
) -> None:
    """One of a few is answered as wanted: not every trade can be accepted."""
    tried: list[list[str]] = []
    for question in asked[game.slug, kind]:
        stage.ask(question)
        if kind in LOOKS and not tried:
            size, theme = LOOKS[kind]
            review.check(stage.page, f"masquerade-{kind}", size, theme, whole=False)
            stage.page.set_viewport_size(SMALL)
        if stage.answer_by_controls(question, kind if game is MASQUERADE else ""):
            return
        tried.append(stage.labels)
    pytest.fail(f"{kind}: none of {tried}")
