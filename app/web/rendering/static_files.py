"""Static files: URLs that change with the build, and bodies compressed once."""

import gzip
import os
import re
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.web.rendering.scripts import ScriptBundle, present_bundle, required_modules

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
        self,
        folder: Path,
        now: Callable[[], float] = time.monotonic,
        page_digest: str = "",
        bundle_folder: Path | None = None,
    ) -> None:
        """`page_digest` stands for what pages hold beside these files: see templating.py."""
        self.folder = folder.resolve()
        self._bundle_folder = bundle_folder
        self.bundle: ScriptBundle | None = None
        """The bundle of the present scripts, where one was made."""
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
            modules = (
                self.bundle.modules(*scripts)
                if self.bundle is not None
                else required_modules(self.folder, *scripts)
            )
            known = self._required[scripts] = (version, modules)
        return tuple(f"/static/~{version}/{path}" for path in known[1])

    def joined_url(self, folder: str, *names: str) -> str:
        """The URL of several style sheets of one folder, joined in that order."""
        path = f"{folder}/{'+'.join(names)}.css"
        self.joined_paths.add(path)
        return f"/static/{path}?v={self.build()}"

    def build(self) -> str:
        """Twelve hexadecimal digits of all that a page is made of.

        These are our scripts and styles, or the bundle, and the page digest.
        """
        if self._build is None or self._now() - self._build[0] >= RECHECK_SECONDS:
            versions = {path: self.version(path) for path in sorted(_files(self.folder, ""))}
            self.bundle = self._present_bundle(versions)
            lines = [f"{path} {version}\n" for path, version in versions.items()]
            bundled = self.bundle.digest if self.bundle is not None else ""
            content = sha256("".join([self._page_digest, bundled, *lines]).encode())
            self._build = (self._now(), content.hexdigest()[:12])
        return self._build[1]

    def _present_bundle(self, versions: Mapping[str, str | None]) -> ScriptBundle | None:
        if self._bundle_folder is None:
            return None
        vendored = (
            path.relative_to(self.folder).as_posix()
            for path in (self.folder / "vendor").rglob("*.js")
        )
        scripts = {path: version for path, version in versions.items() if path.endswith(".js")}
        scripts.update((path, self.version(path)) for path in vendored)
        return present_bundle(self._bundle_folder, scripts)

    def foreign_version(self, path: str, query: str) -> str | None:
        """The build, or the version of a file, that a URL names, if it is not the present one."""
        if (under := BUILD_FOLDER.match(path)) is not None:
            return under[1] if under[1] != self.build() else None
        named = parse_qs(query).get("v")
        present = self.build() if "+" in path else self.version(path)
        return named[0] if named is not None and named[0] != present else None

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


class Asked(NamedTuple):
    """A file as the URL of a request names it."""

    path: str
    """Below static/."""
    version: str | None
    is_current: bool
    """True if the URL names the present content, which may be kept for ever."""
    bundled: Path | None = None
    """The file of the bundle that is sent instead."""

    @property
    def key(self) -> str:
        return self.path if self.bundled is None else f"bundle/{self.path}"

    @property
    def cache_control(self) -> str:
        return IMMUTABLE if self.is_current else REVALIDATE


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
        asked = self._asked(path, scope)
        if asked is None:
            return PlainTextResponse(GONE, 410, {"Cache-Control": "no-store"})
        known, request_headers = self._compressed.get(asked.key), Headers(scope=scope)
        if (
            known is not None
            and known.version == asked.version
            and scope["method"] == "GET"
            and accepts_compressed(request_headers)
        ):
            return self._send_compressed(known, asked.cache_control, request_headers)
        response = await self._uncompressed(asked, scope)
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = asked.cache_control
            if Path(asked.path).suffix in COMPRESSIBLE:
                response.headers["Vary"] = "Accept-Encoding"
                response = self._compress(asked, response, request_headers)
        return response

    def _asked(self, path: str, scope: Scope) -> Asked | None:
        """None: the URL is of another build."""
        under = BUILD_FOLDER.match(path)
        if under is None:
            named = parse_qs(scope["query_string"].decode("latin-1")).get("v")
            version = self.assets.build() if "+" in path else self.assets.version(path)
            current = named is not None and named == [version]
            return Asked(path, version, current or VERSIONED.search(path) is not None)
        if under[1] != self.assets.build():
            return None
        path, bundle = path[under.end() :], self.assets.bundle
        bundled = bundle.file(path) if bundle is not None else None
        return Asked(path, under[1] if bundled else self.assets.version(path), True, bundled)

    async def _uncompressed(self, asked: Asked, scope: Scope) -> Response:
        """The response with the file as it is. Raises HTTPException 404."""
        if asked.bundled is not None:
            try:
                return self.file_response(asked.bundled, os.stat(asked.bundled), scope)  # noqa: PTH116
            except OSError:
                raise HTTPException(404) from None
        if "+" in asked.path:
            return await self._join(asked.path, scope)
        return await super().get_response(asked.path, scope)

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

    def _compress(self, asked: Asked, response: Response, request_headers: Headers) -> Response:
        """The response with gzip, where the browser accepts it; kept for the next request."""
        if (
            asked.version is None
            or response.status_code != 200
            or not accepts_compressed(request_headers)
        ):
            return response
        if "+" in asked.path and asked.path not in self.assets.joined_paths:  # no page asks for it
            return response
        etag, body = response.headers["etag"], gzip.compress(_body_of(response), mtime=0)
        known = self._compressed[asked.key] = CompressedFile(
            asked.version, etag, body, response.headers["content-type"]
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
