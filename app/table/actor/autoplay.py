"""Moves that are on their way: bots that think, and queued moves of people, each after as long as a quick human needs.

How long that is never depends on cards. A bot is handed one seat's view and moves and answers at once; the answer is held back
until it is due. Until then the bot may think better of it: that comes through the inbox, under the question that it answers,
and is forgotten where it comes too late. So an answer is never late itself, whether there was much, little or nothing to think. Nor does
anybody wait for what it answers at once: that is asked for once everybody has been shown what happened.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from app.rules.game import AnyGame, AnyView, Seat, take_limited
from app.table.actor.mailbox import BotMove, Mailbox
from app.table.match.live_match import LiveMatch
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
class PendingMove:
    seat: Seat
    wish: Wish
    due: float
    asked: tuple[AnyGame, AnyView] | None = None
    """What a bot is shown; None once it has been asked, and for queued moves."""
    move: Any = None
    """A bot's answer as it is by now."""
    task: "asyncio.Task[Any] | None" = None


class Autoplay:
    """At most one thought per seat."""

    def __init__(
        self, bots: Bots, inbox: Mailbox, clock: Clock, dealer: Dealer, pace: float
    ) -> None:
        self._bots, self._inbox, self._clock, self._dealer, self._pace = (
            bots,
            inbox,
            clock,
            dealer,
            pace,
        )
        self._thoughts: dict[Seat, PendingMove] = {}

    def want(self, live: LiveMatch | None, wishes: Mapping[Seat, Wish]) -> None:
        """Begins what is newly wished, gives up what no longer is."""
        if self._thoughts:
            for seat in [
                seat for seat, thought in self._thoughts.items() if wishes.get(seat) != thought.wish
            ]:
                self._forget(seat)
        for seat, wish in wishes.items():
            if seat not in self._thoughts:
                assert live is not None, "nobody is asked anything without a match"
                self._begin(live, seat, wish)

    def _begin(self, live: LiveMatch, seat: Seat, wish: Wish) -> None:
        span = self._dealer.between(FASTEST, SLOWEST) * self._pace
        thought = self._thoughts[seat] = PendingMove(seat, wish, self._clock.monotonic() + span)
        if wish.strength is not None:
            thought.asked = (live.game, live.view(seat))

    @property
    def wait(self) -> bool:
        """Whether there are bots to be asked."""
        return any(thought.asked is not None for thought in self._thoughts.values())

    def consider(self) -> None:
        """Asks the bots that have begun to think. How long that takes depends on their cards: whatever there is to show has left before."""
        for thought in [
            thought for thought in self._thoughts.values() if thought.asked is not None
        ]:
            self._consider(thought)

    def _consider(self, thought: PendingMove) -> None:
        assert thought.asked is not None, "a bot is asked once"
        assert thought.wish.strength is not None, "queued moves need no thought"
        (game, view), thought.asked = thought.asked, None
        moves, _ = take_limited(game.candidate_moves(view), MOST_MOVES)
        thought.move = moves[0]
        if len(moves) == 1:
            return
        strength, seat, key = thought.wish.strength, thought.seat, thought.wish.key
        try:
            thought.move = self._bots.choose(strength, game, view, moves)
        except (
            Exception
        ) as error:  # a bot's fault is not the table's; its first move is as good as any
            log.error("bot failed", error=type(error).__name__)
            return
        within = max(0.0, thought.due - self._clock.monotonic())
        task = asyncio.get_running_loop().create_task(
            self._bots.ponder(strength, game, view, moves, within)
        )
        task.add_done_callback(lambda done: self._pondered(seat, key, done))
        thought.task = task

    def _pondered(self, seat: Seat, key: str, task: "asyncio.Task[Any]") -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("bot failed", error=type(error).__name__)
        elif task.result() is not None:
            self._inbox.post(BotMove(seat, key, task.result()))

    def chosen(self, answer: BotMove) -> None:
        thought = self._thoughts.get(answer.seat)
        if thought is not None and thought.wish.key == answer.key:
            thought.move = answer.move

    def ripe(self, now: float) -> PendingMove | None:
        """The thought that is longest due, taken out."""
        if not self._thoughts:
            return None
        due = [thought for thought in self._thoughts.values() if thought.due <= now]
        if not due:
            return None
        first = min(due, key=lambda thought: (thought.due, thought.seat))
        if first.asked is not None:
            self._consider(first)
        self._forget(first.seat)
        return first

    def next_due(self) -> float | None:
        return min(thought.due for thought in self._thoughts.values()) if self._thoughts else None

    def _forget(self, seat: Seat) -> None:
        thought = self._thoughts.pop(seat)
        if thought.task is not None:
            thought.task.cancel()

    def clear(self) -> None:
        for seat in list(self._thoughts):
            self._forget(seat)
