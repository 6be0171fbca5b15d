"""Running matches in a database of their own, as a killed server would leave them.

They have no secret, for their shuffles have no proofs.
"""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any, Final

import asyncpg
import msgspec

from app.games import GAMES
from app.rules import chain, codec
from app.rules.play import prompts
from app.rules.replay import Entry, Played, Setup, step
from app.settings import libpq_url
from app.store.rooms.rows import STATE_VERSION
from app.table.model.notation import to_milliseconds
from app.table.model.room import (
    ClockLevel,
    Person,
    PersonId,
    Room,
    RoomId,
    RoomSeat,
    Stage,
)
from bench.play import longest
from bench.sample_matches import next_entry
from bench.seeded_ids import id_of, match_of, match_uuid_of, name_of

GAME: Final = GAMES[0]
SEATS: Final = 4
ENTRIES: Final = 60
"""Entries of each match; some more, until somebody is asked."""


def token_of(person: int) -> str:
    """The session's token of the n-th person."""
    return f"token-of-the-person-{person:06}"


def room_of(table: int) -> str:
    return id_of("waiting", table)


async def seed_running_matches(url: str, tables: int) -> None:
    """Seeds rooms with a running match and four logged-in people each.

    Tables 0, 1, … have persons 0 to 3, 4 to 7, …
    """
    connection = await asyncpg.connect(
        libpq_url(url), server_settings={"session_replication_role": "replica"}
    )
    try:
        await _people(connection, tables * SEATS)
        rows: dict[str, list[tuple[Any, ...]]] = {
            "rooms": [],
            "matches": [],
            "places": [],
            "entries": [],
        }
        for table in range(tables):
            _match(rows, table)
        columns = {
            "rooms": [
                "id",
                "code",
                "secret",
                "game",
                "listed",
                "stage",
                "match_id",
                "people",
                "state",
                "state_version",
                "created_at",
            ],
            "matches": [
                "id",
                "room_id",
                "code",
                "game",
                "rules_version",
                "options",
                "seats",
                "ranked",
                "ply",
                "started_at",
            ],
            "places": ["match_id", "seat", "account_id", "name"],
            "entries": [
                "match_id",
                "month",
                "ply",
                "epoch",
                "seat",
                "body",
                "recorded_at",
                "hash",
            ],
        }
        for name, values in rows.items():
            await connection.copy_records_to_table(name, records=values, columns=columns[name])
        await connection.execute("VACUUM (ANALYZE)")
    finally:
        await connection.close()


async def _people(connection: "asyncpg.Connection[asyncpg.Record]", people: int) -> None:
    accounts = [(_id(n), name_of(n), f"x{n}", "guest") for n in range(people)]
    await connection.copy_records_to_table(
        "accounts", records=accounts, columns=["id", "name", "skeleton", "kind"]
    )
    sessions = [
        (id_of("session", n), _id(n), sha256(token_of(n).encode()).digest(), "bench")
        for n in range(people)
    ]
    await connection.copy_records_to_table(
        "sessions", records=sessions, columns=["id", "account_id", "token_hash", "user_agent"]
    )


def _id(person: int) -> str:
    return id_of("person", person)


def _match(rows: dict[str, list[tuple[Any, ...]]], table: int) -> None:
    match, room, now = match_of(table), room_of(table), datetime.now(UTC)
    uuid = match_uuid_of(table)
    people = tuple(
        Person(PersonId(_id(n)), name_of(n), False)
        for n in range(table * SEATS, (table + 1) * SEATS)
    )
    setup = Setup(SEATS, longest(GAME))
    options = codec.to_json(setup.options)
    stored = Room(
        RoomId(room),
        f"W{table:04}",
        id_of("key", table),
        GAME.slug,
        options,
        ClockLevel.OFF,
        people[0].id,
        people[0].id,
        people,
        now,
        stage=Stage.PLAYING,
        match=match,
        seats=tuple(RoomSeat(at, one.id, None, one.name) for at, one in enumerate(people)),
    )
    text = msgspec.json.encode(stored).decode()
    rows["rooms"].append(
        (
            room,
            stored.code,
            stored.secret,
            GAME.slug,
            False,
            "playing",
            uuid,
            [one.id for one in people],
            text,
            STATE_VERSION,
            now,
        )
    )
    last = chain.initial_hash(match, GAME.slug, GAME.rules_version, codec.to_json(setup))
    entries = _entries(setup, table)
    for ply, entry in enumerate(entries):
        at, body = now - timedelta(seconds=len(entries) - ply), codec.to_json(entry)
        last = chain.entry_hash(last, match, ply, to_milliseconds(at), body)
        seat = entry.seat if isinstance(entry, Played) else None
        rows["entries"].append(
            (
                uuid,
                now.date().replace(day=1),
                ply,
                1,
                seat,
                msgspec.json.encode(body).decode(),
                at,
                last,
            )
        )
    rows["matches"].append(
        (
            uuid,
            room,
            stored.code,
            GAME.slug,
            GAME.rules_version,
            msgspec.json.encode(options).decode(),
            SEATS,
            False,
            len(entries),
            now,
        )
    )
    rows["places"] += [(uuid, seat, one.id, one.name) for seat, one in enumerate(people)]


def _entries(setup: Setup, seed: int) -> list[Entry]:
    state, chance, entries = (
        GAME.setup(setup.seats, setup.options, setup.ranked),
        Random(seed),
        list[Entry](),
    )
    while len(entries) < ENTRIES or not prompts(GAME, state):
        entries.append(next_entry(GAME, state, chance))
        state = step(GAME, state, entries[-1])
    return entries
