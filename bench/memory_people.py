"""The people of `bench memory`: they open rooms, play short matches, chat, and come and go."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from app.bots.move_choice import STRENGTHS
from app.games import GAMES
from app.rules.game import AnyGame
from bench.play import shortest
from bench.wire_load import TurnedAway, get, post
from bench.wire_players import Heard
from bench.wire_socket import TableSocket

HEARTBEAT: Final = 3.0
"""Seconds; a silence of five counts."""
AWAY: Final = 3.0
"""Seconds at most that somebody is gone who comes back."""
PATIENCE: Final = 60.0
"""Seconds after which a room that was not furnished is a failure."""
PAGES: Final = ("/", "/leaderboard", "/history", "/rules", "/account")
"""Pages that people open, as they do their room's own and that of its last match."""
CLOCKS: Final = ("off", "soft", "relaxed")
DECODER: Final = msgspec.json.Decoder(Heard)


class Crowd:
    """All people of the benchmark, and the counts of what they did."""

    def __init__(self, port: int, seed: int, think: float, life: float) -> None:
        """`think`: seconds on average before a move. `life`: seconds of a room on average."""
        self.port, self.seed, self.think, self.life = port, seed, think, life
        self.counts: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        """The reasons of the server for ending a connection."""
        self.matches = set[str]()
        self.failures: list[str] = []

    async def keep_table(self, number: int) -> None:
        """One room after the other, each with new people; until cancelled."""
        chance = random.Random(self.seed * 100_003 + number)
        game = GAMES[number % len(GAMES)]
        life = chance.uniform(0.1, 1.0) * self.life  # the first ones do not end together
        generation = 0
        while True:
            room = PeopledRoom(self, game, chance, number, generation)
            try:
                await room.live(life)
            except TurnedAway:
                self.counts["times turned away"] += 1
                await asyncio.sleep(1.0)
            except (OSError, TimeoutError, AssertionError) as error:
                self.failures.append(f"table {number}: {error!r}")
                await asyncio.sleep(1.0)
            finally:
                room.end()
            generation += 1
            life = chance.uniform(0.7, 1.3) * self.life


class RoomPerson(TableSocket):
    """One person's connection; they answer their prompts until it ends."""

    def __init__(self, room: "PeopledRoom", cookie: str, host: bool, watches: bool = False) -> None:
        super().__init__(room.crowd.port, room.id, cookie)
        self.cookie, self.host, self.watches = cookie, host, watches
        self.secret: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.over = False
        self._at = room
        self._answered = ""
        self._seated = self._readied = self._started = False
        self._replaced = set[tuple[str | None, int]]()
        """The seats that a bot was asked to play for, each with its match."""
        self._beating: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._at.crowd.counts["connections"] += 1
        self._beat_later()

    def _beat_later(self) -> None:
        self._beating = asyncio.get_running_loop().call_later(HEARTBEAT, self._beat)

    def _beat(self) -> None:
        if self.upgraded:
            self.send('{"type":"heartbeat"}')
        self._beat_later()

    def closed(self, why: str) -> None:
        if not self.over:
            self._at.crowd.byes[why] += 1
            self.leave()

    def leave(self) -> None:
        """Cuts the connection, as a browser does whose window is closed."""
        self.over = True
        if self._beating is not None:
            self._beating.cancel()
        self.secret.cancel()
        self.cut()

    def hear(self, text: bytes) -> None:
        if self.over:
            return
        if text.startswith(b'{"type":"frame"'):
            heard = DECODER.decode(text)
            if heard.match is not None and heard.match != self._at.match:
                self._at.begin(heard.match)
            if heard.prompt is not None and heard.moves and heard.prompt.key != self._answered:
                self._answered = heard.prompt.key
                self._answer(self._answered, bytes(self._at.chance.choice(heard.moves)))
        elif text.startswith(b'{"type":"refused"'):
            self._at.crowd.counts["refusals"] += 1
            self._started = False
        elif text.startswith(b'{"type":"room"'):
            self._gather(DECODER.decode(text))

    def _answer(self, key: str, move: bytes) -> None:
        wait = self._at.chance.uniform(0, 2 * self._at.crowd.think)
        asyncio.get_running_loop().call_later(wait, self._play, key, move)

    def _play(self, key: str, move: bytes) -> None:
        if not self.over:
            self.play(key, move)

    def _gather(self, heard: Heard) -> None:
        if heard.secret is not None and not self.secret.done():
            self.secret.set_result(heard.secret)
        playing = heard.stage != "gathering"
        if playing:
            self._readied = self._started = False
        if self.host:
            self._manage(heard, playing)
        elif not playing and not self.watches and heard.seat is None and not self._seated:
            self._seated = True
            self.say("sit")
        elif not playing and heard.seat is not None and not self._readied:
            self._readied = True
            self.say("ready", ready="true")

    def _manage(self, heard: Heard, playing: bool) -> None:
        """The host's part: bots for people who are gone, and the next match."""
        for seat in heard.seats:
            if seat.person is not None and seat.presence == "gone" and seat.stand_in is None:
                if not playing:
                    self.say("kick", person=f'"{seat.person}"')
                elif (heard.match, seat.number) not in self._replaced:
                    self._replaced.add((heard.match, seat.number))
                    self.say("stand-in", seat=str(seat.number), choice='"bot"')
        if playing or not self._at.furnished or self._started:
            return
        if heard.config_problem is not None and len(heard.seats) < self._at.seats:
            self.say("add-bot", strength='"casual"')
        elif heard.config_problem is None and heard.all_ready:
            self._started = True
            self.say("start")


class PeopledRoom:
    """One room from its opening until all have left."""

    def __init__(
        self, crowd: Crowd, game: AnyGame, chance: random.Random, number: int, generation: int
    ) -> None:
        self.crowd, self.chance = crowd, chance
        self.id = ""
        self.match = ""
        self.people: list[RoomPerson] = []
        self.secret = ""
        self.furnished = False
        self._game, self._number, self._generation = game, number, generation
        counts = game.seats[:4]
        self.seats = counts[number // len(GAMES) % len(counts)]
        self._bots = 1 if self.seats > 2 else 0
        self._guests = 0

    def begin(self, match: str) -> None:
        self.match = match
        if match not in self.crowd.matches:
            self.crowd.matches.add(match)
            self.crowd.counts["matches"] += 1

    def end(self) -> None:
        for person in self.people:
            person.leave()

    async def live(self, seconds: float) -> None:
        """Raises TurnedAway, OSError, TimeoutError, AssertionError."""
        until = asyncio.get_running_loop().time() + seconds
        async with asyncio.timeout(PATIENCE):
            await self._furnish()
        self.crowd.counts["rooms"] += 1
        deeds: tuple[Callable[[], Awaitable[None]], ...] = (
            self._chat,
            self._chat,
            self._come_back,
            self._replace,
            self._watch,
            self._look,
        )
        while asyncio.get_running_loop().time() < until:
            await asyncio.sleep(self.chance.uniform(0.5, 3.0))
            async with asyncio.timeout(PATIENCE):
                await self.chance.choice(deeds)()
        if self.chance.random() < 0.5:
            self.people[0].say("stop-match")
            await asyncio.sleep(0.2)

    async def _furnish(self) -> None:
        name = f"Hanna {self._number} {self._generation}"
        where, cookie = await post(
            self.crowd.port, "/rooms", {"name": name, "game": self._game.slug}
        )
        self.id = where.rpartition("/")[2]
        host = await self._connect(cookie, host=True)
        self.secret = await host.secret
        options = msgspec.json.encode(shortest(self._game)).decode()
        host.say("set-options", options=options)
        host.say("set-room", clock=f'"{CLOCKS[self._number % len(CLOCKS)]}"')
        for _ in range(self._bots):
            strength = tuple(STRENGTHS)[0 if self._number % 10 else -1]
            host.say("add-bot", strength=f'"{strength}"')
        for _ in range(1, self.seats - self._bots):
            await self._invite()
        self.furnished = True

    async def _invite(self) -> None:
        """A new guest comes by the link and sits down, at the next deal if a match runs."""
        self._guests += 1
        name = f"Guest {self._number} {self._generation} {self._guests}"
        _, cookie = await post(self.crowd.port, f"/join/{self.secret}", {"name": name})
        await self._connect(cookie)
        self.crowd.counts["guests"] += 1

    async def _connect(self, cookie: str, host: bool = False, watches: bool = False) -> RoomPerson:
        _, person = await asyncio.get_running_loop().create_connection(
            lambda: RoomPerson(self, cookie, host, watches), "127.0.0.1", self.crowd.port
        )
        self.people.append(person)
        return person

    # -- deeds

    async def _chat(self) -> None:
        self._somebody().say("say", text='"What a hand, and what a word."')
        self.crowd.counts["chat lines"] += 1

    async def _come_back(self) -> None:
        """Somebody's connection breaks, and is there again after a while."""
        person = self._somebody()
        person.leave()
        self.people.remove(person)
        await asyncio.sleep(self.chance.uniform(0.0, AWAY))
        await self._connect(person.cookie, person.host, person.watches)
        self.people.sort(key=lambda one: not one.host)
        self.crowd.counts["returns"] += 1

    async def _replace(self) -> None:
        """Somebody leaves for good, with or without a word, and another one comes."""
        guests = [person for person in self.people if not person.host and not person.watches]
        if not guests:
            return
        person = self.chance.choice(guests)
        if self.chance.random() < 0.5:
            person.say("stand")
            await asyncio.sleep(0.1)
        person.leave()
        self.people.remove(person)
        await self._invite()
        self.crowd.counts["leavers"] += 1

    async def _watch(self) -> None:
        """Somebody watches for a while."""
        for person in [person for person in self.people if person.watches]:
            person.leave()
            self.people.remove(person)
        self._guests += 1
        form = {"name": f"Watcher {self._number} {self._generation} {self._guests}", "sit": "false"}
        _, cookie = await post(self.crowd.port, f"/join/{self.secret}", form)
        await self._connect(cookie, watches=True)
        self.crowd.counts["watchers"] += 1

    async def _look(self) -> None:
        """Somebody reads a page."""
        own = (f"/table/{self.id}", f"/table/{self.id}/results", f"/match/{self.match}")
        await get(self.crowd.port, self.chance.choice((*PAGES, *own)), self._somebody().cookie)
        self.crowd.counts["pages"] += 1

    def _somebody(self) -> RoomPerson:
        """A person who is connected; the host if nobody is."""
        return self.chance.choice([one for one in self.people if not one.over] or self.people)
