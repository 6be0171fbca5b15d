"""What is answered: a try against the rules, a refusal, and a pass that is said before its turn."""

from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import Still
from tests.browser.party import (
    hand,
    notices_to,
    start,
    table_of_bots,
    to_follow,
    to_lead,
    to_play,
    your_answer,
)
from tests.browser.robot import Robot, Seen, play
from tests.browser.test_company import two_at_a_table
from tests.server_process import House

MOST_LOOKS = 3000


def test_an_illegal_try_is_answered_with_the_rule_and_changes_nothing(visit: Doorkeeper) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Ann")
    play(
        robot, until=lambda seen: to_follow(seen[0]) and not seen[0].cards[-1].playable, seconds=60
    )
    before = robot.look()
    robot.press(before.cards[-1])
    your_answer(page).get_by_role("button", name="Play th").click()
    expect(your_answer(page).get_by_role("status")).to_contain_text(".")
    after = robot.look()
    assert after.ask == before.ask
    assert [card.name for card in after.cards] == [card.name for card in before.cards]


def test_a_refusal_is_gone_when_something_else_is_asked(visit: Doorkeeper) -> None:
    page = visit("/")
    still = Still(page)
    robot = table_of_bots(page, "Ann")
    answer = your_answer(page)
    still.at(
        lambda frame: (
            frame["prompt"] is not None and any(move["type"] == "pass" for move in frame["moves"])
        )
    )
    play(robot, until=lambda seen: still.held, seconds=60)
    refused = answer.get_by_role("status").filter(has_text=".")
    while (
        refused.count() == 0
    ):  # the first press is taken; the page, which is held, still shows the question
        answer.get_by_role("button", name="Pass", exact=True).click()
        page.wait_for_timeout(50)
    still.at(lambda frame: frame["prompt"] is not None)
    play(robot, until=lambda seen: still.held, seconds=60)
    expect(answer).to_have_attribute("data-yours", "")
    expect(refused).to_have_count(0)


def test_a_pass_said_ahead_is_nobodys_business_and_can_be_taken_back(
    visit: Doorkeeper, live_server: House
) -> None:
    ann, ben = two_at_a_table(visit, live_server)
    start(ann)
    robots = Robot(ann, 1), Robot(ben, 2)
    ahead = your_answer(ben).get_by_role("button", name="Pass when it comes to me")
    play(
        *robots,
        until=lambda seen: to_play(seen[0]) and not seen[1].asked and ahead.count() > 0,
        seconds=60,
    )
    told = notices_to(ann)
    ann.reload()
    expect(hand(ann)).to_be_visible()
    hear_all(ann, told)
    told.clear()
    ahead.click()
    queued = your_answer(ben).get_by_role("button", name="Passing next time")
    expect(queued).to_be_visible()
    queued.click()
    expect(ahead).to_be_visible()
    hear_all(ann, told)
    assert {notice["type"] for notice in told} <= {"pong", "done"}, (
        "those answer what her own page has said"
    )


def hear_all(page: Page, told: list[dict[str, Any]]) -> None:
    """Until the page was told all that the table had for it: a ping is answered in its turn. The first pong may answer an older ping."""
    for _ in range(2):
        pongs = len([notice for notice in told if notice["type"] == "pong"])
        page.evaluate(
            "() => dispatchEvent(new Event('online'))"
        )  # the page makes sure of its connection
        for _ in range(MOST_LOOKS):
            if len([notice for notice in told if notice["type"] == "pong"]) > pongs:
                break
            page.wait_for_timeout(20)
        else:
            raise AssertionError("the table does not answer")


def test_a_pass_said_ahead_is_made_when_the_turn_comes(
    visit: Doorkeeper, live_server: House
) -> None:
    pages = two_at_a_table(visit, live_server)
    start(pages[0])
    robots = [Robot(page, seed) for seed, page in enumerate(pages)]
    passes_ahead = partial(one_leads_and_the_other_passes_ahead, pages, robots)
    # a bot in between may play what leaves the other no answer, and then nobody asks
    assert any(passes_ahead() for _ in range(5))


def one_leads_and_the_other_passes_ahead(pages: tuple[Page, Page], robots: list[Robot]) -> bool:
    """Plays until one of the two leads, has the other say a pass ahead, and leads; whether that was passed before anybody was asked."""

    def one_leads_and_one_waits(seen: list[Seen]) -> bool:
        return any(
            to_lead(one)
            and one.cards[-1].kind != "wild"
            and any(button.name.startswith("Pass when") for button in other.buttons)
            for one, other in (seen, seen[::-1])
        )

    play(*robots, until=one_leads_and_one_waits, seconds=90)
    leader, other = (0, 1) if to_lead(robots[0].look()) else (1, 0)
    your_answer(pages[other]).get_by_role("button", name="Pass when it comes to me").click()
    expect(
        your_answer(pages[other]).get_by_role("button", name="Passing next time")
    ).to_be_visible()
    log = pages[leader].get_by_role("region", name="Log").get_by_role("listitem")
    told = log.count()
    robots[leader].press(
        robots[leader].look().cards[-1]
    )  # one card, the worst: it has one meaning, and everybody holds enough to answer
    your_answer(pages[leader]).get_by_role("button", name="Play").click()
    play(
        *robots,
        until=lambda seen: any(look.asked and not look.waiting for look in seen),
        seconds=30,
    )
    expect(log.nth(told)).to_be_visible()
    return f"{('Ann', 'Ben')[other]} passes." in log.all_inner_texts()[told:]
