"""A scripted match at a real table on fakes: the acts of all, and what the viewer receives."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeAlias

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyView, Seat
from app.rules.replay import Entry, Setup, Shuffled
from app.table.actor.autoplay import AutoPrompt, PendingMove
from app.table.actor.held_commands import Slot
from app.table.match.live_match import LiveMatch
from app.table.model import client_messages as say
from app.table.model.client_messages import AnyCommand
from app.table.model.room import ClockLevel
from app.web.socket.wire import encode
from tests.games.kit.match_record import Record, new_record
from tests.games.kit.random_matches import NAMES
from tests.table.fakes import FakeClock, settle
from tests.table.table_server import Guest, TableServer, comparable

Answers: TypeAlias = Mapping[tuple[Seat, str], Any]
"""The moves of a record by who made them and which question they answered."""


Heard: TypeAlias = Sequence[tuple[float, bytes]]
"""The messages that a connection was sent, with their times."""
Kind: TypeAlias = Literal["play", "queue", "try", "pause", "resume", "return", "react"]
"""To answer; to premove; to try a move that may be refused; to pause and resume; to lose the
connection and come back; to react."""


@dataclass(frozen=True)
class Act:
    """Something that somebody does by hand, `wait` seconds after the previous act."""

    wait: float
    seat: Seat | None = None
    """None: nobody does anything, time passes."""
    kind: Kind = "play"
    key: str = ""
    move: Any = None
    taken: str = ""
    """For a premove: the question that the table answered with it, maybe a later one."""
    refused: bool = False
    """The table did not take it: a move that was tried, or one instead of a bet that stands."""
    plies: int = 0
    """The number of entries in the log after the act."""
    heard: Mapping[Seat | None, int] = field(default_factory=dict)
    """The number of messages that each connection has been sent by then."""


@dataclass
class Script:
    """One scripted match. Two with the same seed differ in nothing but their cards and moves."""

    game: AnyGame
    setup: Setup
    seed: int
    people: int
    """The number of seats of people; bots have the others."""
    orders: Sequence[tuple[int, ...]] = ()
    """Shuffles; after these, random ones."""
    answers: Answers = field(default_factory=dict)
    """Bots' and people's moves; a bot that finds none here draws one."""
    drawn: Counter[tuple[float, float, float, Seat | None]] = field(default_factory=Counter)
    thinking: Seat | None = None
    """The seats whose thinking time is being drawn."""
    guests: dict[Seat | None, Guest] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    sent_away: bool = False
    """The seat after those of people was dealt to somebody whom the host sent away at once."""

    async def open(self, server: TableServer) -> None:
        """The room, its seats, everybody's connection, and the beginning of the match."""
        server.dealer.uniform = partial(self.between, server.clock)  # type: ignore[method-assign]
        server.dealer.orders = list(self.orders)
        server.dealer.shuffle = random.Random(self.seed + 1).shuffle
        server.bots.choose = self.choose  # type: ignore[assignment, method-assign]
        host = await server.room(
            NAMES[0], self.game.slug, listed=True, **to_json(self.setup.options)
        )
        self.watch_bots(server)
        others = [await server.come(name) for name in NAMES[1 : self.people]]
        self.guests = {Seat(seat): guest for seat, guest in enumerate((host, *others))}
        self.guests[None] = await server.connect(None)
        await self.tell(host, say.SetRoom(id="clock", clock=ClockLevel.RELAXED))
        lost = [await server.come(NAMES[self.people])] if self.sent_away else []
        for number in range(self.people + len(lost), self.setup.seats):
            await self.tell(host, say.AddBot(id=f"bot{number}", strength="steady"))
        for guest in (*others, *lost):
            await self.tell(guest, say.Ready(id="ready", ready=True))
        await self.tell(host, say.Start(id="start"))
        for guest in lost:
            await server.send_away(host, guest, for_good=self.seed % 3 == 0)
        assert all(guest.frame.seat == seat for seat, guest in self.guests.items()), (
            "seats are numbered as people came"
        )

    def between(self, clock: FakeClock, low: float, high: float) -> float:
        """Drawn anew for every moment, purpose and seat, so that seats stay independent."""
        what = (clock.seconds, low, high, self.thinking)
        self.drawn[what] += 1
        return random.Random(f"{self.seed} {what} {self.drawn[what]}").uniform(low, high)

    def watch_bots(self, server: TableServer) -> None:
        """A bot with only one candidate move is not asked to choose; it follows the script."""
        autoplay = server.lobby._tables[server.id]._automation._autoplay
        begin, consider = autoplay._begin, autoplay._ask_bot

        def watched(live: LiveMatch, slot: Slot, wish: AutoPrompt) -> None:
            self.thinking = slot[0]
            begin(live, slot, wish)
            self.thinking = None

        def scripted(live: LiveMatch, pending: PendingMove) -> None:
            consider(live, pending)
            prompt = pending.wish.prompt
            chosen = None if prompt.offer and self.answers else pending.move
            pending.move = self.answers.get((pending.seat, prompt.key), chosen)

        autoplay._begin, autoplay._ask_bot = watched, scripted  # type: ignore[method-assign]

    def choose(self, strength: str, game: AnyGame, seen: AnyView, moves: Sequence[Any]) -> Any:
        prompt = game.prompt(seen)
        assert prompt is not None
        assert seen.seat is not None
        scripted = self.answers.get((seen.seat, prompt.key))
        return (
            random.Random(f"{self.seed} {seen.seat} {prompt.key}").choice(moves)
            if scripted is None
            else scripted
        )

    @staticmethod
    async def tell(guest: Guest, command: AnyCommand) -> None:
        guest.client.send(command)
        await settle()

    async def act(self, server: TableServer, number: int, act: Act) -> None:
        await server.pass_by(act.wait, *self.guests.values())
        if act.seat is None:
            return
        guest, id_, raw = self.guests[act.seat], f"a{number}", to_json(act.move)
        match act.kind:
            case "return":
                await self.come_back(server, act.seat)
            case "pause":
                await self.tell(guest, say.Pause(id=id_))
            case "resume":
                await self.tell(guest, say.Resume(id=id_))
            case "react":
                await self.tell(guest, say.React(id=id_, reaction="bravo"))
            case "queue":
                await self.tell(guest, say.Premove(id=id_, move=raw))
            case "play" | "try":
                await self.tell(guest, say.Play(id=id_, key=act.key, move=raw))

    async def come_back(self, server: TableServer, seat: Seat) -> None:
        """A new connection of the same person goes on where the first one ended."""
        gone = self.guests[seat]
        await gone.leave()
        guest = self.guests[seat] = await server.connect(gone.name)
        guest.messages[:0], guest.message_times[:0] = gone.messages, gone.message_times

    def record(self, server: TableServer) -> Record:
        """The match as it stands in the log."""
        record = new_record(self.game, self.setup)
        for line in server.store.matches[server.match_id].lines:
            record.take(line.entry)
        return record

    @staticmethod
    def plies(server: TableServer) -> int:
        return len(server.store.matches[server.match_id].lines)

    def heard(self, viewer: Seat | None) -> Heard:
        """Every message to this viewer's connection, in comparable form, with its time."""
        guest = self.guests[viewer]
        return [
            (at, encode(comparable(message)))
            for at, message in zip(guest.message_times, guest.messages, strict=True)
        ]


def orders(record: Record) -> list[tuple[int, ...]]:
    return [entry.order for entry in record.entries if isinstance(entry, Shuffled)]
