"""A full disk: pages are still shown, and requests that would write are refused."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from app.store.database.disk_space import DiskSpace
from app.table.model.errors import DISK_FULL
from app.web.server.middleware import SAFE_METHODS, early_refusal

RETRY_AFTER: Final = "30"
"""Seconds."""


class ReadOnlyGate:
    """The layer that refuses forms while the disk is full."""

    def __init__(self, app: ASGIApp, disk: DiskSpace) -> None:
        self.app = app
        self.disk = disk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.disk.full and scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            refusal = early_refusal(scope, 503, DISK_FULL)
            refusal.headers["Retry-After"] = RETRY_AFTER
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)
