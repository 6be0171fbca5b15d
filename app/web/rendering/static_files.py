"""Files for browsers: addresses that change with the content, so that they may be kept for ever, and bodies packed once for all who ask."""

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
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.web.rendering.script_imports import required_modules

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
"""May be kept, but asks each time; for an address that does not name the content."""
VERSIONED = re.compile(r"^vendor/[^/]*-\d+\.\d+\.\d+[./][^/]+$")
"""Files of others carry their version in their name, or in that of their folder."""
VERSION_FOLDER = re.compile(r"^~([0-9a-f]{12})/")
"""A folder's name for the version of all scripts: what one of them names beside itself lies in the same folder, and is as new."""
COMPRESSIBLE: Final = frozenset({".js", ".css", ".svg", ".webmanifest"})
RECHECK_SECONDS: Final = 1.0
"""Seconds for which nobody looks again whether a script has changed."""


class Assets:
    """The folder of static files and the versions of what is in it."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder.resolve()
        self._now = now
        self._versions: dict[str, tuple[Path, tuple[int, int], str]] = {}
        """By path: where the file lies, what it was like when it was read, and its version."""
        self._scripts_version: tuple[float, str] | None = None
        self.joined_paths: set[str] = set()
        """Style sheets that are asked for as one, as paths."""
        self._required: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}

    def url(self, path: str) -> str:
        """The address of `css/site.css` or `js/site.js` with its version. A file that is not there has an address without one."""
        version = self.version(path)
        if version and path.endswith(".js") and not path.startswith("vendor/"):
            return f"/static/~{self.scripts_version()}/{path}"
        return f"/static/{path}" + (f"?v={version}" if version else "")

    def urls_for(self, *scripts: str) -> tuple[str, ...]:
        """The addresses of these scripts and of all that they import."""
        version = self.scripts_version()
        known = self._required.get(scripts)
        if known is None or known[0] != version:
            known = self._required[scripts] = (version, required_modules(self.folder, *scripts))
        return tuple(f"/static/~{version}/{path}" for path in known[1])

    def joined_url(self, folder: str, *names: str) -> str:
        """The address of those style sheets of one folder as one, in that order. What they name lies where it lay for each of them."""
        path = f"{folder}/{'+'.join(names)}.css"
        self.joined_paths.add(path)
        return f"/static/{path}?v={self.scripts_version()}"

    def scripts_version(self) -> str:
        """Twelve hexadecimal digits for the content of all scripts and what they may fetch, as of a second ago."""
        if (
            self._scripts_version is None
            or self._now() - self._scripts_version[0] >= RECHECK_SECONDS
        ):
            content = sha256(
                "".join(
                    f"{path} {self.version(path)}\n" for path in sorted(_files(self.folder, ""))
                ).encode()
            )
            self._scripts_version = (self._now(), content.hexdigest()[:12])
        return self._scripts_version[1]

    def version(self, path: str) -> str | None:
        """Twelve hexadecimal digits of the content's SHA-256, or None."""
        known = self._versions.get(path)
        file = (self.folder / path).resolve() if known is None else known[0]
        try:
            found = os.stat(file)  # noqa: PTH116  asked for each file that a page names
        except OSError:
            return None
        if not stat.S_ISREG(found.st_mode) or (known is None and self.folder not in file.parents):
            return None
        mark = (found.st_mtime_ns, found.st_size)
        if known is None or known[1] != mark:
            known = self._versions[path] = (file, mark, sha256(file.read_bytes()).hexdigest()[:12])
        return known[2]


class CompressedFile(NamedTuple):
    """What a file's answer to a browser is made of."""

    version: str
    etag: str
    """Of the content as it is before it is packed."""
    body: bytes
    content_type: str


class StaticAssets(StaticFiles):
    """Serves the folder, with ETags; what is asked for by its present version, or has it in its name, is kept for ever."""

    def __init__(self, assets: Assets) -> None:
        super().__init__(directory=assets.folder, check_dir=False)
        self.assets = assets
        self._compressed: dict[str, CompressedFile] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        under = VERSION_FOLDER.match(path)
        if under:
            path = path[under.end() :]
            version, current = self.assets.version(path), under[1] == self.assets.scripts_version()
        else:
            asked = parse_qs(scope["query_string"].decode("latin-1")).get("v")
            version = self.assets.scripts_version() if "+" in path else self.assets.version(path)
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
        """Style sheets of one folder one after the other. Raises HTTPException 404 where one is not there, or is named twice."""
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
        """The same smaller, for who can unpack it and wants all of it; from then on nobody looks at more than the file's times."""
        if (
            version is None
            or response.status_code != 200
            or not accepts_compressed(request_headers)
        ):
            return response
        if (
            "+" in path and path not in self.assets.joined_paths
        ):  # what no page names is not worth the room
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
    """Whether the whole is wanted, and may be packed."""
    return "range" not in request_headers and accepts_gzip(
        request_headers.get("accept-encoding", "")
    )


def accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header lets gzip pass."""
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
    """Scripts and styles of ours, as paths below `folder`."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as found:
        for each in found:
            if each.is_dir() and f"{below}{each.name}" != "vendor":
                yield from _files(Path(each.path), f"{below}{each.name}/")
            elif each.name.endswith((".js", ".css")):
                yield f"{below}{each.name}"
