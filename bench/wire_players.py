"""The people of `bench wire`, at raw sockets: cheap, since they read prompts and moves alone."""

import asyncio
import random
from time import perf_counter

import msgspec

from bench.wire_socket import TableSocket


class Load(msgspec.Struct, frozen=True):
    """The load to be made."""

    ports: tuple[int, ...]
    """Of the processes that serve; each has its share of the tables."""
    servers: tuple[int, ...]
    """The processes whose CPU time is counted."""
    postgres: int
    """The first process of the database; its children are counted with it."""
    game: str
    options: str
    """As JSON."""
    tables: int
    seats: int
    think: float
    """Seconds on average between a question and its answer; 0: at once."""
    warm: float
    seconds: float
    seed: int = 1
    core: int | None = None
    matches: int = 1
    """Matches that every table begins, however long that takes."""
    passed: bool = False
    """Sockets go to the process beside the one that runs their table."""


class Question(msgspec.Struct):
    key: str


class HeardSeat(msgspec.Struct):
    """As much of a seat as a host needs who waits for the others."""

    number: int = 0
    person: str | None = None
    ready: bool = False
    presence: str = "present"
    stand_in: str | None = None


class Heard(msgspec.Struct):
    """As much of a message as a player of moves needs."""

    type: str
    id: str | None = None
    prompt: Question | None = None
    moves: tuple[msgspec.Raw, ...] = ()
    events: tuple[msgspec.Raw, ...] = ()
    match: str | None = None
    host: str | None = None
    seat: int | None = None
    seats: tuple[HeardSeat, ...] = ()
    stage: str | None = None
    secret: str | None = None
    config_problem: str | None = None

    @property
    def all_ready(self) -> bool:
        """True once nobody but the host has to say so."""
        return all(
            seat.ready or seat.person in (None, self.host) or seat.presence == "gone"
            for seat in self.seats
        )


class Measured:
    """The measurements that the players write."""

    def __init__(self) -> None:
        self.on = False
        self.held: dict[Player, tuple[str, msgspec.Raw]] | None = {}
        """The answers that wait until the game has begun for all; None: it has."""
        self.waits: list[float] = []
        self.taps: list[float] = []
        """Seconds from sending a move until its sender hears that it is done."""
        self.sizes: list[int] = []
        self.done = self.refused = self.bytes = 0

    def release(self) -> None:
        """Everybody is there: all answer from now on."""
        held, self.held = self.held, None
        for player, answer in (held or {}).items():
            player.answer(*answer)

    def begin(self) -> None:
        self.__init__()  # type: ignore[misc]  # as new
        self.on, self.held = True, None


class Move(msgspec.Struct):
    """A move on its way to everybody."""

    sent: float
    known: int
    """Events of the match that its player had been told before."""
    by: int
    missing: set[int]
    """The seats that have not been shown it yet."""


class Table:
    """The people of one room. All get the same events: their count says which moves a seat saw."""

    def __init__(
        self, load: Load, measured: Measured, chance: random.Random, number: int = 0
    ) -> None:
        self.load, self.measured, self.chance = load, measured, chance
        self.port = load.ports[number % len(load.ports)]
        """Of the process that opens the room."""
        self.socket_port = load.ports[(number + load.passed) % len(load.ports)]
        self.players: list[Player] = []
        self.dealt = asyncio.Event()
        self.matches = set[str]()
        """Begun so far."""
        self.lost: list[str] = []
        """The reasons for which people lost their connection."""
        self._moves: list[Move] = []

    def move(self, by: int, known: int) -> None:
        """One is being sent; of several that answer at the same time only the first is followed."""
        if all(move.known != known for move in self._moves):
            self._moves.append(Move(perf_counter(), known, by, set(range(len(self.players)))))

    def shown(self, number: int, known: int) -> None:
        for move in self._moves:
            if known > move.known:
                move.missing.discard(number)
            elif move.by == number:
                move.missing.clear()  # a secret one: nobody else is shown anything
                move.sent = 0.0
        if self._moves and not self._moves[0].missing:
            if self.measured.on:
                now = perf_counter()
                self.measured.waits += [
                    now - move.sent for move in self._moves if not move.missing and move.sent
                ]
            self._moves = [move for move in self._moves if move.missing]

    def refused(self, by: int) -> None:
        """The last move of this player was none, so nobody will be shown it."""
        self._moves = [move for move in self._moves if move.by != by]

    def begin(self, match: str) -> None:
        """Another match than before is shown."""
        self._moves.clear()
        self.matches.add(match)


class Player(TableSocket):
    """One person's socket."""

    def __init__(self, table: Table, number: int, room: str, cookie: str) -> None:
        super().__init__(table.socket_port, room, cookie)
        self._table, self._number = table, number
        self._answered = ""
        self._match: str | None = None
        self._known = 0
        """Events of the match that were told."""
        self._decoder = msgspec.json.Decoder(Heard)
        self.secret: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._readied = self._started = False
        self._start = ""
        """The id of the last command to start."""
        self._played: tuple[str, float] | None = None
        """The id of the last move, and when it was sent."""

    def closed(self, why: str) -> None:
        self._table.lost.append(why)

    def data_received(self, data: bytes) -> None:
        self._table.measured.bytes += len(data)
        try:
            super().data_received(data)
        except Exception as error:  # the loop would drop the connection and go on without it
            self._table.lost.append(repr(error))
            raise

    def hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"frame"'):
            heard = self._decoder.decode(text)
            if heard.match is not None and heard.match != self._match:
                self._match, self._known, self._answered = heard.match, 0, ""
                self._table.begin(heard.match)
            self._known += len(heard.events)
            self._table.shown(self._number, self._known)
            if self._table.measured.on:
                self._table.measured.sizes.append(len(text))
            if heard.prompt is not None and heard.moves and heard.prompt.key != self._answered:
                self._answered = heard.prompt.key
                self.answer(self._answered, self._table.chance.choice(heard.moves))
            self._table.dealt.set()
        elif text.startswith(b'{"type":"done"'):
            if self._table.measured.on:
                self._table.measured.done += 1
                if self._played and self._decoder.decode(text).id == self._played[0]:
                    self._table.measured.taps.append(perf_counter() - self._played[1])
        elif text.startswith(b'{"type":"refused"'):
            self._table.measured.refused += 1
            refused = self._decoder.decode(text).id
            if self._played and refused == self._played[0]:
                self._table.refused(self._number)
            if refused == self._start:
                self._table.lost.append(f"the start of a match was refused: {text.decode()}")
        elif text.startswith(b'{"type":"room"'):
            self._gather(self._decoder.decode(text))

    def _gather(self, heard: Heard) -> None:
        if not self.secret.done() and heard.secret is not None:
            self.secret.set_result(heard.secret)
        if heard.stage != "gathering":
            self._readied = self._started = False
        elif self._number and not self._readied:
            self._readied = True
            self.say("ready", ready="true")
        elif (
            not self._number
            and heard.config_problem is None
            and heard.all_ready
            and len(self._table.players) == self._table.load.seats
            and not self._started
        ):
            self._started = True
            self.say("start")
            self._start = str(self._count)

    def answer(self, key: str, move: msgspec.Raw) -> None:
        """After some thought, or once everybody is there."""
        think, held = self._table.load.think, self._table.measured.held
        if held is not None:
            held[self] = (key, move)
        elif think:
            asyncio.get_running_loop().call_later(
                self._table.chance.uniform(0, 2 * think), self._play, key, move
            )
        else:
            self._play(key, move)

    def _play(self, key: str, move: msgspec.Raw) -> None:
        self._table.move(self._number, self._known)
        self._played = (str(self._count + 1), perf_counter())
        self.play(key, bytes(move))
