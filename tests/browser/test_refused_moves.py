"""Moves against the rules and how they are refused; passes made before their turn."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.rules.replay import Setup
from tests.browser.answering_stage import AnsweringStage, Question, questions
from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, PageState, play
from tests.browser.page_steps import (
    GAME,
    action_bar,
    hand,
    messages_to,
    start,
    to_lead,
    to_play,
    two_at_a_table,
)

MAX_READS = 3000


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    """Questions of one match to follow."""
    found = questions({GAME: Setup(5, GAME.options(), ranked=True)}, range(1), 40)
    return list(found[GAME.slug, "follow"])


@pytest.fixture(scope="module")
def stage(visit_once: PageOpener) -> AnsweringStage:
    return AnsweringStage(visit_once())


def names(page: Page) -> Any:
    return hand(page).get_by_role("button").evaluate_all("(all) => all.map((one) => one.ariaLabel)")


def test_an_illegal_try_is_answered_with_the_rule_and_is_gone_at_the_next_question(
    stage: AnsweringStage, asked: list[Question]
) -> None:
    page, bar = stage.page, action_bar(stage.page)
    worst = hand(page).get_by_role("button").last
    rest = iter(asked)
    for question in rest:
        stage.ask(question)
        if not names(page)[-1].endswith(", playable"):
            break
    before = names(page)
    worst.click()
    bar.get_by_role("button", name="Play th").click()
    assert stage.answer() is None
    refused = bar.get_by_role("status").filter(has_text=".")
    expect(refused).to_have_count(1)
    assert names(page) == before
    stage.ask_later(next(one for one in rest if one.seat == question.seat))
    expect(bar).to_have_attribute("data-yours", "")
    expect(refused).to_have_count(0)


@pytest.fixture(scope="module")
def two(visit_once: PageOpener) -> tuple[Page, Page]:
    """Ann and Ben, whose match goes on from test to test."""
    pages = two_at_a_table(visit_once)
    start(pages[0])
    return pages


def test_a_premove_is_shown_to_nobody_else_and_can_be_cancelled(two: tuple[Page, Page]) -> None:
    ann, ben = two
    players = PagePlayer(ann, 1), PagePlayer(ben, 2)
    ahead = action_bar(ben).get_by_role("button", name="Pass on my turn")
    play(
        *players,
        until=lambda states: to_play(states[0]) and not states[1].on_turn and ahead.count() > 0,
        seconds=60,
    )
    messages = messages_to(ann)
    ann.reload()
    expect(hand(ann)).to_be_visible()
    read_all(ann, messages)
    messages.clear()
    ahead.click()
    queued = action_bar(ben).get_by_role("button", name="Passing on my turn")
    expect(queued).to_be_visible()
    queued.click()
    expect(ahead).to_be_visible()
    read_all(ann, messages)
    assert {message["type"] for message in messages} <= {"pong", "done"}, (
        "those answer what her own page has said"
    )


def read_all(page: Page, messages: list[dict[str, Any]]) -> None:
    """Waits until the page has all messages so far: a pong comes after them.

    It waits for two pongs, because the first may answer an older ping.
    """
    for _ in range(2):
        pongs = len([message for message in messages if message["type"] == "pong"])
        page.evaluate(
            "() => dispatchEvent(new Event('online'))"
        )  # the page makes sure of its connection
        for _ in range(MAX_READS):
            if len([message for message in messages if message["type"] == "pong"]) > pongs:
                break
            page.wait_for_timeout(20)
        else:
            raise AssertionError("the table does not answer")


def test_a_premove_to_pass_is_made_when_the_turn_comes(two: tuple[Page, Page]) -> None:
    players = [PagePlayer(page, seed) for seed, page in enumerate(two)]
    passes_ahead = partial(one_leads_and_the_other_passes_ahead, two, players)
    # a bot in between may play a set that the other cannot beat, and then nobody asks
    assert any(passes_ahead() for _ in range(5))


def one_leads_and_the_other_passes_ahead(
    pages: tuple[Page, Page], players: list[PagePlayer]
) -> bool:
    """One of the two leads after the other has set a premove to pass.

    Returns True if the log shows the pass before anybody else was asked.
    """

    def one_leads_and_one_waits(states: list[PageState]) -> bool:
        return any(
            to_lead(one)
            and one.cards[-1].kind != "wild"
            and any(button.name.startswith("Pass on my turn") for button in other.buttons)
            for one, other in (states, states[::-1])
        )

    play(*players, until=one_leads_and_one_waits, seconds=90)
    leader, other = (0, 1) if to_lead(players[0].read()) else (1, 0)
    action_bar(pages[other]).get_by_role("button", name="Pass on my turn").click()
    expect(
        action_bar(pages[other]).get_by_role("button", name="Passing on my turn")
    ).to_be_visible()
    log = pages[leader].get_by_role("region", name="Log").get_by_role("listitem")
    messages = log.count()
    players[leader].press(
        players[leader].read().cards[-1]
    )  # one card, the worst: it has one meaning, and everybody holds enough to answer
    action_bar(pages[leader]).get_by_role("button", name="Play").click()
    play(
        *players,
        until=lambda states: any(state.on_turn and not state.pending for state in states),
        seconds=30,
    )
    expect(log.nth(messages)).to_be_visible()
    return f"{('Ann', 'Ben')[other]} passes." in log.all_inner_texts()[messages:]
