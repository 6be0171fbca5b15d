"""Moves that are on their way: of bots, premoves, and automatic ones, each after a human pause.

The pause never depends on cards. A bot sees one seat's view and moves, and answers at once; the
answer is held back until it is due. Until then the bot may find a better move, which comes through
the mailbox. A better move that comes too late is ignored. The quick answer is asked for after
everybody has been shown what happened, so nobody waits for it.

A seat may have several prompts, and a move that answers one may change what the others ask. So
after a bot's move its other answers are asked for again, and stay due when they were.

Where one person plays with bots alone, their pace is that person's wish: calm makes the pause
longer, and by tap the one answer that the match waits for is held back, whenever it is due.

| the awaited bot's answer | a tap | another wish, or somebody comes or goes |
|---|---|---|
| held back | it is made once it is due | the same |
| let go | nothing changes | it stays let go |

| a bot's answer | its prompt goes | its seat moves | a better move comes | it is due |
|---|---|---|---|---|
| not asked for | it is cancelled | nothing changes | it is too old | it is asked for and made |
| found | it is cancelled | it is not asked for | it is replaced | it is made |
| an offer let be | it is cancelled | it is not asked for | | |
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from app.rules.game import AnyGame, Prompt, Seat
from app.rules.play import take_up_to
from app.rules.values import Manner
from app.table.actor.held_commands import CoveredAnswers, Slot
from app.table.actor.messages import BotMove, Message
from app.table.clients.mailbox import Mailbox
from app.table.match.live_match import LiveMatch
from app.table.ports import TableServices
from app.table.room.display_names import temper
from app.text.error_chain import error_chain

FASTEST: Final = 0.6
SLOWEST: Final = 1.4
CALM: Final = 2.5
"""The factor of a bot's pause at a calm pace."""
MAX_MOVES: Final = 1000

log = structlog.get_logger(__name__)


class AutoPrompt(msgspec.Struct, frozen=True):
    """A prompt that will be answered without a person's hand."""

    prompt: Prompt
    strength: str | None
    """The bot's strength; None: the player's premove, or an automatic move."""
    name: str = ""
    """The bot's name, from which its temper follows; empty where it stands in for a person."""

    @property
    def is_for_bot(self) -> bool:
        return self.strength is not None and not self.prompt.automatic


@dataclass(slots=True)
class PendingMove:
    seat: Seat
    wish: AutoPrompt
    due: float
    is_asked: bool
    """False while the bot has yet to be asked, or asked again."""
    move: Any = None
    """A bot's best move so far."""
    task: "asyncio.Task[Any] | None" = None
    let_go: bool = False
    """A tap has let it go, where it would be held back."""


class Autoplay:
    """At most one pending move for each prompt of a seat."""

    def __init__(
        self, mailbox: Mailbox[Message], services: TableServices, covered: CoveredAnswers
    ) -> None:
        self._covered = covered
        self._mailbox, self._bots, self._clock = mailbox, services.bots, services.clock
        self._dealer, self._pace = services.dealer, services.pace
        self._pending: dict[Slot, PendingMove] = {}
        self._let_be: set[Slot] = set()
        """Offers that a bot does not take."""
        self._calm = False
        self._held: Slot | None = None
        """The question whose answer waits for a tap."""

    def set_prompts(
        self, live: LiveMatch | None, wishes: Mapping[Slot, AutoPrompt], calm: bool = False
    ) -> None:
        """Begins new moves, and cancels those whose prompt is gone. `calm`: bots pause longer."""
        self._calm = calm
        self._let_be.intersection_update(wishes)
        if self._pending:
            for slot in [
                slot for slot, pending in self._pending.items() if wishes.get(slot) != pending.wish
            ]:
                self._cancel(slot)
        for slot, wish in wishes.items():
            if slot not in self._pending and slot not in self._let_be:
                assert live is not None, "nobody is asked anything without a match"
                self._begin(live, slot, wish)

    def hold(self, slot: Slot | None, tapped: bool) -> None:
        """Holds back the answer to this question, and to no other, until it is `tapped` for."""
        pending = None if slot is None else self._pending.get(slot)
        if pending is not None and tapped:
            pending.let_go = True
        self._held = None if pending is None or pending.let_go else slot

    def _begin(self, live: LiveMatch, slot: Slot, wish: AutoPrompt) -> None:
        pause = self._dealer.uniform(FASTEST, SLOWEST) * self._pace
        due = self._clock.monotonic() + (pause * CALM if self._calm and wish.is_for_bot else pause)
        if wish.strength is None and not wish.prompt.automatic:
            premove = live.premoves[slot[0]].move
            due = max(due, self._covered.moment(live, slot[0], wish.prompt, premove))
        self._pending[slot] = PendingMove(slot[0], wish, due, is_asked=not wish.is_for_bot)

    def ask_again(self, seat: Seat) -> None:
        """Lets the seat's bot, which has just moved, answer its other prompts anew.

        Offers that it has let be are among them.
        """
        self._let_be = {slot for slot in self._let_be if slot[0] != seat}
        for pending in self._pending.values():
            if pending.seat == seat and pending.wish.is_for_bot:
                pending.is_asked = False
                if pending.task is not None:
                    pending.task.cancel()
                    pending.task = None

    @property
    def has_unasked_bots(self) -> bool:
        """True while bots have to be asked."""
        return any(not pending.is_asked for pending in self._pending.values())

    def ask_bots(self, live: LiveMatch) -> None:
        """Asks the bots that have begun to think.

        The time it takes depends on cards, so everything to be shown must have left before.
        """
        for slot, pending in list(self._pending.items()):
            if not pending.is_asked:
                self._ask_bot(live, pending)
                if pending.wish.prompt.offer and pending.move is None:
                    self._let_be.add(slot)
                    self._cancel(slot)

    def _ask_bot(self, live: LiveMatch, pending: PendingMove) -> None:
        pending.is_asked = True
        view = live.view(pending.seat)
        strength, prompt = pending.wish.strength, pending.wish.prompt
        assert strength is not None, "queued moves need no thought"
        game = live.game
        if game.tempers:
            game = game.in_manner(Manner(strength, temper(pending.wish.name, game.tempers)))
        if prompt.offer:
            pending.move = game.accepted_offer(view, prompt)
            return
        moves, _ = take_up_to(game.candidate_answers(view, prompt), MAX_MOVES)
        pending.move = moves[0]
        if len(moves) == 1:
            return
        try:
            pending.move = self._bots.choose(strength, game, view, moves)
        except (
            Exception
        ) as error:  # a bot's fault is not the table's; its first move is as good as any
            _log_failure(game, pending.seat, strength, error)
            return
        if prompt != game.prompt(view):
            return  # the search answers the first question alone
        within = max(0.0, pending.due - self._clock.monotonic())
        task = asyncio.get_running_loop().create_task(
            self._bots.ponder(strength, game, view, moves, within)
        )
        slot = (pending.seat, prompt.key)
        task.add_done_callback(partial(self._improved, game, *slot))
        pending.task = task

    def _improved(self, game: AnyGame, seat: Seat, key: str, task: "asyncio.Task[Any]") -> None:
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            pending = self._pending.get((seat, key))
            strength = None if pending is None else pending.wish.strength
            _log_failure(game, seat, strength, error)
        elif task.result() is not None:
            self._mailbox.post(BotMove(seat, key, task))

    def bot_chose(self, answer: BotMove) -> None:
        pending = self._pending.get((answer.seat, answer.key))
        if pending is not None and pending.task is answer.thought:
            pending.move = answer.thought.result()

    def pop_due(self, live: LiveMatch, now: float) -> PendingMove | None:
        """Takes out the move that has been due longest."""
        due = [
            (one.due, slot)
            for slot, one in self._pending.items()
            if one.due <= now and slot != self._held
        ]
        if not due:
            return None
        _, slot = min(due)
        pending = self._pending[slot]
        if not pending.is_asked:
            self._ask_bot(live, pending)
        self._cancel(slot)
        if pending.wish.prompt.offer and pending.move is None:
            self._let_be.add(slot)
            return None
        return pending

    def next_due(self) -> float | None:
        if not self._pending:
            return None
        dues = (one.due for slot, one in self._pending.items() if slot != self._held)
        return min(dues, default=None)

    def _cancel(self, slot: Slot) -> None:
        pending = self._pending.pop(slot)
        if pending.task is not None:
            pending.task.cancel()

    def clear(self) -> None:
        for slot in list(self._pending):
            self._cancel(slot)


def _log_failure(game: AnyGame, seat: Seat, strength: str | None, error: BaseException) -> None:
    log.error("bot failed", game=game.slug, seat=seat, strength=strength, error=error_chain(error))
