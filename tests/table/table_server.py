"""A server on fakes with friends in it: the beginning of most table tests."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, TypeVar

from msgspec.structs import replace

from app.rules.codec import to_json
from app.rules.game import AnyGame, Seat
from app.rules.replay import replay
from app.table.clients.client import Client
from app.table.lobby.lobby import Lobby
from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.match_messages import CardOpened, CardsOpened, DealtShown, Frame
from app.table.model.room import ClockLevel, MatchId, Person, PersonId, RoomId
from app.table.model.server_messages import (
    AnyServerMessage,
    Bye,
    Chat,
    ChatLine,
    Done,
    Refused,
    RoomShown,
)
from app.table.ports import Patience, TableServices
from tests.table.fake_store import FakeStore
from tests.table.fakes import FakeBots, FakeClock, FakeDealer, person_id, settle
from tests.table.high_card import GAME

N = TypeVar("N")
_ids = count(1)


def comparable(message: AnyServerMessage) -> AnyServerMessage:
    """The message without what two equal worlds cannot share: hashes, and the deck."""
    if isinstance(message, Frame) and message.receipt is not None:
        return replace(message, receipt="")
    if not isinstance(message, DealtShown | CardsOpened):
        return message
    cards = tuple(CardOpened(one.position, 0, "") for one in message.cards)
    message = replace(message, cards=cards, nodes=(), names_nodes=())
    if isinstance(message, CardsOpened):
        return message
    return replace(message, asks={}, openings={}, chosen=0, keys=())


def command_id() -> str:
    return f"c{next(_ids)}"


class Guest:
    """One connection, which reads at once unless it is `slow`."""

    def __init__(self, name: str, client: Client, clock: FakeClock) -> None:
        self.name = name
        self.client = client
        self.messages: list[AnyServerMessage] = []
        self.message_times: list[float] = []
        """The arrival times of those messages, in seconds of the fake clock."""
        self._clock = clock
        self._reading: asyncio.Task[None] | None = None
        self.read()

    def read(self) -> None:
        self._reading = asyncio.create_task(self._read())

    def stop_reading(self) -> None:
        assert self._reading is not None
        self._reading.cancel()

    async def _read(self) -> None:
        while True:
            message = await self.client.next()
            self.messages.append(message)
            self.message_times.append(self._clock.seconds)
            if isinstance(message, Bye):
                return

    def all(self, kind: type[N]) -> list[N]:
        return [message for message in self.messages if isinstance(message, kind)]

    def last(self, kind: type[N]) -> N:
        return self.all(kind)[-1]

    @property
    def frame(self) -> Frame:
        return self.last(Frame)

    @property
    def room(self) -> RoomShown:
        return self.last(RoomShown)

    @property
    def seated(self) -> list[str]:
        """The names on the room's seats."""
        return [seat.name for seat in self.room.seats]

    @property
    def chat(self) -> list[str]:
        return [line.text for line in self.chat_lines]

    @property
    def chat_lines(self) -> list[ChatLine]:
        """The lines as a page shows them."""
        shown: list[ChatLine] = []
        for chat in self.all(Chat):
            shown = [*(() if chat.whole else shown), *chat.lines]
        return shown

    @property
    def hand(self) -> tuple[int, ...]:
        hand: tuple[int, ...] = self.frame.view["private"]["hand"]
        return hand

    def chosen(self) -> int | None:
        """The card that this viewer has put down."""
        chosen: int | None = self.frame.view["private"]["chosen"]
        return chosen

    async def send(self, command: AnyCommand) -> Done | Refused | None:
        """Says it and returns the answer, or None where there is none yet."""
        self.client.send(command)
        await settle()
        return next(
            (
                one
                for one in self.messages[::-1]
                if isinstance(one, Done | Refused) and one.id == command.id
            ),
            None,
        )

    async def do(self, kind: type[AnyCommand], **fields: Any) -> None:
        """Says it and expects it to be done."""
        answer = await self.send(kind(id=command_id(), **fields))
        assert isinstance(answer, Done), answer

    async def refused(self, kind: type[AnyCommand], **fields: Any) -> Refused:
        """Says it and expects a refusal."""
        answer = await self.send(kind(id=command_id(), **fields))
        assert isinstance(answer, Refused), answer
        return answer

    async def choose(self, card: int | None = None) -> None:
        """Puts a card down, the lowest if not said."""
        prompt = self.frame.prompt
        assert prompt is not None, f"{self.name} is not asked anything"
        await self.do(
            say.Play,
            key=prompt.key,
            move={"type": "choose", "card": self.hand[0] if card is None else card},
        )

    async def crow(self, loud: bool = False) -> None:
        prompt = self.frame.prompt
        assert prompt is not None, f"{self.name} is not asked anything"
        await self.do(say.Play, key=prompt.key, move={"type": "crow", "loud": loud})

    async def leave(self) -> None:
        """The connection ends."""
        self.stop_reading()
        self.client.close()
        await settle()


class NotedTurns:
    """Implements ports.Turns: keeps whom it was told of."""

    def __init__(self) -> None:
        self.told: list[tuple[RoomId, PersonId]] = []

    def awaited(self, room: RoomId, people: Sequence[PersonId]) -> None:
        self.told.extend((room, person) for person in people)


class TableServer:
    """One lobby on fakes; `restart` puts another on the same store."""

    def __init__(
        self,
        pace: float = 1.0,
        patience: Patience = Patience(),  # noqa: B008  a frozen value
        games: Sequence[AnyGame] = (GAME,),
    ) -> None:
        self.clock, self.store, self.dealer, self.bots = (
            FakeClock(),
            FakeStore(),
            FakeDealer(),
            FakeBots(),
        )
        self.pace, self.patience, self.games = pace, patience, {game.slug: game for game in games}
        self.guests: list[Guest] = []
        self.turns = NotedTurns()
        """Of whom the slow tables told."""
        self.network = ""
        """The network of whoever connects next."""
        self.lobby = self._lobby()
        self.id = RoomId("")

    def _lobby(self) -> Lobby:
        return Lobby(
            TableServices(
                self.games,
                self.store,
                self.store,
                self.clock,
                self.dealer,
                self.bots,
                self.pace,
                self.patience,
                turns=self.turns,
            )
        )

    async def room(
        self, host: str = "Ann", game: str = "high-card", /, listed: bool = False, **options: Any
    ) -> Guest:
        """A room with its host in it, connected."""
        self.id = await self.lobby.create(_person(host), game, options, listed)
        return await self.connect(host)

    async def come(self, name: str, sit: bool = True) -> Guest:
        """Somebody comes in by the link and connects."""
        await self.lobby.enter(self.id, _person(name), sit)
        return await self.connect(name)

    async def send_away(self, host: Guest, guest: Guest, for_good: bool = False) -> None:
        """The host kicks or bans somebody, whose connection ends."""
        assert guest.room.you is not None
        host.client.send((say.Ban if for_good else say.Kick)("away", guest.room.you))
        await settle()
        await guest.leave()

    async def connect(self, name: str | None, session: str | None = None) -> Guest:
        person = None if name is None else _person(name)
        client = await self.lobby.connect(self.id, person, session, self.network)
        guest = Guest(name or "a stranger", client, self.clock)
        self.guests.append(guest)
        await settle()
        return guest

    async def match(self, *names: str, **options: Any) -> list[Guest]:
        """A room in which these people (the first is the host) have begun a match, clock off."""
        ann = await self.room(names[0], **options)
        others = [await self.come(name) for name in names[1:]]
        await ann.do(say.SetRoom, clock=ClockLevel.OFF)
        await self.start(ann, *others)
        return [ann, *others]

    async def start(self, host: Guest, *others: Guest, keep_ranks: bool = True) -> None:
        for guest in others:
            if not next(seat.ready for seat in guest.room.seats if seat.number == guest.room.seat):
                await guest.do(say.Ready, ready=True)
        await host.do(say.Start, keep_ranks=keep_ranks)

    async def deal(self, *guests: Guest) -> None:
        """These people play a deal: all put down their lowest card, and the winner keeps quiet."""
        for guest in guests:
            await guest.choose()
        for guest in guests:
            if guest.frame.prompt is not None and guest.frame.prompt.kind == "crow":
                await guest.crow()

    async def deal_with_bots(self, *guests: Guest) -> None:
        """These people play a deal with bots, which need their time."""
        for guest in guests:
            await guest.choose()
        await self.pass_by(1.5, *guests)
        for guest in guests:
            if guest.frame.prompt is not None and guest.frame.prompt.kind == "crow":
                await guest.crow()
        await self.pass_by(1.5, *guests)

    async def pass_by(self, seconds: float, *present: Guest) -> None:
        """Time passes; these people's browsers give signs of life every two seconds."""
        left = seconds
        while left > 0:
            for guest in present:
                guest.client.note_alive()
            await self.clock.pass_by(min(2.0, left))
            left -= 2.0

    @property
    def match_id(self) -> MatchId:
        match = self.store.rooms[self.id].match
        assert match is not None
        return match

    @property
    def entries(self) -> list[str]:
        """The kinds of the entries of the present match."""
        return [
            str(to_json(line.entry)["type"]) for line in self.store.matches[self.match_id].lines
        ]

    async def restart(self, clean: bool = False) -> None:
        """The process ends, and another one begins on the same store."""
        if clean:
            await self.lobby.drain()
        for guest in self.guests:
            guest.stop_reading()
        self.guests = []
        self.lobby = self._lobby()
        await self.lobby.open()
        await settle()

    def unwritten(self) -> str:
        """The first thing that the table holds in memory and the store has not, or ""."""
        table = self.lobby._tables.get(self.id)
        if table is None:
            return ""
        live, room = table.state.live, self.store.rooms.get(self.id)
        stored = None if live is None else self.store.matches.get(live.match)
        if live is not None and stored is None:
            return "a match"
        if live is not None and stored is not None and live.ply > len(stored.lines):
            return f"entry {live.ply - 1}, {'the last' if live.moment.outcome else 'not the last'}"
        return "" if table.room == room else "a room"

    def check_replay(self) -> None:
        """The log alone leads to what the store knows of the match."""
        stored = self.store.matches[self.match_id]
        game = self.games[stored.game]
        *_, last = replay(game, stored.setup, [line.entry for line in stored.lines])
        playing = game.active_seats(last.public)
        assert len(set(playing)) == len(playing), "a rank is held by one seat only"
        assert len(playing) in game.seats
        assert len(stored.places) == len(last.private) == len(last.public.salaries)
        assert [place.seat for place in stored.places] == [
            Seat(seat) for seat in range(len(stored.places))
        ]


def _person(name: str) -> Person:
    return Person(person_id(name), name, registered=False)


@asynccontextmanager
async def table_server(**how: Any) -> AsyncIterator[TableServer]:
    server = TableServer(**how)
    yield server
    for guest in server.guests:
        guest.stop_reading()
    if server.store.gate is not None:
        server.store.gate.set()
    await server.lobby.drain()
