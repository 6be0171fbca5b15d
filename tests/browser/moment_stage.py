"""The stage of any game's moments: one page that shows them from the steps of the games' own tests.

Nothing waits for the clock: the page's longer timers run when a test lets time pass.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page

from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Seat
from app.rules.replay import Setup
from app.table.match.live_match import LiveMatch
from app.table.match.moment import first_moment
from app.table.match.turn_clocks import TurnClocks
from app.table.model.match_messages import EventLine
from app.table.model.records import Place
from app.table.model.room import ClockLevel, MatchId
from app.table.show.frames import Frames
from app.web.socket.wire import encode_short
from bench.replayed_page import SOCKET
from tests.browser.page_steps import connection, new_table
from tests.js.moments import Moment, Step, moments_of, moments_script, scene, steps_of_tests

NAMED: Final = [game for game in GAMES if moments_script(game).exists()]
NAMES: Final = ("Ada", "Bartholom", "Cleo", "Wilhelmina", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
"""As wide as names are."""
LONGEST: Final = 10_000
"""Milliseconds after which nothing waits on the page."""
CLOCK: Final = """(() => {
  const [now, wait, stop] = [performance.now.bind(performance), setTimeout, clearTimeout];
  const waiting = new Map();
  let skipped = 0, last = 0;
  performance.now = () => now() + skipped;
  globalThis.setTimeout = (act, ms = 0, ...more) => {
    if (ms < 200) return wait(act, ms, ...more);
    last -= 1;
    // made-up deals come without a word about their shuffle, and two seconds later a page says so
    if (ms !== 2000) waiting.set(last, { at: performance.now() + ms, act });
    return last;
  };
  globalThis.clearTimeout = (id) => waiting.delete(id) || stop(id);
  globalThis.pass = (ms) => {
    skipped += ms;
    for (const [id, { at, act }] of [...waiting])
      if (at <= performance.now() && waiting.delete(id)) act();
  };
  globalThis.frames = async (number) => {
    for (let i = 0; i < number; i += 1) await new Promise(requestAnimationFrame);
  };
})()"""
"""Timers of 0.2 s and more end only by `pass`, which lets milliseconds go by at once."""
LAY: Final = """async ([messages, longest]) => {
  for (const data of messages) replayed.onmessage({ data });
  await frames(3);
  const drawn = () => document.querySelector(".board") &&
    [...document.querySelectorAll("link[rel=stylesheet]")].every(({ sheet }) => sheet);
  while (!drawn()) await frames(1);
  pass(longest);
  await frames(3);
}"""
SHOW: Final = """async (data) => {
  globalThis.heard = [];
  replayed.onmessage({ data });
  for (let i = 0; i < 120; i += 1) {
    await frames(1);
    const place = document.querySelector(".moments");
    for (const one of place?.getAnimations({ subtree: true }) ?? []) one.pause();
    if (place?.firstElementChild) return true;
  }
  return false;
}"""
"""Shows the next frame and holds its moment; false where it came late, so the page left it out."""
TRIES: Final = 5
PASS: Final = "async (ms) => { pass(ms); await frames(3); }"


class Staged(msgspec.Struct, frozen=True):
    """A step with one of its events, and the moments that it names."""

    game: AnyGame
    step: Step
    event: Any
    moments: Sequence[Moment]

    @property
    def stamps(self) -> list[str]:
        return [one["stamp"] for one in self.moments]


def staged_moments(game: AnyGame) -> Iterator[Staged]:
    """Each stamp of each greatness once."""
    seen: set[tuple[str, str]] = set()
    events = [(step, event) for step in steps_of_tests(game) for event in step[1].events]
    scenes = [scene(game, *step) | {"events": [to_json(event)]} for step, event in events]
    for (step, event), named in zip(events, moments_of(game, scenes), strict=True):
        stamps = {(one["greatness"], one["stamp"]) for one in named}
        if not seen.issuperset(stamps):
            seen |= stamps
            yield Staged(game, step, event, named)


class MomentStage:
    """The page of a table whose server says what the test wants it to."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._matches = 0
        self.names: Sequence[str] = NAMES
        link = new_table(page, "Ann")
        with connection(page, link) as table:
            self._room = table.receive_until("room")
        page.add_init_script(CLOCK)
        page.add_init_script(SOCKET)
        page.goto(link)
        page.evaluate("() => connected")

    def show(self, one: Staged) -> None:
        """Shows the step as a match of its own, to a seat that is asked after it.

        Its first moment stays until time passes.
        """
        before, after = one.step
        seat = min(first_moment(one.game, after).open_to, default=Seat(0))
        for _ in range(TRIES):
            self.lay(one.game, before, seat)
            live = self.live(one.game, after)
            if self.page.evaluate(SHOW, frame_of(live, seat, 2, one.event)):
                return
        raise AssertionError(f"{one.game.slug}, {one.stamps[0]}: never shown")

    def lay(self, game: AnyGame, state: AnyState, seat: Seat) -> None:
        """Shows the state as the first that this seat sees of a new match."""
        self._matches += 1
        self.begin(self.live(game, state), seat)

    def begin(self, live: LiveMatch, seat: Seat, *events: Any) -> None:
        """Shows the match as somebody sees it whose page has just been opened."""
        messages = [self._room_of(live, seat), frame_of(live, seat, 1, *events)]
        self.page.evaluate(LAY, [messages, LONGEST])

    def go_on(self) -> None:
        """The next moment of the step is shown, or none."""
        self.page.evaluate(PASS, 1800)

    def live(self, game: AnyGame, state: AnyState) -> LiveMatch:
        """The match that is shown, at this state."""
        names = self.names[: len(state.private)]
        places = [Place(Seat(seat), None, "steady", name) for seat, name in enumerate(names)]
        setup = Setup(len(names), game.options(), ranked=True)
        live = LiveMatch(game, MatchId(f"{self._matches:022d}"), 1, setup, places)
        live.enter(first_moment(game, state))
        return live

    def _room_of(self, live: LiveMatch, seat: Seat) -> str:
        own = self._room["seats"][0]
        seats = [
            {**own, "number": number, "name": name, "person": None, "bot": "steady"}
            for number, name in enumerate(live.names)
        ]
        seats[seat] |= {"person": own["person"], "bot": None}
        shown = {"game": live.game.slug, "stage": "playing", "match": live.match, "seats": seats}
        return msgspec.json.encode({**self._room, **shown}).decode()


def frame_of(live: LiveMatch, seat: Seat, number: int, *events: Any) -> str:
    """The frame of a connection with that number, which tells these events."""
    shown = Frames(live)
    shown.follow(TurnClocks(ClockLevel.OFF, 1.0), False)
    told = tuple(
        EventLine(to_json(event), live.game.say_event(live.state.public, event, live.names))
        for event in events
    )
    frame = replace(shown.of(seat), n=number, now=1_893_456_000_000, events=told)
    return encode_short(frame).decode()
