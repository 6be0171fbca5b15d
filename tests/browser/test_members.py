"""The people at one table: chat, spectators, late joiners, pauses, kicks, bans and hosts."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener
from tests.browser.frame_hold import FrameHold
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import (
    action_bar,
    hand,
    invite_link,
    log_in,
    messages_to,
    play_out,
    played_beside,
    seats,
    start,
    table_of_bots,
    to_follow,
    two_at_a_table,
    unused_name,
)


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Message").fill(words)
    page.get_by_role("button", name="Send", exact=True).click()


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def test_a_guest_becomes_a_member_and_keeps_seat_and_matches(visit: PageOpener) -> None:
    page, name = visit(), unused_name("Greta the Great")
    player = table_of_bots(page, "Greta", hands=1)
    table = page.url
    play(player, until=lambda states: player.answers > 1, seconds=30)
    page.goto("/signup")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Become a member").click()
    page.goto(table)
    expect(hand(page)).to_be_visible()
    play_out(page)
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
    ann.reload()
    expect(heard).to_contain_text("It is so quiet")
    expect(heard).not_to_contain_text("Can you hear me?")
    ann.evaluate("localStorage.clear()")
    ann.reload()
    expect(heard).to_contain_text("It is so quiet")
    expect(heard).not_to_contain_text("Can you hear me?")


def test_a_spectator_sees_the_table_and_no_hand(visit: PageOpener) -> None:
    ann = visit()
    player = table_of_bots(ann, "Ann", listed=True)
    watcher = visit("/")
    messages = messages_to(watcher)
    watcher.get_by_role("link", name="Watch").and_(
        watcher.locator(f'[href="{urlsplit(ann.url).path}"]')
    ).click()
    expect(watcher.get_by_role("heading", name="You’re watching")).to_be_visible()
    play(player, until=lambda states: player.answers > 4, seconds=30)
    expect(watcher.get_by_role("list", name="The pecking order")).to_contain_text("Ann")
    assert hand(watcher).count() == 0
    frames = [message for message in messages if message["type"] == "frame"]
    assert len(frames) > 5
    for frame in frames:
        assert (
            frame["seat"],
            frame["view"]["private"],
            frame["moves"],
            frame["prompt"],
            frame.get("premove"),
        ) == (None, None, [], None, None)

    menu(ann)
    ann.get_by_role("switch", name="Spectators").click(force=True)
    expect(watcher.get_by_role("heading", name="Disconnected")).to_be_visible()


def test_anybody_pauses_the_host_resumes_and_calls_the_last_hand(visit: PageOpener) -> None:
    ann, ben = two_at_a_table(visit)
    start(ann)
    players = PagePlayer(ann, 1), PagePlayer(ben, 2)
    play(*players, until=lambda states: to_follow(states[0]), seconds=60)
    menu(ben)
    ben.get_by_role("button", name="Pause").click()
    for page in (ann, ben):
        expect(page.get_by_text("Paused", exact=True)).to_be_visible()
        expect(page).not_to_have_title("Your turn")
    answer = action_bar(ann).get_by_role("button", name="Pass", exact=True)
    expect(answer).to_be_disabled()
    ben.get_by_role("button", name="Resume", exact=True).click()
    expect(ben.get_by_role("button", name="Waiting for the others")).to_be_visible()
    wanted = ann.locator("span").filter(has_text="Ben wants to resume.")
    expect(wanted).to_contain_text("1 of the 2 needed has agreed.")
    ann.get_by_role("button", name="Resume", exact=True).click()
    for page in (ann, ben):
        expect(page.get_by_text("Paused", exact=True)).to_be_hidden()
    expect(answer).to_be_enabled()
    menu(ann)
    ann.get_by_role("button", name="Make this the last hand").click()
    ann.get_by_role("button", name="Yes, end after this hand").click()
    expect(ann.get_by_role("dialog")).to_have_count(0)
    play_out(ann, ben)
    for page in (ann, ben):
        expect(page.get_by_text("Final hand played.")).to_be_visible()


def test_again_is_one_press_of_each_and_keeps_people_link_and_ranks(visit: PageOpener) -> None:
    ann, ben = two_at_a_table(visit, hands=1)
    link = invite_link(ann)
    start(ann)
    play_out(ann, ben)
    final = [
        text.split("\n")
        for text in ann.get_by_role("list", name="Final order")
        .get_by_role("listitem")
        .all_inner_texts()
    ]
    assert invite_link(ann) == link
    hold = FrameHold(ann)
    hold.until(
        lambda frame: frame["view"]["public"]["phase"] == "takeover"
    )  # which may change the ranks a moment later
    ann.reload()
    steps = ann.get_by_role("list", name="The ladder at the end").get_by_role("listitem")
    expect(steps).to_contain_text([lines[1] for lines in final])
    bar = ann.get_by_role("region", name="Start")
    ben.get_by_role("button", name="Again").click()
    expect(bar.get_by_role("status").first).to_have_text(
        "Ben wants another match. Waiting for you."
    )
    bar.get_by_role("button", name="Again").click()
    expect(hand(ann)).to_be_visible()
    expect(hand(ben)).to_be_visible()
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


def test_a_late_joiner_watches_and_sits_down_at_the_next_deal(visit: PageOpener) -> None:
    ann, ben = two_at_a_table(visit, hands=2)
    link = invite_link(ann)
    hold = FrameHold(ann)
    ann.reload()
    hold.until(
        lambda frame: (
            len(frame["view"]["public"]["ranks"]) == 5
            and frame["view"]["public"]["phase"] == "takeover"
        )
    )  # by which anybody may turn the ranks round a moment later
    start(ann)
    players = PagePlayer(ann, 1), PagePlayer(ben, 2)
    play(*players, until=lambda states: players[0].answers > 1, seconds=30)
    cleo = visit(link)
    cleo.get_by_label("Your name").fill("Cleo")
    cleo.get_by_role("button", name="Join and sit down").click()
    expect(cleo.get_by_role("list", name="The pecking order")).to_be_visible()
    assert hand(cleo).count() == 0
    late = PagePlayer(cleo, 3)
    with played_beside(ann, ben):
        hold.wait()
        expect(
            ann.get_by_role("list", name="The pecking order").get_by_role("listitem").last
        ).to_contain_text("Cleo")
        hold.release()
        expect(hand(cleo)).to_be_visible()
        play(late, until=lambda states: late.answers > 1, seconds=60)


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
