"""The rows that are copied into a seeded database from here: samples, people, whole matches."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec

from app.games import GAMES
from app.rules import chain, codec
from app.rules.replay import Played
from app.store.database.storable_text import to_json_text
from app.store.rooms.rows import STATE_VERSION
from app.table.model.notation import match_id, to_milliseconds
from app.table.model.room import ClockLevel, Person, PersonId, Room, RoomId
from bench.sample_matches import SampleMatch, play
from bench.seeded_ids import id_of, match_of, match_uuid_of, name_of

Row = tuple[Any, ...]
SAMPLES_EACH: Final = 3
"""Samples of a game and a number of players."""
BETWEEN_ENTRIES: Final = timedelta(seconds=5)
BETWEEN_ACCOUNTS: Final = timedelta(minutes=5)
KEEN_ROOMS: Final = 300
"""Rooms that account 0 belongs to, under another name in each."""


class Samples:
    """A few matches of every game and every number of players, and their entries as JSON."""

    def __init__(self) -> None:
        self.played: list[SampleMatch] = [
            play(game, seats, seed)
            for seed in range(SAMPLES_EACH)
            for game in GAMES
            for seats in game.seats
        ]
        self.setups = [codec.to_json(sample.setup) for sample in self.played]
        self.bodies = [[codec.to_json(entry) for entry in sample.entries] for sample in self.played]
        self.texts = [
            [msgspec.json.encode(body).decode() for body in bodies] for bodies in self.bodies
        ]


@cache
def all_samples() -> Samples:
    """Played once a process, which takes two seconds; nobody changes them."""
    return Samples()


def sample_rows(samples: Samples) -> dict[str, list[Row]]:
    """The rows of the samples' own tables."""
    rows: dict[str, list[Row]] = {
        "samples": [],
        "sample_entries": [],
        "sample_standings": [],
        "sample_places": [],
    }
    for number, sample in enumerate(samples.played):
        entries = list(_sample_entries(samples, number))
        options, outcome = (
            msgspec.json.encode(value).decode()
            for value in (codec.to_json(sample.setup.options), sample.outcome)
        )
        rows["samples"].append(
            (
                number,
                sample.game.slug,
                sample.game.rules_version,
                options,
                sample.setup.seats,
                len(entries),
                outcome,
                entries[-1][-1],
            )
        )
        rows["sample_entries"] += entries
        rows["sample_standings"] += _standings(number, sample)
        rows["sample_places"] += _places(number, sample)
    return rows


def _sample_entries(samples: Samples, number: int) -> Iterator[Row]:
    """With hashes like those of real entries; they verify in no copy."""
    last = sha256(str(number).encode()).digest()
    for ply, body in enumerate(samples.bodies[number]):
        last = chain.entry_hash(last, str(number), ply, ply, body)
        seat = _seat(samples, number, ply)
        yield number, ply, seat, samples.texts[number][ply], last


def _seat(samples: Samples, number: int, ply: int) -> int | None:
    entry = samples.played[number].entries[ply]
    return entry.seat if isinstance(entry, Played) else None


def entry_rows(
    samples: Samples, number: int, match_uuid: UUID, started_at: datetime
) -> Iterator[Row]:
    """All entries of one copy, whose chain verifies."""
    game, match = samples.played[number].game, match_id(match_uuid)
    month = started_at.date().replace(day=1)
    last = chain.initial_hash(match, game.slug, game.rules_version, samples.setups[number])
    for ply, body in enumerate(samples.bodies[number]):
        at = started_at + ply * BETWEEN_ENTRIES
        last = chain.entry_hash(last, match, ply, to_milliseconds(at), body)
        seat = _seat(samples, number, ply)
        command = None if seat is None else f"c-{ply}"
        yield match_uuid, month, ply, 1, seat, samples.texts[number][ply], command, at, last


def _standings(number: int, sample: SampleMatch) -> Iterator[Row]:
    for one in sample.standings:
        ranked = sum(other.deal == one.deal for other in sample.standings)
        yield number, one.deal, one.seat, one.rank, ranked, one.points


def _places(number: int, sample: SampleMatch) -> Iterator[Row]:
    ranking: Sequence[Sequence[int]] = sample.outcome.ranking if sample.outcome else ()
    finish = {
        seat: 1 + sum(map(len, ranking[:at])) for at, group in enumerate(ranking) for seat in group
    }
    points = sample.outcome.points if sample.outcome else ()
    for seat in range(sample.setup.seats):
        yield number, seat, finish.get(seat), points[seat] if seat < len(points) else 0


# -- people and rooms


def people_rows(number: int, now: datetime) -> tuple[list[str], Iterator[Row]]:
    """Accounts, every second one a guest."""
    columns = ["id", "name", "skeleton", "kind", "password_hash", "created_at"]
    kinds: tuple[tuple[str, str | None], ...] = (("member", "none"), ("guest", None))
    return columns, (
        (
            id_of("account", n),
            name_of(n),
            name_of(n).lower(),
            *kinds[n % 2],
            now - n * BETWEEN_ACCOUNTS,
        )
        for n in range(number)
    )


def session_rows(number: int) -> tuple[list[str], Iterator[Row]]:
    """A login for every account, used now."""
    columns = ["id", "account_id", "token_hash", "user_agent"]
    return columns, (
        (id_of("session", n), id_of("account", n), sha256(f"token{n}".encode()).digest(), "bench")
        for n in range(number)
    )


def room_rows(number: int, now: datetime, matches: int) -> tuple[list[str], Iterator[Row]]:
    """A room for each account."""
    columns = ["id", "code", "live", "secret", "game", "listed", "stage", "match_id", "people"]
    return [*columns, "state", "state_version", "created_at"], (
        _room(n, now, matches) for n in range(number)
    )


def _room(n: int, now: datetime, matches: int) -> Row:
    host = Person(PersonId(id_of("account", n)), name_of(n), n % 2 == 0)
    people: tuple[Person, ...] = (host,)
    if 0 < n < KEEN_ROOMS:
        people += (Person(PersonId(id_of("account", 0)), f"Former {n}", True),)
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
        people,
        now,
        match=match_of(n % matches),
    )
    return (
        room.id,
        room.code,
        True,
        room.secret,
        room.game,
        False,
        str(room.stage),
        match_uuid_of(n % matches),
        [person.id for person in people],
        to_json_text(room, "The room"),
        STATE_VERSION,
        now,
    )
