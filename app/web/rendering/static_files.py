"""Static files: URLs that change with the build, and bodies compressed once."""

import gzip
import os
import re
import stat
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.web.rendering.script_imports import required_modules

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
"""Kept by the browser but checked each time: for a URL that does not name the content."""
VERSIONED = re.compile(r"^vendor/[^/]*-\d+\.\d+\.\d+[./][^/]+$")
"""Vendored files have a version in their name, or in their folder's."""
BUILD_FOLDER = re.compile(r"^~([0-9a-f]{12})/")
"""The virtual folder of one build, so that relative imports stay in it."""
ON_THEIR_OWN: Final = frozenset({"js/site/boot.js"})
"""Scripts that import nothing. Each has a version of its own, so an old page still gets it."""
GONE: Final = "This file belongs to an older build. Reload the page.\n"
COMPRESSIBLE: Final = frozenset({".js", ".css", ".svg", ".webmanifest"})
RECHECK_SECONDS: Final = 1.0
"""Seconds until the scripts are checked for changes again."""


class Assets:
    """The folder of static files, the version of each file, and the build."""

    def __init__(
        self, folder: Path, now: Callable[[], float] = time.monotonic, page_digest: str = ""
    ) -> None:
        """`page_digest` stands for what pages hold beside these files: see page_digest.py."""
        self.folder = folder.resolve()
        self._page_digest = page_digest
        self._now = now
        self._versions: dict[str, tuple[Path, tuple[int, int], str]] = {}
        """By path: the file, its time and size when it was read, and its version."""
        self._build: tuple[float, str] | None = None
        self.joined_paths: set[str] = set()
        """Paths of joined style sheets that pages ask for."""
        self._required: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}

    def url(self, path: str) -> str:
        """The URL of `css/site.css` or `js/site.js` with its version, if the file exists."""
        version = self.version(path)
        alone = path.startswith("vendor/") or path in ON_THEIR_OWN
        if version and path.endswith(".js") and not alone:
            return f"/static/~{self.build()}/{path}"
        return f"/static/{path}" + (f"?v={version}" if version else "")

    def urls_for(self, *scripts: str) -> tuple[str, ...]:
        """The URLs of these scripts and of everything they import."""
        version = self.build()
        known = self._required.get(scripts)
        if known is None or known[0] != version:
            known = self._required[scripts] = (version, required_modules(self.folder, *scripts))
        return tuple(f"/static/~{version}/{path}" for path in known[1])

    def joined_url(self, folder: str, *names: str) -> str:
        """The URL of several style sheets of one folder, joined in that order."""
        path = f"{folder}/{'+'.join(names)}.css"
        self.joined_paths.add(path)
        return f"/static/{path}?v={self.build()}"

    def build(self) -> str:
        """Twelve hexadecimal digits of all that a page is made of.

        These are our scripts and styles, and the page digest.
        """
        if self._build is None or self._now() - self._build[0] >= RECHECK_SECONDS:
            lines = [f"{path} {self.version(path)}\n" for path in sorted(_files(self.folder, ""))]
            content = sha256("".join([self._page_digest, *lines]).encode())
            self._build = (self._now(), content.hexdigest()[:12])
        return self._build[1]

    def version(self, path: str) -> str | None:
        """Twelve hexadecimal digits of the content's SHA-256, or None."""
        known = self._versions.get(path)
        file = (self.folder / path).resolve() if known is None else known[0]
        try:
            found = os.stat(file)  # noqa: PTH116  runs for each file of a page
        except OSError:
            return None
        if not stat.S_ISREG(found.st_mode) or (known is None and self.folder not in file.parents):
            return None
        mark = (found.st_mtime_ns, found.st_size)
        if known is None or known[1] != mark:
            known = self._versions[path] = (file, mark, sha256(file.read_bytes()).hexdigest()[:12])
        return known[2]


class CompressedFile(NamedTuple):
    """A file as it is sent with gzip."""

    version: str
    etag: str
    """The tag of the uncompressed content."""
    body: bytes
    content_type: str


class StaticAssets(StaticFiles):
    """Serves the folder, with ETags. A URL with the present version may be kept for ever.

    A URL of another build is gone: its files would not fit the page that asks.
    """

    def __init__(self, assets: Assets) -> None:
        super().__init__(directory=assets.folder, check_dir=False)
        self.assets = assets
        self._compressed: dict[str, CompressedFile] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        under = BUILD_FOLDER.match(path)
        if under:
            if under[1] != self.assets.build():
                return PlainTextResponse(GONE, 410, {"Cache-Control": "no-store"})
            path = path[under.end() :]
            version, current = self.assets.version(path), True
        else:
            asked = parse_qs(scope["query_string"].decode("latin-1")).get("v")
            version = self.assets.build() if "+" in path else self.assets.version(path)
            current = (asked is not None and asked == [version]) or VERSIONED.search(
                path
            ) is not None
        known, request_headers = self._compressed.get(path), Headers(scope=scope)
        if (
            known is not None
            and known.version == version
            and scope["method"] == "GET"
            and accepts_compressed(request_headers)
        ):
            return self._send_compressed(
                known, IMMUTABLE if current else REVALIDATE, request_headers
            )
        response = await (
            self._join(path, scope) if "+" in path else super().get_response(path, scope)
        )
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = IMMUTABLE if current else REVALIDATE
            if Path(path).suffix in COMPRESSIBLE:
                response.headers["Vary"] = "Accept-Encoding"
                response = self._compress(path, version, response, request_headers)
        return response

    async def _join(self, path: str, scope: Scope) -> Response:
        """Joins style sheets of one folder. Raises HTTPException 404 for a missing one."""
        folder, _, name = path.rpartition("/")
        names = name.removesuffix(".css").split("+")
        if not name.endswith(".css") or len(set(names)) < len(names):
            raise HTTPException(404)
        parts = [
            await super(StaticAssets, self).get_response(
                f"{folder}/{each}.css", {**scope, "method": "GET", "headers": []}
            )
            for each in names
        ]
        content = b"\n".join(map(_body_of, parts))
        etag = f'"{sha256(content).hexdigest()[:32]}"'
        if self.is_not_modified(Headers({"etag": etag}), Headers(scope=scope)):
            return Response(status_code=304, headers={"etag": etag})
        return Response(content, media_type="text/css", headers={"etag": etag})

    def _compress(
        self, path: str, version: str | None, response: Response, request_headers: Headers
    ) -> Response:
        """The response with gzip, where the browser accepts it; kept for the next request."""
        if (
            version is None
            or response.status_code != 200
            or not accepts_compressed(request_headers)
        ):
            return response
        if "+" in path and path not in self.assets.joined_paths:  # no page asks for it
            return response
        etag, body = response.headers["etag"], gzip.compress(_body_of(response), mtime=0)
        known = self._compressed[path] = CompressedFile(
            version, etag, body, response.headers["content-type"]
        )
        return self._send_compressed(known, response.headers["cache-control"], request_headers)

    def _send_compressed(
        self, known: CompressedFile, cache_control: str, request_headers: Headers
    ) -> Response:
        headers = {
            "cache-control": cache_control,
            "vary": "Accept-Encoding",
            "etag": f"W/{known.etag}",
        }
        if self.is_not_modified(Headers({"etag": known.etag}), request_headers):
            return Response(status_code=304, headers=headers)
        return Response(
            known.body,
            headers={**headers, "content-type": known.content_type, "content-encoding": "gzip"},
        )


def accepts_compressed(request_headers: Headers) -> bool:
    """True if the request is for the whole file and accepts gzip."""
    return "range" not in request_headers and accepts_gzip(
        request_headers.get("accept-encoding", "")
    )


def accepts_gzip(accepted: str) -> bool:
    """True if an Accept-Encoding header allows gzip."""
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _body_of(response: Response) -> bytes:
    return (
        Path(response.path).read_bytes()
        if isinstance(response, FileResponse)
        else bytes(response.body)
    )


def _files(folder: Path, below: str) -> Iterator[str]:
    """Our own scripts and styles, as paths below `folder`."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as found:
        for each in found:
            if each.is_dir() and f"{below}{each.name}" != "vendor":
                yield from _files(Path(each.path), f"{below}{each.name}/")
            elif each.name.endswith((".js", ".css")):
                yield f"{below}{each.name}"
