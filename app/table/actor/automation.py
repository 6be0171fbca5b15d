"""What happens in a match by itself: time runs out, bots answer, queued moves are made."""

import asyncio
from typing import Any

import structlog

from app.rules.errors import IllegalMove, RuleError
from app.rules.game import Seat, play
from app.table.actor.autoplay import Autoplay, PendingMove, Wish
from app.table.actor.command_handler import CommandHandler
from app.table.actor.mailbox import BotMove
from app.table.clients.connections import Connections
from app.table.match.live_match import LiveMatch, Queued
from app.table.match.table_state import TableState
from app.table.model.server_messages import Refused
from app.table.ports import Clock

log = structlog.get_logger(__name__)


class Automation:
    """Drives one match through the same road that people's moves take."""

    def __init__(
        self,
        ledger: TableState,
        crowd: Connections,
        steward: CommandHandler,
        thoughts: Autoplay,
        clock: Clock,
    ) -> None:
        self._ledger, self._crowd, self._steward, self._thoughts, self._clock = (
            ledger,
            crowd,
            steward,
            thoughts,
            clock,
        )

    async def beat(self) -> bool:
        """Does one thing whose time has come; whether there was one. Raises Fenced, StoreAway."""
        live = self._ledger.running
        if live is None:
            return False
        due = self._ledger.questions.next_due()
        if due is not None and due <= self._clock.monotonic():
            await self._ledger.expire(
                self._ledger.questions.expired(self._ledger.now())[0], self._steward.here
            )
            return True
        if await self._ledger.tend(self._steward.here):
            return True
        thought = self._thoughts.ripe(self._clock.monotonic())
        if thought is None:
            return False
        key, seat = thought.wish.key, thought.seat
        if thought.wish.strength is not None:
            await self._ledger.play(seat, key, self._legal(live, thought), None, self._steward.here)
            return True
        queued = live.queued[seat]
        await self._ledger.play(seat, key, queued.move, None, self._steward.here)
        live.queued.pop(seat, None)
        return True

    def next_due(self) -> float | None:
        """On the monotonic clock; None while no match runs, though questions of one that was broken off may stand open."""
        if self._ledger.running is None:
            return None
        dues = (
            self._ledger.questions.next_due(),
            self._thoughts.next_due(),
            self._ledger.shuffle_due,
        )
        return min((due for due in dues if due is not None), default=None)

    async def consider(self) -> None:
        """Asks the bots that have a question, once what was shown has left: how long they consider depends on their cards."""
        if self._thoughts.wait:
            await asyncio.sleep(0)
            self._thoughts.consider()

    def chosen(self, answer: BotMove) -> None:
        self._thoughts.chosen(answer)

    def stop(self) -> None:
        self._thoughts.clear()

    def arrange(self) -> None:
        """Whoever is asked and has a bot or a queued move gets a thought; while the clocks stand still nobody thinks."""
        live = self._ledger.running
        wishes: dict[Seat, Wish] = {}
        if live is not None and live.prompts and not self._ledger.questions.frozen:
            for seat, prompt in live.prompts.items():
                strength = self._bot_at(seat)
                queued = live.queued.get(seat)
                if strength is not None:
                    wishes[seat] = Wish(prompt.key, strength)
                elif queued is not None and self._still_legal(live, seat, prompt.key, queued):
                    wishes[seat] = Wish(prompt.key, None)
        self._thoughts.want(live, wishes)

    def _bot_at(self, number: Seat) -> str | None:
        for seat in self._ledger.room.seats:
            if seat.number == number:
                return seat.bot or seat.stand_in
        return None

    def _still_legal(self, live: LiveMatch, seat: Seat, key: str, queued: Queued) -> bool:
        """A queued move that cannot be made is dropped; its owner alone is told."""
        try:
            play(live.game, live.state, seat, key, queued.move)
        except RuleError as error:
            del live.queued[seat]
            reason = error.reason if isinstance(error, IllegalMove) else None
            for chair in self._crowd:
                if chair.person is not None and self._ledger.seat_of(chair.person) == seat:
                    chair.outbox.put(
                        Refused(
                            None,
                            error.code,
                            reason,
                            f"Your queued move was dropped: {error.sentence}",
                        )
                    )
            return False
        return True

    def _legal(self, live: LiveMatch, thought: PendingMove) -> Any:
        """The bot's move, or the first legal one where the bot has chosen none."""
        try:
            play(live.game, live.state, thought.seat, thought.wish.key, thought.move)
        except RuleError as error:
            log.error(
                "bot chose an illegal move",
                game=live.game.slug,
                strength=thought.wish.strength,
                code=error.code,
            )
            return next(live.game.legal_moves(live.view(thought.seat)))
        return thought.move
