"""Fills a database with as many matches as a server stores in years: copies of sample matches.

    .venv/bin/python -m bench.seeding postgresql://… [matches, 100000 unless told]

The database must be migrated, empty and disposable: rows are written past its guards. Every match
has its places, its standings and the first FEW of its entries; one in WHOLE has all of them.
Hashes are the model's, so the chains of copies do not verify.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import asyncpg
import msgspec

from app.games import GAMES
from app.rules import chain, codec
from app.rules.replay import Played
from app.settings import libpq_url
from app.table.model.room import ClockLevel, MatchId, Person, PersonId, Room, RoomId
from bench.sample_matches import SampleMatch, play
from bench.seeding_statements import FUNCTIONS, SEEDED, STEPS, TABLES

Tell = Callable[[str], None]

EVERY: Final = timedelta(minutes=5)
"""Between the beginnings of two matches."""
FEW: Final = 8
WHOLE: Final = 50
SYLLABLES: Final = ("ka", "lo", "min", "ra", "tes", "su", "nov", "bi", "gel", "du")
MODELS_EACH: Final = 3
"""Of a game and a number of players."""


def id_of(kind: str, n: int) -> str:
    """The id of the n-th account, room or match that is seeded."""
    from base64 import b64encode
    from hashlib import sha256

    return (
        b64encode(sha256(f"{kind}{n}".encode()).digest())
        .decode()
        .translate(str.maketrans("+/", "-_", "="))[:22]
    )


def name_of(n: int) -> str:
    """A name unlike others, so that a search for a part of it finds few."""
    return "".join(SYLLABLES[int(digit)] for digit in f"{n:04}").capitalize()


def models() -> list[SampleMatch]:
    """A few matches of every game and every number of players."""
    return [
        play(game, seats, seed)
        for seed in range(MODELS_EACH)
        for game in GAMES
        for seats in game.seats
    ]


async def seed(
    url: str, matches: int, accounts: int, tell: Tell = lambda _: None, now: datetime | None = None
) -> None:
    """Writes it all into an empty, migrated database. The newest match ended before `now`."""
    connection = await asyncpg.connect(
        libpq_url(url), server_settings={"session_replication_role": "replica"}
    )
    try:
        async with connection.transaction():
            await connection.execute("SET LOCAL synchronous_commit = off")
            tell("matches are played")
            await _models(connection)
            await _people(connection, accounts)
            now = (now or datetime.now(UTC)) - timedelta(hours=1)
            await connection.execute(
                SEEDED,
                matches,
                now,
                EVERY,
                WHOLE,
                FEW,
                MODELS_EACH * sum(len(game.seats) for game in GAMES),
            )
            for what, statement in STEPS:
                tell(f"{what} are copied")
                await connection.execute(
                    statement, *((accounts,) if "$1" in statement else ()), timeout=600
                )
        tell("the database takes stock")
        await connection.execute("VACUUM (ANALYZE)", timeout=600)
    finally:
        await connection.close()


async def _models(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    await connection.execute(FUNCTIONS + TABLES)
    played = models()
    rows: dict[str, list[tuple[Any, ...]]] = {
        "models": [_model(number, model) for number, model in enumerate(played)],
        "model_entries": [
            row for number, model in enumerate(played) for row in _entries(number, model)
        ],
        "model_standings": [
            row for number, model in enumerate(played) for row in _standings(number, model)
        ],
        "model_places": [
            row for number, model in enumerate(played) for row in _places(number, model)
        ],
    }
    for table, values in rows.items():
        await connection.copy_records_to_table(table, records=values)


async def _people(connection: "asyncpg.Connection[asyncpg.Record]", accounts: int) -> None:
    """Accounts, every second one a guest, and a room for each."""
    now = datetime.now(UTC)
    people = [
        (
            id_of("account", n),
            name_of(n),
            name_of(n).lower(),
            *(("guest", None) if n % 2 else ("member", "none")),
            now - n * EVERY,
        )
        for n in range(accounts)
    ]
    await connection.copy_records_to_table(
        "accounts",
        records=people,
        columns=["id", "name", "skeleton", "kind", "password_hash", "created"],
    )
    columns = [
        "id",
        "code",
        "live",
        "secret",
        "game",
        "listed",
        "stage",
        "match_id",
        "people",
        "room",
        "created",
    ]
    await connection.copy_records_to_table(
        "rooms", records=[_room(n, now) for n in range(accounts)], columns=columns
    )


def _room(n: int, now: datetime) -> tuple[Any, ...]:
    host = Person(PersonId(id_of("account", n)), name_of(n), n % 2 == 0)
    game = GAMES[n % len(GAMES)]
    room = Room(
        RoomId(id_of("room", n)),
        f"R{n:04}",
        id_of("secret", n),
        game.slug,
        {},
        ClockLevel.RELAXED,
        host.id,
        host.id,
        (host,),
        now,
        match=MatchId(id_of("match", n)),
    )
    text = msgspec.json.encode(room).decode()
    return (
        room.id,
        room.code,
        True,
        room.secret,
        room.game,
        False,
        str(room.stage),
        room.match,
        [host.id],
        text,
        now,
    )


def _model(number: int, model: SampleMatch) -> tuple[Any, ...]:
    options, outcome = (
        msgspec.json.encode(value).decode()
        for value in (codec.to_json(model.setup.options), model.outcome)
    )
    return (
        number,
        model.game.slug,
        model.game.rules_version,
        options,
        model.setup.seats,
        len(model.entries),
        outcome,
    )


def _entries(number: int, model: SampleMatch) -> Iterator[tuple[Any, ...]]:
    last = chain.initial_hash(
        str(number), model.game.slug, model.game.rules_version, codec.to_json(model.setup)
    )
    for ply, entry in enumerate(model.entries):
        body = codec.to_json(entry)
        last = chain.entry_hash(last, str(number), ply, ply, body)
        seat = entry.seat if isinstance(entry, Played) else None
        yield (
            number,
            ply,
            body["type"],
            seat,
            getattr(entry, "key", None),
            msgspec.json.encode(body).decode(),
            last,
        )


def _standings(number: int, model: SampleMatch) -> Iterator[tuple[Any, ...]]:
    for one in model.standings:
        yield (
            number,
            one.deal,
            one.seat,
            one.rank,
            sum(other.deal == one.deal for other in model.standings),
            one.points,
        )


def _places(number: int, model: SampleMatch) -> Iterator[tuple[Any, ...]]:
    ranking: Sequence[Sequence[int]] = model.outcome.ranking if model.outcome else ()
    finish = {
        seat: 1 + sum(map(len, ranking[:at])) for at, group in enumerate(ranking) for seat in group
    }
    points = model.outcome.points if model.outcome else ()
    for seat in range(model.setup.seats):
        yield number, seat, finish.get(seat), points[seat] if seat < len(points) else 0


if __name__ == "__main__":
    asyncio.run(
        seed(
            sys.argv[1],
            int(sys.argv[2]) if len(sys.argv) > 2 else 100_000,
            5000,
            lambda line: print(line, flush=True),
        )
    )
