"""Held commands: answers that wait for a drawn moment, and hints that wait for a comparison.

A covered answer is made at that moment, so that its time does not say why it was given.
A game names them (`Game.covered_answers`). The moment is drawn as the question is put, whoever is
asked and whatever they hold.

| question | a covered answer | another answer | its moment | closed by time or rules |
|---|---|---|---|---|
| before its moment | is checked, and held | is made; held ones are stale then | – | gone |
| held | is held too | is made; held ones are stale then | held ones are made | they are stale |
| after its moment | is made | is made | – | gone |

A held answer has no reply yet and nobody hears of it. An outage refuses it. A browser repeats it
after a lost connection or a restart. While the table is paused nothing is made.

A hint's command is held until its seat's moves are compared, then it comes again.

| a hint's command | it comes | the comparison is there, or none is to be had | the table stops |
|---|---|---|---|
| new | it is held, and the comparison begins | | |
| held | this copy is held beside it | it goes back to the mailbox | it goes back |
| compared | it is answered | | it is answered, or refused |
"""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeAlias

import structlog

from app.rules.game import Prompt, Seat
from app.rules.play import take_up_to
from app.rules.replay import Played
from app.table.actor.messages import Message
from app.table.clients.client import CommandReceived
from app.table.clients.mailbox import Mailbox
from app.table.match.live_match import LiveMatch
from app.table.model.room import PersonId
from app.table.ports import TableServices
from app.table.turn.change import Compare
from app.table.turn.table_state import TableState
from app.text.error_chain import error_chain

Slot: TypeAlias = tuple[Seat, str]
"""A seat, and the key of one of its prompts."""
MOMENTS: Final = (1.5, 6.0)
"""Seconds at ordinary pace after the question, between which its moment is drawn."""

SECONDS: Final = 2.0
"""A comparison is waited for at most this long."""
MAX_MOVES: Final = 1000

log = structlog.get_logger(__name__)


class CoveredAnswers:
    """The moments of one table's open questions, and the answers that wait for them."""

    def __init__(self, mailbox: Mailbox[Message], services: TableServices) -> None:
        self._mailbox, self._clock = mailbox, services.clock
        self._dealer, self._pace = services.dealer, services.pace
        self._moments: dict[Slot, float] = {}
        self._held: dict[Slot, list[CommandReceived]] = {}

    def follow(self, live: LiveMatch | None) -> None:
        """Draws a moment for each new question, and lets go of those that are closed."""
        asked = [] if live is None or not live.game.covered_answers else _questions(live)
        if not asked and not self._moments:
            return
        now = self._clock.monotonic()
        self._moments = {
            slot: self._moments[slot]
            if slot in self._moments
            else now + self._dealer.uniform(*MOMENTS) * self._pace
            for slot in asked
        }
        for slot in self._held.keys() - self._moments.keys():
            self._make(slot)

    def moment(self, live: LiveMatch, seat: Seat, prompt: Prompt, move: Any) -> float:
        """The moment before which this answer is not made, on the monotonic clock; 0: at once."""
        kind = type(move).__struct_config__.tag
        covered = (prompt.kind, kind) in live.game.covered_answers
        return self._moments.get((seat, prompt.key), 0.0) if covered else 0.0

    def waits(self, live: LiveMatch, answer: Played) -> Slot | None:
        """The question whose moment this legal answer waits for; None: it is made at once."""
        if not live.game.covered_answers:
            return None
        for prompt in live.moment.open_to.get(answer.seat, ()):
            moment = self.moment(live, answer.seat, prompt, answer.move)
            if prompt.key == answer.key and moment > self._clock.monotonic():
                return answer.seat, answer.key
        return None

    def hold(self, slot: Slot, message: CommandReceived) -> None:
        """Keeps the command; each copy of it gets a reply."""
        self._held.setdefault(slot, []).append(message)

    def make_due(self, now: float) -> None:
        """Gives back to the mailbox what was held until now."""
        for slot in [slot for slot in self._held if self._moments[slot] <= now]:
            self._make(slot)

    def _make(self, slot: Slot) -> None:
        for message in self._held.pop(slot):
            message.client.unanswered += 1
            self._mailbox.post(message)

    def next_due(self) -> float | None:
        return min([self._moments[slot] for slot in self._held]) if self._held else None

    def stop(self) -> None:
        """Gives back all that is held, to be refused by an outage or left by a table that ends."""
        for slot in list(self._held):
            self._make(slot)
        self._moments.clear()


def _questions(live: LiveMatch) -> list[Slot]:
    kinds = {kind for kind, _ in live.game.covered_answers}
    return [
        (seat, prompt.key)
        for seat, found in live.moment.open_to.items()
        for prompt in found
        if prompt.kind in kinds
    ]


@dataclass(slots=True)
class HeldHint:
    """One command, in all copies that came."""

    task: "asyncio.Task[Any]"
    messages: list[CommandReceived] = field(default_factory=list)


class HintSearches:
    """At most one for each command; a person's commands are a second apart."""

    def __init__(self, mailbox: Mailbox[Any], state: TableState) -> None:
        self._mailbox, self._state = mailbox, state
        self._held: dict[tuple[PersonId, str], HeldHint] = {}

    def holds(self, message: CommandReceived) -> bool:
        """Keeps the copy of a command that is held; False: it is not."""
        if message.client.person is None:
            return False
        held = self._held.get((message.client.person, message.command.id))
        if held is not None:
            held.messages.append(message)
        return held is not None

    def hold(self, message: CommandReceived, wanted: Compare) -> None:
        """Keeps the command until its moves are compared."""
        person = message.client.person
        assert person is not None, "a hint is for somebody with a seat"
        game, view, prompt = wanted
        moves, _ = take_up_to(game.candidate_answers(view, prompt), MAX_MOVES)
        key = (person, message.command.id)
        comparing = self._state.services.bots.compare(game, view, moves, SECONDS)
        task = asyncio.get_running_loop().create_task(comparing)
        self._held[key] = HeldHint(task, [message])
        task.add_done_callback(partial(self._compared, key))

    def _compared(self, key: tuple[PersonId, str], task: "asyncio.Task[Any]") -> None:
        if task.cancelled():
            return
        found = None
        if (error := task.exception()) is None:
            found = task.result()
        else:
            log.error("hint failed", error=error_chain(error))
        person, command = key
        self._state.compared[person] = (command, found)
        self._give_back(key)

    def _give_back(self, key: tuple[PersonId, str]) -> None:
        for message in self._held.pop(key).messages:
            message.client.unanswered += 1
            self._mailbox.post(message)

    def stop(self) -> None:
        """Gives back all that is held, to be refused by an outage or left by a table that ends."""
        for key, held in list(self._held.items()):
            held.task.cancel()
            self._give_back(key)
