"""The store's reads, answered from the fake database in the same shapes as the real one's.

A class stands in for a module of app/store, and each of its functions for the one of that name.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
import pytest

from app.rules import chain
from app.rules.codec import to_json
from app.store.admin import audit, audit_chain, cases, labels, match_search, notes
from app.store.admin.audit import Action, AuditEntry
from app.store.admin.labels import AuditLabels, MatchLabel
from app.store.database.base import Page
from app.store.matches import pictures, played_with, records, summaries
from app.store.matches.pictures import Kind, Picture
from app.store.matches.records import StoredRecord
from app.store.matches.summaries import MatchSummary
from app.store.people import accounts, invitations, mutes, sessions, table_notes
from app.store.people.rows import Account
from app.store.results import awaiting, leaderboard, profiles
from app.store.results.leaderboard import LeaderboardEntry
from app.store.results.profiles import GameRecord, Ranks, Streaks
from app.store.rooms import clubs
from app.store.upkeep import backups
from app.table.model.notation import to_milliseconds
from app.table.model.room import MatchId, PersonId
from tests.games.kit.random_matches import NAMES
from tests.prove.noninterference.fake_database import FakeDatabase
from tests.table.fakes import START, person_id


class Accounts:
    @staticmethod
    async def by_id(db: FakeDatabase, account_id: str) -> Account | None:
        return db.accounts.get(account_id)  # type: ignore[call-overload,no-any-return]

    @staticmethod
    async def by_ids(db: FakeDatabase, ids: Iterable[str | None]) -> dict[str, Account]:
        found = (db.accounts.get(id_) for id_ in ids)  # type: ignore[call-overload]
        return {one.id: one for one in found if one is not None}

    @staticmethod
    async def search(
        db: FakeDatabase,
        part: str = "",
        kind: str | None = None,
        suspended: bool = False,
        page: int = 1,
    ) -> Page[Account]:
        found = tuple(
            account
            for account in db.accounts.values()
            if part.lower() in account.name.lower() and not suspended
        )
        return Page(found, page, len(found))


class Sessions:
    @staticmethod
    async def authenticate(
        db: FakeDatabase, token: str, now: datetime | None = None
    ) -> tuple[Account, str] | None:
        account = db.tokens.get(token)
        return None if account is None else (account, f"session of {account.name}")

    @staticmethod
    async def is_open(db: FakeDatabase, session_id: str, now: datetime | None = None) -> bool:
        return True

    @staticmethod
    async def opened_at(db: FakeDatabase, session_id: str) -> datetime:
        return START

    @staticmethod
    async def list_sessions(db: FakeDatabase, account_id: str) -> tuple[Any, ...]:
        return ()


class Summaries:
    @staticmethod
    async def of_match(db: FakeDatabase, match_id: str) -> MatchSummary | None:
        stored = db.store.matches.get(MatchId(match_id))
        return None if stored is None else db.summary(MatchId(match_id), stored)

    @staticmethod
    async def history_of(db: FakeDatabase, account_id: str, page: int = 1) -> Page[MatchSummary]:
        found = db.summaries(account_id)
        return Page(found, page, len(found))

    @staticmethod
    async def latest_of_game(
        db: FakeDatabase, account_id: str, game: str
    ) -> tuple[MatchSummary, ...]:
        return db.summaries(account_id)

    @staticmethod
    async def recent_of_room(db: FakeDatabase, room_id: str, most: int) -> tuple[MatchSummary, ...]:
        return tuple(one for one in db.summaries() if one.room_id == room_id)[:most]


class Pictures:
    @staticmethod
    async def of_match(db: FakeDatabase, match: str, kind: Kind) -> Picture | None:
        return None


class MatchSearch:
    @staticmethod
    async def search(db: FakeDatabase, page: int = 1, **wanted: Any) -> Page[MatchSummary]:
        found = db.summaries()
        return Page(found, page, len(found))


class Audit:
    @staticmethod
    async def looks_at(db: FakeDatabase, match_id: str) -> tuple[AuditEntry, ...]:
        return tuple(db.looks)

    @staticmethod
    async def entries(
        db: FakeDatabase, subject: str | None = None, admin_id: str | None = None, page: int = 1
    ) -> Page[AuditEntry]:
        return Page(tuple(db.looks), page, len(db.looks))

    @staticmethod
    async def record_look(db: FakeDatabase, admin_id: str, match_id: str, reason: str = "") -> None:
        db.looks.append(
            AuditEntry(
                START,
                admin_id,
                "an administrator",
                Action.LOOK,
                audit.match_subject(match_id),
                reason,
            )
        )


class Chain:
    @staticmethod
    async def head(db: FakeDatabase) -> audit_chain.AuditChain:
        return audit_chain.AuditChain(len(db.looks), None, None)


class Labels:
    @staticmethod
    async def of_matches(db: FakeDatabase, ids: Iterable[str]) -> dict[str, MatchLabel]:
        found = {id_: db.store.matches[MatchId(id_)] for id_ in ids}
        return {
            id_: MatchLabel(stored.game, db.store.rooms[stored.room].code, START)
            for id_, stored in found.items()
        }

    @staticmethod
    async def latest_of_person(
        db: FakeDatabase, account_id: str, most: int
    ) -> list[labels.PlayedMatch]:
        return [
            labels.PlayedMatch(one.game, one.code, one.started, one.id, one.state)
            for one in db.summaries(account_id)[:most]
        ]

    @staticmethod
    async def of_entries(db: FakeDatabase, entries: Iterable[AuditEntry]) -> AuditLabels:
        return AuditLabels({}, {}, {}, {})


class Cases:
    @staticmethod
    async def count_open(db: FakeDatabase, admin_id: str) -> int:
        return 0


class Notes:
    @staticmethod
    async def about(db: FakeDatabase, account_id: str, private: bool = True) -> list[notes.Note]:
        return []

    @staticmethod
    async def silenced_until(db: FakeDatabase, account_id: str) -> datetime | None:
        return None


class TableNotes:
    @staticmethod
    async def late(db: FakeDatabase, before: datetime, most: int) -> tuple[()]:
        return ()


class Mutes:
    """The member of the room without a seat has blocked the first player."""

    @staticmethod
    async def of_account(db: FakeDatabase, account_id: str) -> list[mutes.Muted]:
        blocked = person_id(NAMES[0])
        return [mutes.Muted(blocked, NAMES[0], True)] if account_id == person_id("Guy") else []

    @staticmethod
    async def ids(
        db: FakeDatabase, account_id: str
    ) -> tuple[frozenset[PersonId], frozenset[PersonId]]:
        found = frozenset(one.id for one in await Mutes.of_account(db, account_id))
        return found, found

    @staticmethod
    async def write(db: FakeDatabase, account_id: str, other_id: str, level: str) -> bool:
        return False


class Invitations:
    @staticmethod
    async def shown_to(db: FakeDatabase, account_id: str) -> list[invitations.Invitation]:
        return []


class AwaitingReads:
    @staticmethod
    async def awaiting(db: FakeDatabase, account_id: str) -> awaiting.Awaiting:
        return awaiting.Awaiting()

    @staticmethod
    async def rooms_of(db: FakeDatabase, account_id: str) -> list[str]:
        return []


class PeoplePlayedWith:
    @staticmethod
    async def people(db: FakeDatabase, account_id: str) -> list[played_with.PlayedWith]:
        return []


class Backups:
    @staticmethod
    async def newest(db: FakeDatabase) -> backups.Backups:
        return backups.Backups()


class Records:
    @staticmethod
    async def stored(
        db: FakeDatabase, match_id: str, known: StoredRecord | None = None
    ) -> StoredRecord | None:
        match = db.store.matches.get(MatchId(match_id))
        if match is None:
            return None
        setup = records.setup_of(
            match.setup.seats, to_json(match.setup.options), match.setup.ranked
        )
        lines = [
            {
                "ply": ply,
                "at": to_milliseconds(line.at),
                "entry": to_json(line.entry),
                "hash": (line.hash or b"").hex(),
            }
            for ply, line in enumerate(match.lines)
        ]
        text = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        return StoredRecord(
            match_id, match.game, match.rules_version, setup, None, len(lines), text
        )

    @staticmethod
    async def receipt(db: FakeDatabase, match_id: str) -> str | None:
        last = db.store.matches[MatchId(match_id)].lines[-1].hash
        return None if last is None else chain.receipt(last)


class Profiles:
    @staticmethod
    async def game_records(db: FakeDatabase, account_id: str) -> tuple[GameRecord, ...]:
        lines = db.recent_deals(account_id)
        game = next(iter(db.store.matches.values())).game if db.store.matches else ""
        record = GameRecord(
            game,
            1,
            0,
            len(lines),
            Ranks(),
            sum(line.points for line in lines),
            lines,
            Streaks(),
            None,
        )
        return (record,) if lines else ()


class Leaderboard:
    @staticmethod
    async def top_accounts(
        db: FakeDatabase, game: str, by: str = "salary"
    ) -> tuple[LeaderboardEntry, ...]:
        rows = [(account, db.recent_deals(account.id)) for account in db.accounts.values()]
        return tuple(
            LeaderboardEntry(
                one.id,
                one.name,
                one.registered,
                1,
                0,
                len(lines),
                0,
                0,
                sum(line.points for line in lines),
                None,
            )
            for one, lines in rows
            if lines
        )


class Clubs:
    @staticmethod
    async def of_person(db: FakeDatabase, person: str) -> list[clubs.Club]:
        return []


def replace_reads(patch: pytest.MonkeyPatch) -> None:
    """The store's modules answer from a FakeDatabase for as long as the patch lasts."""
    replaced = {
        accounts: Accounts, sessions: Sessions, summaries: Summaries, audit: Audit,
        profiles: Profiles, leaderboard: Leaderboard, records: Records, labels: Labels,
        cases: Cases, notes: Notes, match_search: MatchSearch, backups: Backups,
        table_notes: TableNotes, mutes: Mutes, invitations: Invitations,
        played_with: PeoplePlayedWith, pictures: Pictures, clubs: Clubs, audit_chain: Chain,
        awaiting: AwaitingReads,
    }  # fmt: skip
    for module, instead in replaced.items():
        for name, function in vars(instead).items():
            if isinstance(function, staticmethod):
                patch.setattr(module, name, function.__func__)
