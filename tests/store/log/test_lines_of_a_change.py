"""Lines of chat stand in the store together with what they tell of, or not at all."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from app.rules.game import Seat
from app.rules.replay import Setup, Shuffled
from app.store.database.base import new_id
from app.store.database.storable_text import UnstorableText
from app.store.log.move_log import PostgresMoveLog
from app.store.rooms.room_store import PostgresRoomStore
from app.table.model.chat import ChatEntry, LineCode, Named, server_line
from app.table.model.records import Question, Said
from app.table.ports import Fenced
from tests.store.conftest import Guest, Playing, a_room, gathering
from tests.store.toy_game import TOY

GOOD = ChatEntry(1_700_000_000_000, server_line(LineCode.RESUMED))
BAD = ChatEntry(1_700_000_000_000, server_line(LineCode.POKES, Named(None, "\0"), Named(None, "B")))
"""A line that the database refuses."""


@dataclass
class Scene:
    log: PostgresMoveLog
    rooms: PostgresRoomStore
    playing: Playing

    async def save(self, line: ChatEntry, epoch: int = 1) -> None:
        room = replace(self.playing.room, listed=True)
        await self.rooms.save(room, epoch, (line,))

    async def stop(self, line: ChatEntry, epoch: int = 1) -> None:
        at = self.playing
        room = replace(gathering(at.room), listed=True)
        await self.log.stop(at.match, at.epoch, room, "host", epoch, said=(line,))

    async def ask(self, line: ChatEntry, epoch: int = 1) -> None:
        at = self.playing
        question = Question(0, 1, (Seat(0),))
        said = Said(at.room.id, epoch, (line,))
        await self.log.ask(at.match, at.epoch, 0, question, said)

    async def append(self, line: ChatEntry, epoch: int = 1) -> None:
        room = replace(self.playing.room, listed=True)
        written = self.playing.line(Shuffled((1, 0)), room=room)
        await self.log.append(replace(written, said=(line,), room_epoch=epoch))

    async def state(self) -> tuple[object, ...]:
        """All that the store keeps of the room, its chat and its match."""
        at = self.playing
        record = await self.log.claim(at.match, TOY)
        at.epoch = record.epoch
        lines = await self.rooms.chat_lines(at.room.id, 9)
        return await self.rooms.load(at.room.id), lines, len(record.entries), record.question


WAYS = ("save", "stop", "ask", "append")


@pytest.fixture
async def scene(log: PostgresMoveLog, rooms: PostgresRoomStore, guest: Guest) -> Scene:
    people = await guest("Ada"), await guest("Bob")
    playing = Playing(log, a_room(*people, match=new_id()), Setup(2, TOY.options()))
    await playing.begin()
    return Scene(log, rooms, playing)


@pytest.mark.parametrize("way", WAYS)
async def test_what_is_written_has_its_line_beside_it(scene: Scene, way: str) -> None:
    act: Callable[[ChatEntry], Awaitable[None]] = getattr(scene, way)
    await act(GOOD)
    assert await scene.rooms.chat_lines(scene.playing.room.id, 9) == [GOOD]


@pytest.mark.parametrize("way", WAYS)
async def test_where_the_line_cannot_be_written_nothing_is(scene: Scene, way: str) -> None:
    before, act = await scene.state(), getattr(scene, way)
    with pytest.raises(UnstorableText):
        await act(BAD)
    assert await scene.state() == before


@pytest.mark.parametrize("way", WAYS)
async def test_under_an_older_epoch_neither_is_written(scene: Scene, way: str) -> None:
    taken = await scene.rooms.claim_room(scene.playing.room.id)
    assert taken is not None
    before, act = await scene.state(), getattr(scene, way)
    with pytest.raises(Fenced):
        await act(GOOD, 1)
    assert await scene.state() == before
