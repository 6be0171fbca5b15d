"""Faults by which the log is not what was played."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
import pytest

from app.games import GAMES
from app.rules.game import AnyGame, AnyState, Standing
from app.rules.replay import Entry, Shuffled
from app.store.database.connections import Connection
from app.store.log import lines
from app.table.match.live_match import LiveMatch, Step
from app.table.model.records import LogLine
from tests.prove.runner.planting import Plant


def another_order_is_written(patch: pytest.MonkeyPatch) -> None:
    """The store keeps another shuffle than it was given: the hash does not fit."""
    prepare = lines.prepare

    def lying(line: LogLine) -> lines.PreparedLine:
        if isinstance(line.entry, Shuffled):
            other = msgspec.structs.replace(line.entry, order=line.entry.order[::-1])
            return lines.PreparedLine(
                line, prepare(msgspec.structs.replace(line, entry=other)).body
            )
        return prepare(line)

    patch.setattr("app.store.log.group_commit.prepare", lying)


def another_order_is_dealt(patch: pytest.MonkeyPatch) -> None:
    """The table deals otherwise than it writes down, hash and all."""
    step = LiveMatch.step

    def lying(live: LiveMatch, entry: Entry) -> Step:
        made = step(live, entry)
        if isinstance(entry, Shuffled):
            return msgspec.structs.replace(
                made,
                after=step(live, msgspec.structs.replace(entry, order=entry.order[::-1])).after,
            )
        return made

    patch.setattr(LiveMatch, "step", lying)


def other_standings_are_written(patch: pytest.MonkeyPatch) -> None:
    write = lines._add_standings

    async def lying(connection: Connection, line: LogLine, standings: Sequence[Standing]) -> None:
        await write(
            connection,
            line,
            [
                msgspec.structs.replace(standing, points=standing.points + 1)
                for standing in standings
            ],
        )

    patch.setattr(lines, "_add_standings", lying)


def shuffles_mean_something_else(patch: pytest.MonkeyPatch) -> None:
    """The rules of every game changed, and nobody raised its rules_version."""

    def changed(game: AnyGame) -> Callable[..., AnyState]:
        shuffled = type(game).apply_shuffle
        return lambda self, state, order: shuffled(self, state, order[::-1])

    for game in GAMES:
        patch.setattr(type(game), "apply_shuffle", changed(game))


FAULTS: Final[Mapping[str, Plant]] = {
    "another-order-written": another_order_is_written,
    "another-order-dealt": another_order_is_dealt,
    "other-standings": other_standings_are_written,
}
"""They show in a match; `shuffles_mean_something_else` shows in the corpus."""
