"""A check of the log against the players' memory: each match is replayed from its entries."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import msgspec

from app.games import BY_SLUG
from app.rules import codec
from app.rules.errors import RuleError
from app.rules.game import Seat, view
from app.rules.play import prompts
from app.rules.replay import Entry, Played, step
from tests.prove.clients.player_memory import Fault, PlayerMemory, SentCommand, digest_of
from tests.prove.page_view import page_view

_MATCHES = """
SELECT id, game, options, seats, ranked, ply, state, outcome, started_at FROM matches
WHERE started_at >= $1 ORDER BY started_at, id
"""
_LATE = timedelta(minutes=5)
"""The time by which a match may be written later than one that has started after it."""
_ENTRIES = "SELECT ply, body, command FROM entries WHERE match_id = $1 AND ply >= $2 ORDER BY ply"
_DIGEST = """
SELECT count(*), md5(string_agg(body::text || '|' || coalesce(command, ''), '|' ORDER BY ply))
FROM entries WHERE match_id = $1 AND ply < $2
"""
_PEOPLE = "SELECT seat FROM places WHERE match_id = $1 AND account_id IS NOT NULL"


class ReplayedMatch:
    """One match by its log, read on from where it was read before."""

    def __init__(self, row: asyncpg.Record, people: frozenset[Seat]) -> None:
        self.game = BY_SLUG[row["game"]]
        self.people = people
        self.state = self.game.setup(
            row["seats"],
            codec.read_options(self.game, msgspec.json.decode(row["options"])),
            row["ranked"],
        )
        self.entries: list[tuple[Entry, str | None]] = []
        self._moves = [0]
        """The number of moves in the log before each state."""
        self.automatic: set[int] = set()
        """The entries that the table made where the seat had no other move."""
        self.commands: Counter[str] = Counter()
        self.prints: dict[Seat, list[bytes]] = {seat: [] for seat in people}
        self.reached: dict[Seat, int] = dict.fromkeys(people, 0)
        """The last state that each seat has been shown."""
        self.digest: tuple[int, str | None] = (0, None)
        self.closed = False
        """The match is over and was read to its end."""
        self._mark()

    def read_on(self, entry: Entry, command: str | None) -> None:
        """Raises RuleError or AssertionError where the entry does not follow."""
        if command is None and isinstance(entry, Played):
            asked = prompts(self.game, self.state).get(entry.seat)
            if asked is not None and asked.automatic and asked.key == entry.key:
                self.automatic.add(len(self.entries))
        self.state = step(self.game, self.state, entry)
        self.entries.append((entry, command))
        self._moves.append(self._moves[-1] + isinstance(entry, Played))
        if command is not None:
            self.commands[command] += 1
        self._mark()

    def _mark(self) -> None:
        outcome = self.game.outcome(self.state.public)
        asked = {} if outcome is not None else prompts(self.game, self.state)
        for seat in self.people:
            seen = page_view(self.game, view(self.state, seat))
            shown = (seen, asked.get(seat), outcome)
            self.prints[seat].append(digest_of(*msgspec.json.decode(msgspec.json.encode(shown))))

    def follow(self, seat: Seat, marks: list[bytes]) -> bool:
        """These frames are states of this match, none before one that was shown earlier."""
        prints, at = self.prints.get(seat, []), self.reached.get(seat, 0)
        for mark in marks:
            while at < len(prints) and prints[at] != mark:
                at += 1
            if at == len(prints):
                return False
        self.reached[seat] = at
        return True

    @property
    def seen(self) -> int:
        """The number of moves that anybody was shown."""
        return self._moves[max(self.reached.values(), default=0)]


class LogChecker:
    """Compares a memory with the log, again and again.

    Only what is new is compared, or a long run would come to a stop: an answer when it is heard,
    a command when it is written, and no match that is over and was read to its end.
    """

    def __init__(self, memory: PlayerMemory) -> None:
        self.memory = memory
        self.stories: dict[str, ReplayedMatch] = {}
        self._open_since = datetime.min.replace(tzinfo=UTC)
        """The start of the first match that may have entries to come."""

    @property
    def seen(self) -> int:
        return sum(story.seen for story in self.stories.values())

    async def check(self, connection: "asyncpg.Connection[asyncpg.Record]") -> list[Fault]:
        """Finds what players know that the log does not hold."""
        shown = self.memory.take_shown()
        answers = [(said, said.done, said.refused) for said in self.memory.take_heard()]
        faults = list(self.memory.broken)
        rows = await connection.fetch(_MATCHES, self._open_since)
        for row in rows:
            faults += await self._read(connection, row)
        if not faults:
            faults += [fault for told in answers for fault in self._heard(*told)]
            faults += [
                fault
                for (match, seat), marks in shown.items()
                for fault in self._seen(match, Seat(seat), marks)
            ]
        if not faults:
            self._forget(rows)
        return faults

    def _forget(self, rows: Sequence[asyncpg.Record]) -> None:
        """Lets go of what is compared with new entries alone; answers and frames may be late."""
        starts = []
        for row in rows:
            story = self.stories[row["id"]]
            if story.closed:
                self.memory.said.pop(row["id"], None)
                story.entries.clear()
            else:
                starts.append(row["started_at"])
        if starts:
            self._open_since = min(starts) - _LATE

    async def _read(
        self, connection: "asyncpg.Connection[asyncpg.Record]", row: asyncpg.Record
    ) -> list[Fault]:
        match: str = row["id"]
        story = self.stories.get(match)
        if story is None:
            people = frozenset(
                Seat(place["seat"])
                for place in await connection.fetch(_PEOPLE, match)
                if place["seat"] < row["seats"]  # who came later has a seat of the next deal
            )
            story = self.stories[match] = ReplayedMatch(row, people)
        if story.closed:
            return []
        known = len(story.entries)
        if tuple(await connection.fetchrow(_DIGEST, match, known) or ()) != story.digest:
            return [
                Fault("changed", f"match {match}: the first {known} entries are not what they were")
            ]
        new = await connection.fetch(_ENTRIES, match, known)
        try:
            for number, entry in enumerate(new, known):
                assert entry["ply"] == number, "a gap in the log"
                story.read_on(
                    codec.read_entry(story.game, msgspec.json.decode(entry["body"])),
                    entry["command"],
                )
        except (RuleError, AssertionError) as error:
            return [
                Fault(
                    "broken",
                    f"match {match}: its log does not replay at {len(story.entries)}: {error!r}",
                )
            ]
        story.digest = tuple(await connection.fetchrow(_DIGEST, match, known + len(new)) or ())
        return [*self._made_up(match, story, known), *self._ended(match, story, row)]

    def _ended(self, match: str, story: ReplayedMatch, row: asyncpg.Record) -> Iterator[Fault]:
        outcome = story.game.outcome(story.state.public)
        if row["ply"] > len(story.entries):
            yield Fault(
                "lost",
                f"match {match}: it has {len(story.entries)} entries of {row['ply']}",
            )
        if row["state"] == "stopped":
            yield Fault("broken", f"match {match}: it was broken off")
        if row["state"] == "finished":
            story.closed = True
            if msgspec.json.decode(row["outcome"]) != msgspec.json.decode(
                msgspec.json.encode(outcome)
            ):
                yield Fault("broken", f"match {match}: it ended otherwise than its log says")

    def _made_up(self, match: str, story: ReplayedMatch, since: int) -> Iterator[Fault]:
        """Finds moves that the player did not make, or made otherwise, or was refused."""
        said = self.memory.said.get(match, {})
        for ply, (entry, command) in enumerate(story.entries[since:], since):
            written = None if command is None else said.get(command)
            if written is not None and (written.refused or story.commands[written.name] > 1):
                yield from self._heard(written, written.done, written.refused)
            if not isinstance(entry, Played) or entry.seat not in story.people:
                continue
            made = written and (written.seat, written.key, written.move)
            if ply not in story.automatic and made != (
                entry.seat,
                entry.key,
                _as_said(entry.move),
            ):
                yield Fault(
                    "doubled",
                    f"match {match}: entry {ply} is a move that seat {entry.seat} did not make",
                )

    def _heard(self, said: SentCommand, done: bool, refused: str | None) -> Iterator[Fault]:
        story = self.stories.get(said.match)
        times = 0 if story is None else story.commands[said.name]
        if done and not times:
            yield Fault(
                "lost", f"match {said.match}: {said.name} was acknowledged and is not in the log"
            )
        if times > 1:
            yield Fault(
                "doubled", f"match {said.match}: {said.name} stands in the log {times} times"
            )
        if refused and times:
            yield Fault(
                "false refusal",
                f"match {said.match}: {said.name} was refused ({refused}) and stands in the log",
            )
        if refused and done:
            yield Fault(
                "false refusal",
                f"match {said.match}: {said.name} was acknowledged and refused ({refused})",
            )

    def _seen(self, match: str, seat: Seat, marks: list[bytes]) -> Iterator[Fault]:
        story = self.stories.get(match)
        if story is None or not story.follow(seat, marks):
            yield Fault(
                "lost",
                f"match {match}: the log does not hold what seat {seat} was shown",
            )


def _as_said(move: Any) -> Any:
    """A move in JSON's own types."""
    return msgspec.json.decode(msgspec.json.encode(move))
