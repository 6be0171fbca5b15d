"""The pictures of this process: made by a process of their own, each once, and kept for a while.

| state of a picture | it is asked for | it is made | it fails | its facts change | taken back |
|---|---|---|---|---|---|
| none | is made, or refused: too many are | | | | |
| is made | waited for | kept | none; who waits is refused | is made anew | kept |
| kept | given | | | is made anew | none |

Facts change with names: after an erasure, say. What is kept is bounded in bytes, oldest first. The
route asks the database each time, so nobody is given what was taken back.
"""

import asyncio
import sys
from collections import OrderedDict
from typing import Final, Protocol

import msgspec
import structlog

from app.text.error_chain import error_chain
from app.web.pictures.facts import AnyFacts, digest_of
from app.web.replay.record_service import AnsweringProcess, JobFailed, too_many

KEPT_BYTES: Final = 8 * 2**20
"""Some forty pictures."""
MAX_MAKING: Final = 20
"""Pictures that may be made or wait for that, together."""
LATE: Final = 10.0
"""Seconds after which a picture counts as stuck: it takes a fifth of one."""
COMMAND: Final = (sys.executable, "-P", "-m", "app.web.pictures.picture_worker")

log = structlog.get_logger()


class Maker(Protocol):
    """A maker of pictures: an AnsweringProcess, or a test's own."""

    async def exchange(self, job: msgspec.Struct, lines: bytes) -> list[bytes]: ...

    async def close(self) -> None: ...


class PictureService:
    """One for each server."""

    def __init__(self, maker: Maker | None = None, kept_bytes: int = KEPT_BYTES) -> None:
        self._maker = maker or AnsweringProcess(COMMAND, late=LATE)
        self.close: Final = self._maker.close
        self._kept_bytes = kept_bytes
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        """The digest and the PNG by key; the one asked for last is last."""
        self._making: dict[str, asyncio.Task[bytes]] = {}
        """By digest."""

    async def png(self, key: str, facts: AnyFacts) -> bytes:
        """The picture at this key, as its facts are now.

        Raises HTTPException 503 where too many are made, or this one could not be.
        """
        digest = digest_of(facts)
        kept = self._kept.pop(key, None)
        if kept is not None and kept[0] == digest:
            self._kept[key] = kept
            return kept[1]
        task = self._making.get(digest)
        if task is None:
            if len(self._making) >= MAX_MAKING:
                raise too_many()
            task = self._making[digest] = asyncio.create_task(self._made(facts))
            task.add_done_callback(lambda _: self._making.pop(digest))
        made = await asyncio.shield(task)
        self._keep(key, digest, made)
        return made

    def forget(self, key: str) -> None:
        """Drops what is kept of a picture that was taken back."""
        self._kept.pop(key, None)

    async def _made(self, facts: AnyFacts) -> bytes:
        try:
            return b"".join(await self._maker.exchange(facts, b""))
        except JobFailed as error:
            log.error("picture not made", error=error_chain(error))
            raise too_many() from error

    def _keep(self, key: str, digest: str, png: bytes) -> None:
        self._kept[key] = (digest, png)
        while sum(len(png) for _, png in self._kept.values()) > self._kept_bytes:
            self._kept.popitem(last=False)
