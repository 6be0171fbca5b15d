"""A match by the page alone: two people at a table with bots, and its stored result."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from playwright.sync_api import Page, expect

from app.rules.game import AnyGame, AnyState, Outcome
from app.rules.replay import replay
from tests.browser.page_steps import (
    OpenPage,
    add_bots,
    choose_game,
    invite_link,
    join,
    messages_to,
    open_table,
    press_start,
    set_clock,
)
from tests.browser.test_whole_match import look_up
from tests.conftest import run

ASK = "() => document.querySelector('[aria-label=\"Your answer\"] p')?.textContent"
IDLE = "() => !document.querySelector('[aria-label=\"Your answer\"] [aria-busy]')"
SMALL: Any = {"width": 390, "height": 780}
SOON_MS = 2000
"""The wait for a button: the question may go away."""
PAUSE_MS = 15
"""Between two looks while nobody can act."""


class MatchPlayer:
    """A person whose page is read and pressed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages = messages_to(page)
        self.kinds: set[str] = set()
        """The kinds of questions that were put."""
        self.answered = ""
        """The key of the question that was answered last."""

    @property
    def frame(self) -> dict[str, Any] | None:
        frames = (one for one in reversed(self.messages) if one["type"] == "frame")
        return next(frames, None)

    @property
    def over(self) -> bool:
        return self.frame is not None and self.frame.get("outcome") is not None

    @property
    def asked(self) -> dict[str, Any] | None:
        """The frame with a question that is not answered yet, once the page shows it."""
        frame = self.frame
        if frame is None or not (prompt := frame["prompt"]) or prompt["key"] == self.answered:
            return None
        if self.page.evaluate(ASK) != frame["prompt_text"]:
            return None
        self.kinds.add(prompt["kind"])
        return frame

    def wait_until_idle(self) -> None:
        """Returns when the server has taken the answer."""
        self.page.wait_for_function(IDLE)


P = TypeVar("P", bound=MatchPlayer)


def start_for_two(
    visit: OpenPage,
    game: AnyGame,
    people: tuple[Callable[[Page], P], Callable[[Page], P]],
    bots: int,
    choose_rules: Callable[[Page], None],
) -> tuple[P, P]:
    """Ann, the host, and Ben on a phone, in a match with casual bots and no clock."""
    ann = people[0](visit())
    open_table(ann.page, "Ann")
    choose_game(ann.page, game)
    add_bots(ann.page, bots, "casual")
    set_clock(ann.page, "Off")
    choose_rules(ann.page)
    link = invite_link(ann.page)
    ben = people[1](visit(link, viewport=SMALL))
    join(ben.page, "Ben")
    ben.page.get_by_role("button", name="I am ready").click()
    expect(ann.page.get_by_text("Everybody is ready.")).to_be_visible()
    press_start(ann.page)
    return ann, ben


def stored_match(
    url: str, game: AnyGame, player: MatchPlayer
) -> tuple[tuple[AnyState, ...], list[str], Outcome]:
    """The states of a finished match as its entries give them, the names, and its outcome.

    Raises AssertionError if another outcome is stored.
    """
    frame = player.frame
    assert frame is not None
    summary, record = run(look_up(url, frame["match"]))
    states = tuple(replay(game, record.setup, [line.entry for line in record.entries]))
    outcome = game.outcome(states[-1].public)
    assert outcome is not None
    assert msgspec.convert(summary.outcome, Outcome) == outcome
    assert [place.points for place in summary.places] == list(outcome.points)
    return states, [place.name for place in record.places], outcome
