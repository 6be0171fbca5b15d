"""Hints that wait until their seat's moves are compared: the command is held, then comes again.

| a hint's command | it comes | the comparison is there, or none is to be had | the table stops |
|---|---|---|---|
| new | it is held, and the comparison begins | | |
| held | this copy is held beside it | it goes back to the mailbox | it goes back |
| compared | it is answered | | it is answered, or refused |
"""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import structlog

from app.rules.play import take_up_to
from app.table.clients.client import CommandReceived
from app.table.clients.mailbox import Mailbox
from app.table.model.room import PersonId
from app.table.turn.change import Compare
from app.table.turn.table_state import TableState
from app.text.error_chain import error_chain

SECONDS: Final = 2.0
"""A comparison is waited for at most this long."""
MAX_MOVES: Final = 1000

log = structlog.get_logger(__name__)


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
