"""Statements of a move touch one match, so that matches can be spread over several PostgreSQLs."""

import random
import re
from typing import Any, Final

import pytest

from app.games import GAMES
from app.rules.replay import Setup
from app.store.database.base import Base, new_id
from app.store.database.pools import Database
from app.store.log.move_log import PostgresMoveLog
from tests.store.conftest import Guest, Playing, a_room
from tests.store.log.test_every_game import next_entry

OF_A_MATCH: Final = {"matches", "entries", "places", "standings"}
"""The tables whose rows each belong to one match."""
OF_PEOPLE: Final = {"accounts", "totals", "ratings", "rating_inputs"}
"""The tables to which the end of a deal or of a match adds; see docs/scale.md."""
TABLE: Final = re.compile(r"\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?(\w+)", re.IGNORECASE)
TABLES: Final = frozenset(Base.metadata.tables)


def tables_in(statement: str) -> set[str]:
    """The tables that a statement names."""
    return set(TABLE.findall(statement)) & TABLES


@pytest.mark.usefixtures("own_connections")
async def test_a_move_is_one_statement_by_its_match_and_its_end_alone_touches_people(
    database: Database, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Any]] = []
    connect = database._connect

    async def listening(*arguments: Any, **options: Any) -> Any:
        connection = await connect(*arguments, **options)
        connection.add_query_logger(lambda one: asked.append((one.query, one.args)))
        return connection

    monkeypatch.setattr(database, "_connect", listening)
    game, chance = GAMES[0], random.Random(3)
    room = a_room(await guest("Ada"), await guest("Bob"), bots=game.seats[0] - 2, match=new_id())
    log = PostgresMoveLog(database)
    playing = Playing(log, room, Setup(game.seats[0], game.options()), game)
    await playing.begin()
    touched, alone = set[str](), 0
    while game.outcome(playing.state.public) is None:
        asked.clear()
        before = game.standings(playing.state.public)
        await playing.append(next_entry(playing, chance), new_id())
        found = [one for one in asked if tables_in(one[0])]
        touched |= {name for one in found for name in tables_in(one[0])}
        if game.standings(playing.state.public) == before:
            alone += 1
            [(statement, arguments)] = found
            assert tables_in(statement) == {"matches", "entries"}
            assert arguments[0] == [playing.match], "and it goes by the match"
        else:
            for statement, arguments in found:
                if tables_in(statement) <= OF_A_MATCH and arguments:
                    assert arguments[0] in (playing.match, [playing.match])
    await log.close()
    assert alone > 100, "most moves end no deal"
    assert touched == OF_A_MATCH | OF_PEOPLE, "the page names what crosses matches"
