"""What happens in a match by itself: time runs out, bots answer, queued moves are made."""

import asyncio
from typing import Any

import structlog

from app.rules.errors import IllegalMove, RuleError
from app.rules.game import Seat, play
from app.table.actor.autoplay import Autoplay, AutoPrompt, PendingMove
from app.table.actor.command_handler import CommandHandler
from app.table.actor.mailbox import BotMove
from app.table.clients.connections import Connections
from app.table.match.live_match import LiveMatch, Premove
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

    async def run_due(self) -> bool:
        """Does one thing whose time has come; whether there was one. Raises Fenced, StoreAway."""
        live = self._ledger.running
        if live is None:
            return False
        due = self._ledger.clocks.next_due()
        if due is not None and due <= self._clock.monotonic():
            await self._ledger.expire(
                self._ledger.clocks.expired(self._ledger.now())[0], self._steward.present
            )
            return True
        if await self._ledger.continue_shuffle(self._steward.present):
            return True
        thought = self._thoughts.pop_due(self._clock.monotonic())
        if thought is None:
            return False
        key, seat = thought.prompt.key, thought.seat
        if thought.prompt.strength is not None:
            await self._ledger.play(
                seat, key, self._legal_move(live, thought), None, self._steward.present
            )
            return True
        queued = live.premoves[seat]
        await self._ledger.play(seat, key, queued.move, None, self._steward.present)
        live.premoves.pop(seat, None)
        return True

    def next_due(self) -> float | None:
        """On the monotonic clock; None while no match runs, though questions of one that was broken off may stand open."""
        if self._ledger.running is None:
            return None
        dues = (
            self._ledger.clocks.next_due(),
            self._thoughts.next_due(),
            self._ledger.shuffle_due,
        )
        return min((due for due in dues if due is not None), default=None)

    async def ask_bots(self) -> None:
        """Asks the bots that have a question, once what was shown has left: how long they consider depends on their cards."""
        if self._thoughts.has_unasked_bots:
            await asyncio.sleep(0)
            self._thoughts.ask_bots()

    def bot_chose(self, answer: BotMove) -> None:
        self._thoughts.bot_chose(answer)

    def stop(self) -> None:
        self._thoughts.clear()

    def schedule(self) -> None:
        """Whoever is asked and has a bot or a queued move gets a thought; while the clocks stand still nobody thinks."""
        live = self._ledger.running
        wishes: dict[Seat, AutoPrompt] = {}
        if live is not None and live.prompts and not self._ledger.clocks.is_frozen:
            for seat, prompt in live.prompts.items():
                strength = self._bot_at(seat)
                queued = live.premoves.get(seat)
                if strength is not None:
                    wishes[seat] = AutoPrompt(prompt.key, strength)
                elif queued is not None and self._premove_is_legal(live, seat, prompt.key, queued):
                    wishes[seat] = AutoPrompt(prompt.key, None)
        self._thoughts.set_prompts(live, wishes)

    def _bot_at(self, number: Seat) -> str | None:
        for seat in self._ledger.room.seats:
            if seat.number == number:
                return seat.bot or seat.stand_in
        return None

    def _premove_is_legal(self, live: LiveMatch, seat: Seat, key: str, queued: Premove) -> bool:
        """A queued move that cannot be made is dropped; its owner alone is told."""
        try:
            play(live.game, live.state, seat, key, queued.move)
        except RuleError as error:
            del live.premoves[seat]
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

    def _legal_move(self, live: LiveMatch, thought: PendingMove) -> Any:
        """The bot's move, or the first legal one where the bot has chosen none."""
        try:
            play(live.game, live.state, thought.seat, thought.prompt.key, thought.move)
        except RuleError as error:
            log.error(
                "bot chose an illegal move",
                game=live.game.slug,
                strength=thought.prompt.strength,
                code=error.code,
            )
            return next(live.game.legal_moves(live.view(thought.seat)))
        return thought.move
