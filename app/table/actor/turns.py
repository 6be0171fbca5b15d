"""The turns of one table: a message's handler is asked, its change written, its answer kept.

Answers wait until their sender has been shown what changed.
"""

from collections.abc import Callable

from app.rules.errors import IllegalMove, RuleError
from app.rules.replay import Played
from app.table.actor.covered_answers import CoveredAnswers, Slot
from app.table.actor.hint_searches import HintSearches
from app.table.actor.messages import Request, T
from app.table.clients.client import Client, CommandReceived
from app.table.clients.people import People
from app.table.model.client_messages import Play
from app.table.model.errors import NotNow, TableError
from app.table.model.room import PersonId
from app.table.model.server_messages import AnyServerMessage, Done, Refused
from app.table.show.broadcast import Replies
from app.table.turn import commands, moves
from app.table.turn.change import Change
from app.table.turn.table_state import Intended, TableState


class Turns:
    """Every method that waits may raise Fenced or StoreAway."""

    def __init__(
        self,
        state: TableState,
        people: People,
        covered: CoveredAnswers,
        hints: HintSearches,
        blocked: frozenset[tuple[PersonId | None, str]],
    ) -> None:
        """`blocked`: commands that crashed this table before; they are not tried again."""
        self._state, self._people = state, people
        self._covered, self._hints, self._blocked = covered, hints, blocked
        self.replies: Replies = {}
        """Answers that wait until their sender has been shown what changed."""

    async def obey(self, message: CommandReceived) -> None:
        """Carries out a command, unless it was carried out before."""
        client, command, state = message.client, message.command, self._state
        if client.outbox.closing:
            state.memory.end(client.person, command.id)
            return
        if self._hints.holds(message):
            return
        state.intended = Intended()
        try:
            if (client.person, command.id) in self._blocked:
                raise NotNow("That action crashed this table earlier and is blocked.")
            if not state.memory.was_done(client.person, command.id):
                change = commands.obey(state, self._people, client, command)
                if (slot := self._held_slot(change)) is not None:
                    self._covered.hold(slot, message)
                    return
                await self.commit(change, own=True)
                if change.compare is not None:
                    self._hints.hold(message, change.compare)
                    return
                commands.remember(state, client.person, command)
                self._reply(client, *change.replies)
        except (RuleError, TableError) as error:
            if isinstance(command, Play) and client.person is not None:
                await state.check_owner()  # a server that was frozen would judge by an old state
            reason = error.reason if isinstance(error, IllegalMove) else None
            client.outbox.put(Refused(command.id, error.code, reason, error.sentence))
        else:
            self._reply(client, Done(command.id))
        state.memory.end(client.person, command.id)

    def _held_slot(self, change: Change) -> Slot | None:
        """The question whose moment the answer in this change waits for."""
        live, step = self._state.live, change.step
        if live is None or step is None or not isinstance(step.entry, Played):
            return None
        return self._covered.waits(live, step.entry)

    async def grant(
        self, request: Request[T], decide: Callable[[], Change | None], granted: T, refused: T
    ) -> None:
        """Answers a request with `granted` once its change is written; `refused`: there is none.

        Does nothing if nobody waits for the answer any more.
        """
        if request.answer.done():
            return
        try:
            change = decide()
            if change is not None:
                await self.commit(change)
        except TableError as error:
            request.reject(error)
        else:
            request.resolve(refused if change is None else granted)

    async def commit(self, change: Change, own: bool = False) -> None:
        """Writes the change, and what follows from it by itself. `own`: it is a command's."""
        await self._state.commit(change, own)
        for person, told in change.tells:
            for client in self._people:
                if client.person == person:
                    client.tell(told)
        await self.follow_up()

    async def follow_up(self) -> None:
        """Writes what follows by itself from what is written."""
        while (change := moves.follow_up(self._state, self._people)) is not None:
            await self._state.commit(change)

    def _reply(self, client: Client, *replies: AnyServerMessage) -> None:
        self.replies.setdefault(client, []).extend(replies)

    def send_replies(self) -> None:
        """Sends the answers of a table that shows nothing any more, or not now."""
        for client, replies in self.replies.items():
            for reply in replies:
                client.outbox.put(reply)
        self.replies.clear()
