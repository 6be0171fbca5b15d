"""A stranger's first minutes: a first card in three taps, a short lobby, bots while others come."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, Route, expect

from app.games import GAMES
from app.rules.game import AnyGame
from app.rules.replay import Setup
from tests.browser.answering_stage import AnsweringStage, questions
from tests.browser.conftest import PageOpener
from tests.browser.page_steps import (
    FOR_TWO,
    GAME,
    add_bots,
    connection,
    invite_link,
    join,
    open_table,
    prepare,
    seats,
    unused_name,
)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
FIRST_A_BET = ("scroker",)
"""Games in which nobody plays a card before a bet: there the bet is what counts."""
KINDS = ("lead", "play", "bet")
"""The kinds of first questions."""
MAIN = ".bar__buttons .button:not(.quiet, [aria-disabled=true])"
PRESET_PROBLEM = """async () => {
  const { presetProblem } = await import("/static/js/table/room/rules.js");
  const preset = { name: "quick", seats: [2, 4] };
  return [presetProblem(preset, 3, 2), presetProblem(preset, 4, 2), presetProblem(preset, 1, 2)];
}"""


def in_sight(page: Page, part: Locator) -> bool:
    """True if nothing lies over the part, not even the bar at the foot."""
    return bool(
        part.evaluate("""(part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return bottom <= innerHeight && part.contains(over);
        }""")
    )


def test_a_stranger_plays_the_first_card_with_three_taps(visit: PageOpener) -> None:
    """The home page's button, a card, and the bar's main button."""
    page = visit("/", **PHONE)
    with page.expect_websocket() as opened:
        page.get_by_role("button", name=f"Play now {GAME.title}").tap()
    page.wait_for_url("**/table/*")
    page.wait_for_function("() => document.title.startsWith('●')")
    expect(page.locator(".bar[data-yours]")).to_be_visible()
    held = page.locator(".hand .card").count()
    page.locator(".hand .card[data-playable]").last.tap()
    with opened.value.expect_event("framereceived", lambda text: '"type":"done"' in text):
        page.locator(MAIN).first.tap()
    expect(page.locator(".hand .card")).to_have_count(held - 1)


def test_the_first_card_of_every_game_takes_two_taps(visit: PageOpener) -> None:
    """A card and the bar's main button; a bet takes no card."""
    stage = AnsweringStage(visit(**PHONE))
    for game in GAMES:
        setup = Setup(game.solo_seats or game.seats[0], game.options(), ranked=False)
        asked = questions({game: setup}, range(1), 1)
        (first,) = next(asked[game.slug, kind] for kind in KINDS if (game.slug, kind) in asked)
        stage.ask(first)
        if game.slug not in FIRST_A_BET:
            stage.page.locator(".hand .card[data-playable]").last.tap()
        stage.page.locator(MAIN).first.tap()
        assert stage.answer() == first.key, game.slug


def test_the_first_screen_of_a_phone_has_the_first_games_button(visit: PageOpener) -> None:
    """Also under the bars of a browser, which leave 664 of 844 pixels."""
    page = visit("/", viewport={"width": 390, "height": 664}, has_touch=True)
    plays = page.get_by_role("button", name=re.compile("^Play now"))
    assert in_sight(page, plays.first)
    shown = page.locator("#play-form button").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).length"
    )
    assert shown == plays.count() == len(GAMES), "one call to action for each game"
    assert page.evaluate("() => document.documentElement.scrollHeight") < 2900


def test_740_pixels_show_players_invitation_and_start_in_every_lobby(visit: PageOpener) -> None:
    page = visit(**PHONE)
    open_table(page, "Ann", unfold=False)
    hidden = []
    for game in sorted(GAMES, key=most_bots):
        with connection(page, page.url) as table:
            taken = len(table.receive_until("room")["seats"])
            assert table.ask("set-game", game=game.slug)["type"] == "done"
            prepare(table, most_bots(game) + 1 - taken, "steady", None, None)
        expect(page.get_by_role("heading", name=game.title, level=1)).to_be_visible()
        expect(seats(page).get_by_role("listitem")).to_have_count(most_bots(game) + 1)
        for width in (360, 768, 1440):
            page.set_viewport_size({"width": width, "height": 740})
            page.evaluate("() => scrollTo(0, 0)")
            for part in (
                seats(page).get_by_role("listitem").last,
                page.get_by_role("button", name="Copy"),
                page.get_by_role("button", name="Start", exact=True),
            ):
                if not in_sight(page, part):
                    hidden.append(f"{game.slug} at {width}: {part.inner_text()}")
    assert hidden == []


def most_bots(game: AnyGame) -> int:
    return max(game.solo_seats or 0, game.seats[0]) - 1


def test_a_preset_is_taken_with_one_tap_and_everybody_reads_what_differs(visit: PageOpener) -> None:
    ann = visit()
    open_table(ann, "Ann")
    ben = visit(invite_link(ann))
    join(ben, "Ben")
    rules = ben.get_by_role("region", name="Rules")
    expect(rules).to_contain_text(f"Standard. {GAME.presets[1].line}")
    expect(rules).to_contain_text("All other rules are standard.")
    ann.get_by_role("radio", name="Quick").click(force=True)
    expect(rules).to_contain_text(f"Quick. {GAME.presets[0].line}")
    ann.get_by_role("switch", name="3-9 wild").click(force=True)
    ann.get_by_role("radio", name=re.compile("^Brisk")).click(force=True)
    expect(rules.get_by_text("Differs from standard")).to_be_visible()
    expect(rules).to_contain_text("3-9 wild")
    expect(rules).to_contain_text("Brisk: 20 s plus time bank")
    expect(ann.get_by_role("radio", name="Quick")).to_be_checked()
    does_not_fit, fits, too_few_yet = ann.evaluate(PRESET_PROBLEM)
    assert does_not_fit == "Quick is for 2 or 4 players; you are 3."
    assert fits is too_few_yet is None


def test_a_preset_for_other_numbers_of_players_says_so_and_changes_nothing(
    visit: PageOpener,
) -> None:
    def for_four(route: Route) -> None:
        got = route.fetch()
        answer = got.json()
        answer["presets"][0]["seats"] = [4]
        route.fulfill(response=got, json=answer)

    page = visit()
    page.route("**/api/games/*/options*", for_four)
    open_table(page, "Ann")
    page.get_by_label("Game", exact=True).select_option(label=FOR_TWO.title)
    add_bots(page, 1)
    page.get_by_role("radio", name="Quick").click(force=True)
    said = page.get_by_role("region", name="Rules").get_by_role("alert")
    expect(said).to_have_text("Quick is for 4 players; you are 2.")
    expect(page.get_by_role("radio", name="Standard")).to_be_checked()


def test_who_waits_at_a_public_table_plays_bots_meanwhile_and_is_told_who_comes(
    visit: PageOpener,
) -> None:
    page = visit()
    patience = unused_name("Patience")
    open_table(page, patience, listed=True, game=FOR_TWO)
    expect(page.get_by_text("Nobody else is here yet.")).to_be_visible()
    table = page.url
    other = visit()
    other.clock.set_fixed_time(datetime.now(UTC) + timedelta(minutes=5, seconds=30))
    other.goto("/")
    card = other.get_by_role("listitem").filter(has_text=f"{patience} is waiting (5 min)")
    expect(card).to_be_visible()
    page.get_by_role("button", name="Play bots meanwhile").click()
    expect(page.get_by_role("region", name="Your answer")).to_be_visible()
    assert page.url != table
    card.get_by_role("link", name="Take a seat").click()
    other.get_by_label("Your name").fill("Company")
    other.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".notice", has_text="Company has come to your public")).to_be_visible()
    expect(page.locator("#announcements")).to_contain_text("Company has come")
    page.get_by_role("link", name="Go to that table").click()
    expect(page).to_have_url(table)
    expect(seats(page)).to_contain_text(f"{patience} (you)")
