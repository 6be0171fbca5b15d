"""People who take another name or delete their account while processes come and go."""

import asyncio
from collections.abc import Collection, Sequence
from random import Random
from typing import Final

import asyncpg
import httpx2

from tests.prove.clients.player_memory import Fault
from tests.prove.many.people import PASSER_BY, Names, PagePlayer, again, name_of
from tests.prove.runner.patience import Patience
from tests.web.visitors import Visitor

AGAIN: Final = 0.3
ANSWERED: Final = 60.0
"""Seconds of Patience until a form that is sent again and again has its answer."""
GONE: Final = frozenset({303, 401, 403})
"""Answers to a form of somebody whose account is deleted, now or by the same form before."""
TOLD: Final = 15.0
"""Seconds of Patience until every table has taken the changes over."""
_NOTES: Final = "SELECT count(*) FROM table_notes"
_STORED: Final = """
SELECT 'room ' || id, state::text FROM rooms
UNION ALL SELECT 'chat of ' || room_id, name FROM chat_lines WHERE name IS NOT NULL
UNION ALL SELECT 'account', name FROM accounts
"""


async def rename(player: PagePlayer, names: Names) -> None:
    """The person takes the next name."""
    taken = names.newest[player.who] + 1
    visitor = again(player.visitor, player.visitor.base_url)
    await _insist(visitor, "/account/rename", {"name": name_of(player.who, taken)}, {303})
    names.newest[player.who] = taken
    names.changes += 1


async def pass_by(base_url: str, player: PagePlayer, names: Names) -> None:
    """Somebody with a room of their own comes to the player's table, and deletes the account.

    Without an answer to the first form there may be an account that nobody can delete. It has a
    seat in its own room alone: at a table without a clock, the others would wait for it for ever.
    The form that joins has no name: it may arrive after the account is gone, and would make a guest
    of that name.
    """
    visitor = Visitor(base_url, player.visitor.game)
    name = f"{PASSER_BY} {names.passed_by}"
    names.passed_by += 1
    await _post(visitor, "/rooms", {"name": name, "game": visitor.game})
    if not visitor.cookie:
        return
    await _post(visitor, f"/join/{player.secret}", {})  # as the page of somebody known sends it
    await _insist(visitor, "/account/delete", {"confirm": name}, GONE)
    names.erased.add(name)
    names.changes += 1


async def _insist(
    visitor: Visitor, path: str, form: dict[str, str], wanted: Collection[int]
) -> None:
    """Sends the form again until it has such an answer. Raises AssertionError."""
    limit = Patience(ANSWERED)
    while (status := await _post(visitor, path, form)) not in wanted:
        assert not limit.over, f"{path} has no answer but {status}"
        await asyncio.sleep(AGAIN)


async def _post(visitor: Visitor, path: str, form: dict[str, str]) -> int:
    """The status of one answer; 0 if none came."""
    try:
        return (await asyncio.to_thread(visitor.post, path, form)).status_code
    except httpx2.TransportError:
        return 0


async def settled(
    store: "asyncpg.Connection[asyncpg.Record]", names: Names, players: Sequence[PagePlayer]
) -> list[Fault]:
    """Waits until every table has been told; the names that are left or came back."""
    limit = Patience(TOLD)
    while (left := await store.fetchval(_NOTES)) or _shown(names, players):
        if limit.over:
            break
        await asyncio.sleep(0.1)
    faults = [Fault("name", f"{left} notes wait for their tables")] if left else []
    for where, text in await store.fetch(_STORED):
        faults += [Fault("name", f"{name!r} stands in the {where}") for name in names.former(text)]
    faults += [Fault("name", words) for words in _shown(names, players)]
    return [*names.came_back, *faults]


def _shown(names: Names, players: Sequence[PagePlayer]) -> list[str]:
    return [
        f"{name!r} is shown at table {player.who[0]}"
        for player in players
        for name in names.former(player.shown)
    ]


def begin(
    chance: Random, base_url: str, players: Sequence[PagePlayer], names: Names
) -> "asyncio.Task[None]":
    """One change of one person, begun."""
    player = chance.choice(players)
    if chance.random() < 0.5:
        return asyncio.create_task(rename(player, names))
    return asyncio.create_task(pass_by(base_url, player, names))
