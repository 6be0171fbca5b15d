"""Moves that are on their way: bots that think, and queued moves of people, each after as long as a quick human needs.

How long that is never depends on cards. A bot is handed one seat's view and moves; its answer comes back through the inbox,
under the question that it answers, and is forgotten where that question is closed by then.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from app.rules.game import Seat, take
from app.table.inbox import Chosen, Inbox
from app.table.live import LiveMatch
from app.table.ports import Bots, Clock, Dealer

FASTEST: Final = 0.6
SLOWEST: Final = 1.4
MOST_MOVES: Final = 1000

log = structlog.get_logger(__name__)


class Wish(msgspec.Struct, frozen=True):
    """Somebody is asked `key` and will answer without a person's hand."""

    key: str
    strength: str | None
    """None: the seat's own queued move."""


@dataclass(slots=True)
class Thought:
    seat: Seat
    wish: Wish
    due: float
    move: Any = None
    settled: bool = False
    task: "asyncio.Task[Any] | None" = None


class Thoughts:
    """At most one thought per seat."""

    def __init__(self, bots: Bots, inbox: Inbox, clock: Clock, dealer: Dealer, pace: float) -> None:
        self._bots, self._inbox, self._clock, self._dealer, self._pace = bots, inbox, clock, dealer, pace
        self._thoughts: dict[Seat, Thought] = {}

    def want(self, live: LiveMatch | None, wishes: Mapping[Seat, Wish]) -> None:
        """Begins what is newly wished, gives up what no longer is."""
        for seat in [seat for seat, thought in self._thoughts.items() if wishes.get(seat) != thought.wish]:
            self._forget(seat)
        for seat, wish in wishes.items():
            if seat not in self._thoughts:
                assert live is not None, "nobody is asked anything without a match"
                self._begin(live, seat, wish)

    def _begin(self, live: LiveMatch, seat: Seat, wish: Wish) -> None:
        due = self._clock.monotonic() + self._dealer.between(FASTEST, SLOWEST) * self._pace
        thought = self._thoughts[seat] = Thought(seat, wish, due)
        if wish.strength is None:
            thought.settled = True
            return
        view = live.view(seat)
        moves, _ = take(live.game.legal_moves(view), MOST_MOVES)
        if len(moves) == 1:
            thought.move, thought.settled = moves[0], True
            return
        task = asyncio.get_running_loop().create_task(self._bots.choose(wish.strength, live.game, view, moves))
        task.add_done_callback(lambda done: self._answered(seat, wish.key, done, moves[0]))
        thought.task = task

    def _answered(self, seat: Seat, key: str, task: "asyncio.Task[Any]", instead: Any) -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("bot failed", error=type(error).__name__)
        self._inbox.post(Chosen(seat, key, instead if error is not None else task.result()))

    def chosen(self, answer: Chosen) -> None:
        thought = self._thoughts.get(answer.seat)
        if thought is not None and thought.wish.key == answer.key and not thought.settled:
            thought.move, thought.settled = answer.move, True

    def ripe(self, now: float) -> Thought | None:
        """The thought that is longest due, taken out."""
        due = [thought for thought in self._thoughts.values() if thought.settled and thought.due <= now]
        if not due:
            return None
        return self._thoughts.pop(min(due, key=lambda thought: (thought.due, thought.seat)).seat)

    def next_due(self) -> float | None:
        return min((thought.due for thought in self._thoughts.values() if thought.settled), default=None)

    def _forget(self, seat: Seat) -> None:
        thought = self._thoughts.pop(seat)
        if thought.task is not None:
            thought.task.cancel()

    def clear(self) -> None:
        for seat in list(self._thoughts):
            self._forget(seat)
