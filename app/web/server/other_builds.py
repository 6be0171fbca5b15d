"""Two builds side by side: what a page of one asks for comes from a process of that build.

A page names its build in the addresses of its files. Where a proxy leads such a request to a
process of another build, it is passed on to one that has it. The page of a table comes from the
process that runs the table, if that is of another build: so a page and its table agree, and a page
whose table moved to another build finds its own with one reload. With one build nothing is asked.
"""

import re
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from app.store.database.processes import Processes, Sibling
from app.table.ports import Clock
from app.web.rendering.static_files import BUILD_FOLDER, Assets

STATIC: Final = "/static/"
BUILD: Final = "x-pecking-order-build"
"""The header with which a page's script names its build."""
TABLE_PAGE: Final = re.compile(r"/table/(?P<room>[\w-]{22})$")
KNOWN_FOR: Final = 1.0
"""Seconds for which the list of siblings is kept."""


class OtherBuilds:
    """The siblings of other builds, as this process knows them."""

    def __init__(self, assets: Assets, processes: Processes, clock: Clock) -> None:
        self._assets, self._processes, self._clock = assets, processes, clock
        self._known: tuple[float, list[Sibling]] | None = None

    async def sibling_for(self, scope: Scope) -> Sibling | None:
        """The process of another build that has to answer; None if any may. Raises StoreAway."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        path: str = scope["path"]
        if path.startswith(STATIC):
            query = scope["query_string"].decode("latin-1")
            file = path.removeprefix(STATIC)
            version = self._assets.foreign_version(file, query)
            return None if version is None else await self._with_file(file, version)
        if (table := TABLE_PAGE.match(path)) is not None:
            if not await self._others():
                return None
            owner = await self._processes.owner("id", table["room"])
            return owner if owner is not None and owner.build != self._assets.build() else None
        build = Headers(scope=scope).get(BUILD)
        if build is None or build == self._assets.build():
            return None
        return await self._of(build)

    async def _with_file(self, file: str, version: str) -> Sibling | None:
        """A version that is no build's is of some file, which another build has."""
        found = await self._of(version)
        if found is not None or BUILD_FOLDER.match(file):
            return found
        return next(iter(await self._others()), None)

    async def _of(self, build: str) -> Sibling | None:
        return next((one for one in await self._others() if one.build == build), None)

    async def _others(self) -> list[Sibling]:
        """Those of another build, the one that started last first."""
        now = self._clock.monotonic()
        if self._known is None or now - self._known[0] > KNOWN_FOR:
            self._known = now, await self._processes.others()
        return [one for one in self._known[1] if one.build != self._assets.build()]
