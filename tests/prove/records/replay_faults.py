"""What is broken on purpose for the proof `replays`: records that are not what was played, each in its own way."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final

import msgspec
import pytest

from app.games import BY_SLUG, GAMES
from app.rules.game import AnyGame, AnyState, Standing
from app.rules.replay import Entry, Shuffled
from app.store import log_lines
from app.store.database import Connection
from app.table.match.live_match import LiveMatch, Step
from app.table.ports import LogLine
from tests.prove.records import corpus
from tests.prove.records.replays import broken_by
from tests.prove.runner.proof import Findings, PlantedFault, RunOptions


@contextmanager
def another_order_is_written() -> Iterator[None]:
    """The store keeps another shuffle than it was given: the hash does not fit."""
    prepare = log_lines.prepare

    def lying(line: LogLine) -> log_lines.PreparedLine:
        if isinstance(line.entry, Shuffled):
            other = msgspec.structs.replace(line.entry, order=line.entry.order[::-1])
            return log_lines.PreparedLine(
                line, prepare(msgspec.structs.replace(line, entry=other)).body
            )
        return prepare(line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.store.group_commit.prepare", lying)
        yield


@contextmanager
def another_order_is_dealt() -> Iterator[None]:
    """The table deals otherwise than it writes down, hash and all."""
    step = LiveMatch.step

    def lying(live: LiveMatch, entry: Entry) -> Step:
        made = step(live, entry)
        if isinstance(entry, Shuffled):
            return msgspec.structs.replace(
                made,
                state=step(live, msgspec.structs.replace(entry, order=entry.order[::-1])).state,
            )
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveMatch, "step", lying)
        yield


@contextmanager
def other_standings_are_written() -> Iterator[None]:
    write = log_lines._add_standings

    async def lying(connection: Connection, line: LogLine, standings: Sequence[Standing]) -> None:
        await write(
            connection,
            line,
            [
                msgspec.structs.replace(standing, points=standing.points + 1)
                for standing in standings
            ],
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_lines, "_add_standings", lying)
        yield


@contextmanager
def shuffles_mean_something_else() -> Iterator[None]:
    """The rules of every game changed, and nobody raised its rules_version."""

    def changed(game: AnyGame) -> Callable[..., AnyState]:
        shuffled = type(game).apply_shuffle
        return lambda self, state, order: shuffled(self, state, order[::-1])

    with pytest.MonkeyPatch.context() as patch:
        for game in GAMES:
            patch.setattr(type(game), "apply_shuffle", changed(game))
        yield


def played(spoil: Callable[[], AbstractContextManager[Any]], says: str) -> PlantedFault:
    return PlantedFault("P10", says, broken_by(spoil))


def rules_changed(options: RunOptions) -> Findings:
    with shuffles_mean_something_else():
        return Findings({}, tuple(corpus.checked(BY_SLUG)[1]))


PLANTED: Final = {
    "another-order-written": played(
        another_order_is_written, "the store keeps another order than the one that was dealt"
    ),
    "another-order-dealt": played(
        another_order_is_dealt, "the table deals another order than it writes down"
    ),
    "other-standings": played(
        other_standings_are_written, "a deal's standings are written down one point higher"
    ),
    "rules-changed": PlantedFault(
        "P10", "the rules of a game change and its rules_version does not", rules_changed
    ),
}
