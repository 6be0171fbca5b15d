"""Outages of the database: no move is reported that was not written, and none is lost."""

import asyncio
import shutil
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.ops.postgres import socket_url
from app.rules.game import Seat
from app.rules.replay import Played, Setup, Shuffled
from app.store.database.base import new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from app.table.ports import StoreAway
from tests.store.conftest import Playing, a_room
from tests.store.toy_game import SHOW, TOY, Options, Show

pytestmark = pytest.mark.usefixtures("own_connections")


class Wire:
    """A proxy that can be cut before the server hears something, or before we hear its answer."""

    def __init__(self, real: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wire-", dir="/tmp"))
        self.url = socket_url(self.folder).replace("/postgres?", f"/{make_url(real).database}?")
        self._real = Path(str(make_url(real).query["host"])) / ".s.PGSQL.5432"
        self.cut: str | None = None
        """"before" or "after": what happens to the next thing said."""

    async def __aenter__(self) -> "Wire":
        self._server = await asyncio.start_unix_server(self._serve, self.folder / ".s.PGSQL.5432")
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        shutil.rmtree(self.folder)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(self._real)
        await asyncio.gather(
            self._carry(reader, to_server, writer, "before"),
            self._carry(from_server, writer, to_server, "after"),
        )

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        other: asyncio.StreamWriter,
        when: str,
    ) -> None:
        while data := await reader.read(65536):
            if self.cut == when:
                self.cut = None
                break
            writer.write(data)
        writer.close()
        other.close()


@pytest.mark.parametrize(("when", "written"), [("before", False), ("after", True)])
async def test_an_answer_that_is_lost_leaves_the_fate_open_and_reading_again_tells_it(
    clean_database: str, when: str, written: bool
) -> None:
    async with Wire(clean_database) as wire:
        database = Database(wire.url)
        log = PostgresMoveLog(database)
        playing = Playing(log, a_room(bots=2, match=new_id()), Setup(2, Options(2)))
        await playing.begin()
        await playing.append(Shuffled((1, 0)))
        wire.cut = when
        with pytest.raises(StoreAway):
            await playing.append(SHOW, "lost")
        record = await log.claim(playing.match, TOY)
        assert ("lost" in [line.command for line in record.entries]) is written
        assert record.last_hash is not None
        playing.epoch, playing.ply, playing.last_hash = (
            record.epoch,
            len(record.entries),
            record.last_hash,
        )
        if not written:
            await playing.append(SHOW, "lost")
        await playing.log.append(playing.line(Played(Seat(1), "show:1", Show()), "next"))
        entries = (await log.claim(playing.match, TOY)).entries
        assert [line.command for line in entries] == [None, "lost", "next"]
        await log.close()
        await database.close()
