"""The database of a run: matches of the fake store, people, and what administrators looked at."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from app.rules.codec import to_json
from app.store.admin.audit import AuditEntry
from app.store.matches.rows import MatchState
from app.store.matches.summaries import MatchSummary, PlaceSummary
from app.store.people.rows import Account
from app.store.results.profiles import RecentDeal
from app.table.model.room import MatchId
from tests.table.fake_store import FakeStore, StoredMatch
from tests.table.fakes import START, person_id


def token_of(name: str) -> str:
    """The token in that person's cookie."""
    return name.lower().ljust(32, "-")


class FakeDatabase:
    """A stand-in for the database, as far as the replaced functions use one: it returns itself."""

    def __init__(self, store: FakeStore, people: Iterable[str], admin: str) -> None:
        self.store = store
        self.accounts = {
            person_id(name): Account(
                person_id(name),
                name,
                "member" if name == admin else "guest",
                "administrator" if name == admin else "",
                START,
                portrait="d12",
            )
            for name in people
        }
        self.tokens = {token_of(account.name): account for account in self.accounts.values()}
        self.looks: list[AuditEntry] = []
        self.sessions = self

    @asynccontextmanager
    async def begin(self) -> AsyncIterator["FakeDatabase"]:
        yield self

    request_connection = begin

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(
            f"a page asks the database itself ({name}): "
            "tests/prove/noninterference/fake_reads.py lacks a stand-in for that function"
        )

    def summaries(self, person: str | None = None) -> tuple[MatchSummary, ...]:
        """All matches, or those of one person."""
        found = [
            self.summary(MatchId(match), stored) for match, stored in self.store.matches.items()
        ]
        return tuple(one for one in found[::-1] if person is None or one.of(person) is not None)

    def summary(self, match: MatchId, stored: StoredMatch) -> MatchSummary:
        lines, earned = (
            stored.lines,
            [standing for line in stored.lines for standing in line.standings],
        )
        points = {
            place.seat: sum(one.points for one in earned if one.seat == place.seat)
            for place in stored.places
        }
        over = stored.state != "running"
        return MatchSummary(
            id=match, room_id=stored.room, code=self.store.rooms[stored.room].code,
            game=stored.game, rules_version=stored.rules_version,
            options=to_json(stored.setup.options),
            state=MatchState(stored.state.partition(":")[0]), started=START,
            ended=lines[-1].at if over else None, entries=len(lines),
            deals=max((one.deal for one in earned), default=0),
            outcome=to_json(lines[-1].outcome) if lines and lines[-1].outcome else None,
            stop_reason=None, void_reason=None,
            places=tuple(
                PlaceSummary(one.seat, one.person, one.bot, one.name, None, points[one.seat])
                for one in stored.places
            ),
        )  # fmt: skip

    def recent_deals(self, person: str) -> tuple[RecentDeal, ...]:
        return tuple(
            RecentDeal(match, one.deal, one.rank, len(stored.places), one.points, line.at)
            for match, stored in self.store.matches.items()
            for line in stored.lines
            for one in line.standings
            if next(place.person for place in stored.places if place.seat == one.seat) == person
        )
