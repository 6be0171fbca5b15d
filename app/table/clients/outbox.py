"""The outbox of one connection: messages that wait to be sent, and the shuffles that were.

A slow reader misses only frames in between. Readers whose outbox has something stand in a queue.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from app.rules.game import Seat
from app.table.match.shuffle_proofs import ShownShuffles
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.match_messages import DealtShown, EventLine, Frame, ShuffleShown, unfolded
from app.table.model.notation import to_milliseconds
from app.table.model.room import MatchId
from app.table.model.server_messages import AnyServerMessage, Bye, Chat, Done, Reacted, RoomShown
from app.table.ports import Clock

MAX_OTHERS: Final = 64
MAX_EVENTS: Final = 100
MAX_LINES: Final = 100


R = TypeVar("R")


class ReaderQueue(Generic[R]):
    """The readers for whom messages wait, each once, until they are taken."""

    def __init__(self) -> None:
        self._readers: dict[R, None] = {}
        self._some = asyncio.Event()

    def add(self, reader: R) -> None:
        if not self._readers:
            self._some.set()
        self._readers[reader] = None

    async def take(self) -> Iterable[R]:
        """All readers that stand here, the first one first; waits until there is one."""
        await self._some.wait()
        self._some.clear()
        taken, self._readers = self._readers, {}
        return taken


class News(NamedTuple):
    """A frame that waits, with the events that its reader has not seen."""

    frame: Frame
    events: tuple[EventLine, ...]


class Outbox:
    """At most one room and chat message, MAX_OTHERS other messages, and the newest frame.

    A newer frame takes over the events of the older one, except where a message about a shuffle
    follows that: the state just before a shuffle is shown to every page, which compares it. One
    message too many ends the connection. Frames are numbered and dated as they leave.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[AnyServerMessage | News] = deque()
        self._readers: ReaderQueue[Any] = ReaderQueue()
        self._reader: object = None
        """It stands in that queue when there is something to take."""
        self._frames = 0
        self._room_taken = False
        self._bye: Bye | None = None
        self.closing = False
        """True once a Bye was put here."""

    @property
    def is_empty(self) -> bool:
        return not self._waiting

    def put(self, message: AnyServerMessage) -> None:
        """Adds a message; after a Bye nothing is added."""
        if self.closing:
            return
        if isinstance(message, RoomShown) and not self._room_taken:
            first = next((one for one in self._waiting if isinstance(one, RoomShown)), None)
            if first is not None:  # no frame may come before the first room
                self._waiting[self._waiting.index(first)] = message
                return
        if self._waiting or isinstance(message, Bye):
            message = self._merge(message)
        self._waiting.append(message)
        self._readers.add(self._reader)

    def put_frame(self, frame: Frame, events: tuple[EventLine, ...]) -> None:
        """Adds the newest frame, and what happened since the one before.

        What a "done" tells is shown before it, so no page takes the old prompt for open.
        """
        if self.closing:
            return
        done: list[AnyServerMessage | News] = []
        if self._waiting and (older := self._take_newest_frame()) is not None:
            if older.frame.match == frame.match:
                events = (*older.events, *events)[-MAX_EVENTS:]
            done = [one for one in self._waiting if isinstance(one, Done)]
            for one in done:
                self._waiting.remove(one)
        self._waiting.append(News(frame, events))
        self._waiting.extend(done)
        self._readers.add(self._reader)

    def _merge(self, message: AnyServerMessage) -> AnyServerMessage:
        """The message joined with those that it replaces."""
        match message:
            case Bye():
                self._end(message)
            case RoomShown():
                self._take_older(RoomShown)
            case Chat():
                older = self._take_older(Chat)
                if isinstance(older, Chat) and not message.whole:
                    message = Chat((*older.lines, *message.lines)[-MAX_LINES:], older.whole)
            case Reacted(person=person):
                for older in [one for one in self._waiting if isinstance(one, Reacted)]:
                    if older.person == person:
                        self._waiting.remove(older)
            case _:
                if isinstance(message, ShuffleShown):
                    self._drop_older_shuffle(message)
                if len(self._waiting) >= MAX_OTHERS and self._others() >= MAX_OTHERS:
                    message = Bye(
                        "too-slow",
                        "This connection is too slow and reconnects.",
                        retry_in=1000,
                    )
                    self._end(message)
                    self._waiting.clear()
        return message

    def _others(self) -> int:
        return sum(not isinstance(one, News | RoomShown | Chat) for one in self._waiting)

    def _end(self, bye: Bye) -> None:
        self._bye, self.closing = bye, True

    def _drop_older_shuffle(self, newer: ShuffleShown) -> None:
        """Drops an older message about the same attempt at a shuffle, unless its deal follows it:
        somebody who is given a seat is shown both again.
        """
        attempt = (newer.match, newer.number, newer.attempt)
        for dealt in self._waiting:
            if isinstance(dealt, DealtShown) and (dealt.match, dealt.number) == attempt[:2]:
                return
        for older in [one for one in self._waiting if isinstance(one, ShuffleShown)]:
            if (older.match, older.number, older.attempt) == attempt:
                self._waiting.remove(older)

    def _take_newest_frame(self) -> News | None:
        """The waiting frame, unless a message about a shuffle follows it."""
        for message in reversed(self._waiting):
            if isinstance(message, ShuffleShown | DealtShown):
                return None
            if isinstance(message, News):
                self._waiting.remove(message)
                return message
        return None

    def _take_older(self, kind: type[RoomShown | Chat]) -> AnyServerMessage | None:
        for older in self._waiting:
            if isinstance(older, kind):
                self._waiting.remove(older)
                return older
        return None

    def join(self, readers: ReaderQueue[R], reader: R) -> None:
        """From now on `reader` stands in `readers` whenever there is something to take."""
        self._readers, self._reader = readers, reader
        if self._waiting:
            readers.add(reader)

    def close(self) -> None:
        """Nobody reads any more: drops what waits, and the reader."""
        self._readers, self._reader = ReaderQueue(), None
        self._waiting.clear()
        self.closing = True

    def take(self) -> AnyServerMessage | None:
        """The next message, if there is one. After a Bye always the same Bye."""
        taken = self.take_some(1)
        return taken[0] if taken else self._bye

    def take_some(self, most: int) -> list[AnyServerMessage]:
        """The next messages, this many at most; none after a Bye."""
        taken, waiting = list[AnyServerMessage](), self._waiting
        while waiting and len(taken) < most:
            message = waiting.popleft()
            if isinstance(message, News):
                self._frames += 1
                now = to_milliseconds(self._clock.now())
                message = replace(message.frame, n=self._frames, events=message.events, now=now)
            elif isinstance(message, RoomShown):
                self._room_taken = True
            taken.append(message)
        return taken

    async def next(self) -> AnyServerMessage:
        """Waits for the next message, with decoded values. Cancelling loses nothing."""
        message = await self.next_unsent()
        return unfolded(message) if isinstance(message, Frame) else message

    async def next_unsent(self) -> AnyServerMessage:
        """Waits for the next message as it is sent."""
        while (message := self.take()) is None:
            await self._readers.take()
        return message


class ShufflesSent:
    """Starts with nothing; a client that comes during a match is sent the last shuffle alone."""

    def __init__(self) -> None:
        self._from_start = False
        """This client was here as the match began, so it is sent every shuffle."""
        self._source: tuple[MatchId, Seat | None] | None = None
        self._cards: dict[int, int] = {}
        """The number of cards of each shuffle that were sent, by the shuffle's number."""
        self._coming: tuple[object, ...] | None = None
        self._asked: tuple[int, int] | None = None
        """Number and attempt of the last shuffle whose decks were sent."""

    def wait(self) -> None:
        """No match is shown: this client will see the next one from its beginning."""
        self._source, self._from_start = None, True

    def show(
        self,
        seat: Seat | None,
        shown: ShownShuffles,
        coming: ShuffleRound | None,
        send: Callable[[AnyServerMessage], None],
    ) -> None:
        """Sends what this viewer has not been sent yet."""
        if self._source != (shown.match, seat):
            before = self._source and self._source[0]
            self._from_start = self._from_start if before is None else before != shown.match
            self._source, self._cards = (shown.match, seat), {}
            self._coming = self._asked = None
        self._send_dealt(seat, shown, send)
        if coming is not None and coming.progress != self._coming:
            self._coming = coming.progress
            send(coming.message_for(seat))
            if coming.opening:
                self._asked = (coming.number, coming.attempt)

    def _send_dealt(
        self, seat: Seat | None, shown: ShownShuffles, send: Callable[[AnyServerMessage], None]
    ) -> None:
        newest = max(self._cards, default=None)
        for proof in shown:
            number, cards = proof.proof.number, proof.opened_count(seat)
            sent = self._cards.get(number)
            is_due = self._from_start or proof is shown.last if newest is None else number > newest
            if sent == cards or (sent is None and not is_due) or not proof.fits:
                continue
            if sent is None:
                if self._asked != (number, proof.proof.attempt):
                    self._asked = (number, proof.proof.attempt)
                    send(proof.question_for(seat))
                send(proof.dealt_for(seat))
            else:
                send(proof.cards_for(seat, sent))
            self._cards[number] = cards
        for old in [old for old in self._cards if old not in shown.numbers]:
            del self._cards[old]
