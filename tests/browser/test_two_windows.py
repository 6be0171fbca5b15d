"""A reload changes nothing; of two windows of one person the newest acts."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PageOpener, Reopen
from tests.browser.page_player import play
from tests.browser.page_steps import action_bar, cards_in, hand, table_of_bots, to_follow, to_play

LOOK_MS = 100
MOST_LOOKS = 100
"""Parts of a table that was opened come one after the other."""


def felt(page: Page) -> dict[str, object]:
    """Everything before this person: hand, trick, standings, prompt and log."""
    return {
        "hand": cards_in(page),
        "trick": page.get_by_role("group", name="The trick").inner_text(),
        "ladder": page.get_by_role("list", name="The pecking order").inner_text(),
        "ask": action_bar(page).inner_text(),
        "log": page.get_by_role("region", name="Log").get_by_role("listitem").all_inner_texts(),
    }


def test_a_reload_in_mid_trick_changes_nothing_and_the_match_goes_on(reopened: Reopen) -> None:
    page = reopened("/login")
    player = table_of_bots(page, "Ann")
    play(player, until=lambda states: to_follow(states[0]), seconds=30)
    before = felt(page)
    page.reload()
    expect(action_bar(page)).to_be_visible()
    after = felt(page)
    for _ in range(MOST_LOOKS):
        if after == before:
            break
        page.wait_for_timeout(LOOK_MS)
        after = felt(page)
    assert after == before
    played = player.answers
    play(player, until=lambda states: player.answers > played + 2, seconds=60)


def test_the_newest_window_acts_until_it_is_closed_and_the_older_one_steps_back(
    visit: PageOpener,
) -> None:
    older = visit()
    player = table_of_bots(older, "Ann")
    play(player, until=lambda states: to_play(states[0]), seconds=30)
    newer = visit.new_page(older.context, older.url)
    elsewhere = "You are playing in another window"
    expect(older.get_by_text(elsewhere)).to_be_visible()
    expect(hand(newer)).to_be_visible()
    assert cards_in(newer) == cards_in(older)
    older.wait_for_timeout(2_500)  # longer than a heartbeat: it must not take over by itself
    expect(newer.get_by_text(elsewhere)).to_be_hidden()

    older.get_by_role("button", name="Play here").click()
    expect(older.get_by_text(elsewhere)).to_be_hidden()
    expect(newer.get_by_text(elsewhere)).to_be_visible()
    player.act()
    play(player, until=lambda states: not to_play(states[0]), seconds=10)

    newer.get_by_role("button", name="Play here").click()
    expect(older.get_by_text(elsewhere)).to_be_visible()
    newer.close()
    expect(older.get_by_text(elsewhere)).to_be_hidden()
    played = player.answers
    play(player, until=lambda states: player.answers > played + 2, seconds=60)
