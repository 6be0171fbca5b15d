"""Files for browsers: addresses that change with the content, so that they may be kept for ever."""

import re
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
"""May be kept, but asks each time; a script that another script names has no version in its address."""
VERSIONED = re.compile(r"^vendor/[^/]*-\d+\.\d+\.\d+[./][^/]+$")
"""Files of others carry their version in their name, or in that of their folder."""


class Assets:
    """The folder of static files and the versions of what is in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._known: dict[str, tuple[tuple[int, int], str]] = {}

    def url(self, path: str) -> str:
        """The address of `css/site.css` with its version. A file that is not there has an address without one."""
        version = self.version(path)
        return f"/static/{path}" + (f"?v={version}" if version else "")

    def version(self, path: str) -> str | None:
        """Twelve hexadecimal digits of the content's SHA-256, or None."""
        file = (self.folder / path).resolve()
        try:
            found = file.stat()
        except OSError:
            return None
        if self.folder not in file.parents or not file.is_file():
            return None
        mark = (found.st_mtime_ns, found.st_size)
        known = self._known.get(path)
        if known is None or known[0] != mark:
            known = self._known[path] = (mark, sha256(file.read_bytes()).hexdigest()[:12])
        return known[1]


class Static(StaticFiles):
    """Serves the folder, with ETags; what is asked for by its present version, or has it in its name, is kept for ever."""

    def __init__(self, assets: Assets) -> None:
        super().__init__(directory=assets.folder, check_dir=False)
        self.assets = assets

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            asked = parse_qs(scope["query_string"].decode("latin-1")).get("v")
            current = (asked is not None and asked == [self.assets.version(path)]) or VERSIONED.search(path)
            response.headers["Cache-Control"] = FOR_EVER if current else ASK_AGAIN
        return response
