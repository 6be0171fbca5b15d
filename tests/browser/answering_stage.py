"""A page with questions of random matches, which gets the table's answers to what it sends."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec
from playwright.sync_api import Page

from app.rules.codec import read_move, to_json
from app.rules.composing import compose
from app.rules.errors import RuleError
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.play import find_prompt
from app.rules.replay import LastDeal, Played, Setup, step
from app.table.match.live_match import LiveMatch
from app.table.match.moment import first_moment, next_moment
from tests.browser.moment_stage import LONGEST, PASS, MomentStage, frame_of
from tests.games.kit.match_record import new_record
from tests.games.kit.random_matches import random_entry

MOST_ENTRIES: Final = 1200
LISTEN: Final = """() => {
  globalThis.sent = [];
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    sent.push(text);
    send.call(this, text);
  };
}"""
TAKE: Final = "async () => { await frames(2); return sent.splice(0); }"
TELL: Final = """async (messages) => {
  for (const data of messages) replayed.onmessage({ data });
  await frames(2);
}"""


class Question(msgspec.Struct, frozen=True):
    """Something that a seat is asked or offered, with the state before."""

    game: AnyGame
    before: AnyState
    now: AnyState
    seat: Seat
    key: str

    @property
    def phase(self) -> str:
        return str(self.now.public.phase)


Questions = Mapping[tuple[str, str], Sequence[Question]]


def questions(setups: Mapping[AnyGame, Setup], seeds: Iterable[int], most: int) -> Questions:
    """At most this many questions of each kind, by game and kind."""
    found: dict[tuple[str, str], list[Question]] = defaultdict(list)
    seen = set[tuple[str, int, str]]()
    for (game, setup), seed in product(setups.items(), seeds):
        chance, record = random.Random(seed), new_record(game, setup)
        while not record.over and len(record.entries) < MOST_ENTRIES:
            entry = random_entry(record, chance, timeouts=0)
            if isinstance(entry, LastDeal):
                continue
            before = record.now
            record.take(entry)
            for seat, prompts in record.open_to.items():
                for prompt in prompts:
                    of_kind, key = found[game.slug, prompt.kind], (game.slug, seed, prompt.key)
                    if key not in seen and len(of_kind) < most:
                        seen.add(key)
                        of_kind.append(Question(game, before, record.now, seat, prompt.key))
    return found


class AnsweringStage(MomentStage):
    """The page, and the question that it shows."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.evaluate(LISTEN)
        self._question: Question
        self._live: LiveMatch

    def ask(self, question: Question) -> None:
        """Shows the question to a page that has just been opened."""
        self._question = question
        self.lay(question.game, question.now, question.seat)
        self._live = self.live(question.game, question.now)

    def ask_again(self, question: Question, look: str) -> tuple[Any, Any]:
        """The table to a look, as the question comes to it and on a page that is loaded anew."""
        self.lay(question.game, question.before, question.seat)
        live, events = self.live(question.game, question.now), question.now.events
        self.page.evaluate(TELL, [frame_of(live, question.seat, 2, *events)])
        self.page.evaluate(PASS, LONGEST)
        before = self.page.evaluate(look)
        self.page.reload()
        self.page.evaluate("() => connected")
        self.page.evaluate(LISTEN)
        self.begin(live, question.seat, *events)
        return before, self.page.evaluate(look)

    def answer(self) -> str | None:
        """Answers what the page has sent, as the table does.

        Returns the key of the question that the page has answered by the rules, and None before.
        """
        for message in map(msgspec.json.decode, self.page.evaluate(TAKE)):
            try:
                if message["type"] == "compose":
                    self._tell(*self._composed(message))
                elif message["type"] == "play":
                    self._play(message)
                    return str(message["key"])
            except RuleError as error:
                refused = {"code": error.code, "reason": None, "text": str(error)}
                self._tell({"type": "refused", "id": message["id"], **refused})
        return None

    def ask_later(self, question: Question) -> None:
        """Shows a later question of the same match to the same seat."""
        live = self._live
        live.enter(first_moment(live.game, question.now))
        self.page.evaluate(TELL, [frame_of(live, question.seat, 2, *question.now.events)])

    def _play(self, message: dict[str, Any]) -> None:
        live, seat = self._live, self._question.seat
        move = read_move(live.game, message["move"])
        state = step(live.game, live.state, Played(seat, message["key"], move))
        live.enter(next_moment(live.game, live.moment, state))
        self._tell({"type": "done", "id": message["id"]})
        self.page.evaluate(TELL, [frame_of(live, seat, 2, *state.events)])

    def _composed(self, message: dict[str, Any]) -> Sequence[dict[str, Any]]:
        """The answers to a step of an answer."""
        game, named = self._live.game, {"id": message["id"]}
        seen = view(self._live.state, self._question.seat)
        found = compose(game, seen, find_prompt(game, seen, message["key"]), message["picks"])
        answer = {"step": to_json(found.step), "move": to_json(found.move), "text": found.text}
        return [{"type": "composed", **answer, **named}, {"type": "done", **named}]

    def _tell(self, *messages: dict[str, Any]) -> None:
        self.page.evaluate(TELL, [msgspec.json.encode(one).decode() for one in messages])
