"""The follower of news from other processes: logins, mutes, chats, switches, erasures."""

import asyncio
from contextlib import suppress
from typing import Final, assert_never

from app.store.database.news import Item, Kind, News
from app.store.database.processes import Processes
from app.table.lobby.lobby import Lobby
from app.table.model.room import PersonId, RoomId
from app.table.ports import StoreAway
from app.web.context.mute_keeper import MuteKeeper
from app.web.context.switch_keeper import SwitchKeeper

LOOK_EVERY: Final = 0.5
"""Seconds."""
PATIENCE: Final = 5.0
"""Seconds that whoever erases an account waits for the other processes."""


class NewsFollower:
    """One for each process that has siblings."""

    def __init__(
        self,
        news: News,
        processes: Processes,
        lobby: Lobby,
        mutes: MuteKeeper,
        switches: SwitchKeeper,
    ) -> None:
        self._news, self._processes = news, processes
        self._lobby, self._mutes, self._switches = lobby, mutes, switches

    async def work(self) -> None:
        """One look, the first of which does nothing."""
        with suppress(StoreAway):  # the next look follows soon, and misses nothing
            await self._news.follow(self._do)

    async def _do(self, item: Item) -> None:
        match item.kind:
            case Kind.SESSION_ENDED:
                self._lobby.end_session(item.key)
            case Kind.MUTES_CHANGED:
                await self._mutes.follow_store(PersonId(item.key))
            case Kind.CHAT_CHANGED:
                await self._lobby.follow_chat(RoomId(item.key))
            case Kind.SWITCHED:
                await self._switches.follow_store()
            case Kind.ERASED:
                self._lobby.accounts.forget(PersonId(item.key))
            case never:
                assert_never(never)

    async def wait_until_erased(self, person: PersonId) -> bool:
        """True once no process that lives remembers the person; False if that takes too long.

        Raises StoreAway.
        """
        end = asyncio.get_running_loop().time() + PATIENCE
        processes = self._processes
        while await self._news.is_awaited(person) or await processes.is_noted_elsewhere(person):
            if asyncio.get_running_loop().time() > end:
                return False
            await asyncio.sleep(LOOK_EVERY / 2)
        return True
