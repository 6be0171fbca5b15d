"""People at one table: talk, onlookers, late-comers, those who leave, and those who are shown the door."""

from functools import partial
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import Doorkeeper
from tests.browser.gallery import Still
from tests.browser.party import (
    add_bots,
    end_after,
    fresh,
    hand,
    invite_link,
    join,
    log_in,
    notices_to,
    open_table,
    seats,
    set_clock,
    start,
    table_of_bots,
    to_follow,
    to_lead,
    to_play,
    your_answer,
)
from tests.browser.robot import Robot, Seen, play
from tests.house import House

MOST_LOOKS = 3000


def two_at_a_table(visit: Doorkeeper, house: House, bots: int = 2, hands: int | None = None, listed: bool = False) -> tuple[Page, Page]:
    """Ann hosts, Ben is ready; not begun."""
    ann = visit("/")
    open_table(ann, "Ann", listed)
    ben = visit(invite_link(ann).removeprefix(house.base_url))
    join(ben, "Ben")
    add_bots(ann, bots)
    set_clock(ann, "Off")
    if hands is not None:
        end_after(ann, hands)
    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    return ann, ben


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Say something").fill(words)
    page.get_by_role("button", name="Say", exact=True).click()


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def test_a_guest_becomes_a_member_and_keeps_seat_and_matches(visit: Doorkeeper, live_server: House) -> None:
    page, name = visit("/"), fresh("Greta the Great")
    robot = table_of_bots(page, "Greta", hands=1)
    table = page.url
    play(robot, until=lambda seen: robot.answers > 1, seconds=30)
    page.goto("/signup")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Keep my name").click()
    page.goto(table)
    expect(hand(page)).to_be_visible()
    play(robot, until=lambda seen: seen[0].over, seconds=60)
    expect(page.get_by_role("list", name="Final order")).to_contain_text("Greta")
    page.goto("/history")
    expect(page.get_by_role("row").nth(1)).to_contain_text("finished")

    elsewhere = visit("/login")
    log_in(elsewhere, name, "correct horse battery")
    elsewhere.goto("/history")
    expect(elsewhere.get_by_role("row").nth(1)).to_contain_text("finished")
    elsewhere.goto(table)
    expect(elsewhere.get_by_role("list", name="Final order")).to_be_visible()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_what_is_said_is_heard_unless_one_mutes_it(visit: Doorkeeper, live_server: House) -> None:
    ann, ben = two_at_a_table(visit, live_server)
    say(ben, "Good evening <b>everybody</b>")
    heard = ann.get_by_role("log", name="Chat")
    expect(heard).to_contain_text("Good evening <b>everybody</b>")
    ann.get_by_text("Whom to hear").click()
    ann.get_by_role("checkbox", name="Ben").uncheck()
    expect(heard).not_to_contain_text("Good evening")
    say(ben, "Can you hear me?")
    expect(ben.get_by_role("log", name="Chat")).to_contain_text("Can you hear me?")
    say(ann, "It is so quiet")
    expect(heard).to_contain_text("It is so quiet")
    expect(heard).not_to_contain_text("Can you hear me?")
    ann.reload()
    expect(heard).to_contain_text("It is so quiet")
    expect(heard).not_to_contain_text("Can you hear me?")


def test_a_watcher_sees_the_table_and_no_hand(visit: Doorkeeper) -> None:
    ann = visit("/")
    robot = table_of_bots(ann, "Ann", listed=True)
    watcher = visit("/")
    told = notices_to(watcher)
    watcher.get_by_role("link", name="Watch").and_(watcher.locator(f'[href="{urlsplit(ann.url).path}"]')).click()
    expect(watcher.get_by_role("heading", name="You look on")).to_be_visible()
    play(robot, until=lambda seen: robot.answers > 4, seconds=30)
    expect(watcher.get_by_role("list", name="The pecking order")).to_contain_text("Ann")
    assert hand(watcher).count() == 0
    frames = [notice for notice in told if notice["type"] == "frame"]
    assert len(frames) > 5
    for frame in frames:
        assert (frame["seat"], frame["view"]["private"], frame["moves"], frame["prompt"], frame["queued"]) == (None, None, [], None, None)

    menu(ann)
    ann.get_by_role("switch", name="Onlookers").click(force=True)
    expect(watcher.get_by_role("heading", name="That is all here")).to_be_visible()


def test_an_illegal_try_is_answered_with_the_rule_and_changes_nothing(visit: Doorkeeper) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: to_follow(seen[0]) and not seen[0].cards[-1].playable, seconds=60)
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
    still.at(lambda frame: frame["prompt"] is not None and any(move["type"] == "pass" for move in frame["moves"]))
    play(robot, until=lambda seen: still.held, seconds=60)
    refused = answer.get_by_role("status").filter(has_text=".")
    while refused.count() == 0:  # the first press is taken; the page, which is held, still shows the question
        answer.get_by_role("button", name="Pass", exact=True).click()
        page.wait_for_timeout(50)
    still.at(lambda frame: frame["prompt"] is not None)
    play(robot, until=lambda seen: still.held, seconds=60)
    expect(answer).to_have_attribute("data-yours", "")
    expect(refused).to_have_count(0)


def test_a_pass_said_ahead_is_nobodys_business_and_can_be_taken_back(visit: Doorkeeper, live_server: House) -> None:
    ann, ben = two_at_a_table(visit, live_server)
    start(ann)
    robots = Robot(ann, 1), Robot(ben, 2)
    ahead = your_answer(ben).get_by_role("button", name="Pass when it comes to me")
    play(*robots, until=lambda seen: to_play(seen[0]) and not seen[1].asked and ahead.count() > 0, seconds=60)
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
    assert {notice["type"] for notice in told} <= {"pong", "done"}, "those answer what her own page has said"


def hear_all(page: Page, told: list[dict[str, Any]]) -> None:
    """Until the page was told all that the table had for it: a ping is answered in its turn. The first pong may answer an older ping."""
    for _ in range(2):
        pongs = len([notice for notice in told if notice["type"] == "pong"])
        page.evaluate("() => dispatchEvent(new Event('online'))")  # the page makes sure of its connection
        for _ in range(MOST_LOOKS):
            if len([notice for notice in told if notice["type"] == "pong"]) > pongs:
                break
            page.wait_for_timeout(20)
        else:
            raise AssertionError("the table does not answer")


def test_a_pass_said_ahead_is_made_when_the_turn_comes(visit: Doorkeeper, live_server: House) -> None:
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
            to_lead(one) and one.cards[-1].kind != "wild" and any(button.name.startswith("Pass when") for button in other.buttons)
            for one, other in (seen, seen[::-1])
        )

    play(*robots, until=one_leads_and_one_waits, seconds=90)
    leader, other = (0, 1) if to_lead(robots[0].look()) else (1, 0)
    your_answer(pages[other]).get_by_role("button", name="Pass when it comes to me").click()
    expect(your_answer(pages[other]).get_by_role("button", name="Passing next time")).to_be_visible()
    log = pages[leader].get_by_role("region", name="Log").get_by_role("listitem")
    told = log.count()
    robots[leader].press(robots[leader].look().cards[-1])  # one card, the worst: it has one meaning, and everybody holds enough to answer
    your_answer(pages[leader]).get_by_role("button", name="Play").click()
    play(*robots, until=lambda seen: any(look.asked and not look.waiting for look in seen), seconds=30)
    expect(log.nth(told)).to_be_visible()
    return f"{('Ann', 'Ben')[other]} passes." in log.all_inner_texts()[told:]


def test_anybody_pauses_and_the_host_goes_on(visit: Doorkeeper, live_server: House) -> None:
    ann, ben = two_at_a_table(visit, live_server)
    start(ann)
    menu(ben)
    ben.get_by_role("button", name="Pause").click()
    for page in (ann, ben):
        expect(page.get_by_text("Paused", exact=True)).to_be_visible()
        expect(page).not_to_have_title("Your turn")
    ben.get_by_role("button", name="Go on").click()
    expect(ben.get_by_role("button", name="Waiting for the others")).to_be_visible()
    expect(ann.get_by_text("Ben would go on.")).to_be_visible()
    ann.get_by_role("button", name="Go on").click()
    for page in (ann, ben):
        expect(page.get_by_text("Paused", exact=True)).to_be_hidden()
    robots = Robot(ann, 1), Robot(ben, 2)
    play(*robots, until=lambda seen: all(robot.answers for robot in robots), seconds=30)


def test_a_rematch_is_one_press_and_keeps_people_link_and_ranks(visit: Doorkeeper, live_server: House) -> None:
    ann, ben = two_at_a_table(visit, live_server, hands=1)
    link = invite_link(ann)
    start(ann)
    robots = Robot(ann, 1), Robot(ben, 2)
    play(*robots, until=lambda seen: all(look.over for look in seen), seconds=60)
    final = [text.split("\n") for text in ann.get_by_role("list", name="Final order").get_by_role("listitem").all_inner_texts()]
    assert invite_link(ann) == link
    still = Still(ann)
    still.at(lambda frame: frame["view"]["public"]["phase"] == "takeover")  # which may change the ranks a moment later
    ann.reload()
    ben.get_by_role("button", name="I am ready").click()
    ann.get_by_role("button", name="Rematch").click()
    expect(hand(ann)).to_be_visible()
    expect(hand(ben)).to_be_visible()
    play(robots[0], until=lambda seen: still.held, seconds=30)
    ladder = [text.split("\n") for text in ann.get_by_role("list", name="The pecking order").get_by_role("listitem").all_inner_texts()]
    assert [lines[1].split(" (")[0] for lines in ladder] == [lines[1].split(" (")[0] for lines in final]


def test_a_late_comer_watches_and_sits_down_at_the_next_deal(visit: Doorkeeper, live_server: House) -> None:
    ann, ben = two_at_a_table(visit, live_server, hands=2)
    link = invite_link(ann).removeprefix(live_server.base_url)
    start(ann)
    robots = Robot(ann, 1), Robot(ben, 2)
    play(*robots, until=lambda seen: robots[0].answers > 1, seconds=30)
    cleo = visit(link)
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.get_by_role("button", name="Join and sit down").click()
    expect(cleo.get_by_role("list", name="The pecking order")).to_be_visible()
    assert hand(cleo).count() == 0
    late = Robot(cleo, 3)
    play(*robots, until=lambda seen: hand(cleo).count() > 0, seconds=60)
    expect(ann.get_by_role("list", name="The pecking order").get_by_role("listitem").last).to_contain_text("Cleo")
    play(*robots, late, until=lambda seen: late.answers > 1, seconds=60)


def test_who_is_kicked_comes_back_by_the_link_and_who_is_banned_does_not(visit: Doorkeeper, live_server: House) -> None:
    visit.excuse(r"status of 403")
    ann, ben = two_at_a_table(visit, live_server)
    link = invite_link(ann).removeprefix(live_server.base_url)
    ann.get_by_label("About Ben").click()
    ann.get_by_role("button", name="Kick").click()
    ann.get_by_role("button", name="Yes, out").click()
    expect(ben.get_by_role("heading", name="That is all here")).to_be_visible()
    expect(seats(ann)).not_to_contain_text("Ben")

    ben.goto(link)
    ben.get_by_role("button", name="Join and sit down").click()
    expect(seats(ann)).to_contain_text("Ben")
    ann.get_by_label("About Ben").click()
    ann.get_by_role("button", name="Ban").click()
    ann.get_by_role("button", name="Yes, for good").click()
    expect(ben.get_by_role("heading", name="That is all here")).to_be_visible()
    ben.goto(link)
    ben.get_by_role("button", name="Join and sit down").click()
    expect(ben.get_by_role("alert").filter(has_text="closed this room to you")).to_be_visible()
    expect(seats(ann)).not_to_contain_text("Ben")
    ann.get_by_role("button", name="Lift the ban").click()
    ben.goto(link)
    ben.get_by_role("button", name="Join and sit down").click()
    expect(seats(ann)).to_contain_text("Ben")


def test_the_host_role_is_given_away(visit: Doorkeeper, live_server: House) -> None:
    ann, ben = two_at_a_table(visit, live_server)
    ann.get_by_label("About Ben").click()
    ann.get_by_role("button", name="Make host").click()
    expect(ben.get_by_role("button", name="Start")).to_be_visible()
    expect(ann.get_by_role("button", name="Start")).to_be_hidden()


def test_nobody_can_answer_in_a_pause(visit: Doorkeeper) -> None:
    page = visit("/")
    robot = table_of_bots(page, "Ann")
    play(robot, until=lambda seen: to_follow(seen[0]), seconds=60)
    menu(page)
    page.get_by_role("button", name="Pause").click()
    expect(your_answer(page).get_by_role("button", name="Pass")).to_be_disabled()
    page.get_by_role("button", name="Go on").click()
    expect(your_answer(page).get_by_role("button", name="Pass")).to_be_enabled()
