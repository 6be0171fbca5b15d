"""Scenes of races: a room each, with something that only one can have.

After each race the scene is as it was.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from app.games import GAMES
from tests.prove.clients.bot_tables import open_room
from tests.prove.clients.client import TableClient
from tests.prove.clients.decisions import question
from tests.prove.races.attempt import Attempt, race
from tests.web.visitors import Visitor

GAME: Final = GAMES[0].slug
MOST: Final = 6
"""Racers."""


class Result:
    """One race: its racers in the order of their places, and what was wrong with its end."""

    def __init__(
        self, kind: str, wanted: Sequence[Attempt], places: Sequence[int], typed: frozenset[str]
    ) -> None:
        self.kind, self.wanted, self.places = kind, wanted, places
        self.winners = [
            place for one, place in zip(wanted, places, strict=True) if one.code == "done"
        ]
        self.losers = [one for one in wanted if one.code != "done"]
        self.wrong: str | None = None
        if len(self.winners) != 1:
            answers = ", ".join(one.code or "no answer" for one in wanted)
            self.wrong = f"{kind}: {len(self.winners)} of {len(wanted)} got it ({answers})"
        elif odd := sorted({one.code for one in self.losers} - typed):
            self.wrong = (
                f"{kind}: a loser was told {odd[0]!r}"
                if odd[0]
                else f"{kind}: a loser was told nothing"
            )

    def winner(self) -> Attempt:
        return next(one for one in self.wanted if one.code == "done")


class Scene(Protocol):
    async def once(self) -> Result: ...

    async def close(self) -> None: ...


def racers(chance: Random, many: int) -> list[int]:
    """The places of two racers or more."""
    return chance.sample(range(many), chance.randint(2, many))


async def open_room_with(
    base_url: str, name: str, people: int, bots: int, windows: int = 1
) -> list[list[TableClient]]:
    """A room with bots and people, each with this many connections."""
    visitors = [Visitor(base_url, GAME) for _ in range(people)]
    room = open_room(visitors, name, bots)
    return [[await TableClient.open(visitor, room) for _ in range(windows)] for visitor in visitors]


class Seats:
    """One free seat, and several people who want it."""

    typed: Final = frozenset({"room-full"})

    def __init__(self, people: Sequence[TableClient], chance: Random) -> None:
        self.host, *self.people = people
        self._chance = chance

    @classmethod
    async def open(cls, base_url: str, name: str, chance: Random) -> "Seats":
        probe = Visitor(base_url, GAME)
        room = probe.open_room(f"{name} probe")
        client = await TableClient.open(probe, room)
        most = client.room["seats_range"][1]
        await client.close()
        probe.http.close()
        people = await open_room_with(base_url, name, MOST + 1, most - 1)
        scene = cls([windows[0] for windows in people], chance)
        bot = next(seat["number"] for seat in scene.host.room["seats"] if seat["bot"] is not None)
        await scene.host.require("remove-bot", seat=bot)
        return scene

    async def once(self) -> Result:
        places = racers(self._chance, len(self.people))
        wanted = [Attempt(self.people[place], "sit") for place in places]
        await race(wanted, self._chance)
        result = Result("seat", wanted, places, self.typed)
        if result.wrong is None:
            client = result.winner().window
            await client.until(lambda: client.me in client.seated)
            if others := {one.window.me for one in result.losers} & client.seated:
                result.wrong = f"seat: {len(others)} sit there who were refused"
            await client.require("stand")
        return result

    async def close(self) -> None:
        for client in (self.host, *self.people):
            await client.close()


class Pauses:
    """A match that several people want to pause."""

    typed: Final = frozenset({"not-now"})

    def __init__(self, people: Sequence[TableClient], chance: Random) -> None:
        self.people, self._chance = people, chance

    @classmethod
    async def open(cls, base_url: str, name: str, chance: Random) -> "Pauses":
        people = [windows[0] for windows in await open_room_with(base_url, name, 5, 0)]
        await people[0].require("set-room", clock="off")
        for client in people[1:]:
            await client.require("ready", ready=True)
        await people[0].require("start")
        return cls(people, chance)

    async def once(self) -> Result:
        places = racers(self._chance, len(self.people))
        wanted = [Attempt(self.people[place], "pause") for place in places]
        await race(wanted, self._chance)
        result = Result("pause", wanted, places, self.typed)
        for place in (*result.winners, 0):  # a pause that its maker ends too counts for nothing
            await self.people[place].ask("resume")
        return result

    async def close(self) -> None:
        for client in self.people:
            await client.close()


class Hosts:
    """The host's role, which several windows of the host pass on to different people."""

    typed: Final = frozenset({"not-host", "elsewhere", "not-now"})

    def __init__(self, people: Sequence[Sequence[TableClient]], chance: Random) -> None:
        self.people, self._chance = people, chance
        self._host = 0

    @classmethod
    async def open(cls, base_url: str, name: str, chance: Random) -> "Hosts":
        return cls(await open_room_with(base_url, name, 4, 0, windows=4), chance)

    async def once(self) -> Result:
        windows = self.people[self._host]
        places = racers(self._chance, len(windows))
        heirs = [
            self._chance.choice([heir for heir in range(len(self.people)) if heir != self._host])
            for _ in places
        ]
        wanted = [
            Attempt(windows[place], "make-host", act_here=True, person=self.people[heir][0].me)
            for place, heir in zip(places, heirs, strict=True)
        ]
        await race(wanted, self._chance)
        result = Result("host", wanted, places, self.typed)
        if result.wrong is None:
            heir = heirs[wanted.index(result.winner())]
            mine = self.people[heir][0]
            await mine.until(lambda: bool(mine.room["host"] == mine.me))
            self._host = heir
        return result

    async def close(self) -> None:
        for windows in self.people:
            for client in windows:
                await client.close()


class Cards:
    """One person in several windows, each of which starts the match or plays another card."""

    begun: Final = frozenset({"not-now", "elsewhere"})
    played: Final = frozenset(
        {"elsewhere", "stale-move", "not-your-turn", "game-over", "illegal-move"}
    )
    DEAL: Final = 25
    """Cards after which a match is stopped, so that another can begin."""

    def __init__(self, windows: Sequence[TableClient], chance: Random) -> None:
        self.windows, self._chance = windows, chance
        self._left = 0

    @classmethod
    async def open(cls, base_url: str, name: str, chance: Random) -> "Cards":
        scene = cls((await open_room_with(base_url, name, 1, 3, windows=MOST))[0], chance)
        await scene.windows[-1].require("set-room", clock="off")
        return scene

    async def once(self) -> Result:
        places = racers(self._chance, len(self.windows))
        first = self.windows[0]
        if self._left == 0 or first.room["stage"] != "playing":
            await self._end()
            self._left = self.DEAL
            wanted = [Attempt(self.windows[place], "start", act_here=True) for place in places]
            await race(wanted, self._chance)
            for client in self.windows:
                await client.until(lambda client=client: bool(client.room["stage"] == "playing"))  # type: ignore[misc]
            return Result("start", wanted, places, self.begun)
        self._left -= 1
        await first.until(lambda: _asked(first) or first.room["stage"] != "playing")
        if first.room["stage"] != "playing":
            return await self.once()
        key = first.frame["prompt"]["key"]
        if not _asked_alone(first):
            move = self._chance.choice(first.frame["moves"])
            await first.ask("play-here")
            await first.ask("play", key=key, move=move)
            await first.until(lambda: not _asked(first) or first.frame["prompt"]["key"] != key)
            return await self.once()
        for client in self.windows:
            await client.until(
                lambda client=client: _asked(client) and client.frame["prompt"]["key"] == key  # type: ignore[misc]
            )
        wanted = [
            Attempt(
                self.windows[place],
                "play",
                act_here=True,
                key=key,
                move=self._chance.choice(first.frame["moves"]),
            )
            for place in places
        ]
        await race(wanted, self._chance)
        result = Result("card", wanted, places, self.played)
        if result.wrong is None:
            for client in self.windows:
                await client.until(
                    lambda client=client: not _asked(client) or client.frame["prompt"]["key"] != key  # type: ignore[misc]
                )
        return result

    async def _end(self) -> None:
        first = self.windows[0]
        if first.room["stage"] == "playing":
            await first.require("play-here")
            await first.require("stop-match")
        for client in self.windows:
            await client.until(lambda client=client: bool(client.room["stage"] == "gathering"))  # type: ignore[misc]

    async def close(self) -> None:
        for client in self.windows:
            await client.close()


def _asked(client: TableClient) -> bool:
    asked = question(client.frame)
    return asked is not None and asked[0] == client.room["match"]


def _asked_alone(client: TableClient) -> bool:
    """Only this window is asked, without a response window: nobody else can end the prompt."""
    return (
        client.frame["awaited"] == [client.frame["seat"]]
        and client.frame["prompt"].get("window") is None
    )
