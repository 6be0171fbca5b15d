"""A whole match of friends, from the invite link through a power cut to the stored result."""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Page, expect

from app.games import BY_SLUG
from app.rules.game import AnyState, Outcome, Standing
from app.rules.replay import replay
from app.store.database.pools import Database
from app.store.matches import records, summaries
from app.store.matches.summaries import MatchSummary
from app.table.model.records import MatchRecord
from tests.browser.conftest import PageOpener
from tests.browser.page_player import PagePlayer, play
from tests.browser.page_steps import (
    GAME,
    add_bots,
    cards_in,
    invite_link,
    join,
    open_from_home,
    play_out,
    set_clock,
    start,
    to_follow,
)
from tests.conftest import NewServer, run
from tests.database import column, fetch
from tests.server_process import ServerProcess

PACE = "1"
"""The ordinary brisk clock: 20 s a decision, and a time bank of a minute a hand."""
END_POINT = 7
"""The match lasts two hands at least, mostly three; the power goes in the first."""


@pytest.fixture
def live_server(new_server: NewServer) -> Iterator[ServerProcess]:
    """A server that the test may kill."""
    with new_server(PECKING_ORDER_PACE=PACE) as server:
        yield server


def test_friends_play_a_whole_match_by_link_through_a_power_cut(
    visit: PageOpener, live_server: ServerProcess, database_url: str
) -> None:
    ann, ben = a_host_a_friend_and_three_bots(visit)
    players = PagePlayer(ann, 1), PagePlayer(ben, 2, touch=True)
    start(ann)
    play(
        *players,
        until=lambda states: (
            any(map(to_follow, states))
            and min(player.answers for player in players) > 2
            and in_mid_trick(ann)
        ),
        seconds=120,
    )
    written = the_power_goes(visit, live_server, ann, ben)
    before = [player.answers for player in players]
    play(
        *players,
        until=lambda states: (
            all(state.over for state in states)
            or all(player.answers > old + 2 for player, old in zip(players, before, strict=True))
        ),
        seconds=120,
    )
    assert min(player.answers for player in players) > 4, "the clock has played, not the people"
    play_out(ann, ben)

    link = ann.get_by_role("link", name="Watch the replay").get_attribute("href") or ""
    summary, record = run(
        look_up(database_url, link.removeprefix("/match/").removesuffix("#replay-head"))
    )
    assert len(record.entries) > written, "nothing was played after the power cut"
    states = tuple(replay(GAME, record.setup, [line.entry for line in record.entries]))
    outcome = stored_is_what_follows(database_url, summary, states)
    names = [place.name for place in record.places]
    for page in (ann, ben):
        shows_result(page, names, outcome)
    live_server.kill()
    live_server.start()
    ben.reload()
    shows_result(ben, names, outcome)
    its_steps_are_shown(ann, link, len(record.entries), names, outcome)


def a_host_a_friend_and_three_bots(visit: PageOpener) -> tuple[Page, Page]:
    ann = visit("/")
    open_from_home(ann, "Ann")
    ben = visit(
        invite_link(ann),
        viewport={"width": 390, "height": 780},
        has_touch=True,
    )
    join(ben, "Ben")
    add_bots(ann, 3)
    set_clock(ann, "Brisk")
    expect(ann.get_by_label("Points to reach")).to_have_value("25")
    ann.get_by_label("Points to reach").fill(str(END_POINT))
    ann.get_by_label("Points to reach").press("Tab")
    expect(ann.get_by_text("Not ready yet: Ben.")).to_be_visible()
    expect(ben.get_by_role("definition").get_by_text(str(END_POINT), exact=True)).to_be_visible()
    ben.get_by_role("button", name="I am ready").click()
    expect(ann.get_by_text("Everybody is ready.")).to_be_visible()
    return ann, ben


def the_power_goes(visit: PageOpener, server: ServerProcess, *pages: Page) -> int:
    """Kills and restarts the server; both pages return to the state before.

    Returns the number of entries that were stored by then.
    """
    visit.allow_error(
        "WebSocket connection|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"
    )
    server.kill()
    for page in pages:
        expect(page.get_by_text("Disconnected")).to_be_visible()
    written: int = run(column(server.database_url, "SELECT count(*) FROM entries"))[0]
    deals = [deal_of(page) for page in pages]
    hands = [cards_in(page) for page in pages]
    server.start()
    for page in pages:
        expect(page.get_by_text("Disconnected")).to_be_hidden()
    assert [deal_of(page) for page in pages] == deals
    for page, before in zip(pages, hands, strict=True):
        # the clock may have played for somebody by now, and nobody gets a card in a trick
        assert not Counter(kinds(cards_in(page))) - Counter(kinds(before))
    return written


def stored_is_what_follows(
    url: str, summary: MatchSummary, states: tuple[AnyState, ...]
) -> Outcome:
    outcome = GAME.outcome(states[-1].public)
    assert outcome is not None
    assert max(outcome.points) >= END_POINT
    assert msgspec.convert(summary.outcome, Outcome) == outcome
    assert [place.points for place in summary.places] == list(outcome.points)
    assert [place.finish for place in summary.places] == [
        place_in(outcome, place.seat) for place in summary.places
    ]
    earned = {standing for state in states for standing in GAME.standings(state.public)}
    told = "SELECT deal, seat, rank, points FROM standings WHERE match_id = $1"
    rows = run(fetch(url, told, summary.id))
    assert {Standing(*row) for row in rows} == earned
    assert sum(standing.points for standing in earned) == sum(outcome.points)
    return outcome


def shows_result(page: Page, names: list[str], outcome: Outcome) -> None:
    rungs = page.get_by_role("list", name="Final order").get_by_role("listitem")
    order = [seat for group in outcome.ranking for seat in group]
    expect(rungs).to_have_count(len(order))
    for rung, seat in zip(rungs.all(), order, strict=True):
        expect(rung).to_contain_text(names[seat])
        expect(rung).to_contain_text(f"{outcome.points[seat]} points")


def its_steps_are_shown(
    page: Page, link: str, entries: int, names: list[str], outcome: Outcome
) -> None:
    page.goto(link)
    controls = page.get_by_role("region", name="Replay")
    moment = controls.get_by_role("slider", name="Step")
    expect(moment).to_have_attribute("aria-valuetext", re.compile(f"^step 1 of {entries},"))
    on = controls.get_by_role("button", name="One step forward")
    for step in range(2, 6):
        on.click()
        expect(moment).to_have_attribute("aria-valuetext", re.compile(f"^step {step} of"))
    for step in range(6, 11):
        page.keyboard.press("ArrowRight")
        expect(moment).to_have_attribute("aria-valuetext", re.compile(f"^step {step} of"))
    page.keyboard.press("End")
    expect(controls).to_contain_text(f"{entries} of {entries}")
    controls.get_by_label("See").select_option(label="all hands")
    expect(page.get_by_role("region", name="All hands")).to_contain_text("Ben")
    for seat, points in enumerate(outcome.points):
        ladder = (
            page.get_by_role("list", name="The pecking order")
            .get_by_role("listitem")
            .filter(has_text=names[seat])
        )
        expect(ladder).to_contain_text(f"{points} points")


def place_in(outcome: Outcome, seat: int) -> int | None:
    ahead = 0
    for group in outcome.ranking:
        if seat in group:
            return ahead + 1
        ahead += len(group)
    return None


def deal_of(page: Page) -> int:
    """The number of the present hand, by the log; 0 before the first."""
    text = page.evaluate("() => document.body.innerText")
    found = re.findall(r"Hand (\d+)", text)
    return int(found[-1]) if found else 0


def in_mid_trick(page: Page) -> bool:
    """True if cards lie in a trick that is not over."""
    trick = page.get_by_role("group", name="The trick")
    return trick.count() > 0 and trick.get_attribute("data-done") is None


def kinds(cards: list[str]) -> list[str]:
    return [card.partition(",")[0] for card in cards]


async def look_up(url: str, match: str) -> tuple[MatchSummary, MatchRecord]:
    database = Database(url)
    try:
        async with database.sessions() as db:
            summary, record = (
                await summaries.of_match(db, match),
                await records.read(db, match, BY_SLUG),
            )
            assert summary is not None
            assert record is not None
            return summary, record
    finally:
        await database.close()
