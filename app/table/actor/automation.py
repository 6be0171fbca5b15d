"""Everything that happens in a match by itself: time runs out, bots answer, premoves are made."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import structlog
from msgspec.structs import replace

from app.rules.errors import IllegalMove, RuleError
from app.rules.game import Prompt, Seat
from app.rules.play import play
from app.table.actor.autoplay import Autoplay, AutoPrompt, PendingMove
from app.table.actor.held_commands import CoveredAnswers, HintSearches, Slot
from app.table.actor.messages import BotMove
from app.table.clients.people import People
from app.table.match.live_match import LiveMatch
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Refused
from app.table.room import slow
from app.table.turn import again, moves
from app.table.turn.change import NOTHING, Change
from app.table.turn.slow_change import without_dropped
from app.table.turn.table_state import TableState

UNCLOCKED: Final = (ClockLevel.OFF, ClockLevel.SOFT)
"""The clocks by which nobody's time runs out."""

SOON: Final = 60.0
"""Seconds before something is due for which a slow match stays awake."""

DROPPED: Final = "Your premove was dropped"
PASSES_NO_MORE: Final = "You no longer pass until the next trick"

log = structlog.get_logger(__name__)


class Automation:
    """Drives one match by the same calls that people's moves make."""

    def __init__(
        self,
        state: TableState,
        people: People,
        autoplay: Autoplay,
        covered: CoveredAnswers,
        hints: HintSearches,
    ) -> None:
        self._state, self._people = state, people
        self._autoplay, self._covered, self._clock = autoplay, covered, state.services.clock
        self._hints = hints

    def next_change(self) -> Change | None:
        """The next thing that is due by itself; None: nothing is."""
        state, live = self._state, self._state.running
        if live is None:
            return again.next_change(state, self._people)
        now, frozen = self._clock.monotonic(), state.clocks.is_frozen
        due = state.clocks.next_due()
        if due is not None and due <= now:
            return moves.expire(state, self._people, state.clocks.expired(state.now())[0])
        if (change := moves.follow_up(state, self._people)) is not None:
            return change
        if (change := without_dropped(state.room, live)) is not None:
            return change
        if not frozen:
            self._covered.make_due(now)
        pending = self._autoplay.pop_due(live, now)
        return None if pending is None else self._answer(live, pending)

    def _answer(self, live: LiveMatch, pending: PendingMove) -> Change:
        """Nothing for an offer that changed while the bot paused: the bot is asked again."""
        prompt, seat = pending.wish.prompt, pending.seat
        queued = pending.wish.strength is None and not prompt.automatic
        move = live.premoves[seat].move if queued else self._legal_move(live, pending)
        if move is None:
            return NOTHING
        change = moves.play(self._state, seat, prompt.key, move)
        self._autoplay.ask_again(seat)
        if queued and live.premoves[seat].trick is None:
            change = replace(change, passing=(partial(live.premoves.pop, seat, None),))
        return change

    def next_due(self) -> float | None:
        """On the monotonic clock; between matches the end of the count to the next one."""
        state = self._state
        if state.running is None:
            return None if state.again is None else state.again.mono
        dues = [state.clocks.next_due(), self._autoplay.next_due(), state.shuffle_due]
        if not state.clocks.is_frozen:
            dues.append(self._covered.next_due())
        return min([due for due in dues if due is not None], default=None)

    def keeps_awake(self) -> bool:
        """True while a slow match has something to do by itself now, or soon."""
        if not slow.plays_slowly(self._state.room):
            return False
        due = self.next_due()
        return due is not None and due <= self._clock.monotonic() + SOON

    async def ask_bots(self) -> None:
        """Asks the bots that have a prompt.

        Call it once everything shown has left: how long they think depends on their cards.
        """
        live = self._state.running
        if live is not None and self._autoplay.has_unasked_bots:
            await asyncio.sleep(0)
            self._autoplay.ask_bots(live)

    def bot_chose(self, answer: BotMove) -> None:
        self._autoplay.bot_chose(answer)

    def stop(self) -> None:
        self._autoplay.clear()
        self._covered.stop()
        self._hints.stop()

    def schedule(self) -> None:
        """Schedules a move for each prompt of a bot, or of a player with a premove.

        Nothing while paused.
        """
        live = self._state.running
        self._covered.follow(live)
        wishes: dict[Slot, AutoPrompt] = {}
        if live is not None and not self._state.clocks.is_frozen:
            for seat, found in live.moment.open_to.items():
                strength, name = self._bot_at(seat)
                for prompt in found:
                    if strength is not None or prompt.automatic:
                        wishes[seat, prompt.key] = AutoPrompt(prompt, strength, name)
                if strength is None and (first := self._premoved(live, seat, found)) is not None:
                    wishes[seat, first.key] = AutoPrompt(first, None)
        person = None if live is None else self._people.sole_client(self._state.room)
        calm = person is not None and person.bot_pace == "calm"
        self._autoplay.set_prompts(live, wishes, calm)
        tapped = person is not None and person.take_tap()
        by_tap = person is not None and person.bot_pace == "tap"
        held = self._held_slot(live, wishes) if by_tap and live is not None else None
        self._autoplay.hold(held, tapped)

    def _held_slot(self, live: LiveMatch, wishes: Mapping[Slot, AutoPrompt]) -> Slot | None:
        """The question to a bot that all else waits for; None: none is, or a clock ends it."""
        if len(live.moment.awaited) != 1 or self._state.room.clock not in UNCLOCKED:
            return None
        (awaited,) = live.moment.awaited
        for (seat, key), wish in wishes.items():
            prompt = wish.prompt
            clocked = prompt.window is not None or prompt.within is not None
            if seat == awaited and wish.is_for_bot and not prompt.offer and not clocked:
                return seat, key
        return None

    def _bot_at(self, number: Seat) -> tuple[str | None, str]:
        """The strength of the bot that plays there, if one does, and its name if it has one."""
        for seat in self._state.room.seats:
            if seat.number == number:
                return (seat.stand_in, "") if seat.bot is None else (seat.bot, seat.name)
        return None, ""

    def _premoved(self, live: LiveMatch, seat: Seat, found: Sequence[Prompt]) -> Prompt | None:
        """The question that the seat's premove answers; a premove that none takes is dropped."""
        queued, refusal = live.premoves.get(seat), None
        if queued is None:
            return None
        for prompt in found:
            if prompt.offer or prompt.automatic:
                continue
            try:
                play(live.game, live.state, seat, prompt.key, queued.move)
            except RuleError as error:
                refusal = refusal or error
            else:
                return prompt
        if refusal is not None:
            self._drop_premove(live, seat, refusal)
        return None

    def _drop_premove(self, live: LiveMatch, seat: Seat, error: RuleError) -> None:
        """Drops a premove that cannot be made; only its owner is told."""
        dropped = live.premoves.pop(seat)
        what = DROPPED if dropped.trick is None else PASSES_NO_MORE
        reason = error.reason if isinstance(error, IllegalMove) else None
        for client in self._people:
            if client.person is not None and self._state.seat_of(client.person) == seat:
                client.outbox.put(Refused(None, error.code, reason, f"{what}: {error.sentence}"))

    def _legal_move(self, live: LiveMatch, pending: PendingMove) -> Any:
        """The bot's move; the first legal one if it chose none, and where moves are automatic.

        None for an offer that changed while the bot paused.
        """
        prompt, seat = pending.wish.prompt, pending.seat
        if not prompt.automatic:
            try:
                play(live.game, live.state, seat, prompt.key, pending.move)
            except RuleError as error:
                if prompt.offer:
                    return None
                log.error(
                    "bot chose an illegal move",
                    game=live.game.slug,
                    seat=seat,
                    strength=pending.wish.strength,
                    code=error.code,
                )
            else:
                return pending.move
        return next(live.game.legal_answers(live.view(seat), prompt))
