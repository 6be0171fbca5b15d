"""The people at one table: chat, spectators, late joiners, pauses, kicks, bans and hosts."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.frame_hold import FrameHold
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import (
    action_bar,
    connection,
    hand,
    invite_link,
    play_out,
    prepare,
    seats,
    to_follow,
    two_at_a_table,
)
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match, paused_match, seated_players
from tests.web.visitors import add_bots, play_to_the_end


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send", exact=True).click()


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


@pytest.fixture(scope="module")
def two(visit_once: PageOpener) -> tuple[Page, Page]:
    """Ann and Ben before a match; each test leaves Ben seated and Ann the host."""
    visit_once.allow_error(r"status of 403")
    return two_at_a_table(visit_once)


def test_chat_lines_are_shown_unless_their_writer_is_muted(two: tuple[Page, Page]) -> None:
    ann, ben = two
    say(ben, "Good evening <b>everybody</b>")
    heard = ann.get_by_role("log", name="Chat")
    expect(heard).to_contain_text("Good evening <b>everybody</b>")
    mute = ann.get_by_role("complementary", name="Log and chat").get_by_role(
        "button", name="Mute Ben"
    )
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(heard).not_to_contain_text("Good evening")
    say(ben, "Can you hear me?")
    expect(ben.get_by_role("log", name="Chat")).to_contain_text("Can you hear me?")
    say(ann, "It is so quiet")
    expect(heard).to_contain_text("It is so quiet")
    expect(heard).not_to_contain_text("Can you hear me?")
    ann.evaluate("localStorage.clear()")
    ann.reload()
    expect(heard).to_contain_text("It is so quiet")
    expect(heard).not_to_contain_text("Can you hear me?")


def test_a_spectator_sees_the_table_and_no_hand(visit: PageOpener, visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Ann", listed="true")
    with host.connect(room) as line:
        add_bots(line, 3)
        assert line.ask("start")["type"] == "done"
        watcher = visit("/")
        watcher.locator(f'[href="/table/{room}"]', has_text="Watch").click()
        expect(watcher.get_by_role("heading", name="You’re watching")).to_be_visible()
        expect(watcher.get_by_role("list", name="The pecking order")).to_contain_text("Ann")
        assert hand(watcher).count() == 0
        assert line.ask("set-room", spectators=False)["type"] == "done"
        expect(watcher.get_by_role("heading", name="Disconnected")).to_be_visible()


def test_anybody_pauses_the_host_resumes_and_calls_the_last_hand(
    visit: PageOpener, visitor: NewVisitor
) -> None:
    """Hanna has no page. She is the host at first, and then Gustav."""
    with ThreadPoolExecutor() as threads, seated_players(visitor) as scene:
        hanna = scene.connection
        prepare(hanna, 0, "", "off", None)
        gustav = visit.of(scene.guest, f"/table/{scene.room}")
        expect(gustav.get_by_role("region", name="Start")).to_be_visible()
        assert hanna.ask("start")["type"] == "done"
        threads.submit(play_to_the_end, hanna)
        play(PagePlayer(gustav), until=lambda states: to_follow(states[0]), seconds=60)
        answer = action_bar(gustav).get_by_role("button", name="Pass", exact=True)
        paused = gustav.get_by_text("Paused", exact=True)
        menu(gustav)
        gustav.get_by_role("button", name="Pause").click()
        expect(paused).to_be_visible()
        expect(gustav).not_to_have_title("Your turn")
        expect(answer).to_be_disabled()
        gustav.get_by_role("button", name="Resume", exact=True).click()
        expect(gustav.get_by_role("button", name="Waiting for the others")).to_be_visible()
        hanna.send("resume")
        expect(paused).to_be_hidden()
        expect(answer).to_be_enabled()

        hanna.send("make-host", person=scene.guest_id)
        hanna.send("pause")
        expect(paused).to_be_visible()
        hanna.send("resume")
        wanted = gustav.locator("span").filter(has_text="Hanna wants to resume.")
        expect(wanted).to_contain_text("1 of the 2 needed has agreed.")
        gustav.get_by_role("button", name="Resume", exact=True).click()
        expect(paused).to_be_hidden()
        menu(gustav)
        spectators = gustav.get_by_role("switch", name="Spectators")
        spectators.click(force=True)
        expect(spectators).not_to_be_checked()
        gustav.get_by_role("button", name="Make this the last hand").click()
        gustav.get_by_role("button", name="Yes, end after this hand").click()
        expect(gustav.get_by_role("dialog")).to_have_count(0)
        play_out(gustav)
        expect(gustav.get_by_text("Final hand played.")).to_be_visible()


def test_again_is_one_press_of_each_and_keeps_people_link_and_ranks(
    visit: PageOpener, visitor: NewVisitor
) -> None:
    scene = finished_match(visitor)
    ann = visit.of(scene.host, "")
    hold = FrameHold(ann)
    hold.until(
        lambda frame: frame["view"]["public"]["phase"] == "takeover"
    )  # which may change the ranks a moment later
    ann.goto(f"/table/{scene.room}")
    order = ann.get_by_role("list", name="Final order").get_by_role("listitem")
    expect(order).to_have_count(4)
    final = [text.split("\n") for text in order.all_inner_texts()]
    assert invite_link(ann).endswith(f"/join/{scene.secret}")
    steps = ann.get_by_role("list", name="The ladder at the end").get_by_role("listitem")
    expect(steps).to_contain_text([lines[1] for lines in final])
    bar = ann.get_by_role("region", name="Start")
    with ThreadPoolExecutor() as threads, scene.guest.connect(scene.room) as gustav:
        assert gustav.ask("ready", ready=True)["type"] == "done"
        threads.submit(play_to_the_end, gustav)
        expect(bar.get_by_role("status").first).to_have_text(
            "Gustav wants another match. Waiting for you."
        )
        bar.get_by_role("button", name="Again").click()
        expect(hand(ann)).to_be_visible()
        play(PagePlayer(ann), until=lambda states: hold.held, seconds=30)
    ladder = [
        text.split("\n")
        for text in ann.get_by_role("list", name="The pecking order")
        .get_by_role("listitem")
        .all_inner_texts()
    ]
    assert [lines[1].split(" (")[0] for lines in ladder] == [
        lines[1].split(" (")[0] for lines in final
    ]


def test_a_late_joiner_watches_and_sits_down_at_the_next_deal(
    visit: PageOpener, visitor: NewVisitor
) -> None:
    with (
        ThreadPoolExecutor() as threads,
        paused_match(visitor) as scene,
        scene.guest.connect(scene.room) as gustav,
    ):
        cleo = visit(f"/join/{scene.secret}")
        cleo.get_by_label("Your name").fill("Cleo")
        cleo.get_by_role("button", name="Join and sit down").click()
        expect(cleo.get_by_role("list", name="The pecking order")).to_be_visible()
        assert hand(cleo).count() == 0
        table, late = cleo.url, PagePlayer(cleo)
        with connection(cleo, table) as place:
            threads.submit(place.receive_to_end)  # whoever is gone is not dealt in
            cleo.goto("/healthz")  # to draw a hand that nobody looks at takes long
            threads.submit(play_to_the_end, gustav)
            assert scene.connection.ask("resume")["type"] == "done"
            play_to_the_end(scene.connection, until=between_hands)
            assert scene.connection.ask("pause")["type"] == "done"
            cleo.goto(table)
            expect(cleo.get_by_role("list", name="The pecking order")).to_be_visible()
        assert hand(cleo).count() == 0
        assert scene.connection.ask("resume")["type"] == "done"
        threads.submit(play_to_the_end, scene.connection)
        expect(hand(cleo)).to_be_visible()
        play(late, until=lambda states: late.answers > 0, seconds=60)


def between_hands(frame: dict[str, Any]) -> bool:
    return bool(frame["view"]["public"]["phase"] == "interval")


def test_a_kicked_guest_asks_the_host_by_the_link_and_a_banned_one_does_not(
    two: tuple[Page, Page],
) -> None:
    ann, ben = two
    link = invite_link(ann)
    ann.get_by_label("Options for Ben").click()
    ann.get_by_role("button", name="Kick").click()
    ann.get_by_role("button", name="Kick Ben").click()
    expect(ben.get_by_role("heading", name="You’ve been removed")).to_be_visible()
    expect(seats(ann)).not_to_contain_text("Ben")

    ben.get_by_role("link", name="Open the invite link").click()
    ben.get_by_role("button", name="Join and sit down").click()
    expect(ben.get_by_role("heading", name="table has heard you")).to_be_visible()
    expect(ann.get_by_text("who was kicked, asks to come back.")).to_be_visible()
    ann.get_by_role("button", name="Let in").click()
    ben.get_by_role("button", name="Take a seat").click()
    expect(seats(ann)).to_contain_text("Ben")
    ann.get_by_label("Options for Ben").click()
    ann.get_by_role("button", name="Ban").click()
    expect(
        ann.get_by_text("A guest could still come back as somebody new. Make a new link too.")
    ).to_be_visible()
    ann.get_by_role("button", name="Ban Ben").click()
    expect(ben.get_by_role("heading", name="You’ve been removed")).to_be_visible()
    ben.goto(link)
    ben.get_by_role("button", name="Join and sit down").click()
    expect(ben.get_by_role("alert").filter(has_text="has banned you from this")).to_be_visible()
    expect(seats(ann)).not_to_contain_text("Ben")
    ann.get_by_role("button", name="Lift ban").click()
    ben.goto(link)
    ben.get_by_role("button", name="Join and sit down").click()
    expect(seats(ann)).to_contain_text("Ben")


def test_the_host_role_is_given_away(two: tuple[Page, Page]) -> None:
    ann, ben = two
    ann.get_by_label("Options for Ben").click()
    ann.get_by_role("button", name="Make host").click()
    expect(ben.get_by_role("button", name="Start")).to_be_hidden()
    ann.get_by_role("button", name="Make Ben the host").click()
    expect(ben.get_by_role("button", name="Start")).to_be_visible()
    expect(ann.get_by_role("button", name="Start")).to_be_hidden()
    ann.get_by_role("button", name="Become host again").click()
    expect(ann.get_by_label("Options for Ben")).to_be_visible()  # and no question left open
