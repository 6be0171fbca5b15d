"""Moves that are on their way: of bots, and premoves of people, each after a short human pause.

The pause never depends on cards. A bot sees one seat's view and moves, and answers at once; the
answer is held back until it is due. Until then the bot may find a better move, which comes through
the mailbox. A better move that comes too late is ignored. The quick answer is asked for after
everybody has been shown what happened, so nobody waits for it.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog

from app.rules.game import AnyGame, AnyView, Seat
from app.rules.play import take_up_to
from app.table.actor.mailbox import Mailbox
from app.table.actor.messages import BotMove
from app.table.match.live_match import LiveMatch
from app.table.ports import TableServices

FASTEST: Final = 0.6
SLOWEST: Final = 1.4
MAX_MOVES: Final = 1000

log = structlog.get_logger(__name__)


class AutoPrompt(msgspec.Struct, frozen=True):
    """A prompt that will be answered without a person's hand."""

    key: str
    strength: str | None
    """None: the player's premove."""


@dataclass(slots=True)
class PendingMove:
    seat: Seat
    prompt: AutoPrompt
    due: float
    asked: tuple[AnyGame, AnyView] | None = None
    """The game and the view for the bot; None once it was asked, and for premoves."""
    move: Any = None
    """A bot's best move so far."""
    task: "asyncio.Task[Any] | None" = None


class Autoplay:
    """At most one pending move for each seat."""

    def __init__(self, mailbox: Mailbox, services: TableServices) -> None:
        self._mailbox, self._bots, self._clock = mailbox, services.bots, services.clock
        self._dealer, self._pace = services.dealer, services.pace
        self._pending: dict[Seat, PendingMove] = {}

    def set_prompts(self, live: LiveMatch | None, wishes: Mapping[Seat, AutoPrompt]) -> None:
        """Begins new moves, and cancels those whose prompt is gone."""
        if self._pending:
            for seat in [
                seat
                for seat, pending in self._pending.items()
                if wishes.get(seat) != pending.prompt
            ]:
                self._cancel(seat)
        for seat, wish in wishes.items():
            if seat not in self._pending:
                assert live is not None, "nobody is asked anything without a match"
                self._begin(live, seat, wish)

    def _begin(self, live: LiveMatch, seat: Seat, wish: AutoPrompt) -> None:
        span = self._dealer.uniform(FASTEST, SLOWEST) * self._pace
        pending = self._pending[seat] = PendingMove(seat, wish, self._clock.monotonic() + span)
        if wish.strength is not None:
            pending.asked = (live.game, live.view(seat))

    @property
    def has_unasked_bots(self) -> bool:
        """True while bots have to be asked."""
        return any(pending.asked is not None for pending in self._pending.values())

    def ask_bots(self) -> None:
        """Asks the bots that have begun to think.

        The time it takes depends on cards, so everything to be shown must have left before.
        """
        for pending in [pending for pending in self._pending.values() if pending.asked is not None]:
            self._ask_bot(pending)

    def _ask_bot(self, pending: PendingMove) -> None:
        assert pending.asked is not None, "a bot is asked once"
        assert pending.prompt.strength is not None, "queued moves need no thought"
        (game, view), pending.asked = pending.asked, None
        moves, _ = take_up_to(game.candidate_moves(view), MAX_MOVES)
        pending.move = moves[0]
        if len(moves) == 1:
            return
        strength, seat, key = pending.prompt.strength, pending.seat, pending.prompt.key
        try:
            pending.move = self._bots.choose(strength, game, view, moves)
        except (
            Exception
        ) as error:  # a bot's fault is not the table's; its first move is as good as any
            log.error("bot failed", error=type(error).__name__)
            return
        within = max(0.0, pending.due - self._clock.monotonic())
        task = asyncio.get_running_loop().create_task(
            self._bots.ponder(strength, game, view, moves, within)
        )
        task.add_done_callback(lambda done: self._improved(seat, key, done))
        pending.task = task

    def _improved(self, seat: Seat, key: str, task: "asyncio.Task[Any]") -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("bot failed", error=type(error).__name__)
        elif task.result() is not None:
            self._mailbox.post(BotMove(seat, key, task.result()))

    def bot_chose(self, answer: BotMove) -> None:
        pending = self._pending.get(answer.seat)
        if pending is not None and pending.prompt.key == answer.key:
            pending.move = answer.move

    def pop_due(self, now: float) -> PendingMove | None:
        """Takes out the move that has been due longest."""
        if not self._pending:
            return None
        due = [pending for pending in self._pending.values() if pending.due <= now]
        if not due:
            return None
        first = min(due, key=lambda pending: (pending.due, pending.seat))
        if first.asked is not None:
            self._ask_bot(first)
        self._cancel(first.seat)
        return first

    def next_due(self) -> float | None:
        return min(pending.due for pending in self._pending.values()) if self._pending else None

    def _cancel(self, seat: Seat) -> None:
        pending = self._pending.pop(seat)
        if pending.task is not None:
            pending.task.cancel()

    def clear(self) -> None:
        for seat in list(self._pending):
            self._cancel(seat)
